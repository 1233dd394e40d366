"""Two solutions from one, of a puzzle some of whose values can be exchanged, as on a map.

Whether there is any solution is found out with these values in their order; a second one is the
first with two values exchanged, which is checked by the rules as any board is.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.ir.evaluate import violations
from nlc.ir.exchange import exchangeable
from nlc.ir.nodes import Assignment, Program
from nlc.process.own import OwnLimitError, since, within
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.joined import kept
from nlc.solving.search import Search


class Exchanged(Struct, frozen=True, eq=False):
    """A search for two solutions.

    Attributes:
        program: the puzzle.
        one: looks for one solution.
        two: makes the search for two where the one that was found has no value that can be
            exchanged.
    """

    program: Program
    one: Search
    two: Callable[[], Search]

    def run(self, limits: Limits) -> Answer:
        """Return the answer.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found.
        """
        started = time.perf_counter()
        answer = self.one.run(limits)
        if not answer.solutions:
            refuted = answer.status == "UNSATISFIABLE"
            return replace(answer, count=0, complete=refuted)
        decoding = time.perf_counter()
        (board,) = answer.solutions
        other = another(self.program, board)
        if other is None:
            return self._asked_anew(replace(answer, count=1, complete=False), limits, started)
        seconds = dict(answer.seconds)
        seconds["decode"] = seconds.get("decode", 0.0) + time.perf_counter() - decoding
        return replace(answer, solutions=(board, other), count=2, complete=False, seconds=seconds)

    def _asked_anew(self, answer: Answer, limits: Limits, started: float) -> Answer:
        """Search for two; the answer with one is what is left where that comes to nothing."""
        stating = time.perf_counter()
        try:
            with within(since(limits, started)):
                search = self.two()
        except OwnLimitError as stop:
            compiled = answer.seconds.get("compile", 0.0) + time.perf_counter() - stating
            return replace(
                answer, reason=stop.reason, seconds={**answer.seconds, "compile": compiled}
            )
        try:
            return kept(answer, search.ask(since(limits, started)))
        except InterruptedSearchError as stop:
            raise InterruptedSearchError(kept(answer, stop.answer), stop.cause) from None
        except KeyboardInterrupt as stop:
            raise InterruptedSearchError(replace(answer, reason="interrupted"), stop) from None


def another(program: Program, board: Assignment) -> Assignment | None:
    """Return a solution with two values exchanged that shows another board, or None."""
    for names, values in exchangeable(program):
        shown = [board.domains[name] for name in names if program.domains[name].shown]
        used = np.isin(values, np.concatenate(shown)) if shown else np.zeros(len(values), np.bool_)
        if used.any():
            first = values[used][0]
            second = values[values != first][0]
            table = np.arange(len(program.domains[names[0]].values) + 1, dtype=np.int32)
            table[-1] = -1  # "no value" stays
            table[[first, second]] = second, first
            domains = {**board.domains, **{name: table[board.domains[name]] for name in names}}
            found = replace(board, domains=domains)
            return None if violations(program, found, limit=1) else found
    return None
