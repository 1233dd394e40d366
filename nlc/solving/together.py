"""All solutions of a puzzle, or what they share, by its readings in one incremental solver."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from nlc.cnf import Cnf, Separator
from nlc.drivers.base import NO_LIMITS, Limits, Outcome, WrappedDriver
from nlc.drivers.pysat.driver import PysatDriver
from nlc.drivers.pysat.several import several
from nlc.drivers.pysat.strategies import Neighbourhoods
from nlc.drivers.pysat.strategies import Question as Asked
from nlc.encode.lists import PREFERRED
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.encode.statement import read, state
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.solving.policy import Policy
from nlc.solving.questions import told
from nlc.solving.search import Question, Search
from nlc.solving.solution import Step
from nlc.solving.strategy import ask
from nlc.solving.unique import neighbourhoods


class AskingTogether(WrappedDriver):
    """A driver of a formula that holds several readings of a puzzle; the strictest is asked first.

    Attributes:
        steps: what came of each reading, and of the puzzle as it stands, all models together.
    """

    def __init__(
        self,
        driver: PysatDriver,
        questions: Sequence[Sequence[int]],
        assumed: Sequence[str],
        conflicts: int,
        places: Neighbourhoods,
    ) -> None:
        """Take a driver and what chooses each reading.

        Args:
            driver: a solver that `alternates`.
            questions: the assumptions of each reading; the last of the puzzle as it stands.
            assumed: what each assumes, in words.
            conflicts: of each in the first round.
            places: where to look for another board near the one before first.
        """
        super().__init__(driver)
        self._pysat, self._places = driver, places
        self._questions, self._assumed, self._conflicts = questions, assumed, conflicts
        self._told: dict[tuple[int, bool], Step] = {}

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was asked, one step a reading: its questions together."""
        return tuple(self._told.values())

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Decide the formula; see `nlc.drivers.base.Driver`. No proof is written."""
        return next(iter(self._asked(False, cnf, limits, separators)))

    def enumerate(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Iterator[Outcome]:
        """Yield the models of the formula; see `nlc.drivers.base.Driver`."""
        return self._asked(False, cnf, limits, separators)

    def narrow(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Iterator[Outcome]:
        """Yield models that leave less and less in common; see `nlc.drivers.backbone.narrow`."""
        return self._asked(True, cnf, limits, separators)

    def _asked(
        self, narrow: bool, cnf: Cnf, limits: Limits, separators: Sequence[Separator]
    ) -> Iterator[Outcome]:
        asking = partial(several, conflicts=self._conflicts, places=self._places, narrow=narrow)
        strategy = partial(asking, questions=self._questions)
        last: Outcome | None = None
        events = self._pysat.attempt(strategy, cnf, limits, separators)
        for each in told(events, self._assumed, self.name):
            if isinstance(each, Asked):
                continue
            last, outcome = each.outcome, each.outcome
            self._tell(each.question, outcome)
            if outcome.model is not None:
                last = None
                yield outcome
        if last is not None:
            yield last

    def _tell(self, question: Asked, outcome: Outcome) -> None:
        key = (question.number, question.near is not None)
        before = self._told.pop(key, None)
        conflicts = outcome.statistics.get("conflicts", 0)
        seconds, lazy = outcome.seconds, outcome.statistics.get("lazy_clauses")
        if before is not None:
            conflicts += before.conflicts or 0
            seconds += before.seconds
            lazy = lazy and lazy + (before.lazy_clauses or 0)
        self._told[key] = Step(
            self._assumed[question.number],
            outcome.status,
            conflicts,
            seconds,
            lazy,
            another=question.another,
            near=question.near,
            solver=self.name,
        )


def search(
    solver: str,
    encoding: Encoding,
    puzzle: Puzzle,
    program: Program,
    question: Question,
    policy: Policy,
) -> Search:
    """State a puzzle with all its readings in one formula.

    Args:
        solver: PySAT's name of one that `alternates`.
        encoding: an exact one that names no readings.
        puzzle: of a genre that prefers stricter readings.
        program: the same, elaborated.
        question: for more than two solutions, or for what all share.
        policy: how.
    """
    started = time.perf_counter()
    named = replace(encoding, readings=PREFERRED)
    found = read(puzzle, program, named, ASSUMING)
    stated = state([found], named, ASSUMING)
    lowered, (asked,) = stated.lowered, stated.questions
    places = neighbourhoods(program, lowered, policy, len(found.programs))
    first = policy.first_round(found.programs[-1])
    driver = AskingTogether(PysatDriver(solver), asked, found.assumed, first, places)
    run = partial(ask, program, lowered, driver, question)
    return Search(time.perf_counter() - started, run, lowered)
