"""Which clues are consistent, board by board: slower, for genres whose boards share no formula."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations

from nlc.drivers import get
from nlc.drivers.pysat.incremental import ExhaustedError, IncrementalSolver
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING, STATIC
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.reasons.why.clue_solver import BoardSolver
from nlc.reasons.why.clues import Clues
from nlc.solving.question import ONE, Question
from nlc.solving.run import answer_of

CHECKER, CHECKED_BY, CHECKING = "glucose42", "domains=log,readings=none", 100_000
"""Solver and encoding that check an explanation, not those that find it; conflicts."""

FINDER = "minisat22"
"""A solver that finds several solutions."""


class UndecidedError(Exception):
    """A solver gave no answer."""


def find_solution(program: Program) -> Assignment | None:
    """Return a solution, checked by the evaluator, or None if there is none.

    Raises:
        UndecidedError: the solver gave no answer, or a board that breaks a rule.
    """
    lowered = lower(program, Encoding.parse("readings=none"), ASSUMING)
    found = answer_of(program, lowered, get("pysat:cadical195"), ONE)
    for board in found.solutions:
        if broken := violations(program, board):
            raise UndecidedError(broken[0].message)
        return board
    if found.status != "UNSATISFIABLE":
        raise UndecidedError(found.message or str(found.reason))
    return None


def find_solutions(program: Program, most: int, conflicts: int) -> list[Assignment]:
    """Return solutions, at most `most`.

    Args:
        program: the board.
        most: how many at most.
        conflicts: for each call of the solver.

    Raises:
        UndecidedError: that was not decided within the conflicts.
    """
    found: list[Assignment] = []
    with BoardSolver(FINDER, program, Encoding.parse("passes=none,readings=none")) as solver:
        try:
            while len(found) < most and solver.find_model((), conflicts) is not None:
                found.append(solver.board)
                solver.add([[-x for x in solver.solution()]])
        except ExhaustedError:
            raise UndecidedError(f"not decided within {conflicts} conflicts") from None
    return found


def second_solution(program: Program) -> Assignment | None:
    """Return a second solution, or None if there is none.

    Raises:
        UndecidedError: that was not decided.
    """
    found = find_solutions(program, 2, CHECKING)
    return found[1] if len(found) > 1 else None


def has_one_solution(program: Program) -> bool:
    """Return whether there is exactly one solution, by another solver."""
    lowered = lower(program, Encoding.parse("domains=log,passes=none,readings=none"), STATIC)
    answer = answer_of(program, lowered, get(f"pysat:{CHECKER}"), Question(2))
    return (
        bool(answer.complete) and len(answer.solutions) == 1 and find_solution(program) is not None
    )


def is_unsolvable(clues: Clues, members: Collection[int]) -> bool:
    """Return whether no board with these clues alone has a solution, by another encoding.

    Raises:
        UndecidedError: that was not decided.
    """
    try:
        program = clues.program(members, apart=False)
    except UserError:
        return True
    lowered = lower(program, Encoding.parse(CHECKED_BY), STATIC)
    with IncrementalSolver(CHECKER, lowered.cnf) as solver:
        satisfiable = solver.solve((), CHECKING)
    if satisfiable is None:
        raise UndecidedError(f"not checked within {CHECKING} conflicts")
    return not satisfiable


class BoardByBoard:
    """Elaborates and solves every board by itself; a `nlc.reasons.subset_solver.SubsetSolver`.

    Attributes:
        kept: groups that are on every board, as checks refuse some clues without them.
    """

    def __init__(
        self, clues: Clues, find: Callable[[Program], Assignment | None] = find_solution
    ) -> None:
        """Take the clues, and what to look for: `find_solution` or `second_solution`."""
        self._clues, self._find = clues, find
        self.kept: frozenset[int] = frozenset()
        self._last: frozenset[int] = frozenset()
        self._known: dict[frozenset[int], Assignment | None] = {}

    def model(
        self, members: Collection[int], conflicts: int | None = None
    ) -> frozenset[int] | None:
        """Return the members if they are consistent, else None."""
        self._last = self.kept.union(members)
        if self._last not in self._known:
            try:
                found = self._find(self._clues.program(self._last))
            except UserError:
                found = None
            self._known[self._last] = found
        return None if self._known[self._last] is None else self._last

    def board_of(self, program: Program) -> Assignment:
        """Return the board of the last call of `model`, which did not return None."""
        board = self._known[self._last]
        assert board is not None
        return board

    def least_sets(
        self, largest: int | None = None, conflicts: int | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield all smallest sets of groups without which the others are consistent."""
        every = self._clues.every
        for size in range(1, (largest or len(every)) + 1):
            any_found = False
            for some in combinations(sorted(every), size):
                if self.model(every - set(some)) is not None:
                    any_found = True
                    yield some
            if any_found:
                return

    def core(self) -> frozenset[int]:
        """Return the members of the last call of `model`: its reasons are not known."""
        if not self._clues.groups or self._contradictory():
            return frozenset()
        return self._last - self.kept

    def _contradictory(self) -> bool:
        last = self._last
        empty = self.model(()) is None
        self._last = last
        return empty

    def keep_beside(self, members: Collection[int]) -> bool:
        """Keep groups one of which makes inconsistent members consistent; return if any do."""
        others = sorted(self._clues.every - self.kept.union(members))
        found = [i for i in others if self.model({*members, i}) is not None]
        self.kept = self.kept.union(found)
        return bool(found)

    def limit(self, conflicts: int | None) -> None:
        """Do nothing: boards this small take few conflicts."""

    def grow(self, members: frozenset[int]) -> frozenset[int]:
        """Return a maximal consistent superset."""
        for member in sorted(self._clues.every - members):
            if self.model(members | {member}) is not None:
                members |= {member}
        return members
