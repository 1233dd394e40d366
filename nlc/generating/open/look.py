"""The look of puzzles of a genre: the sizes of rooms, the share of signs, the clues that stay.

It is in the block ``generate`` of the genre; all of it has defaults, so that a genre of one's own
needs no block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

from msgspec import Struct

from nlc.board import Sort
from nlc.language.inherit import Rules
from nlc.language.wishes import EACH, ENDS, PATHS, ROOMS, wished


class Rooms(NamedTuple):
    """The least and the most cells of a room, and how rooms are drawn.

    The form is ``cells`` that grow together, ``rectangles``, ``boxes``, all of one form, ``as
    many as rows``, or ``paths``, whose cells are numbered.
    """

    low: int = 4
    high: int = 8
    form: str = "cells"


class DrawingWishes(Struct, frozen=True):
    """The look of puzzles of a genre.

    Attributes:
        rooms: the look of rooms, by given; else that of `Rooms`.
        shares: by name, the least and the greatest share of cells with a sign that cannot be
            removed, such as an island, or of true elements of a variable in a random solution; of
            the columns, for an option that is a number.
        full: the givens whose clues stay unless fewer are requested.
        one_clue_a_room: the givens with one clue in the first cell of each room, with the given of
            the rooms.
        closed: the givens that stay empty.
        rim: the givens whose clues are at the edge of the board.
        signs: by given, the least and the most borders at the edge that have a sign, or cells that
            have each of its values.
        middles: the conditions that hold in the middles of regions that half a turn leaves.
        layouts: the signs no two of which share a side, ``apart``, or that leave connected cells
            and runs of two or more, ``runs``.
        numbers: the least and the greatest number that clues have, by given.
        thinned: the part of these shares of signs that is drawn.
        values: that clues may have, as texts; None: all.
        places: where clues and signs may be, by sort; everywhere for a sort that is not named.
    """

    rooms: Mapping[str, Rooms] = {}
    shares: Mapping[str, tuple[float, float]] = {}
    full: frozenset[str] = frozenset()
    one_clue_a_room: Mapping[str, str] = {}
    closed: frozenset[str] = frozenset()
    rim: frozenset[str] = frozenset()
    layouts: Mapping[str, str] = {}
    signs: Mapping[str, tuple[int, int]] = {}
    middles: tuple[str, ...] = ()
    numbers: Mapping[str, tuple[int, int]] = {}
    thinned: float = 1.0
    values: frozenset[str] | None = None
    places: Mapping[Sort, frozenset[int]] = {}

    def share(self, name: str, rng: Random, default: float) -> float:
        """Return the share for one puzzle."""
        low, high = self.shares.get(name, (default, default))
        return low if low == high else rng.uniform(low, high)

    def within(self, sort: Sort, elements: Iterable[int] | None) -> tuple[int, ...] | None:
        """Return those of some elements that may have a clue; None stands for all."""
        if sort not in self.places:
            return None if elements is None else tuple(elements)
        mask = self.places[sort]
        return tuple(sorted(mask if elements is None else mask.intersection(elements)))


def look_of(rules: Rules) -> DrawingWishes:
    """Return the look in the block ``generate`` of a genre."""
    known = wished(rules)
    manners = {name: wish.manner for name, wish in rules.wishes.items() if name in known}
    usual = Rooms()

    def named(how: str) -> frozenset[str]:
        return frozenset(name for name, manner in manners.items() if manner.how == how)

    return DrawingWishes(
        rooms={
            name: Rooms(
                each.low or usual.low, each.high or usual.high, each.how.removesuffix(" of cells")
            )
            for name, each in manners.items()
            if each.how in ROOMS | PATHS
        },
        shares={
            name: (each.low / 100, each.high / 100)
            for name, each in manners.items()
            if each.how[0] == "%"
        },
        full=named("all") | named("one in every"),
        one_clue_a_room={name: each.room.name for name, each in manners.items() if each.room},
        closed=named("none"),
        rim=named("rim"),
        layouts={name: each.how[2:] for name, each in manners.items() if each.how[:2] == "% "},
        signs={
            name: (each.low, each.high) for name, each in manners.items() if each.how in ENDS | EACH
        },
        middles=tuple(sorted(named("middles"))),
        numbers={
            name: (each.low, each.high)
            for name, each in manners.items()
            if each.how in ("all", "any") and each.high
        },
    )
