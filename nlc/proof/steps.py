"""Proofs as steps: additions and deletions of clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

Clause = Sequence[int]
"""DIMACS literals."""

ClauseList = Sequence[Clause]
"""Clauses in the order of the DIMACS file; LRAT calls the first of them 1."""


class Drat(Struct, frozen=True, eq=False):
    """A DRAT proof (Wetzler, Heule, Hunt: DRAT-trim, SAT 2014).

    Attributes:
        literals: of all steps, one after the other, DIMACS, int32.
        starts: the index in `literals` at which each step begins, and the end, shape (steps + 1,).
        deletes: whether the step is a deletion, shape (steps,).
        places: of each step the line from 1, in a binary file the byte from 0, shape (steps,).
        unit: ``line`` or ``byte``.
    """

    literals: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int64]
    deletes: npt.NDArray[np.bool_]
    places: npt.NDArray[np.int64]
    unit: str = "line"

    def __len__(self) -> int:
        """Return the number of steps."""
        return len(self.deletes)

    def steps(self) -> Iterator[tuple[bool, list[int]]]:
        """Yield of each step whether it is a deletion, and its clause."""
        literals, starts = self.literals.tolist(), self.starts.tolist()
        for at, delete in enumerate(self.deletes.tolist()):
            yield delete, literals[starts[at] : starts[at + 1]]

    def place(self, step: int) -> str:
        """Return the place of a step, such as ``step 3 (line 4)``; `step` counts from 0."""
        return f"step {step + 1} ({self.unit} {self.places[step]})"


class Addition(NamedTuple):
    """A line of LRAT that adds a clause.

    Attributes:
        id: a number above those of all clauses before it.
        literals: DIMACS; the first is the pivot.
        hints: ids of clauses, in the order in which they become unit and the last one false. Where
            the clause is RAT, -D begins the hints for the clause D that holds the pivot's negation.
        place: line from 1; in a binary file the byte from 0.
    """

    id: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]
    place: int


class Deletion(NamedTuple):
    """A line of LRAT that deletes clauses, by their ids."""

    ids: tuple[int, ...]
    place: int


class Lrat(Struct, frozen=True, eq=False):
    """An LRAT proof (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient Certified RAT
    Verification, CADE 2017).

    Attributes:
        steps: in order.
        unit: of their places, ``line`` or ``byte``.
    """

    steps: list[Addition | Deletion]
    unit: str = "line"

    def __len__(self) -> int:
        """Return the number of steps."""
        return len(self.steps)

    def place(self, step: int) -> str:
        """Return the place of a step, such as ``step 3 (line 4)``; `step` counts from 0."""
        return f"step {step + 1} ({self.unit} {self.steps[step].place})"


def show(clause: Clause) -> str:
    """Return a clause as DIMACS writes it, shortened if it is long."""
    some = [*map(str, clause[:20]), *(["…"] if len(clause) > 20 else [])]
    return " ".join([*some, "0"])
