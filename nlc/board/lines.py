"""Maximal straight lines of cells.

A cell has a *strand* for each pair of its opposite sides, which are the strand's two ports. Links
join the ports of strands, and connected strands are a line: rows and columns on squares, three
directions on hexagons, a line for each lane of a bridge, none on triangles. A line ends at the rim,
at holes and at walls, continues through warps that name their sides, and may be closed if a board
wraps round.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, offsets
from nlc.graph import components


class Lines(Struct, frozen=True, eq=False):
    """The lines of a board, ordered by their first cells; a line starts at the smaller of its ends.

    Attributes:
        first_strand: shape (cells + 1,), the first strand of each cell in the next arrays.
        cell: shape (strands,), the cell of each strand.
        line: shape (strands,), its line.
        place: shape (strands,), its place in the line, from 0.
        ahead: shape (strands,), the port of the strand towards the next one.
        indptr: shape (lines + 1,), the start of each line in `order`.
        order: shape (strands,), the strands of the lines, from the first to the last.
        closed: shape (lines,), whether a line is closed.
    """

    first_strand: Ints
    cell: Ints
    line: Ints
    place: Ints
    ahead: Ints
    indptr: Ints
    order: Ints
    closed: Bools

    def ahead_of(self, strands: Ints, ports: Ints) -> tuple[Bools, Ints]:
        """Return the direction of ports along their lines, and the number of cells in it.

        Args:
            strands: shape (n,).
            ports: shape (n,).

        Returns:
            Whether the direction is forward, and the number of cells; shapes (n,).
        """
        line, place = self.line[strands], self.place[strands]
        size = np.diff(self.indptr)[line]
        forward: Bools = self.ahead[strands] == ports
        length = np.where(forward, size - 1 - place, place)
        return forward, np.where(self.closed[line], size - 1, length).astype(np.int32)

    def stretches(self, strands: Ints, forward: Bools, lengths: Ints) -> tuple[Ints, Ints]:
        """Return a number of cells after strands, or before them, the nearest first.

        Args:
            strands: shape (n,).
            forward: shape (n,), whether the cells come after the strand in its line.
            lengths: shape (n,).

        Returns:
            A ragged array of n rows, as (indptr, cells). No row has the strand's own cell, or one
            twice.
        """
        line, place = self.line[strands], self.place[strands].astype(np.int64)
        size = np.diff(self.indptr)[line]
        indptr = offsets(lengths)
        row = np.repeat(np.arange(len(strands)), lengths)
        step = np.arange(indptr[-1]) - indptr[row] + 1
        index = (place[row] + np.where(forward[row], step, -step)) % size[row]
        cells = self.cell[self.order[self.indptr[line[row]] + index]]
        return _drop_repeats(indptr, cells, self.cell[strands])

    def __iter__(self) -> Iterator[list[int]]:
        """Yield the cells of each line in their order."""
        for start, end in pairwise(self.indptr.tolist()):
            yield self.cell[self.order[start:end]].tolist()

    def cells_of(self, lines: Ints) -> tuple[Ints, Ints]:
        """Return the cells of lines in their order, ragged."""
        length = np.diff(self.indptr)[lines]
        indptr = offsets(length)
        index = np.arange(indptr[-1]) + np.repeat(self.indptr[lines] - indptr[:-1], length)
        return _drop_repeats(indptr, self.cell[self.order[index]], None)


def _drop_repeats(indptr: Ints, cells: Ints, own: Ints | None) -> tuple[Ints, Ints]:
    """Drop repeated cells of a row, which lines that cross themselves have, and its own cell."""
    rows = np.repeat(np.arange(len(indptr) - 1, dtype=np.int32), np.diff(indptr))
    keys = rows.astype(np.int64) * (int(cells.max(initial=0)) + 1) + cells
    keep = np.ones(len(cells), np.bool_)
    order = np.argsort(keys, kind="stable")
    keep[order[1:][keys[order[1:]] == keys[order[:-1]]]] = False
    if own is not None:
        keep &= cells != own[rows]
    if keep.all():
        return indptr, cells
    return offsets(keep)[indptr], cells[keep]


def lines_of(axes: Ints, links: Ints, ports: Ints) -> Lines:
    """Return the lines of a board, from its `cell_axes`, `link_cells` and `link_ports`."""
    first = offsets(axes)
    cell = np.repeat(np.arange(len(axes), dtype=np.int32), axes)
    mate = np.full(2 * int(first[-1]), -1, np.int32)  # of port p of strand s, at 2 s + p
    joined = (ports >= 0).all(axis=1)
    ends = 2 * first[links[joined]] + ports[joined]
    mate[ends[:, 0]], mate[ends[:, 1]] = ends[:, 1], ends[:, 0]
    starts, closed = _starts(mate, cell)
    strand, port, line_of, place = _walk(mate, starts, closed)
    order = np.lexsort((place, line_of))
    strand, port, line_of, place = strand[order], port[order], line_of[order], place[order]
    line = np.zeros(len(cell), np.int32)
    at = np.zeros(len(cell), np.int32)
    ahead = np.zeros(len(cell), np.int32)
    line[strand], at[strand], ahead[strand] = line_of, place, port ^ 1
    indptr = offsets(np.bincount(line_of, minlength=len(starts)))
    return Lines(first, cell, line, at, ahead, indptr, strand, closed)


def _starts(mate: Ints, cell: Ints) -> tuple[Ints, Bools]:
    """Return the port of entry into the first strand of each line, and the closed lines."""
    joined, heads = np.flatnonzero(mate >= 0), np.flatnonzero(mate < 0)
    root = components(len(cell), np.stack([joined // 2, mate[joined] // 2], axis=1))
    ended = root[heads // 2]
    open_ = heads[np.unique(ended, return_index=True)[1]]
    # Both directions of a ring start at the least strand; the second strand decides.
    rings = np.setdiff1d(root, ended)
    ahead, back = (cell[mate[2 * rings + port] // 2] for port in (1, 0))
    starts = np.concatenate([open_, 2 * rings + (ahead > back)])
    closed = np.arange(len(starts)) >= len(open_)
    order = np.argsort(starts // 2, kind="stable")
    return starts[order].astype(np.int32), closed[order]


def _walk(mate: Ints, starts: Ints, closed: Bools) -> tuple[Ints, Ints, Ints, Ints]:
    """Walk all lines at once, a cell in each step.

    Returns:
        Strand, port of entry, line and place of each cell; shapes (strands,).
    """
    at, line, place = starts.copy(), np.arange(len(starts), dtype=np.int32), 0
    visited = [(at[:0], at[:0], at[:0], at[:0])]
    while len(at):
        visited.append((at // 2, at % 2, line, np.full(len(at), place, np.int32)))
        onward = mate[at ^ 1]
        alive = (onward >= 0) & ~(closed[line] & (onward == starts[line]))
        at, line, place = onward[alive], line[alive], place + 1
    strand, port, line_of, places = (
        np.concatenate(part).astype(np.int32) for part in zip(*visited, strict=True)
    )
    return strand, port, line_of, places
