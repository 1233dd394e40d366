"""Which clues are consistent, board by board: slower, for genres whose boards share no formula."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations

from nlc.drivers import get
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING, STATIC
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.nodes import Assignment, Program
from nlc.reasons.minimal import SubsetSolver
from nlc.reasons.why.clues import Clues
from nlc.solving.question import Question
from nlc.solving.run import answer_of

CHECKER, CHECKED_BY, CHECKING = "glucose42", "domains=log,readings=none", 100_000
"""Solver and encoding that check an explanation, not those that find it; conflicts."""


class UndecidedError(Exception):
    """A solver gave no answer."""


def find_solutions(
    program: Program,
    most: int,
    conflicts: int | None = None,
    *,
    solver: str = "minisat22",
    encoding: str = "passes=none,readings=none",
    offers: frozenset[str] = ASSUMING,
) -> tuple[Assignment, ...]:
    """Return solutions, at most `most`, checked by the evaluator.

    Args:
        program: the board.
        most: how many at most.
        conflicts: for each of them.
        solver: of PySAT.
        encoding: the spec.
        offers: features of the solver that the encoding may use.

    Raises:
        UndecidedError: that was not decided within the conflicts, or a board breaks a rule.
    """
    lowered = lower(program, Encoding.parse(encoding), offers)
    driver, question = get(f"pysat:{solver}"), Question(most)
    answer = answer_of(program, lowered, driver, question, conflicts=conflicts)
    if len(answer.solutions) < most and not (answer.complete or answer.status == "UNSATISFIABLE"):
        raise UndecidedError(answer.message or answer.reason)
    return answer.solutions


def find_solution(program: Program) -> Assignment | None:
    """Return a solution, or None if there is none.

    Raises:
        UndecidedError: the solver gave no answer, or a board that breaks a rule.
    """
    found = find_solutions(program, 1, solver="cadical195", encoding="readings=none")
    return found[0] if found else None


def second_solution(program: Program) -> Assignment | None:
    """Return a second solution, or None if there is none.

    Raises:
        UndecidedError: that was not decided.
    """
    found = find_solutions(program, 2, CHECKING)
    return found[1] if len(found) > 1 else None


def has_one_solution(program: Program) -> bool:
    """Return whether there is exactly one solution, by another solver."""
    spec = "domains=log,passes=none,readings=none"
    try:
        found = find_solutions(program, 2, solver=CHECKER, encoding=spec, offers=STATIC)
    except UndecidedError:
        return False
    return len(found) == 1 and find_solution(program) is not None


def is_unsolvable(clues: Clues, members: Collection[int]) -> bool:
    """Return whether no board with these clues alone has a solution, by another encoding.

    Raises:
        UndecidedError: that was not decided.
    """
    try:
        program = clues.program(members, guarded_rules=False)
    except UserError:
        return True
    how = {"solver": CHECKER, "encoding": CHECKED_BY}
    return not find_solutions(program, 1, CHECKING, **how, offers=STATIC)


class BoardByBoard(SubsetSolver):
    """Elaborates and solves every board by itself."""

    def __init__(
        self,
        every: Iterable[int],
        find: Callable[[frozenset[int]], Assignment | None],
        refused: bool = False,
    ) -> None:
        """Take the members, and what looks for a solution of the board with some of them.

        Args:
            every: the members.
            find: may raise a `UserError`, as a check refuses the board.
            refused: whether such members count as consistent.
        """
        self._every, self._find, self._refused = frozenset(every), find, refused
        self._last: frozenset[int] = frozenset()
        self._known: dict[frozenset[int], tuple[bool, Assignment | None]] = {}

    def model(
        self, members: Collection[int], conflicts: int | None = None
    ) -> frozenset[int] | None:
        """Return the members if they are consistent, else None."""
        self._last = self.kept.union(members)
        if self._last not in self._known:
            try:
                found = self._find(self._last)
                self._known[self._last] = found is not None, found
            except UserError:
                self._known[self._last] = self._refused, None
        return self._last if self._known[self._last][0] else None

    def board_of(self, program: Program) -> Assignment:
        """Return the board of the last call of `model`, which did not return None."""
        board = self._known[self._last][1]
        assert board is not None
        return board

    def least_sets(self) -> Iterator[tuple[int, ...]]:
        """Yield all smallest sets of groups without which the others are consistent."""
        for size in range(1, len(self._every) + 1):
            any_found = False
            for some in combinations(sorted(self._every), size):
                if self.model(self._every - set(some)) is not None:
                    any_found = True
                    yield some
            if any_found:
                return

    def core(self) -> frozenset[int]:
        """Return the members of the last call of `model`: its reasons are not known."""
        return self._last - self.kept

    def keep_beside(self, members: Collection[int]) -> bool:
        """See `SubsetSolver`; each by itself makes them so."""
        others = sorted(self._every - self.kept.union(members))
        found = [i for i in others if self.model({*members, i}) is not None]
        self.kept = self.kept.union(found)
        return bool(found)

    def grow(self, members: frozenset[int]) -> frozenset[int]:
        """Return a maximal consistent superset."""
        for member in sorted(self._every - members):
            if self.model(members | {member}) is not None:
                members |= {member}
        return members


def clue_by_clue(
    clues: Clues, find: Callable[[Program], Assignment | None] = find_solution
) -> BoardByBoard:
    """Return which groups of clues are consistent; of boards, `find` looks for a solution."""
    return BoardByBoard(clues.every, lambda kept: find(clues.program(kept)))
