"""The fewest clues to take away, or to change, that make a board solvable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from nlc.errors import UserError
from nlc.explain.anew import Anew, UndecidedError, only, solution, solutions
from nlc.explain.clue_solver import ClueSolver
from nlc.explain.clues import Clues
from nlc.explain.facts import Clue
from nlc.explain.selected import Selected
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program

MOST = 10
"""Repairs that are told."""

LOOKED = 60
"""Single clues to take away of which those are told that leave one solution when changed."""

CONFLICTS = 5_000
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
        unique: whether it alone leaves exactly one solution, which another solver confirms.
    """

    clue: Clue
    before: str
    after: str
    value: int
    unique: bool = False


class Repair(NamedTuple):
    """Groups of clues that are taken away, and what some could be instead.

    Attributes:
        members: the groups; empty if clues are only changed.
        changes: with which values of theirs the board is a solution, too; of a single clue all that
            leave exactly one solution, and the board is that of the first.
        board: a solution of the board without them, or with the changes.
    """

    members: tuple[int, ...]
    changes: tuple[Change, ...]
    board: Assignment

    @property
    def unique(self) -> bool:
        """Whether a change leaves exactly one solution, as puzzles mostly have."""
        return any(change.unique for change in self.changes)


def repairs(clues: Clues, asked: Selected | Anew, formula: ClueSolver | None) -> Iterator[Repair]:
    """Yield the smallest sets of groups without which there is a solution.

    There are at most `MOST`, or `LOOKED` single clues, of which `best` takes as many.
    """
    found = _by_formula(clues, formula) if formula is not None else _by_boards(clues, asked)
    for number, (members, board) in enumerate(found, 1):
        if len(members) == 1 == len(clues.groups[members[0]].clues):
            yield _single(clues, members[0], board)
        else:
            yield Repair(members, tuple(_changes(clues, members, board)), board)
        if number == (LOOKED if len(members) == 1 else MOST):
            return


def best(found: Iterable[Repair]) -> tuple[Repair, ...]:
    """Return at most `MOST` repairs, first those that leave exactly one solution."""
    return tuple(sorted(found, key=lambda repair: not repair.unique)[:MOST])


def _single(clues: Clues, member: int, board: Assignment) -> Repair:
    """Return what a clue could be: all values that leave one solution, else one that leaves any.

    Args:
        clues: of the puzzle.
        member: the clue's group.
        board: a solution without it.
    """
    (clue,) = clues.groups[member].clues
    alone: list[Change] = []
    other: Change | None = None
    for value in _values(clues, clue):
        try:
            program = clues.program(clues.every, {clue: value})
            found = solutions(program, 2, CONFLICTS)
        except (UserError, UndecidedError):
            continue
        change = _change(clues, clue, value)
        if len(found) == 1 and only(program):
            board = board if alone else found[0]
            alone.append(change._replace(unique=True))
        elif found and other is None and not alone:
            other, board = change, found[0]
    return Repair((member,), tuple(alone) or tuple(filter(None, [other])), board)


def _by_formula(clues: Clues, formula: ClueSolver) -> Iterator[tuple[tuple[int, ...], Assignment]]:
    """Yield them by counting the selectors that do not hold, with a totalizer (MaxSAT)."""
    from pysat.card import ITotalizer

    selectors = formula.selectors
    start = formula.variable()
    with ITotalizer([-x for x in selectors], ubound=len(selectors), top_id=start) as total:
        for clause in total.cnf.clauses:
            formula.add(clause)
        while formula.variable() <= total.top_id:
            pass
        enabled = formula.variable()
        most = next(k for k in range(1, len(selectors) + 1) if _least(formula, total.rhs, k))
        bound = [-total.rhs[most]] if most < len(total.rhs) else []
        while (model := formula.ask([enabled, *bound])) is not None:
            members = tuple(i for i, x in enumerate(selectors) if not model[x])
            kept = clues.every - set(members)
            try:
                board = solution(clues.program(kept))
            except (UserError, UndecidedError):
                board = None
            if board is not None:
                yield members, board
            formula.add([-enabled, *(selectors[i] for i in members)])


def _least(formula: ClueSolver, outputs: Sequence[int], most: int) -> bool:
    return formula.ask([-outputs[most]] if most < len(outputs) else []) is not None


def _by_boards(
    clues: Clues, asked: Selected | Anew
) -> Iterator[tuple[tuple[int, ...], Assignment]]:
    """Yield them one size after the other, board by board."""
    for size in range(1, len(clues.groups) + 1):
        any_found = False
        for members in combinations(sorted(clues.every), size):
            if asked.stands(clues.every - set(members)) is not None:
                any_found = True
                assert isinstance(asked, Anew)
                yield members, asked.board
        if any_found:
            return


def _changes(clues: Clues, members: Sequence[int], board: Assignment) -> Iterator[Change]:
    """Yield other values of clues, one for each, with which a board is a solution as well."""
    kept = clues.every - set(members)
    for member in members:
        group = clues.groups[member]
        if len(group.clues) != 1:
            continue
        (clue,) = group.clues
        for value in _values(clues, clue):
            try:
                program = clues.program(kept | {member}, {clue: value})
            except UserError:
                continue
            if not violations(program, board, 1):
                yield _change(clues, clue, value)
                break


def _change(clues: Clues, clue: Clue, value: int) -> Change:
    before, after = (clues.text_of(clue.given, v) for v in (clues.value(clue), value))
    return Change(clue, before, after, value)


def _values(clues: Clues, clue: Clue) -> list[int]:
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


def mended(clues: Clues, members: Sequence[int]) -> Iterator[Repair]:
    """Yield changes of one clue of some groups, refused by a check, with which there is a solution.

    Args:
        clues: the clues.
        members: the groups that a check refuses.
    """
    count = 0
    for member in members:
        for clue in clues.groups[member].clues:
            for value in _values(clues, clue):
                try:
                    program = clues.program(clues.every, {clue: value})
                    board = solution(program)
                except (UserError, UndecidedError):
                    continue
                if board is not None:
                    count += 1
                    change = _change(clues, clue, value)._replace(unique=_is_only(program))
                    yield Repair((), (change,), board)
                    if count == MOST:
                        return


def _is_only(program: Program) -> bool:
    """Return whether it is known that there is exactly one solution; a second solver confirms."""
    try:
        return len(solutions(program, 2, CONFLICTS)) == 1 and only(program)
    except UndecidedError:
        return False
