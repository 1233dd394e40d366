"""The built-in functions of the language on the elements of a board, for all rows at once.

Arguments have no `MISSING` element.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from nlc.arrays import AnyInts, Ints, look_up
from nlc.board import Board, Incidence, Sort, cached_by_board
from nlc.ir.elaborate import line_functions as lines
from nlc.ir.elaborate import place_functions as places
from nlc.ir.elaborate.place_functions import rings
from nlc.ir.elaborate.values import MISSING, Pairs, Static, StaticSet, ragged_filter, ragged_take
from nlc.language.builtins import DIRECTION

HALF = Static("int", np.asarray(180, np.int32))
"""Half a turn, in degrees."""

Result = Static | StaticSet


def call(board: Board, name: str, args: Sequence[Static | StaticSet]) -> Result:
    """Return the value of a built-in function."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name](board, *args)
    (arg,) = args
    assert isinstance(arg, Static) and not isinstance(arg.kind, str)
    if isinstance(arg.kind, Pairs):
        ends = arg.kind.ends[arg.data].reshape(-1, 2)
        indptr = np.arange(0, 2 * len(ends) + 1, 2, dtype=np.int32)
        return StaticSet(arg.kind.kind, indptr if arg.data.ndim else None, ends.ravel())
    if arg.kind is Sort.LINE:
        return lines.cells(board, arg)
    return lines.taken(*_sets(board)[name, arg.kind], arg.data)


def _end(board: Board, link: Static, end: int) -> Static:
    return Static(Sort.CELL, board.link_cells[link.data, end])


def _other(board: Board, link: Static, cell: Static) -> Static:
    ends = board.link_cells[link.data]
    at_end = (ends == cell.data[..., None]).any(axis=-1)
    return Static(Sort.CELL, np.where(at_end, ends.sum(axis=-1) - cell.data, MISSING))


def _opposite(board: Board, link: Static, cell: Static) -> Static:
    if link.kind is Sort.BORDER or link.kind is Sort.VERTEX:
        ends = np.stack(np.broadcast_arrays(cell.data, link.data), axis=-1)
        wanted = _keys(ends, board.count(link.kind))
        return Static(link.kind, look_up(*_opposite_sides(board, link.kind), wanted, MISSING))
    ends, both = board.link_cells[link.data], board.opposite[link.data]
    at_second = np.where(ends[..., 1] == cell.data, both[..., 1], -1)
    return Static(
        Sort.LINK, _or_missing(np.where(ends[..., 0] == cell.data, both[..., 0], at_second))
    )


def _ray(board: Board, cell: Static, way: Static) -> StaticSet:
    """Return the cells straight on: through a direction, those through its side or its corner."""
    if way.kind != DIRECTION:
        return (places.diagonal if way.kind is Sort.VERTEX else lines.ray)(board, cell, way)
    corner = np.maximum(way.data - board.count(Sort.BORDER), -1)
    link = np.where(corner < 0, lines.across(board)[np.where(corner < 0, way.data, 0)], -1)
    ahead = lines.ray(board, cell, Static(Sort.LINK, link)).over(1)
    aslant = places.diagonal(board, cell, Static(Sort.VERTEX, corner)).over(1)
    lengths = np.concatenate([np.diff(indptr) for indptr, _ in (ahead, aslant)])
    rows = np.repeat(np.tile(np.arange(len(lengths) // 2), 2), lengths)
    data = np.concatenate([ahead[1], aslant[1]])[np.argsort(rows, kind="stable")]
    return lines.shaped(Sort.CELL, ahead[0] + aslant[0], data, cell, way)


@cached_by_board
def _opposite_sides(board: Board, sort: Sort) -> tuple[Ints, Ints]:
    """Return the keys of all cells with one of their borders or corners, and what lies across."""
    table = board.cell_borders if sort is Sort.BORDER else board.cell_corners
    cell = np.repeat(np.arange(len(table.lengths), dtype=np.int32), table.lengths)
    half = board.cell_axes[cell]
    side = np.arange(len(cell), dtype=np.int32) - table.indptr[cell]
    across = table.indptr[cell] + (side + half) % np.maximum(2 * half, 1)
    opposed = np.where(half > 0, table.data[np.where(half > 0, across, 0)], MISSING)
    keys = _keys(np.stack([cell, table.data], axis=-1), board.count(sort))
    order = np.argsort(keys, kind="stable")
    return keys[order], opposed[order]


def _first(board: Board, members: StaticSet) -> Static:
    indptr, data = members.over(1)
    out = np.full(len(indptr) - 1, MISSING, np.int32)
    some = indptr[:-1] < indptr[1:]
    out[some] = data[indptr[:-1][some]]
    return Static(members.kind, out if members.indptr is not None else out.reshape(()))


def _link(board: Board, one: Static, two: Static | None = None) -> Static:
    if two is None:
        return Static(Sort.LINK, lines.across(board)[one.data])
    keys = _keys(board.link_cells, board.count(Sort.CELL))
    return Static(Sort.LINK, _between(board, one, two, keys, np.arange(len(keys))))


def _border(board: Board, one: Static, two: Static | None = None) -> Static:
    if two is None:
        return Static(Sort.BORDER, _or_missing(board.link_border[one.data]))
    return Static(Sort.BORDER, _between(board, one, two, *_inner_borders(board)))


@cached_by_board
def _inner_borders(board: Board) -> tuple[Ints, Ints]:
    """Return the keys of pairs of cells, ascending, and the border between them."""
    inner = np.flatnonzero(board.border_inner).astype(np.int32)
    keys = _keys(board.border_cells[inner], board.count(Sort.CELL))
    order = np.argsort(keys, kind="stable")
    return keys[order], inner[order]


def _between(board: Board, one: Static, two: Static, keys: AnyInts, found: AnyInts) -> Ints:
    """Return what is between two cells, by the ascending keys of pairs, or MISSING."""
    ends = np.sort(np.stack(np.broadcast_arrays(one.data, two.data), axis=-1), axis=-1)
    return look_up(keys, found, _keys(ends, board.count(Sort.CELL)), MISSING)


def _degree(board: Board, arg: Static) -> Static:
    table = board.cell_links if arg.kind is Sort.CELL else board.vertex_borders
    return Static("int", table.lengths[arg.data])


def _ring(board: Board, cell: Static) -> StaticSet:
    found, touching = rings(board)
    some = np.atleast_1d(cell.data)
    indptr, cells = ragged_take(found.indptr, found.data, some)
    touching = ragged_take(found.indptr, touching, some)[1]
    return StaticSet(Sort.CELL, indptr if cell.data.ndim else None, cells, touching)


def _is_inner(board: Board, arg: Static, wanted: bool) -> Static:
    inner = board.vertex_inner if arg.kind is Sort.VERTEX else board.border_inner
    return Static("bool", inner[arg.data] == wanted)


_FUNCTIONS: dict[str, Callable[..., Result]] = {
    "a": partial(_end, end=0),
    "b": partial(_end, end=1),
    "other": _other,
    "opposite": _opposite,
    "first": _first,
    "link": _link,
    "border": _border,
    "ray": _ray,
    "row_of": lambda board, cell: Static("int", board.row_of[cell.data] + 1),
    "column_of": lambda board, cell: Static("int", board.col_of[cell.data] + 1),
    "neighbours": lambda board, cell: lines.taken(Sort.CELL, lines.neighbours_of(board), cell.data),
    "touching": lambda board, cell: lines.taken(Sort.CELL, places.touching(board), cell.data),
    "knights": lambda board, cell: lines.taken(Sort.CELL, places.knights(board), cell.data),
    "turn": places.turn,
    "mirror": lambda board, cell, centre: places.turn(board, cell, centre, HALF),
    "moved": places.moved,
    "part": places.part,
    "between": lines.between,
    "..": lines.block,
    "distance": lines.distance,
    "lines": lines.lines,
    "through": lines.through,
    "steps": lines.steps,
    "row": lambda board, cell: lines.line_up(board, cell, board.row_of),
    "column": lambda board, cell: lines.line_up(board, cell, board.col_of),
    "ring": _ring,
    "across": lambda board, cell: Static("int", board.col_of[cell.data]),
    "down": lambda board, cell: Static("int", board.row_of[cell.data]),
    "degree": _degree,
    "inner": partial(_is_inner, wanted=True),
    "outside": partial(_is_inner, wanted=False),
}


@cached_by_board
def _sets(board: Board) -> dict[tuple[str, Sort], tuple[Sort, Incidence]]:
    """Return the elements round those of a sort, by the name of the function."""
    sides = _pairs(board.border_cells)
    there = sides.data >= 0
    inside = Incidence(ragged_filter(sides.indptr, there), sides.data[there])
    return {
        ("links", Sort.CELL): (Sort.LINK, board.cell_links),
        ("links", Sort.VERTEX): (Sort.LINK, board.vertex_links),
        ("borders", Sort.CELL): (Sort.BORDER, board.cell_borders),
        ("borders", Sort.VERTEX): (Sort.BORDER, board.vertex_borders),
        ("cells", Sort.VERTEX): (Sort.CELL, board.vertex_cells),
        ("cells", Sort.BORDER): (Sort.CELL, inside),
        ("cells", Sort.LINK): (Sort.CELL, _pairs(board.link_cells)),
        ("corners", Sort.CELL): (Sort.VERTEX, board.cell_corners),
        ("corners", Sort.BORDER): (Sort.VERTEX, _pairs(board.border_vertices)),
    }


def _pairs(table: Ints) -> Incidence:
    n = len(table)
    return Incidence(np.arange(n + 1, dtype=np.int32) * np.int32(2), table.ravel())


def _or_missing(found: Ints) -> Ints:
    """Return the numbers of elements, with `MISSING` for those below 0."""
    return np.where(found < 0, MISSING, found).astype(np.int32)


def _keys(pairs: Ints, n: int) -> Ints:
    wide = pairs.astype(np.int64)
    return np.asarray(wide[..., 0] * n + wide[..., 1])
