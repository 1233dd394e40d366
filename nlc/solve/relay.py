"""MiniSat and CaDiCaL on a puzzle whose cells are given values, such as a Sudoku or a map.

MiniSat takes less time than CaDiCaL for most of these, but from one board to the next either may
take many times what the other does (``docs/lab/domains.md``). So MiniSat goes first, and where some
conflicts decide nothing the two of them race: CaDiCaL with the formula that was chosen, MiniSat
with one of direct words, by which it finds solutions sooner, and with a lead.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import Limits
from nlc.drivers.telling import tell
from nlc.solve.policy import Policy
from nlc.solve.search import Question, Search
from nlc.solve.strategy import ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlc.encode.lower import LoweredProgram
    from nlc.ir.nodes import Program
    from nlc.solve.answer import Answer

LEAD = 0.25
"""Seconds that MiniSat has alone in the race."""


@dataclass(frozen=True, eq=False)
class Relay:
    """A search that the first solver begins.

    Attributes:
        program: the puzzle.
        lowered: its formula, without separators.
        question: about one solution or two.
        policy: names the solvers.
        second: goes on, with the same formula.
        direct: makes the formula of the first solver in the race; None for the same.
    """

    program: Program
    lowered: LoweredProgram
    question: Question
    policy: Policy
    second: Search
    direct: Callable[[], LoweredProgram] | None = None

    def run(self, limits: Limits) -> Answer:
        """Return the answer of the solver that has it first.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found.
        """
        from nlc.solve.joined import after, left

        answer = self._first(self.lowered, limits, self.policy.first_round(self.program))
        if self.question.is_answered(answer) or answer.reason not in ("answered", "no-answer"):
            return answer
        return after(answer, self._rest(left(limits, answer)))

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
        lowered = self.lowered if self.direct is None else self.direct()
        compiled = time.perf_counter() - started
        answer = self._first(lowered, since(limits, started))
        return replace(answer, seconds={"compile": compiled, **answer.seconds})

    def _rest(self, limits: Limits) -> Answer:
        """Let the second solver go on, or both of them."""
        from nlc.solve.beside import in_time
        from nlc.solve.race import race

        if not self.policy.portfolio:
            tell(f"{self.policy.default} goes on")
            return self.second.run(limits)
        first = f"pysat:{self.policy.incremental}"
        tell(f"{first} goes on, {self.policy.default} beside it")
        solves = {
            first: partial(self._anew, limits),
            self.policy.default: partial(in_time, self.second.run, limits, LEAD),
        }
        raced = race(solves, self.question.is_answered)
        return replace(raced.result, program=self.program, portfolio=raced.reasons)
