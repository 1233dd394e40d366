"""Judges boards by the rules as a solver or an engine finds them, and makes the answer of them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing

from msgspec import Struct
from msgspec.structs import replace

from nlc.cnf import Model
from nlc.drivers.base import Outcome
from nlc.drivers.telling import tell
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.solving.answer import DISCREDITING, Answer, InterruptedSearchError

TOLD_SECONDS = 0.5
"""After so long it is told again how many solutions there are so far."""

Outcomes = Generator[tuple[Outcome, Callable[[], Assignment] | None], None, None]
"""Outcomes, each with what reads its board; the last has none."""


NO_ANSWER = Outcome("UNKNOWN", "no-answer", "the solver gave no answer")


class CheckedBoards(Struct, eq=False):
    """The boards of one search that obey the rules, and what the search has taken so far.

    Attributes:
        program: the puzzle.
        finder: who finds the boards, for a message.
        exact: whether a board that breaks a rule is a fault and ends the search; else it is left
            out, and counted.
        key: outcomes of one key are one solution; None where all differ.
        finish: adds to the answer what is known of the solver.
        outcome: the last one.
        rejected: how many boards were left out.
        wrong: the board that has ended the search.
        decoding: seconds that it took to read and judge boards.
        solver_seconds: of all outcomes.
        cpu_seconds: of all outcomes; None where one does not tell.
        megabytes: the most of any outcome.
    """

    program: Program
    finder: str
    exact: bool = True
    key: Callable[[Outcome], object] | None = None
    finish: Callable[[Answer], Answer] = lambda answer: answer
    outcome: Outcome = NO_ANSWER
    rejected: int = 0
    wrong: Assignment | None = None
    decoding: float = 0.0
    solver_seconds: float = 0.0
    cpu_seconds: float | None = 0.0
    megabytes: float | None = None

    def boards(self, found: Outcomes) -> Generator[tuple[Outcome, Assignment], None, None]:
        """Yield the boards that count."""
        seen: set[object] = set()
        with closing(found):
            for outcome, read in found:
                self._note(outcome)
                if read is None:
                    deque(found, maxlen=0)  # to the end: the worker can be used again
                    return
                started = time.perf_counter()
                board = read()
                broken = violations(self.program, board, limit=1)
                self.decoding += time.perf_counter() - started
                if not broken:
                    mark = None if self.key is None else self.key(outcome)
                    if mark is None or mark not in seen:
                        seen.add(mark)
                        yield outcome, board
                elif self.exact:
                    told = f"{self.finder} gave a board that breaks a rule: {broken[0].message}"
                    self.outcome = replace(
                        self.outcome, status="UNKNOWN", reason="bad-model", message=told
                    )
                    self.wrong = board
                    return
                else:
                    self.rejected += 1

    def _note(self, outcome: Outcome) -> None:
        # What was stopped tells no figures; those of the outcome before stand.
        self.outcome = replace(outcome, statistics=outcome.statistics or self.outcome.statistics)
        self.solver_seconds += outcome.seconds
        if self.cpu_seconds is not None:
            told = outcome.cpu_seconds
            self.cpu_seconds = None if told is None else self.cpu_seconds + told
        if outcome.megabytes is not None:
            self.megabytes = max(self.megabytes or 0.0, outcome.megabytes)

    def collect(self, found: Outcomes, most: int | None, keep: int | None) -> Answer:
        """Return the answer of a search.

        Args:
            found: the search.
            most: stop after so many solutions; None for all of them. More than one also tells
                whether there are others.
            keep: how many boards to return; None for all that were found.

        Raises:
            InterruptedSearchError: it was interrupted; one with no solution yet is the
                ``KeyboardInterrupt`` itself.
        """
        started = time.perf_counter()
        solutions: list[Assignment] = []
        model: Model | None = None
        count, due = 0, 0.0
        interruption: KeyboardInterrupt | None = None
        try:
            with closing(self.boards(found)) as boards:
                for outcome, board in boards:
                    model = outcome.model if model is None else model
                    if keep is None or len(solutions) < keep:
                        solutions.append(board)
                    count += 1  # last: from here on it counts, also if the search is interrupted
                    if most != 1 and time.monotonic() >= due:
                        due = time.monotonic() + TOLD_SECONDS
                        tell(f"{self.finder}: {count} solution{'s' * (count > 1)} so far")
                    if count == most:
                        break
        except KeyboardInterrupt as stop:
            if not count:
                raise
            interruption = stop
            self.interrupt()
        answer = replace(
            self.answer(count > 0, time.perf_counter() - started),
            solutions=tuple(solutions[:count]),
            count=None if most == 1 or self.outcome.reason in DISCREDITING else count,
            complete=None if most == 1 else self.outcome.status == "UNSATISFIABLE",
            model=model,
        )
        answer = self.finish(answer)
        if interruption is not None:
            raise InterruptedSearchError(answer, interruption)
        return answer

    def listed(self, count: int, complete: bool) -> Answer:
        """Return the answer of a search whose boards were taken one by one.

        Args:
            count: how many solutions were taken.
            complete: whether these are all, as far as the search went to its end.
        """
        return self.finish(
            replace(
                self.answer(count > 0, self.solver_seconds + self.decoding),
                count=count,
                complete=complete and self.outcome.status == "UNSATISFIABLE",
            )
        )

    def interrupt(self) -> None:
        """Note that the search was interrupted."""
        self.outcome = replace(self.outcome, status="UNKNOWN", reason="interrupted", message=None)

    def answer(self, found: bool, seconds: float) -> Answer:
        """Return the answer of a search that took so many seconds in all.

        Args:
            found: whether it has found a solution.
            seconds: wall-clock.
        """
        outcome = self.outcome
        statistics = dict(outcome.statistics)
        if not self.exact:
            statistics["rejected"] = self.rejected
        return Answer(
            "SATISFIABLE" if found and outcome.reason not in DISCREDITING else outcome.status,
            outcome.reason,
            outcome.message,
            seconds={"solve": seconds - self.decoding, "decode": self.decoding},
            statistics=statistics,
            program=self.program,
            rejected=self.wrong,
            solver_seconds=self.solver_seconds,
            cpu_seconds=self.cpu_seconds,
            megabytes=self.megabytes,
        )
