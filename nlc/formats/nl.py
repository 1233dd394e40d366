"""The puzzle language itself, as one of the formats to choose from."""

from __future__ import annotations

import re

from nlc.formats.base import Format

_OPENING = re.compile(r"\s*(//|(use|puzzle)\s*\"|genre[ \t]+[A-Za-z_])")


def recognises(text: str) -> bool:
    """Return whether the text opens with a ``//`` comment, ``use``, ``genre`` or ``puzzle``."""
    return _OPENING.match(text) is not None


FORMAT = Format("nl", "the puzzle language", (".nl",), recognises, None, None, rank=0)
