"""The protocol of encodings that see a whole puzzle instead of its rules one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from nlc.arrays import Ints
from nlc.board.board import Board
from nlc.cnf.formula import Clauses, Cnf, Model
from nlc.encode.base import Declaration
from nlc.encode.numberlink.rules import Numberlink

Labels = Callable[[Model], Ints]
"""Given a model, returns the index of the label of each cell's path, ABSENT off all paths."""

CLAUSES = 20_000_000
"""The most clauses of a puzzle: these encodings grow with powers of the number of pairs."""


class NumberlinkEncoding(Protocol):
    """States a Numberlink puzzle with variables of its own, without lowering its rules."""

    @property
    def declaration(self) -> Declaration:
        """What the encoding is."""

    def refusal(self, puzzle: Numberlink) -> str | None:
        """Return why the encoding cannot state this puzzle, or None."""

    def lower(self, cnf: Cnf, puzzle: Numberlink, line: Ints) -> Labels:
        """Add variables and clauses to a CNF.

        Args:
            cnf: takes the clauses, each under the rule that they state.
            puzzle: what to state, all but `Numberlink.further`; not refused.
            line: shape (links,), the CNF variable of each segment.

        Returns:
            What reads the labels of the cells off a model.
        """


def too_many(clauses: int) -> str | None:
    """Return the reason for refusing a puzzle that takes so many clauses, or None."""
    if clauses <= CLAUSES:
        return None
    return f"it takes {clauses:,} clauses on this board, more than {CLAUSES:,}"


def product(*columns: Clauses) -> Clauses:
    """Return clauses whose literals are the corresponding entries of arrays that broadcast.

    Args:
        columns: w arrays of literals whose shapes broadcast to one with m entries.

    Returns:
        Shape (m, w).
    """
    return np.stack(np.broadcast_arrays(*columns), axis=-1).reshape(-1, len(columns))


def by_degree(board: Board) -> Iterator[tuple[Ints, Ints]]:
    """Yield the cells of each degree d, ascending, and their links, shapes (m,) and (m, d)."""
    incidence = board.cell_links
    for d in np.unique(incidence.lengths).tolist():
        cells = np.flatnonzero(incidence.lengths == d).astype(np.int32)
        yield cells, incidence.data[incidence.indptr[cells][:, None] + np.arange(d)]
