"""A solver of PySAT that is asked one formula again and again, each time under assumptions."""

from __future__ import annotations

import time
from collections.abc import Sequence

from nlc.cnf.formula import Cnf, Separator
from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import Limits, Outcome, Reason
from nlc.drivers.pysat.search import cuts
from nlc.drivers.pysat.session import OutOfConflictsError, Session, SolverError
from nlc.drivers.verdict import failed
from nlc.process.stopwatch import Stopwatch

PIECE = 1000
"""A search that has a deadline is cut into pieces of this many conflicts, of a tenth of a second or
so on large boards. A new piece is no more than a restart."""


@dataclass(frozen=True)
class Deadline:
    """When a question is to be given up.

    Attributes:
        wall: on the clock of `time.monotonic`, or None.
        cpu: on that of `time.process_time`, or None.
    """

    wall: float | None = None
    cpu: float | None = None

    @staticmethod
    def of(limits: Limits) -> Deadline:
        """Return the end of limits of time that begin now."""
        wall = None if limits.seconds is None else time.monotonic() + limits.seconds
        cpu = None if limits.cpu_seconds is None else time.process_time() + limits.cpu_seconds
        return Deadline(wall, cpu)

    def reached(self) -> Reason | None:
        """Return why to give up, if it is time."""
        if self.wall is not None and time.monotonic() >= self.wall:
            return "wall-time"
        if self.cpu is not None and time.process_time() >= self.cpu:
            return "cpu-time"
        return None


NEVER = Deadline()


class Alternatives:
    """A formula and what the solver has learnt of it; a context manager.

    It runs where it is called: call it in a process that may be killed. Models are not compared
    with the clauses, which would take as long as finding them; the caller checks the board.
    """

    def __init__(self, solver: str, cnf: Cnf, separators: Sequence[Separator] = ()) -> None:
        """Load a formula into the solver that PySAT calls `solver`, which is incremental.

        Args:
            solver: its name.
            cnf: the formula.
            separators: their clauses hold whatever is assumed; they stay for all later questions.

        Raises:
            SolverError: the solver cannot be made.
        """
        self.name = f"pysat:{solver}"
        self._separators = separators
        self._session = Session(solver, cnf)
        self._before: dict[str, int] = {}

    def __enter__(self) -> Alternatives:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.__exit__()

    def ask(
        self,
        assumptions: Sequence[int],
        conflicts: int | None = None,
        deadline: Deadline = NEVER,
    ) -> Outcome:
        """Decide the formula where some literals hold.

        UNSATISFIABLE speaks of the formula under these assumptions only. The statistics are those
        of this question.

        Args:
            assumptions: the literals.
            conflicts: after about so many, at least 1, the outcome is UNKNOWN, for ``no-answer``.
            deadline: it is looked at every `PIECE` conflicts; the formula can be asked on.

        Raises:
            RuntimeError: a separator gave no clause that the model breaks.
        """
        watch = Stopwatch()
        lazy_clauses = 0
        left = conflicts
        outcome = Outcome("UNSATISFIABLE")
        try:
            while True:
                piece = left if deadline == NEVER else min(left or PIECE, PIECE)
                try:
                    model = self._session.solve(assumptions, piece)
                except OutOfConflictsError:
                    left = left - piece if left and piece else None
                    if left == 0:
                        told = f"undecided after {conflicts} conflicts"
                        outcome = Outcome("UNKNOWN", "no-answer", told)
                        break
                else:
                    if model is None:
                        break
                    found = cuts(model, self._separators)
                    if not found:
                        outcome = Outcome("SATISFIABLE", model=model)
                        break
                    lazy_clauses += len(found)
                    self._session.add(found)
                    if conflicts is not None:
                        left = max(1, conflicts - self._figures().get("conflicts", 0))
                if (reached := deadline.reached()) is not None:
                    outcome = Outcome("UNKNOWN", reached)
                    break
        except SolverError as error:
            return failed("crashed", f"{self.name} failed: {error}")
        statistics = self._figures()
        self._before = self._session.statistics()
        return replace(
            outcome,
            seconds=watch.seconds,
            cpu_seconds=watch.cpu_seconds,
            statistics={**statistics, "lazy_clauses": lazy_clauses},
        )

    def _figures(self) -> dict[str, int]:
        """Return the solver's statistics since the last question."""
        after = self._session.statistics()
        return {key: value - self._before.get(key, 0) for key, value in after.items()}

    def state(self, clause: Sequence[int]) -> None:
        """Add a clause, for all later questions.

        Raises:
            SolverError: the solver refuses it.
        """
        self._session.add([list(clause)])
