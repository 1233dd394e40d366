"""Goes on where the first search of a puzzle has spent its conflicts.

MiniSat answers many easy questions in the least time, but what it has not decided after some
thousands of conflicts CaDiCaL does sooner, and Kissat, which cannot be asked again, often sooner
still. So CaDiCaL takes over, with a formula of the puzzle as it stands, and Kissat is given a
static one: a moment later where a core is free, else after a while, for one of the two may be more
than ten times as fast. The first answer counts. Where cells may stay empty, they look for
paths that are as short as the empty cells allow (`nlc.encode.numberlink.shortest`); of such
MiniSat, with direct labels, decides more in a second than CaDiCaL, and goes on itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import Driver, Limits
from nlc.drivers.pysat.strategies import Attempt, Question
from nlc.drivers.telling import tell
from nlc.encode.policy import STATIC
from nlc.encode.spec import AUTO, NONE, Encoding
from nlc.encode.statement import Readings, state
from nlc.ir.nodes import Assignment, Program
from nlc.solve.answer import Answer, InterruptedSearchError
from nlc.solve.joined import both
from nlc.solve.policy import Policy
from nlc.solve.relax import judge

SECOND, SHORT = "pysat:cadical195", "pysat:minisat22"
"""Goes on; and does so where paths are shortest."""

BESIDE = ("kissat", "pysat:kissat404")
"""Runs beside it: the first that is there."""

LEAD = 0.2
"""Seconds that the one that goes on has alone: it decides most puzzles in them."""


@dataclass(frozen=True, eq=False)
class Prover:
    """Decides the hard rest of one puzzle.

    Attributes:
        program: the puzzle as it stands.
        encoding: an exact one.
        policy: whether there may be a portfolio.
    """

    program: Program
    encoding: Encoding
    policy: Policy

    def first(self, limits: Limits, rest: Callable[[Limits], Answer] | None) -> Answer:
        """Look for a first board.

        Args:
            limits: for each solver.
            rest: goes on by stricter readings, which may end with `go_on`; None for that alone.
        """
        from nlc.encode.numberlink.shortest import shortest

        reduced = shortest(self.program)
        going_on = SECOND if rest else _goes_on(reduced)
        return self._race(rest or self.go_on, going_on, reduced, None, limits)

    def go_on(self, limits: Limits) -> Answer:
        """Look for a first board by the solver that goes on."""
        from nlc.encode.numberlink.shortest import shortest

        reduced = shortest(self.program)
        return self._solve(_goes_on(reduced), reduced, None, limits)

    def another(self, found: Answer, limits: Limits) -> Answer:
        """Look for another board beside the one that an answer has; return both answers as one.

        Raises:
            InterruptedSearchError: it was interrupted.
        """
        from nlc.encode.numberlink.shortest import shortest

        (board,) = found.solutions
        reduced = shortest(self.program, board)
        interruption: KeyboardInterrupt | None = None
        try:
            name = _goes_on(reduced)
            going_on = partial(self._solve, name, reduced, board)
            answer = self._race(going_on, name, reduced, board, limits)
        except InterruptedSearchError as stop:
            answer, interruption = stop.answer, stop.cause
        except KeyboardInterrupt as stop:
            answer, interruption = Answer("UNKNOWN", "interrupted", solver=found.solver), stop
        answer = both(found, answer)
        if interruption is not None:
            raise InterruptedSearchError(answer, interruption)
        return answer

    def _race(
        self,
        rest: Callable[[Limits], Answer],
        name: str,
        reduced: Program | None,
        board: Assignment | None,
        limits: Limits,
    ) -> Answer:
        """Let one solver go on, and the other one beside it."""
        from nlc.solve.beside import in_time
        from nlc.solve.race import race

        what = "as it stands" if board is None else "another board, as it stands"
        beside = self._beside()
        if beside is None:
            tell(f"{name} goes on: {what}")
            return rest(limits)
        tell(f"{name} goes on, {beside.name} beside it: {what}")
        other = partial(self._solve, beside.name, reduced, board)
        solves = {name: partial(rest, limits), beside.name: partial(in_time, other, limits, LEAD)}
        raced = race(solves, is_whole)
        return replace(raced.result, program=self.program, portfolio=raced.reasons)

    def _beside(self) -> Driver | None:
        """Return the solver that runs beside, if it is there."""
        from nlc.drivers import get

        if not self.policy.portfolio:
            return None
        drivers = map(get, BESIDE)
        return next((driver for driver in drivers if driver.missing() is None), None)

    def _solve(
        self, name: str, reduced: Program | None, board: Assignment | None, limits: Limits
    ) -> Answer:
        """Ask one solver, by a formula of its own."""
        from nlc.drivers import get

        started = time.perf_counter()
        driver = get(name)
        static = name in BESIDE
        offers = STATIC if static else driver.capabilities.offers
        encoding = replace(self.encoding, lazy=NONE, readings=NONE)
        if reduced is not None and encoding.domains == Encoding().domains:
            encoding = replace(encoding, domains="direct")
        if static:
            encoding = replace(encoding, acyclic=AUTO)
        lowered = state([Readings((reduced or self.program,))], encoding, offers).lowered
        if board is not None:
            assert lowered.literals is not None
            shown = [v for v in self.program.bools if v.shown]
            parts = [np.arange(v.base, v.base + v.size, dtype=np.int32) for v in shown]
            numbers = np.concatenate(parts)
            literals = lowered.literals(numbers)
            clause = np.where(board.bools[numbers], -literals, literals)
            lowered.cnf.add("another", clause[None])
        compiled = time.perf_counter() - started
        outcome = driver.solve(lowered.cnf, limits, lowered.separators)
        asked = Question(0, another=board is not None)
        answer = judge(Readings((self.program,)), lowered, name, [Attempt(asked, outcome)])
        return replace(answer, seconds={"compile": compiled, **answer.seconds})


def is_whole(answer: Answer) -> bool:
    """Return whether an answer is more than the part that a search had when it was broken off."""
    return answer.status != "UNKNOWN" and answer.reason != "interrupted"


def _goes_on(reduced: Program | None) -> str:
    """Return the solver that goes on, by a program of shortest paths or none."""
    return SECOND if reduced is None else SHORT
