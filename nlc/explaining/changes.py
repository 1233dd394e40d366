"""Other values of clues, and what a board with them has for solutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from nlc.errors import UserError
from nlc.explaining.anew import UndecidedError, only, solutions
from nlc.explaining.clues import Clues
from nlc.explaining.facts import Clue
from nlc.ir.nodes import Assignment

CONFLICTS = 50_000
"""Conflicts after which it stays open what a changed clue leaves."""

NUMBERS = 20
"""Numbers from the least that are tried in the place of a wrong one."""


class Change(NamedTuple):
    """A clue that has another value.

    Attributes:
        clue: the clue.
        before: its value, in words.
        after: the other one, in words.
        value: the other one as arrays hold it.
        unique: whether it leaves exactly one solution, which another solver confirms; of clues that
            change together, whether they do.
    """

    clue: Clue
    before: str
    after: str
    value: int
    unique: bool = False


def change(clues: Clues, clue: Clue, value: int, unique: bool = False) -> Change:
    """Return the change of a clue to a value."""
    before, after = (clues.text_of(clue.given, v) for v in (clues.value(clue), value))
    return Change(clue, before, after, value, unique)


class Left(NamedTuple):
    """What a board with other values has: a solution, if one is found.

    Attributes:
        board: the solution.
        unique: whether it is the only one, which another solver confirms.
    """

    board: Assignment | None
    unique: bool


def left(clues: Clues, changed: Mapping[Clue, int]) -> Left:
    """Return what a board on which some clues have other values has for solutions."""
    try:
        program = clues.program(clues.every, changed)
        boards = solutions(program, 2, CONFLICTS)
    except (UserError, UndecidedError):
        return Left(None, False)
    return Left(boards[0] if boards else None, len(boards) == 1 and only(program))


def other_values(clues: Clues, clue: Clue) -> list[int]:
    """Return other values that a clue could have."""
    return [value for value in values_of(clues, clue.given) if value != clues.value(clue)]


def values_of(clues: Clues, name: str) -> list[int]:
    """Return values that a clue could have: for a name, those of the board."""
    given, ground = clues.full.rules.givens[name], clues.full
    kind = given.type.kind
    if kind == "enum":
        return [int(ground.number(each)) for each in given.type.names]
    present: list[int] = ground.values(name).tolist()
    if kind == "name":
        return present
    if ground.givens[name].kind == "int":
        low = int(given.type.numbers[0]) if given.type.numbers else min(present, default=1)
        return sorted({*present, *range(low, low + NUMBERS)})
    return []
