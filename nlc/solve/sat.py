"""A SAT driver with an encoding as a solver; `SatSolver.read` decides the strategy for a puzzle.

Large puzzles are asked by stricter readings first (`nlc.solve.relax`, `nlc.solve.unique`), others
as they stand (`nlc.solve.strategy`). The limits of a search are enforced on the solver's process:
by `nlc.process.run` on a program, by `nlc.process.worker` on what runs in Python.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from nlc.dataclasses import dataclass, field, replace
from nlc.drivers.base import Driver, Limits
from nlc.encode.lists import ALONE
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail
from nlc.solve.policy import PLAIN, Policy
from nlc.solve.search import ONE, Question, Search, Watch
from nlc.solve.strategy import ask, begin

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlc.encode.lower import LoweredProgram
    from nlc.encode.statement import Readings, Statement
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solve.answer import Answer
    from nlc.solve.prover import Prover
    from nlc.solve.stages import Ask
    from nlc.solve.tabu import Map

VALUE_PRECEDENCE = "value-precedence"
"""The pass that orders values that can be exchanged."""

FEW = 100
"""Values of all cells together: a map of fewer is solved sooner with others of its shape."""

Formulas = dict[frozenset[str], "LoweredProgram"]
"""Formulas of one program by what a driver offers; drivers that can do the same share one."""


@dataclass(frozen=True, eq=False)
class SatSolver:
    """A SAT driver with an encoding.

    Attributes:
        driver: the driver.
        encoding: how puzzles are stated.
        incremental: PySAT's name of the solver that is asked about several programs in one formula;
            None where the driver is not PySAT's or cannot be asked again.
        group: the puzzles that share a formula, where the encoding names such ones; any other is
            stated by itself.
    """

    driver: Driver
    encoding: Encoding = field(default_factory=Encoding)
    incremental: str | None = None
    group: tuple[Puzzle, ...] = ()
    _shared: dict[Hashable, Statement] = field(default_factory=dict, repr=False)

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

    def is_sooner_alone(self, program: Program, policy: Policy) -> bool:
        """Return whether a puzzle is a map of which a formula of several forgoes the tabu search.

        The values in their order, too, are for one puzzle.
        """
        values = sum(domain.size * len(domain.values) for domain in program.domains.values())
        asked = policy.relax and self._is_default(policy) and values >= FEW
        return asked and _shows_values(program) and self._map(program) is not None

    def grouped(self, puzzles: Sequence[Puzzle]) -> SatSolver:
        """Return this solver for puzzles of which its encoding may name some by their numbers.

        Raises:
            UserError: there are fewer.
        """
        from nlc.encode.statement import named_puzzles

        if self.encoding.puzzles == ALONE:
            return self
        return self.sharing(tuple(named_puzzles(puzzles, self.encoding)))

    def sharing(self, group: tuple[Puzzle, ...]) -> SatSolver:
        """Return this solver for puzzles that share a formula, which is not made yet."""
        return replace(self, group=group, _shared={})

    def require(self, puzzle: Puzzle) -> SatSolver:
        """Return this solver, whose encoding names a puzzle if it names any.

        Raises:
            UserError: it names others.
        """
        if self.group and not self._shares(puzzle):
            raise fail(f"puzzles={self.encoding.puzzles} does not name it")
        return self

    def read(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question = ONE,
        policy: Policy = PLAIN,
        watch: Watch | None = None,
    ) -> Search:
        """State a puzzle; a large one with its stricter readings, if the policy is to relax."""
        return self.share(puzzle, program, question, policy, watch, {})

    def share(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question,
        policy: Policy,
        watch: Watch | None,
        formulas: Formulas,
    ) -> Search:
        """State a puzzle; a formula that is there is taken.

        Raises:
            UserError: the encoding refuses the puzzle, or the question.
        """
        if not question.is_for_one or policy.proof is not None:
            from nlc.encode.policy import require_all

            require_all(self.encoding)
        if question.unique and self._orders(program, policy):
            from nlc.solve.exchanged import Exchanged

            how = policy, watch, formulas
            one = self._strategy(puzzle, program, replace(question, most=1, unique=False), *how)
            two = partial(self._strategy, puzzle, program, question, policy, watch, {})
            return replace(one, run=Exchanged(program, one, two).run)
        search = self._strategy(puzzle, program, question, policy, watch, formulas)
        unnamed = self.encoding == Encoding() and self._is_default(policy)
        if policy.relax and question.counts and policy.proof is None and unnamed:
            from nlc.solve.counting import search as count

            return count(puzzle, program, question, search, policy, watch)
        return search

    def _strategy(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question,
        policy: Policy,
        watch: Watch | None,
        formulas: Formulas,
    ) -> Search:
        raced = False
        if policy.relax and not self._shares(puzzle):
            from nlc.encode.policy import assumes, is_large

            name = self.alternates(policy)
            large = is_large(puzzle, program) or assumes(self.encoding)
            one = not question.backbone and (question.most == 1 or question.unique)
            if name is not None and one:
                if large:
                    return self._relaxing(name, puzzle, program, question, policy)
                if puzzle.rules.preferences and self._proves(program, policy):
                    return self._bounded(name, puzzle, program, question, policy, watch)
                raced = self._is_default(policy) and _shows_values(program)
            elif name is not None and self._has_readings(puzzle, program):
                from nlc.solve.together import search

                return search(name, self.encoding, puzzle, program, question, policy)
        ordered = self._ordered(program, question, policy)
        state = partial(ordered.state, puzzle, program, question, policy, watch, formulas)
        if not raced:
            return state()
        unlike = None
        if ordered is not self:
            unlike = partial(self.formula, puzzle, program, self.driver.capabilities.offers)
        return self._in_relay(program, question, policy, state, unlike)

    def _ordered(self, program: Program, question: Question, policy: Policy) -> SatSolver:
        """Return this solver, for one solution with values that can be exchanged in their order."""
        if not (question.is_for_one and self._orders(program, policy)):
            return self
        named = replace(self.encoding, passes=f"{VALUE_PRECEDENCE}+{self.encoding.passes}")
        return replace(self, encoding=named)

    def _orders(self, program: Program, policy: Policy) -> bool:
        """Return whether values that can be exchanged are to be kept in their order.

        Those of hidden variables alone are not: of these, such exchanges were not measured.
        """
        from nlc.encode.spec import AUTO, NONE

        free = AUTO in self.encoding.passes.split("+") and self.encoding.numberlink == NONE
        asked = policy.relax and not policy.compiled and not self.group
        if not (free and asked and _shows_values(program)):
            return False
        from nlc.ir.exchange import exchangeable

        shown = (
            program.domains[name].shown for names, _ in exchangeable(program) for name in names
        )
        return any(shown)

    def _has_readings(self, puzzle: Puzzle, program: Program) -> bool:
        """Return whether a large puzzle may have stricter readings that nobody named.

        What tells solutions apart must be boolean: so it is the same in each reading's formula.
        """
        from nlc.encode.policy import is_exact, is_large
        from nlc.encode.spec import AUTO

        own = self.encoding.readings == AUTO and is_exact(self.encoding)
        return (
            own
            and not self._shares(puzzle)
            and not _shows_values(program)
            and is_large(puzzle, program)
        )

    def _relaxing(
        self, name: str, puzzle: Puzzle, program: Program, question: Question, policy: Policy
    ) -> Search:
        from nlc.encode.policy import ASSUMING
        from nlc.encode.spec import AUTO
        from nlc.encode.statement import read as read_strictly
        from nlc.solve.stages import Stages

        started = time.perf_counter()
        read = read_strictly(puzzle, program, self.encoding, ASSUMING)
        seconds = time.perf_counter() - started
        ask = self._asking(name, question)
        prover = self._prover(program, policy) if self._proves(program, policy) else None
        if self.encoding.readings != AUTO or (len(read.programs) == 1 and prover is None):
            return Search(seconds, lambda limits: ask(read, limits=limits, policy=policy))
        rest = None if len(read.programs) == 1 else ask
        stages = Stages(puzzle, read, ask, rest, policy, question.most != 1, prover)
        return Search(seconds, stages.run)

    def _asking(self, name: str, question: Question) -> Ask:
        """Return the search of a stage by stricter readings, in one incremental solver."""

        def ask(puzzle: Readings, *, limits: Limits, policy: Policy, **how: int | None) -> Answer:
            from nlc.drivers.pysat.driver import PysatDriver

            if question.most == 1:
                from nlc.solve.relax import solve_relaxing as search
            else:
                from nlc.solve.unique import solve_twice as search
            return search(
                puzzle,
                driver=PysatDriver(name),
                encoding=self.encoding,
                limits=limits,
                policy=policy,
                **how,
            )

        return ask

    def _bounded(
        self,
        name: str,
        puzzle: Puzzle,
        program: Program,
        question: Question,
        policy: Policy,
        watch: Watch | None,
    ) -> Search:
        """State a small puzzle as it stands, for the first conflicts."""
        from nlc.drivers.pysat.driver import PysatDriver
        from nlc.encode.statement import Readings
        from nlc.solve.stages import Stages

        read = Readings((program,))
        first = policy.first_round(program)
        driver = PysatDriver(self.driver.name.removeprefix("pysat:"), first)
        search = replace(self, driver=driver).state(puzzle, program, question, policy, watch, {})

        def ask(puzzle: Readings, *, limits: Limits, policy: Policy, **_: int | None) -> Answer:
            return search.run(limits)

        prover = self._prover(program, policy)
        rest = self._asking(name, question)
        stages = Stages(puzzle, read, ask, rest, policy, question.most != 1, prover)
        return replace(search, run=stages.run)

    def _in_relay(
        self,
        program: Program,
        question: Question,
        policy: Policy,
        state: Callable[[], Search],
        unlike: Callable[[], LoweredProgram] | None,
    ) -> Search:
        """Have a puzzle whose cells are given values stated for two solvers.

        A map is not stated that a short tabu search finds a solution of.

        Args:
            program: the puzzle.
            question: about one solution or two.
            policy: names the solvers.
            state: states it.
            unlike: see `nlc.solve.relay.Relay`.
        """
        from nlc.solve.relay import Relay, search_map

        searched = None
        found = self._map(program) if question.is_for_one else None
        if found is not None:
            answer = searched = search_map(program, found)
            if answer.solutions:
                return Search(0.0, lambda limits: answer)
        search = state()
        lowered = search.lowered
        if lowered is None or lowered.separators:
            return search
        relay = Relay(program, lowered, question, policy, search, unlike, found, searched)
        return replace(search, run=relay.run)

    def _map(self, program: Program) -> Map | None:
        """Return the map that a puzzle is, for a tabu search, if no encoding is named."""
        if self.encoding != Encoding():
            return None
        from nlc.solve.tabu import read

        return read(program)

    def _prover(self, program: Program, policy: Policy) -> Callable[[], Prover]:
        """Return what makes the one that decides the hard rest of a puzzle."""

        def made() -> Prover:
            from nlc.solve.prover import Prover

            return Prover(program, self.encoding, policy)

        return made

    def _proves(self, program: Program, policy: Policy) -> bool:
        """Return whether the hard rest of a puzzle goes to other solvers: where none is named."""
        # One clause has to rule out a board.
        return self._is_default(policy) and not _shows_values(program)

    def _is_default(self, policy: Policy) -> bool:
        """Return whether no solver was named, and no puzzles that share a formula."""
        default = self.driver.name == policy.default and self.incremental == policy.incremental
        return default and not self.group

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
        driver = self.driver
        if policy.relax and self._has_readings(puzzle, program):
            from nlc.solve.turns import TakingTurns

            driver = TakingTurns(driver, puzzle, program, lowered, self.encoding, policy)
        run: Callable[[Limits], Answer] = partial(ask, program, lowered, driver, question)
        if policy.proof is not None:
            from nlc.solve.proof import solve_with_proof

            about = program, lowered, driver, question.most or 1
            run = partial(solve_with_proof, *about, policy.proof, watch)
        everything = partial(begin, program, lowered, self.driver, most=None)
        return Search(seconds, run, lowered, everything)

    def formula(self, puzzle: Puzzle, program: Program, offers: frozenset[str]) -> LoweredProgram:
        """Return the formula of a puzzle, perhaps with others, and what chooses it."""
        from nlc.encode.lists import numbers_of
        from nlc.encode.statement import read, state
        from nlc.ir.elaborate.program import elaborate

        if not self._shares(puzzle):
            place, stated = 0, state([read(puzzle, program, self.encoding)], self.encoding, offers)
        else:
            place = next(i for i, each in enumerate(self.group) if each is puzzle)
            key = self.encoding, offers, self.group
            if key not in self._shared:
                group = [
                    read(each, program if each is puzzle else elaborate(each), self.encoding)
                    for each in self.group
                ]
                numbers = numbers_of(self.encoding.puzzles)
                self._shared[key] = state(group, self.encoding, offers, numbers=numbers)
            stated = self._shared[key]
        return replace(stated.lowered, assumptions=tuple(stated.questions[place][-1]))

    def _shares(self, puzzle: Puzzle) -> bool:
        """Return whether the encoding names a puzzle as one of those that share a formula."""
        return any(each is puzzle for each in self.group)


def _shows_values(program: Program) -> bool:
    """Return whether solutions differ in values, and not in what is true or false alone."""
    return any(domain.shown for domain in program.domains.values())
