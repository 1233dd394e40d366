"""Clues that were probably mistyped: with other values there is exactly one solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice, product
from typing import NamedTuple

from nlc.board import Sort
from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.reasons.facts import Clue
from nlc.reasons.why.board_by_board import BoardByBoard
from nlc.reasons.why.changes import Change, Changed, change, changed_clues, other_values
from nlc.reasons.why.clue_solver import ClueSubsets
from nlc.reasons.why.clues import Clues

MOST = 10
"""Suspects at most; groups of several clues of which two may have been exchanged."""

TRIED = 100
"""Groups at most whose clues are tried with other values."""

CONFLICTS = 50_000
"""Conflicts after which a group is no suspect."""


class Suspect(NamedTuple):
    """Changes that leave exactly one solution: of one clue, or two labels exchanged."""

    changes: tuple[Change, ...]

    @property
    def single(self) -> bool:
        """Whether it is one clue."""
        return len(self.changes) == 1


def suspects(
    clues: Clues, subsets: ClueSubsets | BoardByBoard, members: Collection[int]
) -> Iterator[Suspect]:
    """Yield changes that leave exactly one solution, at most `MOST`.

    Args:
        clues: of the puzzle.
        subsets: decides which clues are consistent.
        members: groups that contradict each other, so that one of them is wrong.
    """
    found = list(islice((i for i in members if _can_mend(clues, subsets, i)), TRIED))
    changes = changeable(clues, found)
    alone = (clues.groups[i].clues[0] for i in found if len(clues.groups[i].clues) == 1)
    changed = (each for clue in alone for each in _sole(changes, clue))
    yield from islice(chain(changed, map(Suspect, exchanges(changes, found))), MOST)


def refused(clues: Clues, members: Sequence[int]) -> Iterator[Suspect]:
    """Yield changes of one clue that leave exactly one solution, at most `MOST`.

    Args:
        clues: of the puzzle.
        members: groups that a check refuses.
    """
    every = [clue for member in members for clue in clues.groups[member].clues]
    changes = changed_clues(clues, {clue: other_values(clues, clue) for clue in every})
    yield from islice((one for clue in every for one in _sole(changes, clue)), MOST)


def changeable(clues: Clues, members: Collection[int]) -> Changed:
    """Return boards where one clue of some groups is changed, or two of several are exchanged."""
    others = {
        clue: other_values(clues, clue)
        for i in members
        for clue in clues.groups[i].clues
        if len(clues.groups[i].clues) == 1
    }
    pairs = _pairs(clues, members)
    for one, other in pairs:
        others[one] = sorted({*others.get(one, ()), clues.value(other)})
        others[other] = sorted({*others.get(other, ()), clues.value(one)})
    return changed_clues(clues, others)


def exchanges(changes: Changed, members: Collection[int]) -> Iterator[tuple[Change, ...]]:
    """Yield exchanges of clues of two of some groups that leave exactly one solution."""
    clues = changes.clues
    for one, other in _pairs(clues, members):
        changed = {one: clues.value(other), other: clues.value(one)}
        if changes.unique(changed):
            yield tuple(change(clues, *each, True) for each in changed.items())


def _pairs(clues: Clues, members: Collection[int]) -> Iterator[tuple[Clue, Clue]]:
    """Yield clues of the same given of two groups that have several each."""
    several = [clues.groups[i].clues for i in members if len(clues.groups[i].clues) > 1]
    for groups in combinations(several[:MOST], 2):
        for one, other in product(*groups):
            kind = clues.full.givens[one.given].kind
            if one.given == other.given and kind is not Sort.BORDER:  # a side is of its cell
                yield one, other


def _can_mend(clues: Clues, subsets: ClueSubsets | BoardByBoard, group: int) -> bool:
    """Return whether there is surely a solution without a group."""
    with suppress(ExhaustedError):
        return subsets.model(clues.every - {group}, CONFLICTS) is not None
    return False


def _sole(changes: Changed, clue: Clue) -> Iterator[Suspect]:
    """Yield the changes of a clue that leave exactly one solution."""
    for value in changes.values(clue):
        if changes.unique({clue: value}):
            yield Suspect((change(changes.clues, clue, value, True),))
