"""MiniSat on small maps of few values, as graphs to be coloured with four: two formulas in turn.

With few values, refutations and most solutions take MiniSat less time where these are kept in their
order, but a search without is so often at once lucky that it is worth a short try
(``docs/lab/domains.md``). Beside it goes a tabu search, and a little later, where a core is free or
the tabu search has ended, CaDiCaL, with its values in their order.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import Limits
from nlc.drivers.pysat.incremental import Deadline, IncrementalSolver
from nlc.drivers.pysat.strategies import Attempt, attempts
from nlc.drivers.telling import tell
from nlc.encode.lower import LoweredProgram
from nlc.encode.statement import Readings
from nlc.ir.nodes import Program
from nlc.solve.answer import Answer
from nlc.solve.joined import after
from nlc.solve.policy import Policy
from nlc.solve.relax import judge

if TYPE_CHECKING:
    from nlc.solve.tabu import Map

START, TRY = 50, 100
"""Conflicts that MiniSat first has in order, and then without, as many times those that the policy
gives to a cell: 1,000 and 2,000 by default."""

MOVES = 100_000
"""Of the tabu search beside it: a second."""

LEAD = 0.15
"""Seconds before CaDiCaL begins."""


@dataclass(frozen=True, eq=False)
class FewValues:
    """The search for one solution.

    Attributes:
        program: the puzzle.
        map: the same as a map.
        ordered: its formula with the values in their order.
        unlike: makes the formula in which they are not.
        policy: names the solvers.
        second: what the second solver does.
        limits: of the time.
    """

    program: Program
    map: Map
    ordered: LoweredProgram
    unlike: Callable[[], LoweredProgram]
    policy: Policy
    second: Callable[[Limits], Answer]
    limits: Limits

    def run(self, answered: Callable[[Answer], bool]) -> Answer:
        """Return the answer of the solver that has it first.

        Raises:
            InterruptedSearchError: it was interrupted after a solution had been found.
        """
        from nlc.solve.beside import Beside
        from nlc.solve.race import race
        from nlc.solve.tabu import NAME, search

        first = f"pysat:{self.policy.incremental}"
        tell(f"{first} by two formulas in turn and {NAME}, later {self.policy.default} beside them")
        tabu = partial(search, self.program, self.map, self.limits, MOVES)
        second = Beside(lambda: (self.policy.default, self.second), self.limits, LEAD)
        raced = race({first: self._in_turn, NAME: tabu}, answered, second)
        return replace(raced.result, program=self.program, portfolio=raced.told)

    def _in_turn(self) -> Answer:
        """Ask the first solver, in a process of its own, by either formula for a while."""
        from nlc.process.worker_loop import default_signals

        default_signals()
        until, each = Deadline.of(self.limits), self.policy.conflicts
        with IncrementalSolver(self.policy.incremental, self.ordered.cnf) as solver:
            ask = partial(self._ask, solver, self.ordered, until)
            answer = ask(max(1, START * each))
            if answer.reason == "no-answer":
                answer = after(answer, self._try(max(1, TRY * each), until))
            if answer.reason == "no-answer":
                answer = after(answer, ask(None))
        return answer

    def _try(self, conflicts: int, until: Deadline) -> Answer:
        """Ask by the other formula for a while."""
        started = time.perf_counter()
        lowered = self.unlike()
        compiled = time.perf_counter() - started
        with IncrementalSolver(self.policy.incremental, lowered.cnf) as solver:
            answer = self._ask(solver, lowered, until, conflicts)
        return replace(answer, seconds={"compile": compiled, **answer.seconds})

    def _ask(
        self,
        solver: IncrementalSolver,
        lowered: LoweredProgram,
        until: Deadline,
        conflicts: int | None,
    ) -> Answer:
        rounds = None if conflicts is None else 1
        told = attempts(solver, [()], conflicts or 1, until, rounds)
        tried = [each for each in told if isinstance(each, Attempt)]
        return judge(Readings((self.program,)), lowered, solver.name, tried)
