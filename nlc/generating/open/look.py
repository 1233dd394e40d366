"""How puzzles of a genre look: how large rooms are, how many cells have a sign, which clues stay.

What stands here is as published puzzles have it. A genre that is not named has the defaults, so
that genres of one's own need nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct


class Look(Struct, frozen=True):
    """How puzzles of a genre look.

    Attributes:
        rooms: the least and the most cells of a room.
        form: of rooms: ``grown`` cell by cell, ``rectangles``, or ``boxes``, all of one form.
        places: the share of cells that have a sign which cannot go, such as an island.
        apart: whether no two of these cells share a side.
        most: the greatest number of a clue; 0: that of rows and columns.
        shaded: the share of literals that a random solution tries to have.
        shares: that share by variable, where it is another one.
        full: whether all clues stay unless fewer are asked for.
        by_room: whether a room has one clue, in its first cell.
        closed: the givens that stay empty.
    """

    rooms: tuple[int, int] = (4, 8)
    form: Literal["grown", "rectangles", "boxes", "as many as rows"] = "grown"
    places: float = 0.2
    apart: bool = False
    most: int = 0
    shaded: float = 0.5
    shares: Mapping[str, float] = MappingProxyType({})
    full: bool = False
    by_room: bool = False
    closed: frozenset[str] = frozenset()


LOOKS: dict[str, Look] = {
    "akari": Look(places=0.22),
    "ayeheya": Look(rooms=(6, 14), form="rectangles", shaded=0.3, by_room=True),
    "cojun": Look(rooms=(2, 5)),
    "country": Look(rooms=(3, 8)),
    "detour": Look(rooms=(3, 7)),
    "doubleback": Look(rooms=(6, 11)),
    "hashi": Look(places=0.28, full=True),
    "heyawake": Look(rooms=(4, 9), form="rectangles", shaded=0.3, by_room=True),
    "hitori": Look(shaded=0.3, full=True),
    "lits": Look(rooms=(4, 8)),
    "moonsun": Look(rooms=(6, 11), places=0.4, full=True),
    "norinori": Look(rooms=(2, 9)),
    "nurikabe": Look(places=0.14, apart=True, most=9, full=True),
    "ripple": Look(rooms=(3, 6)),
    "shikaku": Look(places=0.18, most=12, full=True),
    "simpleloop": Look(places=0.2),
    "slitherlink": Look(closed=frozenset({"port"})),
    "starbattle": Look(form="as many as rows"),
    "sudoku": Look(form="boxes"),
    "suguru": Look(rooms=(4, 6)),
    "yajilin": Look(places=0.14, shares={"dark": 0.9}, full=True),
    "yajilinregions": Look(rooms=(3, 6), shares={"dark": 0.9}),
}


def look_of(genre: str) -> Look:
    """Return how puzzles of a genre look."""
    return LOOKS.get(genre, Look())
