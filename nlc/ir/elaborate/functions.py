"""The built-in functions of the language on the elements of a board, for all rows at once.

Arguments have no `MISSING` element.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from nlc.arrays import AnyInts, Ints, look_up
from nlc.board import Board, Incidence, Sort, cached_by_board, group_by_key
from nlc.ir.elaborate import line_functions as lines
from nlc.ir.elaborate import place_functions as places
from nlc.ir.elaborate import values as vs
from nlc.ir.elaborate.place_functions import rings
from nlc.language.builtins import DIRECTION

HALF = vs.Static("int", np.asarray(180, np.int32))
"""Half a turn, in degrees."""

Result = vs.Static | vs.StaticSet


def call(board: Board, name: str, args: Sequence[vs.Static | vs.StaticSet]) -> Result:
    """Return the value of a built-in function."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name](board, *args)
    (arg,) = args
    assert isinstance(arg, vs.Static) and not isinstance(arg.kind, str)
    if isinstance(arg.kind, vs.Pairs):
        ends = arg.kind.ends[arg.data].reshape(-1, 2)
        indptr = np.arange(0, 2 * len(ends) + 1, 2, dtype=np.int32)
        return vs.StaticSet(arg.kind.kind, indptr if arg.data.ndim else None, ends.ravel())
    if arg.kind is Sort.LINE:
        return lines.cells(board, arg)
    return lines.taken(*_sets(board)[name, arg.kind], arg.data)


def _end(board: Board, link: vs.Static, end: int) -> vs.Static:
    return vs.Static(Sort.CELL, board.link_cells[link.data, end])


def _other(board: Board, link: vs.Static, cell: vs.Static) -> vs.Static:
    ends = board.link_cells[link.data]
    at_end = (ends == cell.data[..., None]).any(axis=-1)
    return vs.Static(Sort.CELL, np.where(at_end, ends.sum(axis=-1) - cell.data, vs.MISSING))


def _opposite(board: Board, link: vs.Static, cell: vs.Static) -> vs.Static:
    if link.kind is Sort.BORDER or link.kind is Sort.VERTEX:
        ends = np.stack(np.broadcast_arrays(cell.data, link.data), axis=-1)
        wanted = _keys(ends, board.count(link.kind))
        return vs.Static(link.kind, look_up(*_opposite_sides(board, link.kind), wanted, vs.MISSING))
    ends, both = board.link_cells[link.data], board.opposite[link.data]
    at_second = np.where(ends[..., 1] == cell.data, both[..., 1], -1)
    return vs.Static(
        Sort.LINK, _or_missing(np.where(ends[..., 0] == cell.data, both[..., 0], at_second))
    )


def _ray(board: Board, cell: vs.Static, way: vs.Static) -> vs.StaticSet:
    """Return the cells straight on: through a direction, those through its side or its corner."""
    if way.kind != DIRECTION:
        return (places.diagonal if way.kind is Sort.VERTEX else lines.ray)(board, cell, way)
    corner = np.maximum(way.data - board.count(Sort.BORDER), -1)
    link = np.where(corner < 0, lines.across(board)[np.where(corner < 0, way.data, 0)], -1)
    ahead = lines.ray(board, cell, vs.Static(Sort.LINK, link)).over(1)
    aslant = places.diagonal(board, cell, vs.Static(Sort.VERTEX, corner)).over(1)
    rows = np.concatenate([vs.ragged_rows(indptr) for indptr, _ in (ahead, aslant)])
    table = group_by_key(rows, np.concatenate([ahead[1], aslant[1]]), len(ahead[0]) - 1)
    return lines.shaped(Sort.CELL, table.indptr, table.data, cell, way)


@cached_by_board
def _opposite_sides(board: Board, sort: Sort) -> tuple[Ints, Ints]:
    """Return the keys of all cells with one of their borders or corners, and what lies across."""
    table = board.cell_borders if sort is Sort.BORDER else board.cell_corners
    cell = np.repeat(np.arange(len(table.lengths), dtype=np.int32), table.lengths)
    half = board.cell_axes[cell]
    side = np.arange(len(cell), dtype=np.int32) - table.indptr[cell]
    across = table.indptr[cell] + (side + half) % np.maximum(2 * half, 1)
    opposed = np.where(half > 0, table.data[np.where(half > 0, across, 0)], vs.MISSING)
    keys = _keys(np.stack([cell, table.data], axis=-1), board.count(sort))
    order = np.argsort(keys, kind="stable")
    return keys[order], opposed[order]


def _first(board: Board, members: vs.StaticSet) -> vs.Static:
    indptr, data = members.over(1)
    out = np.full(len(indptr) - 1, vs.MISSING, np.int32)
    some = indptr[:-1] < indptr[1:]
    out[some] = data[indptr[:-1][some]]
    return vs.Static(members.kind, out if members.indptr is not None else out.reshape(()))


def _link(board: Board, one: vs.Static, two: vs.Static | None = None) -> vs.Static:
    if two is None:
        return vs.Static(Sort.LINK, lines.across(board)[one.data])
    keys = _keys(board.link_cells, board.count(Sort.CELL))
    return vs.Static(Sort.LINK, _between(board, one, two, keys, np.arange(len(keys))))


def _border(board: Board, one: vs.Static, two: vs.Static | None = None) -> vs.Static:
    if two is None:
        return vs.Static(Sort.BORDER, _or_missing(board.link_border[one.data]))
    return vs.Static(Sort.BORDER, _between(board, one, two, *_inner_borders(board)))


@cached_by_board
def _inner_borders(board: Board) -> tuple[Ints, Ints]:
    """Return the keys of pairs of cells, ascending, and the border between them."""
    inner = np.flatnonzero(board.border_inner).astype(np.int32)
    keys = _keys(board.border_cells[inner], board.count(Sort.CELL))
    order = np.argsort(keys, kind="stable")
    return keys[order], inner[order]


def _between(board: Board, one: vs.Static, two: vs.Static, keys: AnyInts, found: AnyInts) -> Ints:
    """Return what is between two cells, by the ascending keys of pairs, or MISSING."""
    ends = np.sort(np.stack(np.broadcast_arrays(one.data, two.data), axis=-1), axis=-1)
    return look_up(keys, found, _keys(ends, board.count(Sort.CELL)), vs.MISSING)


def _degree(board: Board, arg: vs.Static) -> vs.Static:
    table = board.cell_links if arg.kind is Sort.CELL else board.vertex_borders
    return vs.Static("int", table.lengths[arg.data])


def _ring(board: Board, cell: vs.Static) -> vs.StaticSet:
    found, touching = rings(board)
    some = np.atleast_1d(cell.data)
    indptr, cells = vs.ragged_take(found.indptr, found.data, some)
    touching = vs.ragged_take(found.indptr, touching, some)[1]
    return vs.StaticSet(Sort.CELL, indptr if cell.data.ndim else None, cells, touching)


def _is_inner(board: Board, arg: vs.Static, wanted: bool) -> vs.Static:
    inner = board.vertex_inner if arg.kind is Sort.VERTEX else board.border_inner
    return vs.Static("bool", inner[arg.data] == wanted)


_FUNCTIONS: dict[str, Callable[..., Result]] = {
    "a": partial(_end, end=0),
    "b": partial(_end, end=1),
    "other": _other,
    "opposite": _opposite,
    "first": _first,
    "link": _link,
    "border": _border,
    "ray": _ray,
    "row_of": lambda board, cell: vs.Static("int", board.row_of[cell.data] + 1),
    "column_of": lambda board, cell: vs.Static("int", board.col_of[cell.data] + 1),
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
    "across": lambda board, cell: vs.Static("int", board.col_of[cell.data]),
    "down": lambda board, cell: vs.Static("int", board.row_of[cell.data]),
    "degree": _degree,
    "inner": partial(_is_inner, wanted=True),
    "outside": partial(_is_inner, wanted=False),
}


@cached_by_board
def _sets(board: Board) -> dict[tuple[str, Sort], tuple[Sort, Incidence]]:
    """Return the elements round those of a sort, by the name of the function."""
    sides = _pairs(board.border_cells)
    there = sides.data >= 0
    inside = Incidence(vs.ragged_filter(sides.indptr, there), sides.data[there])
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
    return np.where(found < 0, vs.MISSING, found).astype(np.int32)


def _keys(pairs: Ints, n: int) -> Ints:
    wide = pairs.astype(np.int64)
    return np.asarray(wide[..., 0] * n + wide[..., 1])
