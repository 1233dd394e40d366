"""The puzzle language as a format."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nlc.formats.base import Format, Support

_OPENING = re.compile(r"\s*(//|(use|puzzle)\s*\"|genre[ \t]+[A-Za-z_])")


def recognises(text: str) -> bool:
    """Return whether the text opens with a ``//`` comment, ``use``, ``genre`` or ``puzzle``."""
    return _OPENING.match(text) is not None


def _genres() -> Mapping[str, Support]:
    from nlc.formats.stock import all_genres

    return all_genres(Support(solutions_written=True))


FORMAT = Format(
    "nl",
    "the puzzle language",
    (".nl",),
    recognises,
    None,
    None,
    rank=0,
    genres=_genres,
    comment="// ",
    names_genre=True,
)
