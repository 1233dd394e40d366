"""Encodings of a whole Numberlink puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, distinct
from nlc.board import Board
from nlc.cnf import Clauses, Cnf, Model
from nlc.encode.base import Declaration
from nlc.ir.nodes import BoolVar, Domain, Exactly, Implies
from nlc.registry import Registry

ROLES = ("terminal", "through", "same", "open", "apart")
"""The meanings of the rules of a Numberlink puzzle."""


class Numberlink(Struct, frozen=True, eq=False):
    """A Numberlink puzzle: p pairs of cells, each to be joined by a path, none of which cross.

    Attributes:
        board: the board.
        line: the variable of the segments, over links.
        color: the variable of the labels, over cells; p values.
        ends: shape (p, 2), the two cells of each label, the smaller first.
        used: shape (cells,), the cells that the rules require to be on a path.
        apart: shape (links,), the links that are drawn whenever their cells are on one path.
        further: other constraints on segments alone.
        rules: the name of the rule for each of `ROLES`: one segment leaves an end (``terminal``),
            two or none leave any other cell (``through``), a segment joins cells of one label
            (``same``), no segments form a ring (``open``), neighbours on one path are linked
            (``apart``); the role itself if there is no such rule.
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
        """The cells that are not ends of a path, ascending."""
        inner = np.ones(len(self.used), np.bool_)
        inner[self.ends] = False
        return np.flatnonzero(inner).astype(np.int32)


Labels = Callable[[Model], Ints]
"""Decodes a model: returns the index of the label of each cell's path, ABSENT off all paths."""

CLAUSES = 20_000_000
"""The most clauses of a puzzle: these encodings grow with powers of the number of pairs."""


class NumberlinkEncoding(Protocol):
    """Encodes a Numberlink puzzle with variables of its own, without lowering its rules."""

    @property
    def declaration(self) -> Declaration:
        """The properties of the encoding."""

    def refusal(self, puzzle: Numberlink) -> str | None:
        """Return why the encoding does not apply to a puzzle, or None."""

    def lower(self, cnf: Cnf, puzzle: Numberlink, line: Ints) -> Labels:
        """Add variables and clauses to a CNF.

        Args:
            cnf: gets the clauses, with their rules.
            puzzle: the puzzle; `refusal` must be None, and `Numberlink.further` is not encoded.
            line: shape (links,), the CNF variable of each segment.

        Returns:
            The decoder of labels.
        """


REGISTRY: Registry[NumberlinkEncoding] = Registry(
    "whole encoding",
    "ENCODING",
    "nlc.encodings.whole",
    {
        "edge-path": "nlc.encode.numberlink.paths:EdgePath",
        "path-position": "nlc.encode.numberlink.paths:PathPosition",
    },
)


def too_many(clauses: int) -> str | None:
    """Return the reason for refusing a puzzle with so many clauses, or None."""
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
