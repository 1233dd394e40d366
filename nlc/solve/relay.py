"""MiniSat and CaDiCaL on a puzzle whose cells are given values, such as a Sudoku or a map.

MiniSat takes less time than CaDiCaL for most of these, but from one board to the next either may
take many times what the other does (``docs/lab/domains.md``). So MiniSat goes first, and where some
conflicts decide nothing the two of them race, MiniSat with a lead. A map is given a short tabu
search (`nlc.solve.tabu`) before both, and a longer one in the race. Where the first formula has its
values in their order, MiniSat also has one that has them not, for of two searches for a solution
that are unlike each other one is lucky more often: in the race, where CaDiCaL, which keeps them in
order, refutes; or for a short try before the race where there are few values, with which most
solutions and all refutations take less time in order, and a longer tabu search finds seldom more.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.drivers.telling import tell
from nlc.solve.answer import InterruptedSearchError
from nlc.solve.policy import Policy
from nlc.solve.search import Question, Search
from nlc.solve.strategy import ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlc.encode.lower import LoweredProgram
    from nlc.ir.nodes import Program
    from nlc.solve.answer import Answer
    from nlc.solve.tabu import Map

FIRST, SMALL, MOST = 100, 50_000, 5
"""Before the race MiniSat has so many times the conflicts that the policy gives to a cell, 2,000 by
default, and as many times these as its formula goes into so many clauses, up to so many times: a
tenth to a fifth of a second."""

FEW, FIRST_OF_FEW, TRY = 6, 250, 150
"""Values that are few; with these MiniSat has so many times the conflicts that the policy gives to a
cell, and then so many times for the other formula."""

MOVES, MORE_MOVES = 100, 1000
"""Of a tabu search, for each value, first and in the race."""

MOST_MOVES = 3000, 20_000
"""However many values there are: a tenth to a third of a second, and up to two."""

LEAD = 0.1
"""Seconds that MiniSat has alone in the race."""


def search_map(
    program: Program, found: Map, limits: Limits = NO_LIMITS, *, long: bool = False
) -> Answer:
    """Look for a solution of a map by a tabu search, a short or a long one."""
    from nlc.solve.tabu import NAME, search

    tell(f"{NAME}: {len(found.allowed)} cells, {len(found.pairs)} pairs that differ")
    each = MORE_MOVES if long else MOVES
    return search(program, found, min(each * found.allowed.shape[1], MOST_MOVES[long]), limits)


@dataclass(frozen=True, eq=False)
class Relay:
    """A search that the first solver begins.

    Attributes:
        program: the puzzle.
        lowered: its formula, without separators.
        question: about one solution or two.
        policy: names the solvers.
        second: goes on, with the same formula.
        unlike: makes another formula of the first solver; None if there is none.
        map: the puzzle for a tabu search in the race, if it is one, and one solution is asked for.
        searched: what a short tabu search has come to, which has found nothing.
    """

    program: Program
    lowered: LoweredProgram
    question: Question
    policy: Policy
    second: Search
    unlike: Callable[[], LoweredProgram] | None = None
    map: Map | None = None
    searched: Answer | None = None

    def run(self, limits: Limits) -> Answer:
        """Return the answer of the solver that has it first.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found.
        """
        from nlc.solve.joined import after

        try:
            return after(self.searched, self._solved(limits))
        except InterruptedSearchError as stop:
            raise InterruptedSearchError(after(self.searched, stop.answer), stop.cause) from None

    def _solved(self, limits: Limits) -> Answer:
        """Ask the solvers."""
        from nlc.solve.joined import after, kept, left

        first = self._first(self.lowered, limits, self._conflicts)
        if self._is_over(first):
            return first
        if self._tries and not first.solutions:
            tried = self._anew(left(limits, first), max(1, TRY * self.policy.conflicts))
            first = after(first, tried)
            if self._is_over(first):
                return first
        try:
            return kept(first, self._rest(left(limits, first)))
        except InterruptedSearchError as stop:
            raise InterruptedSearchError(kept(first, stop.answer), stop.cause) from None
        except KeyboardInterrupt as stop:
            if not first.solutions:
                raise
            raise InterruptedSearchError(replace(first, reason="interrupted"), stop) from None

    def _is_over(self, answer: Answer) -> bool:
        """Return whether nothing more is asked after an answer of the first solver."""
        decided = self.question.is_answered(answer)
        return decided or answer.reason not in ("answered", "no-answer")

    @property
    def _tries(self) -> bool:
        """Whether the first solver tries the other formula before the race, and not in it."""
        values = sum(len(domain.values) for domain in self.program.domains.values())
        return self.unlike is not None and values <= FEW

    @property
    def _conflicts(self) -> int:
        """The conflicts that the first solver has before the race."""
        times = min(MOST, max(1, SMALL // max(1, self.lowered.cnf.clauses)))
        each = FIRST_OF_FEW if self._tries else FIRST * times
        return max(1, each * self.policy.conflicts)

    def _first(
        self, lowered: LoweredProgram, limits: Limits, conflicts: int | None = None
    ) -> Answer:
        """Ask the first solver."""
        from nlc.drivers.pysat.driver import PysatDriver

        driver = PysatDriver(self.policy.incremental, conflicts)
        return ask(self.program, lowered, driver, self.question, limits)

    def _anew(self, limits: Limits, conflicts: int | None = None) -> Answer:
        """Ask the first solver by the other formula."""
        from nlc.process.own import since

        assert self.unlike is not None
        started = time.perf_counter()
        lowered = self.unlike()
        compiled = time.perf_counter() - started
        answer = self._first(lowered, since(limits, started), conflicts)
        return replace(answer, seconds={"compile": compiled, **answer.seconds})

    def _rest(self, limits: Limits) -> Answer:
        """Let the second solver go on, or both of them."""
        from nlc.solve.beside import Beside
        from nlc.solve.race import race
        from nlc.solve.tabu import NAME

        if not self.policy.portfolio:
            tell(f"{self.policy.default} goes on")
            return self.second.run(limits)
        first = f"pysat:{self.policy.incremental}"
        tell(f"{first} goes on, {self.policy.default} beside it")
        if self.unlike is None or self._tries:
            solves = {first: partial(self._first, self.lowered, limits)}
        else:
            solves = {first: partial(self._anew, limits)}
        if self.map is not None and not self._tries:
            solves[NAME] = partial(search_map, self.program, self.map, limits, long=True)
        second = Beside(lambda: (self.policy.default, self.second.run), limits, LEAD)
        raced = race(solves, self.question.is_answered, second)
        return replace(raced.result, program=self.program, portfolio=raced.told)
