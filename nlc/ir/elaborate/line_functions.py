"""Built-in functions about straight lines, rows, columns and distances, for all rows at once.

Arguments have no `MISSING` element.
"""

from __future__ import annotations

import numpy as np

from nlc.arrays import Floats, Ints, offsets
from nlc.board import Board, Incidence, Sort, cached_by_board, group_by_key
from nlc.ir.elaborate.bounds import require_room
from nlc.ir.elaborate.values import MISSING, Static, StaticSet, ragged_take


def lines(board: Board, cell: Static) -> StaticSet:
    """Return the straight lines through each cell, each once."""
    lines = board.lines
    cells = np.atleast_1d(cell.data)
    indptr, found = ragged_take(lines.first_strand, lines.line, cells)
    # A line with two strands at a cell counts once.
    again = np.zeros(len(found), np.bool_)
    rows = np.repeat(np.arange(len(cells)), np.diff(indptr))
    for back in range(1, int(np.diff(indptr).max(initial=0))):
        again[back:] |= (found[back:] == found[:-back]) & (rows[back:] == rows[:-back])
    if again.any():
        indptr, found = offsets(~again)[indptr], found[~again]
    return shaped(Sort.LINE, indptr, found, cell)


def cells(board: Board, line: Static) -> StaticSet:
    """Return the cells of each line in their order."""
    lines = board.lines
    chosen = np.atleast_1d(line.data)
    require_room(int(np.diff(lines.indptr)[chosen].sum(dtype=np.int64)))
    return shaped(Sort.CELL, *lines.cells_of(chosen), line)


def through(board: Board, line: Static) -> StaticSet:
    """Return the cells in line with each cell, also past holes and walls."""
    return taken(Sort.CELL, _cells_of_straights(board), _straights(board)[0][line.data])


@cached_by_board
def _cells_of_straights(board: Board) -> Incidence:
    group, _ = _straights(board)
    order = np.argsort(group, kind="stable")
    indptr, cells = board.lines.cells_of(order.astype(np.int32))
    ends = np.searchsorted(group[order], np.arange(group.max(initial=-1) + 2))
    return Incidence(indptr[ends], cells)


def steps(board: Board, one: Static, other: Static) -> Static:
    """Return the places from one cell to another in line, `MISSING` if not in line."""
    lines = board.lines
    cells, others = np.broadcast_arrays(one.data, other.data)
    found = np.full(cells.shape, MISSING, np.int32)
    group, spacing = _straights(board)
    ways = board.centers[others] - board.centers[cells]
    axes = range(int(board.cell_axes.max(initial=0)))
    for i, j in ((i, j) for i in axes for j in axes):
        both = (i < board.cell_axes[cells]) & (j < board.cell_axes[others])
        mine = lines.line[lines.first_strand[cells[both]] + i]
        its = lines.line[lines.first_strand[others[both]] + j]
        far = np.round(np.hypot(*ways[both].T) / spacing[mine])
        found[both] = np.where(group[mine] == group[its], far, found[both])
    return Static("int", found)


@cached_by_board
def _straights(board: Board) -> tuple[Ints, Floats]:
    """Return the straight of each line, and the distance of its cells."""
    lines = board.lines
    start = board.centers[lines.cell[lines.order[lines.indptr[:-1]]]]
    way = board.points[board.border_vertices[board.first_borders()]].mean(axis=1) - start
    half = np.hypot(*way.T)
    way *= (np.where(way[:, 0] + way[:, 1] / 8 < 0, -1, 1) / half)[:, None]
    off = start[:, 0] * way[:, 1] - start[:, 1] * way[:, 0]
    known: dict[tuple[float, ...], int] = {}
    keys = np.round(np.column_stack([way, off]), 3).tolist()
    group = [known.setdefault(tuple(key), len(known)) for key in keys]
    return np.array(group, np.int32), 2 * half


def ray(board: Board, cell: Static, way: Static) -> StaticSet:
    """Return the cells straight ahead of a cell through a link or a side, nearest first."""
    lines = board.lines
    cells, ways = np.broadcast_arrays(np.atleast_1d(cell.data), way.data)
    if way.kind is Sort.BORDER:
        ways = across(board)[ways]
    strands, ports = _strands_of(board, np.maximum(ways, 0), cells)
    known = (ways >= 0) & (strands >= 0)
    if not len(lines.cell):
        return shaped(Sort.CELL, np.zeros(len(cells) + 1, np.int32), lines.cell, cell, way)
    strands = np.where(known, strands, 0)
    forward, lengths = lines.ahead_of(strands, ports)
    lengths = np.where(known, lengths, 0).astype(np.int32)
    require_room(int(lengths.sum(dtype=np.int64)))
    return shaped(Sort.CELL, *lines.stretches(strands, forward, lengths), cell, way)


def between(board: Board, one: Static, other: Static) -> StaticSet:
    """Return the cells between two cells of a line, from the first one on; else none.

    On a closed line they are those of the shorter way.
    """
    lines = board.lines
    cells, others = np.broadcast_arrays(np.atleast_1d(one.data), other.data)
    strand = np.full(len(cells), -1, np.int32)
    goal = np.full(len(cells), -1, np.int32)
    axes = int(board.cell_axes.max(initial=0))
    for i, j in ((i, j) for i in range(axes) for j in range(axes)):
        mine, its = lines.first_strand[cells] + i, lines.first_strand[others] + j
        both = (i < board.cell_axes[cells]) & (j < board.cell_axes[others])
        both &= (strand < 0) & (cells != others)
        both[both] &= lines.line[mine[both]] == lines.line[its[both]]
        strand[both], goal[both] = mine[both], its[both]
    if not len(lines.cell):
        return shaped(Sort.CELL, np.zeros(len(cells) + 1, np.int32), lines.cell, one, other)
    known = strand >= 0
    strand, goal = np.where(known, strand, 0), np.where(known, goal, 0)
    size, closed = np.diff(lines.indptr)[lines.line[strand]], lines.closed[lines.line[strand]]
    steps = lines.place[goal] - lines.place[strand]
    forward = np.where(closed, 2 * (steps % size) <= size, steps > 0)
    ahead = np.where(closed, np.minimum(steps % size, -steps % size), np.abs(steps))
    lengths = np.where(known, ahead - 1, 0).astype(np.int32)
    require_room(int(lengths.sum(dtype=np.int64)))
    return shaped(Sort.CELL, *lines.stretches(strand, forward, lengths), one, other)


def distance(board: Board, one: Static, other: Static) -> Static:
    """Return the fewest links from one cell to another, `MISSING` if there is no way."""
    cells, others = np.broadcast_arrays(one.data, other.data)
    ends = np.zeros((2, board.count(Sort.CELL)), np.bool_)
    ends[0, cells] = ends[1, others] = True
    sources = ends[0]
    if ends[1].sum() < ends[0].sum():
        sources, cells, others = ends[1], others, cells
    table = distances(board, np.flatnonzero(sources).astype(np.int32))
    return Static("int", table[(np.cumsum(sources) - 1)[cells], others])


def block(board: Board, one: Static, other: Static) -> StaticSet:
    """Return the cells between two in the drawing, by rows and ordinals, row by row."""
    ends = np.broadcast_arrays(np.atleast_1d(one.data), other.data)
    places = []
    for place in (board.row_of, board.col_of):
        low, high = (f(place[ends[0]], place[ends[1]]) for f in (np.minimum, np.maximum))
        places.append((low, high - low + 1))
    (top, height), (left, width) = places
    sizes = height.astype(np.int64) * width
    require_room(int(sizes.sum()))
    indptr = offsets(sizes)
    step = np.arange(indptr[-1]) - np.repeat(indptr[:-1], sizes)
    wide = np.repeat(width, sizes)
    rows, cols = np.repeat(top, sizes) + step // wide, np.repeat(left, sizes) + step % wide
    grid = _drawn_places(board)
    inner, found = ragged_take(
        grid.indptr, grid.data, (rows * _wide(board) + cols).astype(np.int32)
    )
    return shaped(Sort.CELL, inner[indptr], found, one, other)


@cached_by_board
def _drawn_places(board: Board) -> Incidence:
    """Return the cells at each place of the drawing, row by row."""
    places = board.row_of * _wide(board) + board.col_of
    size = int((board.row_of.max(initial=0) + 1) * _wide(board))
    return group_by_key(places, np.arange(len(places)), size)


def _wide(board: Board) -> int:
    return int(board.col_of.max(initial=0)) + 1


def line_up(board: Board, cell: Static, places: Ints) -> StaticSet:
    """Return the cells of a square board that are in the drawn row, or column, of each cell.

    Args:
        places: shape (cells,), the row or the column of each cell.
    """
    rows = group_by_key(places, np.arange(len(places)), int(places.max(initial=-1)) + 1)
    return taken(Sort.CELL, rows, places[cell.data])


@cached_by_board
def across(board: Board) -> Ints:
    """Return the link that crosses each border, or `MISSING`."""
    links = np.flatnonzero(board.link_border >= 0)
    out = np.full(len(board.border_cells), MISSING, np.int32)
    out[board.link_border[links]] = links
    return out


def distances(board: Board, sources: Ints) -> Ints:
    """Return the distance of each cell from sources, shape (sources, cells), or `MISSING`.

    All sources are searched at once, breadth first.
    """
    cells = board.count(Sort.CELL)
    require_room(len(sources) * cells)
    out = np.full(len(sources) * cells, MISSING, np.int32)
    latest = np.zeros(len(out), np.int32)
    keys = np.arange(len(sources), dtype=np.int64) * cells + sources
    out[keys] = step = 0
    around = neighbours_of(board)
    while len(keys):
        step += 1
        at = (keys % cells).astype(np.int32)
        indptr, found = ragged_take(around.indptr, around.data, at)
        keys = np.repeat(keys - at, np.diff(indptr)) + found
        keys = keys[out[keys] == MISSING]
        number = np.arange(len(keys), dtype=np.int32)
        latest[keys] = number
        keys = keys[latest[keys] == number]
        out[keys] = step
    return out.reshape(len(sources), cells)


@cached_by_board
def neighbours_of(board: Board) -> Incidence:
    """Return the cells at the other ends of the links of each cell."""
    links = board.cell_links
    own = np.repeat(np.arange(len(links.lengths), dtype=np.int32), links.lengths)
    others: Ints = board.link_cells[links.data].sum(axis=1, dtype=np.int32) - own
    return Incidence(links.indptr, others)


def taken(kind: Sort, table: Incidence, rows: Ints) -> StaticSet:
    """Return some rows of a table, shape () or (n,), as sets."""
    chosen = np.atleast_1d(rows)
    require_room(int(table.lengths[chosen].sum(dtype=np.int64)))
    indptr, data = ragged_take(table.indptr, table.data, chosen)
    return StaticSet(kind, indptr if rows.ndim else None, data)


def shaped(kind: Sort, indptr: Ints, data: Ints, *args: Static) -> StaticSet:
    """Return a set for each row, or one for all rows if the arguments are the same in all."""
    if all(arg.data.ndim == 0 for arg in args):
        return StaticSet(kind, None, data)
    return StaticSet(kind, indptr, data)


def _strands_of(board: Board, links: Ints, cells: Ints) -> tuple[Ints, Ints]:
    """Return the strand of each cell along a link, and its port; -1 for none.

    There is also none if the line ends at the other end of the link.
    """
    ends = board.link_cells[links]
    side = np.where(ends[:, 0] == cells, 0, np.where(ends[:, 1] == cells, 1, -1))
    axis = np.where(side >= 0, board.link_ports[links, side], -1)
    axis = np.where((board.link_ports[links] >= 0).all(axis=1), axis, -1)
    strand = board.lines.first_strand[cells] + axis // 2
    return np.where(axis >= 0, strand, -1).astype(np.int32), (axis % 2).astype(np.int32)
