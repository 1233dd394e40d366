"""A large puzzle in stages: by the strictest reading and as it stands, then by all readings.

Nearly all boards have a solution by the strictest reading, or are soon decided as they stand, and
stating further readings would only keep them waiting. Where a first round of conflicts decides
nothing, the formula is made anew with all readings that the genre prefers and that are not refuted
yet.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.drivers.pysat.strategies import GROWTH
from nlc.encode.lists import PREFERRED
from nlc.encode.spec import Encoding
from nlc.encode.statement import Readings
from nlc.encode.statement import read as read_strictly
from nlc.language.resolve import Puzzle
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.joined import after, left
from nlc.solving.policy import Policy

if TYPE_CHECKING:
    from nlc.solving.prover import Prover


class Ask(Protocol):
    """Looks for one solution or two, as `nlc.solving.relax` and `nlc.solving.unique` do."""

    def __call__(
        self,
        puzzle: Readings,
        *,
        limits: Limits,
        policy: Policy,
        rounds: int | None = None,
        more: int | None = None,
        last: int | None = None,
        brief: int | None = None,
    ) -> Answer:
        """Return the answer, which may be open after some rounds, or conflicts for another."""


class Stages(Struct, frozen=True, eq=False):
    """The stages of a search.

    Attributes:
        puzzle: as it was read.
        first: its readings in the first stage.
        ask: the search of the first stage.
        ask_all: that by all readings; None where the puzzle has no stricter ones.
        policy: how.
        twice: whether another board is asked for, too.
        prover: makes what decides the hard rest; None to go on as before.
    """

    puzzle: Puzzle
    first: Readings
    ask: Ask
    ask_all: Ask | None
    policy: Policy
    twice: bool = False
    prover: Callable[[], Prover] | None = None

    def run(self, limits: Limits) -> Answer:
        """Return the answer, with the steps of all stages.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found.
        """
        answer = None
        if self.policy.quick or self.ask_all is None:
            how = {"rounds": 1, "more": self._more, "last": self._last, "brief": self._brief}
            answer = self.ask(self.first, limits=limits, policy=self.policy, **how)
            if not is_open(answer):
                return self._another(answer, left(limits, answer))
            limits = left(limits, answer)
        rest = None if self.ask_all is None else partial(self._rest, self.ask_all, answer)
        try:
            if self.prover is not None:
                second = self.prover().first(limits, rest)
            else:
                assert rest is not None
                second = rest(limits)
        except InterruptedSearchError as stop:
            raise InterruptedSearchError(after(answer, stop.answer), stop.cause) from None
        return self._another(after(answer, second), left(limits, second))

    @property
    def _more(self) -> int | None:
        """How many conflicts each question for another board may take before it is the prover's."""
        if self.prover is None:
            return None
        return max(1, self.policy.first_round(self.first.programs[-1]) // self.policy.few)

    @property
    def _brief(self) -> int | None:
        """How many conflicts are spent near a first board before another is the prover's.

        None to look near it as long as usual, and then everywhere: the prover has no shortest paths
        to look for.
        """
        if self.prover is None or not self.twice or not self.prover().shortens:
            return None
        return self.policy.brief(self.first.programs[-1])

    @property
    def _last(self) -> int | None:
        """How many conflicts the puzzle as it stands may take before its other readings are asked.

        None for as many as the first reading: there are no others.
        """
        if self.ask_all is None or len(self.puzzle.rules.preferences) < len(self.first.programs):
            return None
        return max(1, self.policy.first_round(self.first.programs[-1]) // self.policy.few)

    def _rest(self, ask: Ask, before: Answer | None, limits: Limits) -> Answer:
        """Ask by all readings; what that leaves open the prover decides, if there is one."""
        policy, rounds = self.policy, 2
        if self._last is None:
            policy, rounds = replace(policy, conflicts=policy.conflicts * GROWTH), 1
        if self.prover is None:
            return ask(self._all(before), limits=limits, policy=policy)
        how = {"rounds": rounds, "more": self._more}
        answer = ask(self._all(before), limits=limits, policy=policy, **how)
        if not is_open(answer):
            return answer
        return after(answer, self.prover().go_on(left(limits, answer)))

    def _another(self, answer: Answer, limits: Limits) -> Answer:
        """Have the prover look for another board where one was asked for and that is open."""
        if self.prover is None or not self.twice or answer.complete:
            return answer
        if len(answer.solutions) == 1 and answer.reason in ("answered", "no-answer"):
            return self.prover().another(answer, limits)
        if answer.status == "UNSATISFIABLE":
            return replace(answer, count=0, complete=True)
        known = answer.status == "SATISFIABLE"
        return replace(answer, count=len(answer.solutions) if known else answer.count)

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
