"""External propagators: they observe a solver's search, and add clauses to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence


class Propagator:
    """A propagator that has nothing to say; subclasses observe, and put clauses in the queue.

    The methods are those of IPASIR-UP (K. Fazekas, A. Niemetz, M. Preiner, M. Kirchweger,
    S. Szeider, A. Biere: "IPASIR-UP: user propagators for CDCL", SAT 2023).

    Attributes:
        watched: the variables whose assignments it observes, ascending.
        is_lazy: False; it observes assignments at once.
        clauses: those that are still to be added.
    """

    is_lazy = False

    def __init__(self, watched: Iterable[int]) -> None:
        self.watched = sorted(set(watched))
        self.clauses: deque[list[int]] = deque()

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        """Add the value of a watched variable; a fixed one remains when the solver backtracks."""

    def on_new_level(self) -> None:
        """Begin a decision level."""

    def on_backtrack(self, to: int) -> None:
        """Forget all values above a decision level but the fixed ones."""

    def check_model(self, model: Sequence[int]) -> bool:
        """Return whether there is no clause to be added; all watched variables are assigned."""
        return not self.clauses

    def decide(self) -> int:
        """Leave the decision to the solver."""
        return 0

    def propagate(self) -> list[int]:
        """Return an unassigned literal that is implied, if there is one."""
        return []

    def provide_reason(self, lit: int) -> list[int]:
        """Return the clause that implied a literal."""
        return []

    def has_clause(self) -> bool:
        """Return whether there is a clause to be added."""
        return bool(self.clauses)

    def add_clause(self) -> list[int]:
        """Return a clause to be added."""
        return self.clauses.popleft()
