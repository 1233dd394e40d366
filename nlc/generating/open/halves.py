"""Random regions that half a turn leaves as they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from random import Random

import numpy as np

from nlc.arrays import Floats, Ints
from nlc.board import Board, Sort
from nlc.generating.shape import neighbours

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
