"""Goes on where the first search of a puzzle has spent its conflicts.

MiniSat answers many easy questions in the least time, but what it has not decided after some
thousands of conflicts CaDiCaL does sooner, and Kissat, which cannot be asked again, often sooner
still. So CaDiCaL takes over, with a formula of the puzzle as it stands, and Kissat is given a
static one: a moment later where a core is free, else after a while, for one of the two may be more
than ten times as fast. The first answer counts. Where cells may stay empty, they look for
paths that are as short as the empty cells allow (`nlc.encode.numberlink.shortest`); for such
Glucose, with direct labels, goes on in place of CaDiCaL: it decides them in less time than any
other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Driver, Limits
from nlc.drivers.pysat.strategies import Attempt, Question
from nlc.drivers.telling import tell
from nlc.encode.policy import STATIC, may_shorten
from nlc.encode.spec import AUTO, NONE, Encoding
from nlc.encode.statement import Readings, state
from nlc.ir.nodes import Assignment, Program
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.joined import both
from nlc.solving.policy import Policy
from nlc.solving.relax import judge

if TYPE_CHECKING:
    from nlc.encode.lower import LoweredProgram
    from nlc.solving.beside import Chosen

SECOND = "pysat:cadical195"
"""Goes on, but where paths are shortest."""

BESIDE = ("kissat", "pysat:kissat404")
"""Runs beside it: the first that is there."""

LEAD = 0.2
"""Seconds that the one that goes on has alone: it decides most puzzles in them."""


class Prover(Struct, frozen=True, eq=False):
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
        if rest is not None:
            return self._race(_goes_on(self.shortens), rest, None, limits)
        reduced = self._shortest()
        going_on = self._stated(_goes_on(reduced is not None), reduced, None)
        return self._race(going_on.name, going_on.ask, None, limits, going_on.ask_here)

    def go_on(self, limits: Limits) -> Answer:
        """Look for a first board by the solver that goes on."""
        reduced = self._shortest()
        return self._stated(_goes_on(reduced is not None), reduced, None).ask(limits)

    def another(self, found: Answer, limits: Limits) -> Answer:
        """Look for another board beside the one that an answer has; return both answers as one.

        Raises:
            InterruptedSearchError: it was interrupted.
        """
        (board,) = found.solutions
        interruption: KeyboardInterrupt | None = None
        try:
            reduced = self._shortest(board)
            going_on = self._stated(_goes_on(reduced is not None), reduced, board)
            answer = self._race(going_on.name, going_on.ask, board, limits, going_on.ask_here)
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
        name: str,
        rest: Callable[[Limits], Answer],
        board: Assignment | None,
        limits: Limits,
        rest_here: Callable[[Limits], Answer] | None = None,
    ) -> Answer:
        """Let one solver go on, and later the other one beside it.

        Args:
            name: of the solver that goes on.
            rest: goes on.
            board: that is known.
            limits: for each solver.
            rest_here: goes on in a process of the race; None for `rest`.
        """
        what = "as it stands" if board is None else "another board, as it stands"
        tell(f"{name} goes on: {what}")
        if not self.policy.portfolio:
            return rest(limits)
        from nlc.solving.beside import Beside
        from nlc.solving.race import race

        def beside() -> Chosen | None:
            driver = _beside()
            if driver is None:
                return None
            tell(f"{driver.name} beside {name}: {what}")

            def solve(limits: Limits) -> Answer:
                return self._stated(driver.name, self._shortest(board), board).ask(limits)

            return driver.name, solve

        going_on = partial(rest_here or rest, limits)
        raced = race({name: going_on}, is_whole, Beside(beside, limits, LEAD))
        return replace(raced.result, program=self.program, portfolio=raced.told)

    @property
    def shortens(self) -> bool:
        """Whether it looks for paths that are as short as the empty cells allow."""
        return may_shorten(self.program)

    def _shortest(self, board: Assignment | None = None) -> Program | None:
        """Return the program of shortest paths, if there is one."""
        from nlc.encode.numberlink.shortest import shortest

        return shortest(self.program, board)

    def _stated(self, name: str, reduced: Program | None, board: Assignment | None) -> _Stated:
        """Return a formula for one solver."""
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
        return _Stated(self.program, driver, lowered, board is not None, compiled)


class _Stated(Struct, frozen=True, eq=False):
    """A formula of a puzzle, and the solver that is asked.

    Attributes:
        program: the puzzle as it stands.
        driver: of the solver.
        lowered: the formula.
        another: whether it asks for a second board.
        compiled: the seconds that it took to make it.
    """

    program: Program
    driver: Driver
    lowered: LoweredProgram
    another: bool
    compiled: float

    @property
    def name(self) -> str:
        """The solver's."""
        return self.driver.name

    def ask(self, limits: Limits) -> Answer:
        """Ask the solver within limits."""
        return self._ask(self.driver, limits)

    def ask_here(self, limits: Limits) -> Answer:
        """Ask a solver of PySAT from a worker, which SIGTERM then ends at once.

        Without limits, which need a process of their own, the worker itself is the solver's.
        """
        if limits != NO_LIMITS:
            return self.ask(limits)
        from nlc.drivers.pysat.driver import InProcessPysatDriver
        from nlc.process.worker_loop import default_signals

        default_signals()
        return self._ask(InProcessPysatDriver(self.name.removeprefix("pysat:")), limits)

    def _ask(self, driver: Driver, limits: Limits) -> Answer:
        lowered = self.lowered
        outcome = driver.solve(lowered.cnf, limits, lowered.separators)
        attempt = Attempt(Question(0, another=self.another), outcome)
        answer = judge(Readings((self.program,)), lowered, self.name, [attempt])
        return replace(answer, seconds={"compile": self.compiled, **answer.seconds})


def _beside() -> Driver | None:
    """Return the solver that runs beside, if it is there."""
    from nlc.drivers import get

    drivers = map(get, BESIDE)
    return next((driver for driver in drivers if driver.missing() is None), None)


def is_whole(answer: Answer) -> bool:
    """Return whether an answer is more than the part that a search had when it was broken off."""
    return answer.status != "UNKNOWN" and answer.reason != "interrupted"


def _goes_on(shortened: bool) -> str:
    """Return the solver that goes on, where paths are shortest or not."""
    from nlc.encode.numberlink.shortest import SOLVER

    return f"pysat:{SOLVER}" if shortened else SECOND
