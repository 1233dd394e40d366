"""MiniSat and CaDiCaL on a puzzle whose cells are given values, such as a Sudoku or a map.

MiniSat takes less time than CaDiCaL for most of these, but from one board to the next either may
take many times what the other does (``docs/lab/domains.md``). So MiniSat goes first, and where some
conflicts decide nothing the two of them race, MiniSat with a lead. Where the first formula has its
values in their order, MiniSat then has one that has them not: CaDiCaL, which keeps them in order,
refutes, and of two searches for a solution that are unlike each other one is lucky more often.

A map is given a short tabu search (`nlc.solving.tabu`) before both, and a long one in its race, which
finds what there is, while the solvers refute: first MiniSat, with the values in their order, and
later CaDiCaL. With few values the race begins at once, and MiniSat, which refutes in less time than
CaDiCaL, goes on to the end.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import FAILURES, Limits
from nlc.drivers.telling import tell
from nlc.solving.answer import InterruptedSearchError
from nlc.solving.policy import Policy
from nlc.solving.search import Question, Search
from nlc.solving.strategy import ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlc.encode.lower import LoweredProgram
    from nlc.ir.nodes import Program
    from nlc.solving.answer import Answer
    from nlc.solving.tabu import Map

FIRST, SMALL, MOST = 100, 50_000, 5
"""Before the race MiniSat has so many times the conflicts that the policy gives to a cell, 2,000 by
default, and as many times these as its formula goes into so many clauses, up to so many times: a
tenth to a fifth of a second."""

FIRST_OF_MAP, TURN = 50, 4
"""On a map it has so many times a cell's conflicts before the race, and in the race so many times
those that others have before it, or any number with few values."""

MOVES, MOVES_OF_FEW = 3_000_000, 400_000
"""Of the tabu search in the race: half a minute, or up to three where cells have many neighbours;
and four seconds with few values."""

LEAD = 0.1
"""Seconds of the race before CaDiCaL may come, where a core is free."""


class Relay(Struct, frozen=True, eq=False):
    """A search that the first solver begins.

    Attributes:
        program: the puzzle.
        lowered: its formula, without separators.
        question: about one solution or two.
        policy: names the solvers.
        second: goes on, with the same formula.
        unlike: makes another formula, of the first solver in a race that has no map; None for the
            same.
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
        from nlc.solving.joined import after

        try:
            return after(self.searched, self._solved(limits))
        except InterruptedSearchError as stop:
            raise InterruptedSearchError(after(self.searched, stop.answer), stop.cause) from None

    def _solved(self, limits: Limits) -> Answer:
        """Ask the solvers."""
        from nlc.solving.joined import kept, left

        if self._has_few_values():
            return self._rest(limits)
        first = self._first(self.lowered, limits, self._conflicts)
        if self.question.is_answered(first) or first.reason not in ("answered", "no-answer"):
            return first
        try:
            return kept(first, self._rest(left(limits, first)))
        except InterruptedSearchError as stop:
            raise InterruptedSearchError(kept(first, stop.answer), stop.cause) from None
        except KeyboardInterrupt as stop:
            if not first.solutions:
                raise
            raise InterruptedSearchError(replace(first, reason="interrupted"), stop) from None

    def _has_few_values(self) -> bool:
        """Return whether it is a small map of few values, where the race begins at once."""
        from nlc.encode.usage import FEW

        if self.map is None or self.map.allowed.shape[1] > FEW:
            return False
        return self.policy.portfolio and self.lowered.cnf.clauses <= SMALL

    @property
    def _conflicts(self) -> int:
        """The conflicts that the first solver has before the race."""
        if self.map is not None and self.policy.portfolio:
            return max(1, FIRST_OF_MAP * self.policy.conflicts)
        return self._many

    @property
    def _many(self) -> int:
        """The conflicts that it has there on a puzzle that is no map."""
        times = min(MOST, max(1, SMALL // max(1, self.lowered.cnf.clauses)))
        return max(1, FIRST * self.policy.conflicts * times)

    def _first(
        self, lowered: LoweredProgram, limits: Limits, conflicts: int | None = None
    ) -> Answer:
        """Ask the first solver."""
        from nlc.drivers.pysat.driver import PysatDriver

        driver = PysatDriver(self.policy.incremental, conflicts)
        return ask(self.program, lowered, driver, self.question, limits)

    def _anew(self, limits: Limits) -> Answer:
        """Ask the first solver to the end, by a formula of its own if there is one."""
        from nlc.process.own import since

        started = time.perf_counter()
        lowered = self.lowered if self.unlike is None else self.unlike()
        compiled = time.perf_counter() - started
        answer = self._first(lowered, since(limits, started))
        return replace(answer, seconds={"compile": compiled, **answer.seconds})

    def _to_the_end(self, limits: Limits) -> Answer:
        """Ask the second solver, and where it fails the first one, without a bound."""
        from nlc.solving.joined import kept, left

        answer = self.second.run(limits)
        if answer.reason in FAILURES or answer.reason == "memory":
            return kept(answer, self._first(self.lowered, left(limits, answer)))
        return answer

    def _rest(self, limits: Limits) -> Answer:
        """Let the second solver go on, or both of them."""
        from nlc.solving.beside import Beside
        from nlc.solving.race import race
        from nlc.solving.tabu import NAME, search

        if not self.policy.portfolio:
            tell(f"{self.policy.default} goes on")
            return self.second.run(limits)
        first, second = f"pysat:{self.policy.incremental}", self.policy.default
        last = self.second.run
        if self.map is None:
            tell(f"{first} goes on, {second} beside it")
            solves = {first: partial(self._anew, limits)}
        else:
            tell(f"{first} and {NAME}, later {second}")
            conflicts, moves = None, MOVES_OF_FEW
            if not self._has_few_values():
                conflicts, moves, last = TURN * self._many, MOVES, self._to_the_end
            turn = partial(self._first, self.lowered, limits, conflicts)
            solves = {first: turn, NAME: partial(search, self.program, self.map, limits, moves)}
        late = Beside(lambda: (second, last), limits, LEAD)
        raced = race(solves, self.question.is_answered, late)
        return replace(raced.result, program=self.program, portfolio=raced.told)
