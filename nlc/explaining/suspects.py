"""Clues that were probably mistyped: with other values there is exactly one solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from nlc.explaining.anew import Anew
from nlc.explaining.changes import Change, change, left, other_values
from nlc.explaining.clue_solver import ClueSolver
from nlc.explaining.clues import Clues
from nlc.explaining.facts import Clue
from nlc.explaining.repairs import LOOKED, by_formula, exchanges
from nlc.explaining.selected import ExhaustedError, Selected

MOST = 10
"""Suspects that are told."""

CONFLICTS = 200_000
"""Conflicts after which it is open without which other clue there is a solution."""


class Suspect(NamedTuple):
    """Changes that leave exactly one solution: of one clue, or two labels exchanged."""

    changes: tuple[Change, ...]

    @property
    def single(self) -> bool:
        """Whether it is one clue."""
        return len(self.changes) == 1


def suspects(
    clues: Clues, asked: Selected | Anew, formula: ClueSolver | None, members: Sequence[int]
) -> Iterator[Suspect]:
    """Yield changes that leave exactly one solution, at most `MOST`.

    Args:
        clues: of the puzzle.
        asked: who knows which clues can stand together.
        formula: for all boards, if there is one.
        members: groups that contradict each other, so that one of them has to change.
    """
    every = clues.every
    single: Iterator[int] = (i for i in members if asked.stands(every - {i}) is not None)
    if formula is not None:
        single = _single(formula)
    yield from islice(_suspects(clues, single), MOST)


def refused(clues: Clues, members: Sequence[int]) -> Iterator[Suspect]:
    """Yield changes of one clue that leave exactly one solution, at most `MOST`.

    Args:
        clues: of the puzzle.
        members: groups that a check refuses.
    """
    every = (clue for member in members for clue in clues.groups[member].clues)
    yield from islice((one for clue in every for one in _sole(clues, clue)), MOST)


def _single(formula: ClueSolver) -> Iterator[int]:
    """Yield groups without any one of which all others can stand together."""
    with suppress(ExhaustedError):
        for (member,) in by_formula(formula, 1, CONFLICTS):
            yield member


def _suspects(clues: Clues, members: Iterable[int]) -> Iterator[Suspect]:
    pairs: list[int] = []
    for member in islice(members, LOOKED):
        clue, *others = clues.groups[member].clues
        if others:
            pairs.append(member)
        else:
            yield from _sole(clues, clue)
    for exchange, _ in exchanges(clues, pairs):
        yield Suspect(exchange)


def _sole(clues: Clues, clue: Clue) -> Iterator[Suspect]:
    """Yield the changes of a clue that leave exactly one solution."""
    for value in other_values(clues, clue):
        if left(clues, {clue: value}).unique:
            yield Suspect((change(clues, clue, value, True),))
