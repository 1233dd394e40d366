"""A solver of PySAT that is asked one formula again and again, each time under assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nlc.dimacs.cnf import Cnf, Separator
from nlc.drivers.base import Outcome
from nlc.drivers.pysat_search import cuts
from nlc.drivers.pysat_session import OutOfConflictsError, Session, SolverError
from nlc.drivers.stopwatch import Stopwatch
from nlc.drivers.verdict import failed


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

    def ask(self, assumptions: Sequence[int], conflicts: int | None = None) -> Outcome:
        """Decide the formula where some literals hold.

        UNSATISFIABLE speaks of the formula under these assumptions only. The statistics are those
        of this question.

        Args:
            assumptions: the literals.
            conflicts: after about so many, at least 1, the outcome is UNKNOWN, for ``no-answer``.

        Raises:
            RuntimeError: a separator gave no clause that the model breaks.
        """
        watch = Stopwatch()
        lazy_clauses = 0
        left = conflicts
        outcome = Outcome("UNSATISFIABLE")
        try:
            while (model := self._session.solve(assumptions, left)) is not None:
                found = cuts(model, self._separators)
                if not found:
                    outcome = Outcome("SATISFIABLE", model=model)
                    break
                lazy_clauses += len(found)
                self._session.add(found)
                if conflicts is not None:
                    left = max(1, conflicts - self._figures().get("conflicts", 0))
        except OutOfConflictsError:
            outcome = Outcome("UNKNOWN", "no-answer", f"undecided after {conflicts} conflicts")
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
