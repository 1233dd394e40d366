"""External propagators: they observe a solver's search, and add clauses to it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from nlc.cnf import Clauses


class Propagator:
    """Adds clauses that are false, as soon as they are; subclasses find them.

    The methods are those of IPASIR-UP (K. Fazekas, A. Niemetz, M. Preiner, M. Kirchweger,
    S. Szeider, A. Biere: "IPASIR-UP: user propagators for CDCL", SAT 2023). Sets of places, such as
    nodes or edges, are the bits of integers.

    Attributes:
        lits: the literal of each place.
        watched: the variables whose assignments it observes, ascending.
        is_lazy: False; it observes assignments at once.
        held: the places whose literals hold.
        failed: the places whose literals do not hold.
        fixed: those that remain so when the solver backtracks.
        clauses: those that are still to be added.
    """

    is_lazy = False

    def __init__(self, lits: Clauses, true: int | None = None) -> None:
        """Set up for the literal of each place; `true` and its negation are constants."""
        self.lits: list[int] = lits.tolist()
        self.clauses: deque[list[int]] = deque()
        self._places: defaultdict[int, int] = defaultdict(int)
        for i, lit in enumerate(self.lits):
            self._places[lit] |= 1 << i
        self.watched = sorted({abs(x) for x in self.lits if abs(x) != true})
        self.fixed = (0, 0) if true is None else (self._places[true], self._places[-true])
        self.held, self.failed = self.fixed
        self._levels: list[tuple[int, int]] = []
        self._checked = False

    def contradicted(self) -> Iterable[list[int]]:
        """Return clauses that are false; none if there are none."""
        return ()

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        """Add the value of a watched variable; a fixed one remains when the solver backtracks."""
        held, failed = self._places.get(lit, 0), self._places.get(-lit, 0)
        self.held |= held
        self.failed |= failed
        self._checked = False
        if fixed:
            self.fixed = self.fixed[0] | held, self.fixed[1] | failed

    def on_new_level(self) -> None:
        """Begin a decision level."""
        self._levels.append((self.held, self.failed))

    def on_backtrack(self, to: int) -> None:
        """Forget all values above a decision level but the fixed ones."""
        if to < len(self._levels):
            held, failed = self._levels[to]
            self.held, self.failed = held | self.fixed[0], failed | self.fixed[1]
            del self._levels[to:]
            self.clauses.clear()
            self._checked = False

    def check_model(self, model: Sequence[int]) -> bool:
        """Return whether there is no clause to be added; all watched variables are assigned."""
        self.propagate()
        return not self.clauses

    def decide(self) -> int:
        """Leave the decision to the solver."""
        return 0

    def propagate(self) -> list[int]:
        """Look for clauses that are false; no literal is implied but by a clause."""
        if not self._checked:
            self._checked = True
            self.clauses = deque(self.contradicted())
        return []

    def provide_reason(self, lit: int) -> list[int]:
        """Return the clause that implied a literal; there is none."""
        return []

    def has_clause(self) -> bool:
        """Return whether there is a clause to be added."""
        return bool(self.clauses)

    def add_clause(self) -> list[int]:
        """Return a clause to be added."""
        return self.clauses.popleft()
