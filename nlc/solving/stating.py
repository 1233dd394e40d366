"""A SAT driver with an encoding states puzzles as they stand; `nlc.solving.sat` does more with it.

The limits of a search are enforced on the solver's process: by `nlc.process.run` on a program, by
`nlc.process.worker` on what runs in Python.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.drivers.base import Driver, Limits
from nlc.encode.lists import ALONE
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail
from nlc.solving.policy import Policy
from nlc.solving.search import Question, Search, Watch
from nlc.solving.strategy import ask, begin

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlc.encode.lower import LoweredProgram
    from nlc.encode.statement import Statement
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solving.answer import Answer

Formulas = dict[frozenset[str], "LoweredProgram"]
"""Formulas of one program by what a driver offers; drivers that can do the same share one."""

S = TypeVar("S", bound="Stating")


class Asked(Struct, frozen=True, eq=False):
    """A puzzle and what is asked of it.

    Attributes:
        puzzle: as it was read.
        program: the same, elaborated.
        question: what is asked.
        policy: how.
        watch: is told how far long parts of the search are.
        formulas: of the program; one that is there is taken, one that is made is added.
    """

    puzzle: Puzzle
    program: Program
    question: Question
    policy: Policy
    watch: Watch | None = None
    formulas: Formulas = field(default_factory=dict)


class Stating(Struct, frozen=True, eq=False):
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

    def is_default(self, policy: Policy) -> bool:
        """Return whether no solver was named, and no puzzles that share a formula."""
        default = self.driver.name == policy.default and self.incremental == policy.incremental
        return default and not self.group

    def grouped(self: S, puzzles: Sequence[Puzzle]) -> S:
        """Return this solver for puzzles of which its encoding may name some by their numbers.

        Raises:
            UserError: there are fewer.
        """
        from nlc.encode.statement import named_puzzles

        if self.encoding.puzzles == ALONE:
            return self
        return self.sharing(tuple(named_puzzles(puzzles, self.encoding)))

    def sharing(self: S, group: tuple[Puzzle, ...]) -> S:
        """Return this solver for puzzles that share a formula, which is not made yet."""
        return replace(self, group=group, _shared={})

    def shares(self, puzzle: Puzzle) -> bool:
        """Return whether the encoding names a puzzle as one of those that share a formula."""
        return any(each is puzzle for each in self.group)

    def require(self: S, puzzle: Puzzle) -> S:
        """Return this solver, whose encoding names a puzzle if it names any.

        Raises:
            UserError: it names others.
        """
        if self.group and not self.shares(puzzle):
            raise fail(f"puzzles={self.encoding.puzzles} does not name it")
        return self

    def state(self, asked: Asked) -> Search:
        """State a puzzle as it stands."""
        from nlc.encode.policy import STATIC

        started = time.perf_counter()
        puzzle, program, policy = asked.puzzle, asked.program, asked.policy
        offers = STATIC if policy.compiled else self.driver.capabilities.offers
        if offers not in asked.formulas:
            try:
                asked.formulas[offers] = self.formula(puzzle, program, offers)
            except UserError as error:  # it points at the rule that an encoding refuses
                whose = f' (puzzle "{program.title}")'
                told = [replace(item, message=item.message + whose) for item in error.diagnostics]
                raise UserError(told) from None
        lowered, seconds = asked.formulas[offers], time.perf_counter() - started
        driver = self.driver
        if policy.relax and self.has_readings(asked):
            from nlc.solving.turns import TakingTurns

            driver = TakingTurns(driver, puzzle, program, lowered, self.encoding, policy)
        run: Callable[[Limits], Answer] = partial(ask, program, lowered, driver, asked.question)
        if policy.proof is not None:
            from nlc.solving.proof import solve_with_proof

            about = program, lowered, driver, asked.question.most or 1
            run = partial(solve_with_proof, *about, policy.proof, asked.watch)
        everything = partial(begin, program, lowered, self.driver, most=None)
        return Search(seconds, run, lowered, everything)

    def has_readings(self, asked: Asked) -> bool:
        """Return whether a large puzzle may have stricter readings that nobody named.

        What tells solutions apart must be boolean: so it is the same in each reading's formula.
        """
        from nlc.encode.policy import is_exact, is_large
        from nlc.encode.spec import AUTO

        own = self.encoding.readings == AUTO and is_exact(self.encoding)
        alone = own and not self.shares(asked.puzzle) and not asked.program.shows_values
        return alone and is_large(asked.puzzle, asked.program)

    def formula(self, puzzle: Puzzle, program: Program, offers: frozenset[str]) -> LoweredProgram:
        """Return the formula of a puzzle, perhaps with others, and what chooses it."""
        from nlc.encode.lists import numbers_of
        from nlc.encode.statement import read, state
        from nlc.ir.elaborate.program import elaborate

        if not self.shares(puzzle):
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
