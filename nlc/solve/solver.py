"""What solves a puzzle: a SAT driver with an encoding, an engine, or several that race.

This page is the one protocol; `get` finds a solver by name. What other packages bring is a driver
(`nlc.drivers.base`) or an engine (`nlc.engines.base`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from nlc.dataclasses import dataclass, field, replace
from nlc.drivers.base import NO_LIMITS, Driver, Limits
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail
from nlc.solve.policy import DEFAULT, PLAIN, Policy
from nlc.solve.question import ONE, Question

if TYPE_CHECKING:
    from nlc.encode.lower import Lowered
    from nlc.engines.base import Engine
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solve.answer import Answer
    from nlc.solve.judged import Found, Judged

Watch = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and of how much."""


@dataclass(frozen=True, eq=False)
class Search:
    """A puzzle and a question as a solver takes them.

    Attributes:
        seconds: that it took to state the puzzle.
        run: looks for the answer within limits.
        lowered: the formula; None where there is none, or where it is made in the search.
        begin: starts a search for all solutions, which yields them as they are found; None where
            there is no such search.
    """

    seconds: float
    run: Callable[[Limits], Answer]
    lowered: Lowered | None = None
    begin: Callable[[Limits], tuple[Judged, Found]] | None = None

    def ask(self, limits: Limits = NO_LIMITS) -> Answer:
        """Look for the answer; it may be asked again.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found.
        """
        from nlc.solve.answer import InterruptedSearchError

        try:
            return self._compiled(self.run(limits))
        except InterruptedSearchError as stop:
            raise InterruptedSearchError(self._compiled(stop.answer), stop.cause) from None

    def _compiled(self, answer: Answer) -> Answer:
        seconds = dict(answer.seconds)
        compiled = self.seconds + seconds.pop("compile", 0.0)
        return replace(answer, seconds={"compile": compiled, **seconds})


class Solver(Protocol):
    """A way to solve puzzles.

    >>> import nlc
    >>> from nlc.solve.solver import get
    >>> solver = get("minisat", "domains=direct")
    >>> puzzle = nlc.load("fixtures/first.nl")[0]
    >>> search = solver.read(puzzle, nlc.elaborate(puzzle))
    >>> search.ask(nlc.Limits(seconds=10)).status
    'SATISFIABLE'
    """

    @property
    def name(self) -> str:
        """As the user names it."""

    def version(self) -> str | None:
        """Return the version of what it runs on, or None where that is missing."""

    def missing(self) -> str | None:
        """Return None where it can run, else a sentence naming what to install."""

    def read(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question = ONE,
        policy: Policy = PLAIN,
        watch: Watch | None = None,
    ) -> Search:
        """State a puzzle.

        Args:
            puzzle: as it was read.
            program: the same, elaborated.
            question: what will be asked.
            policy: how.
            watch: is told how far long parts of the search are.

        Raises:
            UserError: the encoding or the engine refuses the puzzle.
        """


Formulas = dict[frozenset[str], "Lowered"]
"""Formulas of one program by what a driver offers; drivers that can do the same share one."""


@dataclass(frozen=True, eq=False)
class SatSolver:
    """A SAT driver with an encoding.

    Attributes:
        driver: the driver.
        encoding: how puzzles are stated.
        incremental: PySAT's name of the solver that is asked about several programs in one formula;
            None where the driver is not PySAT's or cannot be asked again.
        group: the puzzles that share a formula, where the encoding names such ones.
    """

    driver: Driver
    encoding: Encoding = field(default_factory=Encoding)
    incremental: str | None = None
    group: tuple[Puzzle, ...] = ()

    @property
    def name(self) -> str:
        """The name of the driver."""
        return self.driver.name

    def version(self) -> str | None:
        """Return the version of the driver."""
        return self.driver.version()

    def missing(self) -> str | None:
        """Return what the driver lacks."""
        return self.driver.missing()

    def alternates(self, policy: Policy) -> str | None:
        """Return the solver that several programs can be asked of in one formula, or None.

        The encoding has to be exact: else what is learnt of one need not hold for another.
        """
        from nlc.encode.policy import is_exact

        return None if policy.compiled or not is_exact(self.encoding) else self.incremental

    def read(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question = ONE,
        policy: Policy = PLAIN,
        watch: Watch | None = None,
    ) -> Search:
        """State a puzzle; a large one with its stricter readings, if the policy is to relax."""
        one = not question.backbone and (question.most == 1 or question.unique)
        if policy.relax and one and (name := self.alternates(policy)) is not None:
            from nlc.encode.policy import assumes, is_large

            if is_large(puzzle, program) or assumes(self.encoding):
                return self._relaxing(name, puzzle, program, question, policy)
        return self.state(puzzle, program, question, policy, watch, {})

    def _relaxing(
        self, name: str, puzzle: Puzzle, program: Program, question: Question, policy: Policy
    ) -> Search:
        from nlc.drivers.pysat.driver import PysatDriver
        from nlc.encode.policy import ASSUMING
        from nlc.encode.statement import read as read_strictly
        from nlc.solve.relax import solve_relaxing
        from nlc.solve.unique import solve_twice

        started = time.perf_counter()
        read = read_strictly(puzzle, program, self.encoding, ASSUMING)
        seconds = time.perf_counter() - started
        search = solve_relaxing if question.most == 1 else solve_twice
        driver = PysatDriver(name)
        return Search(seconds, lambda limits: search(read, driver, self.encoding, limits, policy))

    def state(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question,
        policy: Policy,
        watch: Watch | None,
        formulas: Formulas,
    ) -> Search:
        """State a puzzle as it stands; a formula that is there is taken."""
        from nlc.encode.policy import STATIC

        started = time.perf_counter()
        offers = STATIC if policy.compiled else self.driver.capabilities.offers
        if offers not in formulas:
            try:
                formulas[offers] = self.formula(puzzle, program, offers)
            except UserError as error:  # it points at the rule that an encoding refuses
                whose = f' (puzzle "{program.title}")'
                told = [replace(item, message=item.message + whose) for item in error.diagnostics]
                raise UserError(told) from None
        lowered, seconds = formulas[offers], time.perf_counter() - started
        run = partial(self._ask, program, lowered, question, policy.proof, watch)
        return Search(seconds, run, lowered, partial(self._begin, program, lowered))

    def _begin(self, program: Program, lowered: Lowered, limits: Limits) -> tuple[Judged, Found]:
        from nlc.solve.strategy import begin

        return begin(program, lowered, self.driver, limits, None)

    def formula(self, puzzle: Puzzle, program: Program, offers: frozenset[str]) -> Lowered:
        """Return the formula of a puzzle, perhaps with others, and what chooses it."""
        from nlc.encode.groups import numbers_of
        from nlc.encode.statement import read, state
        from nlc.ir.elaborate.program import elaborate

        place, numbers = 0, numbers_of(self.encoding.puzzles) if self.group else ()
        puzzles = [read(puzzle, program, self.encoding)]
        if self.group:
            found = [i for i, each in enumerate(self.group) if each is puzzle]
            if not found:
                raise fail(f"puzzles={self.encoding.puzzles} does not name it")
            place = found[0]
            puzzles = [
                puzzles[0] if each is puzzle else read(each, elaborate(each), self.encoding)
                for each in self.group
            ]
        stated = state(puzzles, self.encoding, offers, numbers=numbers)
        return replace(stated.lowered, assumptions=tuple(stated.questions[place][-1]))

    def _ask(
        self,
        program: Program,
        lowered: Lowered,
        question: Question,
        proof: str | None,
        watch: Watch | None,
        limits: Limits,
    ) -> Answer:
        if proof is not None:
            from nlc.solve.proof import solve_with_proof

            most = question.most or 1
            return solve_with_proof(program, lowered, self.driver, limits, most, proof, watch)
        from nlc.solve.strategy import find_backbone, solve

        if question.backbone:
            return find_backbone(program, lowered, self.driver, limits)
        return solve(program, lowered, self.driver, limits, most=question.most, keep=question.keep)


@dataclass(frozen=True, eq=False)
class EngineSolver:
    """An engine."""

    engine: Engine

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.engine.name

    def version(self) -> str | None:
        """Return the version of the engine."""
        return self.engine.version()

    def missing(self) -> str | None:
        """Return what the engine lacks."""
        return self.engine.missing()

    def read(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question = ONE,
        policy: Policy = PLAIN,
        watch: Watch | None = None,
    ) -> Search:
        """Hand a puzzle to the engine."""
        from nlc.engines import run
        from nlc.engines.base import Counting

        started = time.perf_counter()
        engine = self.engine
        if isinstance(engine, Counting):
            ask = engine.counter(puzzle, program, question, watch)
            return Search(time.perf_counter() - started, ask)
        if question.backbone:
            hint = "take a SAT solver, or the engine 'frontier'"
            raise fail(f"{self.name} looks for boards, and knows no backbone", None, hint)
        read = run.read(engine, puzzle, program)

        def search(limits: Limits) -> Answer:
            return run.search(engine, program, read, limits, most=question.most, keep=question.keep)

        seconds = time.perf_counter() - started
        return Search(seconds, search, begin=partial(run.begin, engine, program, read))


def get(
    solver: Solver | Driver | str | Sequence[Solver | Driver | str] | None = None,
    encoding: Encoding | str = "default",
    policy: Policy = DEFAULT,
) -> Solver:
    """Return a solver.

    Args:
        solver: the name of a SAT driver or an engine (``minisat``, ``pysat:NAME``, ``cmd:COMMAND``;
            see ``nlc solvers``), or one that was made; None for the policy's default; several run
            as a portfolio.
        encoding: for SAT drivers.
        policy: names the solvers that are taken by default.

    Raises:
        UserError: there is none of a name, or the encoding is none.
    """
    if isinstance(solver, (list, tuple)):
        several = [get(one, encoding, policy) for one in solver]
        names = [one.name for one in several]
        twice = [name for i, name in enumerate(names) if name in names[:i]]
        if twice:
            raise fail(f"the portfolio has the solver '{twice[0]}' twice")
        if len(several) == 1:
            return several[0]
        from nlc.solve.portfolio import Portfolio

        return Portfolio(several)
    if not isinstance(solver, str | None):
        if hasattr(solver, "read"):
            return solver  # type: ignore[return-value]
        return SatSolver(solver, _parsed(encoding), _incremental(solver.name))  # type: ignore
    if solver is not None and ":" not in solver:
        from nlc.engines import ENGINES

        if solver in ENGINES:
            return EngineSolver(ENGINES.get(solver))
    from nlc.drivers.registry import get as driver

    if solver is None:
        return SatSolver(driver(policy.default), _parsed(encoding), policy.incremental)
    found = driver(solver)
    return SatSolver(found, _parsed(encoding), _incremental(found.name))


def _parsed(encoding: Encoding | str) -> Encoding:
    return Encoding.parse(encoding) if isinstance(encoding, str) else encoding


def _incremental(name: str) -> str | None:
    """Return PySAT's name of a driver that can be asked again under assumptions, or None."""
    from nlc.drivers.pysat.backends import BACKENDS

    inner = name.removeprefix("pysat:")
    if inner == name or inner not in BACKENDS or not BACKENDS[inner].alternates:
        return None
    return inner
