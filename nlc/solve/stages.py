"""A large puzzle in stages: by the strictest reading and as it stands, then by all readings.

Nearly all boards have a solution by the strictest reading, or are soon decided as they stand, and
stating further readings would only keep them waiting. Where a first round of conflicts decides
nothing, the formula is made anew with all readings that the genre prefers and that are not refuted
yet.
"""

from __future__ import annotations

from typing import Protocol

from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import Limits, summed
from nlc.drivers.pysat.strategies import GROWTH
from nlc.encode.groups import PREFERRED
from nlc.encode.spec import Encoding
from nlc.encode.statement import Readings
from nlc.encode.statement import read as read_strictly
from nlc.language.resolve import Puzzle
from nlc.solve.answer import Answer, InterruptedSearchError
from nlc.solve.policy import Policy
from nlc.solve.readings import left


class Ask(Protocol):
    """Looks for one solution or two, as `nlc.solve.relax` and `nlc.solve.unique` do."""

    def __call__(
        self, puzzle: Readings, *, limits: Limits, policy: Policy, rounds: int | None = None
    ) -> Answer:
        """Return the answer; after some rounds it may be open."""


@dataclass(frozen=True, eq=False)
class Stages:
    """The stages of a search.

    Attributes:
        puzzle: as it was read.
        first: its readings in the first stage.
        ask: the search of one stage.
        policy: how.
    """

    puzzle: Puzzle
    first: Readings
    ask: Ask
    policy: Policy

    def run(self, limits: Limits) -> Answer:
        """Return the answer, with the steps of all stages.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found.
        """
        answer = None
        if self.policy.quick:
            answer = self.ask(self.first, limits=limits, policy=self.policy, rounds=1)
            if not is_open(answer):
                return answer
            limits = left(limits, answer)
        policy = replace(self.policy, conflicts=self.policy.conflicts * GROWTH)
        try:
            second = self.ask(self._all(answer), limits=limits, policy=policy)
        except InterruptedSearchError as stop:
            raise InterruptedSearchError(after(answer, stop.answer), stop.cause) from None
        return after(answer, second)

    def _all(self, answer: Answer | None) -> Readings:
        """Return all readings but those that are refuted."""
        read = read_strictly(self.puzzle, self.first.program, Encoding(readings=PREFERRED))
        steps = answer.steps if answer is not None else ()
        refuted = {step.assumed for step in steps if step.status == "UNSATISFIABLE"}
        kept = [i for i, assumed in enumerate(read.assumed) if assumed not in refuted - {""}]
        programs, options = read.programs, read.options
        return Readings(tuple(programs[i] for i in kept), tuple(options[i] for i in kept))


def is_open(answer: Answer) -> bool:
    """Return whether an answer has nothing but questions whose conflicts did not suffice."""
    return (
        answer.status == "UNKNOWN"
        and answer.reason == "no-answer"
        and any(step.status == "UNSATISFIABLE" or step.conflicts for step in answer.steps)
    )


def after(first: Answer | None, second: Answer) -> Answer:
    """Return the answer of a later stage with what the stage before it took, if there was one."""
    if first is None:
        return second
    names = {**first.seconds, **second.seconds}
    return replace(
        second,
        seconds={name: first.seconds.get(name, 0) + second.seconds.get(name, 0) for name in names},
        statistics=summed((first.statistics, second.statistics)),
        steps=first.steps + second.steps,
        solver_seconds=(first.solver_seconds or 0) + (second.solver_seconds or 0),
        cpu_seconds=_sum(first.cpu_seconds, second.cpu_seconds),
        megabytes=max(first.megabytes or 0, second.megabytes or 0) or None,
    )


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other
