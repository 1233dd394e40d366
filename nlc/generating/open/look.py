"""How puzzles of a genre look: how large rooms are, how many cells have a sign, which clues stay.

A genre says so in its block ``generate``. What it does not say has defaults, so that genres of
one's own need nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from msgspec import Struct

from nlc.board import Sort
from nlc.language.inherit import Rules
from nlc.language.wishes import ROOMS


class Look(Struct, frozen=True):
    """How puzzles of a genre look.

    Attributes:
        rooms: the least and the most cells of a room.
        form: of rooms: ``cells`` that grow together, ``rectangles``, ``boxes``, all of one form, or
            ``as many as rows``.
        shares: the least and the most share of cells that have a sign which cannot go, such as an
            island, or of elements for which a variable holds in a random solution, by name.
        full: the givens whose clues stay unless fewer are asked for.
        by_room: the givens that a room has once, in its first cell, with the given of the rooms.
        closed: the givens that stay empty.
        apart: the signs no two of which share a side.
        numbers: the least and the greatest number of clues, by given; else up to that of rows and
            columns together.
        thinned: the part of these shares of signs that is drawn.
        values: that clues may have, as texts; None: all.
        places: where clues and signs may be, by sort; of a sort that is not named, everywhere.
    """

    rooms: tuple[int, int] = (4, 8)
    form: str = "cells"
    shares: Mapping[str, tuple[float, float]] = {}
    full: frozenset[str] = frozenset()
    by_room: Mapping[str, str] = {}
    closed: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()
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


def look_of(rules: Rules) -> Look:
    """Return how puzzles of a genre look, as it says itself."""
    manners = {name: wish.manner for name, wish in rules.wishes.items()}

    def named(how: str) -> frozenset[str]:
        return frozenset(name for name, manner in manners.items() if manner.how == how)

    shares = {name: each for name, each in manners.items() if each.how[0] == "%"}
    all_ = {name: manners[name] for name in named("all")}
    rooms = next((manner for manner in manners.values() if manner.how in ROOMS), None)
    return Look(
        rooms=(rooms.low, rooms.high) if rooms and rooms.low else (4, 8),
        form=rooms.how.removesuffix(" of cells") if rooms else "cells",
        shares={name: (each.low / 100, each.high / 100) for name, each in shares.items()},
        full=named("all"),
        by_room={name: each.room.name for name, each in manners.items() if each.room},
        closed=named("none"),
        apart=named("% apart"),
        numbers={name: (each.low, each.high) for name, each in all_.items() if each.high},
    )
