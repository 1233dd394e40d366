"""What other formats need to know of each genre: a module a genre, named like it, and all data.

``PARTS`` (`nlc.formats.parts.Parts`) says which given or variable is a number, a circle, a room.
Each further attribute is a row for one format, which that format looks up by `rows`: ``PZPR`` for
puzz.link, ``TATHAM`` for Simon Tatham's collection, ``JANKO`` for Janko's text. A genre becomes
readable in a format when its module gets the row. Another package brings a module for a genre of
its own by an entry point of the group ``nlc.formats.genres`` with the name of the genre.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from nlc.errors import fail
from nlc.formats.parts import Parts
from nlc.registry import Registry, outside

PARTS: Registry[Parts] = Registry("genre", __name__, "PARTS", "nlc.formats.genres")


@cache
def rows(attribute: str) -> dict[str, Any]:
    """Return the rows of a format, such as ``TATHAM``, by genre."""
    found: Registry[Any] = Registry("genre", __name__, attribute, PARTS.group)
    out = {name: found.get(name) for name in found.own()}
    for name, points in outside(PARTS.group).items():
        try:
            module = points[0].load()
        except Exception:  # whatever a stranger's module does wrong: it has no rows
            continue
        if name not in out and hasattr(module, attribute):
            out[name] = getattr(module, attribute)
    return out


def parts_of(genre: str) -> Parts:
    """Return the parts of a genre.

    Raises:
        UserError: nothing is known of it.
    """
    found = PARTS.find(genre)
    if found is None:
        raise fail(f"nothing is known here of the genre '{genre}'")
    return found
