"""A Numberlink puzzle, and the protocol of encodings that see all of it and not single rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, distinct, true_places
from nlc.board import Board
from nlc.cnf import Clauses, Cnf, Model
from nlc.encode.base import Declaration
from nlc.ir.nodes import BoolVar, Domain, Exactly, Implies

ROLES = ("terminal", "through", "same", "open", "apart")
"""What the rules of a Numberlink puzzle say."""


class Numberlink(Struct, frozen=True, eq=False):
    """A Numberlink puzzle: p pairs of cells, each to be joined by a path, none of which cross.

    Attributes:
        board: where it is drawn.
        line: the variable of the segments, over links.
        color: the variable of the labels, over cells; p values.
        ends: shape (p, 2), the two cells of each label, the smaller first.
        used: shape (cells,), which cells lie on a path in every solution, for the rules say so.
        apart: shape (links,), which links are drawn where both their cells are on one path.
        further: constraints on segments alone.
        rules: the name of the rule for each of `ROLES`: one segment leaves an end (``terminal``),
            two or none leave any other cell (``through``), a segment joins cells of one label
            (``same``), no segments form a ring (``open``), neighbours on one path are linked
            (``apart``); where no rule says so, the role itself.
    """

    board: Board
    line: BoolVar
    color: Domain
    ends: Ints
    used: Bools
    apart: Bools
    further: tuple[Exactly | Implies, ...]
    rules: Mapping[str, str]

    @property
    def inner(self) -> Ints:
        """The cells that are no end of a path, ascending."""
        inner = np.ones(len(self.used), np.bool_)
        inner[self.ends] = False
        return true_places(inner)


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
    """Return the reason for refusing a puzzle that takes `clauses` clauses, or None."""
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
    for d in distinct(incidence.lengths).tolist():
        cells = np.flatnonzero(incidence.lengths == d).astype(np.int32)
        yield cells, incidence.data[incidence.indptr[cells][:, None] + np.arange(d)]
