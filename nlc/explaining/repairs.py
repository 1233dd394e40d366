"""The fewest clues to take away, or to change, that make a board solvable."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import NamedTuple

from nlc.errors import UserError
from nlc.explaining.anew import Anew, UndecidedError, solution
from nlc.explaining.changes import Change, change, left, other_values
from nlc.explaining.clue_solver import ClueSolver
from nlc.explaining.clues import Clues
from nlc.explaining.facts import Clue
from nlc.explaining.selected import Selected
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment

MOST = 10
"""Repairs that are told."""

LOOKED = 60
"""Single clues to take away of which those are told that leave one solution when changed."""


class Repair(NamedTuple):
    """Groups of clues that are taken away, and what some could be instead.

    Attributes:
        members: the groups; empty if clues are only changed, all of them together.
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

    There are at most `MOST`, or `LOOKED` single clues, of which `best` takes as many. What comes
    last are labels of them that may have been exchanged.
    """
    count = 0
    pairs: list[int] = []
    for members in _least_sets(clues, asked, formula):
        board = _solution(clues, clues.every - set(members))
        if board is None:
            continue
        if len(members) == 1 == len(clues.groups[members[0]].clues):
            yield _single(clues, members[0], board)
        else:
            pairs += members if len(members) == 1 else ()
            yield Repair(members, tuple(_changes(clues, members, board)), board)
        count += 1
        if count == (LOOKED if len(members) == 1 else MOST):
            break
    for exchange, board in exchanges(clues, pairs):
        yield Repair((), exchange, board)


def exchanges(
    clues: Clues, members: Sequence[int]
) -> Iterator[tuple[tuple[Change, ...], Assignment]]:
    """Yield exchanges of two clues of different groups that leave exactly one solution, with it."""
    for groups in combinations([clues.groups[i].clues for i in members[:MOST]], 2):
        for one, other in product(*groups):
            if one.given != other.given:
                continue
            changed = {one: clues.value(other), other: clues.value(one)}
            board, unique = left(clues, changed)
            if board is not None and unique:
                yield tuple(change(clues, *each, True) for each in changed.items()), board


def best(every: Iterable[Repair]) -> tuple[Repair, ...]:
    """Return at most `MOST` repairs, first those that leave exactly one solution."""
    return tuple(sorted(every, key=lambda repair: not repair.unique)[:MOST])


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
    for value in other_values(clues, clue):
        one, unique = left(clues, {clue: value})
        if one is not None and unique:
            board = board if alone else one
            alone.append(change(clues, clue, value, True))
        elif one is not None and other is None and not alone:
            other, board = change(clues, clue, value), one
    return Repair((member,), tuple(alone) or tuple(filter(None, [other])), board)


def _least_sets(
    clues: Clues, asked: Selected | Anew, formula: ClueSolver | None
) -> Iterator[tuple[int, ...]]:
    """Yield the smallest sets of groups without which the others can stand together."""
    return _by_boards(clues, asked) if formula is None else by_formula(formula)


def by_formula(
    formula: ClueSolver, largest: int | None = None, conflicts: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield them by counting the selectors that do not hold, with a totalizer (MaxSAT).

    Args:
        formula: of the puzzle.
        largest: nothing is yielded if there are only larger ones.
        conflicts: for each question.

    Raises:
        ExhaustedError: that was not enough.
    """
    from pysat.card import ITotalizer

    selectors = formula.selectors
    largest = len(selectors) if largest is None else min(largest, len(selectors))
    start = formula.variable()
    with ITotalizer([-x for x in selectors], ubound=largest, top_id=start) as total:
        for clause in total.cnf.clauses:
            formula.add(clause)
        while formula.variable() <= total.top_id:
            pass
        enabled = formula.variable()
        for most in range(1, largest + 1):
            bound = [-total.rhs[most]] if most < len(total.rhs) else []
            some = False
            while (model := formula.ask([enabled, *bound], conflicts)) is not None:
                members = tuple(i for i, x in enumerate(selectors) if not model[x])
                some = True
                yield members
                formula.add([-enabled, *(selectors[i] for i in members)])
            if some:
                return


def _by_boards(clues: Clues, asked: Selected | Anew) -> Iterator[tuple[int, ...]]:
    """Yield them one size after the other, board by board."""
    for size in range(1, len(clues.groups) + 1):
        any_found = False
        for members in combinations(sorted(clues.every), size):
            if asked.stands(clues.every - set(members)) is not None:
                any_found = True
                yield members
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
        for value in other_values(clues, clue):
            try:
                program = clues.program(kept | {member}, {clue: value})
            except UserError:
                continue
            if not violations(program, board, 1):
                yield change(clues, clue, value)
                break


def mended(clues: Clues, members: Sequence[int]) -> Iterator[Repair]:
    """Yield changes of one clue of some groups, refused by a check, with which there is a solution.

    Args:
        clues: the clues.
        members: the groups that a check refuses.
    """
    yield from islice(_mended(clues, members), MOST)


def _mended(clues: Clues, members: Sequence[int]) -> Iterator[Repair]:
    for clue in (clue for member in members for clue in clues.groups[member].clues):
        for value in other_values(clues, clue):
            changed = {clue: value}
            board = _solution(clues, clues.every, changed)
            if board is not None:
                unique = left(clues, changed).unique
                yield Repair((), (change(clues, clue, value, unique),), board)


def _solution(
    clues: Clues, kept: Collection[int], changed: Mapping[Clue, int] | None = None
) -> Assignment | None:
    """Return a solution of the board with some groups, and some other values, if one is found."""
    try:
        return solution(clues.program(kept, changed))
    except (UserError, UndecidedError):
        return None
