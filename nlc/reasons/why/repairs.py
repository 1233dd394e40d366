"""The fewest clues to take away, or to change, that make a board solvable."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from nlc.ir.nodes import Assignment
from nlc.reasons.why.board_by_board import BoardByBoard
from nlc.reasons.why.changes import Change, Changed, change, changed_clues, other_values
from nlc.reasons.why.clue_solver import ClueSubsets
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.suspects import TRIED, changeable, exchanges

MOST = 10
"""Repairs at most."""


class Repair(NamedTuple):
    """Groups of clues that are taken away, and what some could be instead.

    Attributes:
        members: the groups; empty if clues are only changed, all of them together.
        changes: values of theirs with which the board is a solution as well; of a single clue all
            that leave exactly one solution, and the board is that of the first.
        board: a solution of the board without them, or with the changes.
    """

    members: tuple[int, ...]
    changes: tuple[Change, ...]
    board: Assignment

    @property
    def unique(self) -> bool:
        """Whether a change leaves exactly one solution, as puzzles mostly have."""
        return any(change.unique for change in self.changes)


def repairs(clues: Clues, subsets: ClueSubsets | BoardByBoard) -> Iterator[Repair]:
    """Yield the smallest sets of groups without which there is a solution.

    There are at most `MOST`, or `TRIED` single clues, of which `best` takes as many. Labels
    that may have been exchanged come last.
    """
    found = sorted(islice(subsets.least_sets(), TRIED))
    if found and len(found[0]) > 1:
        found = found[:MOST]
    single = [members[0] for members in found if len(members) == 1]
    changes = changeable(clues, {i for members in found for i in members})
    for members in found:
        board, others = changes.without(members)
        if board is None:
            continue
        if len(members) == 1 == len(clues.groups[members[0]].clues):
            yield _single(changes, members[0], board)
        else:
            # A check may ask for the clues of a group together, as for the two ends of a path.
            alone = {clues.groups[i].clues[0] for i in members if len(clues.groups[i].clues) == 1}
            yield Repair(members, tuple(each for each in others if each.clue in alone), board)
    for exchange in exchanges(changes, single):
        yield Repair((), exchange, changes.board({each.clue: each.value for each in exchange}))


def best(every: Iterable[Repair]) -> tuple[Repair, ...]:
    """Return at most `MOST` repairs, first those that leave exactly one solution."""
    return tuple(sorted(every, key=lambda repair: not repair.unique)[:MOST])


def _single(changes: Changed, member: int, board: Assignment) -> Repair:
    """Return what a clue could be: all values that leave one solution, else one that leaves any.

    Args:
        changes: the boards with other values.
        member: the clue's group.
        board: a solution without it.
    """
    (clue,) = changes.clues.groups[member].clues
    values = changes.values(clue)
    alone = [value for value in values if changes.unique({clue: value})]
    if values:
        board = changes.board({clue: (alone or values)[0]})
    changed = [change(changes.clues, clue, value, value in alone) for value in alone or values[:1]]
    return Repair((member,), tuple(changed), board)


def mended(clues: Clues, members: Sequence[int]) -> Iterator[Repair]:
    """Yield changes of one clue of some groups, refused by a check, with which there is a solution.

    Args:
        clues: the clues.
        members: the groups that a check refuses.
    """
    yield from islice(_mended(clues, members), MOST)


def _mended(clues: Clues, members: Collection[int]) -> Iterator[Repair]:
    every = [clue for member in members for clue in clues.groups[member].clues]
    changes = changed_clues(clues, {clue: other_values(clues, clue) for clue in every})
    for clue in every:
        for value in changes.values(clue):
            changed = change(clues, clue, value, changes.unique({clue: value}))
            yield Repair((), (changed,), changes.board({clue: value}))
