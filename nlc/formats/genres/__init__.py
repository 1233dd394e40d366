"""What other formats need to know of each genre: a module a genre, named like it, and all data.

``PARTS`` (`nlc.formats.parts.Parts`) says which given or variable is a number, a circle, a room.
Each further attribute is a row for one format, which that format looks up by `rows`: ``PZPR`` for
puzz.link, ``TATHAM`` for Simon Tatham's collection, ``JANKO`` for Janko's text. A genre becomes
readable in a format when its module gets the row. Another package brings rows of its genres by an
entry point of the group ``nlc.formats.genres``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from nlc.errors import fail
from nlc.formats.parts import Parts
from nlc.registry import Registry

PARTS: Registry[Parts] = Registry("genre", __name__, "PARTS", "nlc.formats.genres")


@cache
def rows(attribute: str) -> dict[str, Any]:
    """Return the rows of a format, such as ``TATHAM``, by genre."""
    found: Registry[Any] = Registry("genre", __name__, attribute, "nlc.formats.genres")
    return {name: found.get(name) for name in found.own()}


def parts_of(genre: str) -> Parts:
    """Return the parts of a genre.

    Raises:
        UserError: nothing is known of it.
    """
    found = PARTS.find(genre)
    if found is None:
        raise fail(f"nothing is known here of the genre '{genre}'")
    return found
