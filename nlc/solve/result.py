"""What came of one puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nlc.dimacs.cnf import Model
from nlc.ir.nodes import Assignment


@dataclass(frozen=True, eq=False)
class Result:
    """The outcome of solving one puzzle; every board in it has passed the evaluator of the IR.

    Attributes:
        status: ``SATISFIABLE``, ``UNSATISFIABLE`` or ``UNKNOWN``.
        reason: None for a decided status, else as in `nlc.drivers.base.Outcome`, or ``bad-board``
            for a model whose board breaks a rule, from an encoding that is said to be exact.
        message: for a person, when a solver or an encoding failed.
        solutions: boards, as many as were to be kept.
        count: the number of solutions found, where more than one was asked for.
        complete: whether there are no others; None where only one was asked for.
        seconds: ``solve`` and ``decode``, wall-clock.
        statistics: of the solver; and, where the encoding is not exact, ``rejected``, the number of
            models that were left out because their board breaks a rule.
        model: of the CNF, for the first solution.
    """

    status: str
    reason: str | None = None
    message: str | None = None
    solutions: tuple[Assignment, ...] = ()
    count: int | None = None
    complete: bool | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    statistics: Mapping[str, int] = field(default_factory=dict)
    model: Model | None = None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None where that is not known."""
        if self.count is None:
            return None
        if self.count > 1:
            return False
        return self.count == 1 if self.complete else None
