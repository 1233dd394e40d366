"""A SAT driver with an encoding as a solver; `SatSolver.read` decides the strategy for a puzzle.

Large puzzles are asked by stricter readings first (`nlc.solving.relax`, `nlc.solving.unique`), others
as they stand (`nlc.solving.stating`).
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.board import Sort
from nlc.drivers.base import Limits
from nlc.encode.spec import Encoding
from nlc.solving.policy import PLAIN, Policy
from nlc.solving.search import ONE, Question, Search, Watch
from nlc.solving.stating import Asked, Stating

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlc.encode.lower import LoweredProgram
    from nlc.encode.statement import Readings
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solving.answer import Answer
    from nlc.solving.prover import Prover
    from nlc.solving.stages import Ask
    from nlc.solving.tabu import Map

VALUE_PRECEDENCE = "value-precedence"
"""The pass that orders values that can be exchanged."""

EMPTY_FROM = 81
"""Cells from which a board whose cells may stay empty is searched as a large one is."""

FEW = 100
"""Values of all cells together: a map of fewer is solved sooner with others of its shape."""


class SatSolver(Stating, frozen=True, eq=False):
    """A SAT driver with an encoding, and what else answers a question about a puzzle sooner."""

    def is_sooner_alone(self, program: Program, policy: Policy) -> bool:
        """Return whether a puzzle is a map of which a formula of several forgoes the tabu search.

        The values in their order, too, are for one puzzle.
        """
        values = sum(domain.size * len(domain.values) for domain in program.domains.values())
        asked = policy.relax and self.is_default(policy) and values >= FEW
        return asked and program.shows_values and self._map(program) is not None

    def read(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question = ONE,
        policy: Policy = PLAIN,
        watch: Watch | None = None,
    ) -> Search:
        """State a puzzle; a large one with its stricter readings, if the policy is to relax."""
        return self.search(Asked(puzzle, program, question, policy, watch))

    def search(self, asked: Asked) -> Search:
        """State a puzzle by the strategy that the policy allows.

        Raises:
            UserError: the encoding refuses the puzzle, or the question.
        """
        question, policy = asked.question, asked.policy
        if not question.is_for_one or policy.proof is not None:
            from nlc.encode.policy import require_all

            require_all(self.encoding)
        if question.unique and self._orders(asked):
            from nlc.solving.exchanged import Exchanged

            one = self._strategy(replace(asked, question=replace(question, most=1, unique=False)))
            two = partial(self._strategy, replace(asked, formulas={}))
            return replace(one, run=Exchanged(asked.program, one, two).run)
        search = self._strategy(asked)
        unnamed = self.encoding == Encoding() and self.is_default(policy)
        if policy.relax and question.counts and policy.proof is None and unnamed:
            from nlc.solving.counting import search as count

            return count(asked.puzzle, asked.program, question, search, policy, asked.watch)
        return search

    def _strategy(self, asked: Asked) -> Search:
        """State a puzzle for the solvers that answer the question soonest."""
        question, policy = asked.question, asked.policy
        raced = False
        if policy.relax and not self.shares(asked.puzzle):
            from nlc.encode.lists import STRICTEST
            from nlc.encode.policy import assumes, is_large

            name = self.alternates(policy)
            large = is_large(asked.puzzle, asked.program) or assumes(self.encoding)
            one = not question.backbone and (question.most == 1 or question.unique)
            if name is not None and one:
                if large:
                    return self._relaxing(name, asked)
                if asked.puzzle.rules.preferences and self._proves(asked):
                    if self._may_be_empty(asked.program):
                        return self._relaxing(name, asked, STRICTEST)
                    return self._bounded(name, asked)
                raced = self.is_default(policy) and asked.program.shows_values
            elif name is not None and self.has_readings(asked):
                from nlc.solving.together import search

                about = asked.puzzle, asked.program, question
                return search(name, self.encoding, *about, policy)
        ordered = self._ordered() if question.is_for_one and self._orders(asked) else self
        if not raced:
            return ordered.state(asked)
        unlike = None
        if ordered is not self:
            offers = self.driver.capabilities.offers
            unlike = partial(self.formula, asked.puzzle, asked.program, offers)
        return self._in_relay(asked, ordered, unlike)

    def _may_be_empty(self, program: Program) -> bool:
        """Return whether a small puzzle is as hard as a large one, for its cells may stay empty."""
        from nlc.encode.spec import AUTO

        if self.encoding.readings != AUTO or program.board.count(Sort.CELL) < EMPTY_FROM:
            return False
        from nlc.encode.policy import may_shorten

        return may_shorten(program)

    def _ordered(self) -> SatSolver:
        """Return this solver for one solution with values that can be exchanged in their order."""
        named = replace(self.encoding, passes=f"{VALUE_PRECEDENCE}+{self.encoding.passes}")
        return replace(self, encoding=named)

    def _orders(self, asked: Asked) -> bool:
        """Return whether values that can be exchanged are to be kept in their order.

        Those of hidden variables alone are not: of these, such exchanges were not measured.
        """
        from nlc.encode.spec import AUTO, NONE

        policy, program = asked.policy, asked.program
        free = AUTO in self.encoding.passes.split("+") and self.encoding.numberlink == NONE
        relaxed = policy.relax and not policy.compiled and not self.group
        if not (free and relaxed and asked.program.shows_values):
            return False
        from nlc.ir.exchange import exchangeable

        shown = (
            program.domains[name].shown for names, _ in exchangeable(program) for name in names
        )
        return any(shown)

    def _relaxing(self, name: str, asked: Asked, readings: str | None = None) -> Search:
        """State a puzzle by its strictest reading and as it stands, in one formula.

        Args:
            name: of an incremental solver.
            asked: the puzzle.
            readings: that are stated; None for those of the encoding.
        """
        from nlc.encode.policy import ASSUMING
        from nlc.encode.spec import AUTO
        from nlc.encode.statement import read as read_strictly
        from nlc.solving.stages import Stages

        started = time.perf_counter()
        named = replace(self.encoding, readings=readings or self.encoding.readings)
        read = read_strictly(asked.puzzle, asked.program, named, ASSUMING)
        seconds = time.perf_counter() - started
        policy, question = asked.policy, asked.question
        ask = self._asking(name, question)
        prover = self._prover(asked) if self._proves(asked) else None
        if self.encoding.readings != AUTO or (len(read.programs) == 1 and prover is None):
            return Search(seconds, lambda limits: ask(read, limits=limits, policy=policy))
        rest = None if len(read.programs) == 1 else ask
        stages = Stages(asked.puzzle, read, ask, rest, policy, question.most != 1, prover)
        return Search(seconds, stages.run)

    def _asking(self, name: str, question: Question) -> Ask:
        """Return the search of a stage by stricter readings, in one incremental solver."""

        def ask(puzzle: Readings, *, limits: Limits, policy: Policy, **how: int | None) -> Answer:
            from nlc.drivers.pysat.driver import PysatDriver

            if question.most == 1:
                from nlc.solving.relax import solve_relaxing as search
            else:
                from nlc.solving.unique import solve_twice as search
            return search(
                puzzle,
                driver=PysatDriver(name),
                encoding=self.encoding,
                limits=limits,
                policy=policy,
                **how,
            )

        return ask

    def _bounded(self, name: str, asked: Asked) -> Search:
        """State a small puzzle as it stands, for the first conflicts."""
        from nlc.drivers.pysat.driver import PysatDriver
        from nlc.encode.statement import Readings
        from nlc.solving.stages import Stages

        question, policy = asked.question, asked.policy
        first = policy.first_round(asked.program)
        driver = PysatDriver(self.driver.name.removeprefix("pysat:"), first)
        search = replace(self, driver=driver).state(replace(asked, formulas={}))

        def ask(puzzle: Readings, *, limits: Limits, policy: Policy, **_: int | None) -> Answer:
            return search.run(limits)

        rest, prover = self._asking(name, question), self._prover(asked)
        read = Readings((asked.program,))
        stages = Stages(asked.puzzle, read, ask, rest, policy, question.most != 1, prover)
        return replace(search, run=stages.run)

    def _in_relay(
        self, asked: Asked, ordered: SatSolver, unlike: Callable[[], LoweredProgram] | None
    ) -> Search:
        """State a puzzle whose cells are given values for two solvers.

        A map is not stated that a short tabu search finds a solution of.

        Args:
            asked: about one solution or two.
            ordered: states it.
            unlike: see `nlc.solving.relay.Relay`.
        """
        from nlc.solving.relay import Relay

        program, question = asked.program, asked.question
        searched = None
        found = self._map(program) if question.is_for_one else None
        if found is not None:
            from nlc.solving import tabu

            answer = searched = tabu.search(program, found)
            if answer.solutions:
                return Search(0.0, lambda limits: answer)
        search = ordered.state(asked)
        lowered = search.lowered
        if lowered is None or lowered.separators:
            return search
        relay = Relay(program, lowered, question, asked.policy, search, unlike, found, searched)
        return replace(search, run=relay.run)

    def _map(self, program: Program) -> Map | None:
        """Return the map that a puzzle is, for a tabu search, if no encoding is named."""
        if self.encoding != Encoding():
            return None
        from nlc.solving.tabu import read

        return read(program)

    def _prover(self, asked: Asked) -> Callable[[], Prover]:
        """Return what makes the one that decides the hard rest of a puzzle."""

        def made() -> Prover:
            from nlc.solving.prover import Prover

            return Prover(asked.program, self.encoding, asked.policy)

        return made

    def _proves(self, asked: Asked) -> bool:
        """Return whether the hard rest of a puzzle goes to other solvers: where none is named."""
        # One clause has to rule out a board.
        return self.is_default(asked.policy) and not asked.program.shows_values
