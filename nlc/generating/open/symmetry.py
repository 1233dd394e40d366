"""Symmetry: the orbits of elements of a board, and random regions that half a turn leaves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random

import numpy as np

from nlc.arrays import Floats, Ints
from nlc.board import Board, Sort
from nlc.generating.shape import neighbours

Orbits = Callable[[int], frozenset[int]]
"""Returns the orbit of an element."""

OrbitOf = Callable[[str, int], frozenset[int]]
"""Returns the orbit of an element of a given: those that have a clue or sign together with it."""

Point = tuple[int, int]


def orbits(board: Board, sort: Sort, symmetry: str) -> Orbits:
    """Return the function from an element to its orbit, which includes it.

    Args:
        board: of squares, if there is a symmetry.
        sort: of the elements; those of the whole puzzle, and entries, are orbits by themselves.
        symmetry: a name in `nlc.generating.options.SYMMETRIES`.
    """
    if symmetry == "none" or not (sort.placed or sort is Sort.LINE):
        return lambda element: frozenset([element])
    places = _places(board, sort)
    number = {place: i for i, place in enumerate(places)}
    low, high = (end(whole(board.points), axis=0).tolist() for end in (np.min, np.max))
    across, down = low[0] + high[0], low[1] + high[1]

    def images(x: int, y: int) -> list[Point]:
        turned, flipped = (across - x, down - y), (across - x, y)
        return {
            "rotate": [turned],
            "mirror": [flipped],
            "both": [turned, flipped, (x, down - y)],
            "diagonal": [(y - low[1] + low[0], x - low[0] + low[1])],
        }[symmetry]

    def orbit(i: int) -> frozenset[int]:
        found = (frozenset(each) for each in zip(*(images(*p) for p in places[i]), strict=True))
        return frozenset([i, *(number[each] for each in found if each in number)])

    return [orbit(i) for i in range(len(places))].__getitem__


def _places(board: Board, sort: Sort) -> list[frozenset[Point]]:
    """Return the middle of each element, or of each cell of a line."""
    if sort is not Sort.LINE:
        return [frozenset([(x, y)]) for x, y in whole(board.middles(sort)).tolist()]
    cells = whole(board.centers)
    of_lines = board.lines.cell[board.lines.order]
    parts = np.split(cells[of_lines], board.lines.indptr[1:-1])
    return [frozenset((x, y) for x, y in part.tolist()) for part in parts]


# ---------- regions ----------

LARGEST, STARTS = 12, 4
"""The most cells of a region, and the middles that are tried for it."""

Regions = Mapping[int, tuple[Sort, int]]
"""The middle of the region of each cell: a cell, border or vertex."""


def draw_halves(
    board: Board, sorts: Collection[Sort], rng: Random, kept: Regions | None = None
) -> dict[int, tuple[Sort, int]]:
    """Return regions that half a turn round their middle leaves as they are.

    Args:
        sorts: of the middles: cells, borders or vertices.
        kept: regions that stay, of some cells.
    """
    centers = [*map(tuple, whole(board.centers).tolist())]
    number, regions = {place: cell for cell, place in enumerate(centers)}, dict(kept or {})
    beside = neighbours(board)
    starts: dict[int, list[tuple[Sort, int, list[int]]]] = {}
    for sort in sorts:
        for i, some in enumerate(cells_round(board, sort)):
            for cell in some:
                starts.setdefault(cell, []).append((sort, i, some))
    while free := [cell for cell in range(len(centers)) if cell not in regions]:
        seed = rng.choice(free)
        possible = [each for each in starts[seed] if regions.keys().isdisjoint(each[2])]
        size, best, middle = rng.randint(2, LARGEST), set[int](), (Sort.CELL, seed)
        for sort, i, own in rng.sample(possible, min(STARTS, len(possible))):
            x, y = np.sum([centers[cell] for cell in own], axis=0) * 2 // len(own)
            region = set(own)
            while len(region) < size:
                edge = sorted({d for c in region for d in beside[c] if d not in regions} - region)
                pairs = [(d, number.get((x - centers[d][0], y - centers[d][1]), -1)) for d in edge]
                pairs = [(c, d) for c, d in pairs if d in edge]
                if not pairs:
                    break
                region.update(rng.choice(pairs))
            if len(region) > len(best):
                best, middle = region, (sort, i)
        regions |= dict.fromkeys(best, middle)
    return regions


def redraw_halves(
    board: Board, sorts: Collection[Sort], regions: Regions, cell: int, rng: Random
) -> dict[int, tuple[Sort, int]]:
    """Return regions of which that of a cell, and one or two beside it, are drawn anew."""
    beside, gone = neighbours(board), {regions[cell]}
    for _ in range(rng.choice((1, 1, 2))):
        near = {regions[d] for c, mid in regions.items() if mid in gone for d in beside[c]} - gone
        gone.update(rng.sample(sorted(near), min(1, len(near))))
    kept = {c: middle for c, middle in regions.items() if middle not in gone}
    return draw_halves(board, sorts, rng, kept)


def cells_round(board: Board, sort: Sort) -> Iterable[list[int]]:
    """Return for each element the cells of a region of which it is the middle; none at the rim."""
    if sort is Sort.CELL:
        return [[cell] for cell in range(board.count(Sort.CELL))]
    if sort is Sort.BORDER:
        return [some if min(some) >= 0 else [] for some in board.border_cells.tolist()]
    around = [board.vertex_cells.row(i).tolist() for i in range(board.count(Sort.VERTEX))]
    return [some if len(some) % 2 == 0 and len(some) > 2 else [] for some in around]


def whole(places: Floats) -> Ints:
    """Return places in quarters of a unit, so that middles of cells and sides are whole."""
    return np.rint(4 * places).astype(np.int32)
