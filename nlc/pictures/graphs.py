"""Places for the cells of a graph: as far apart as their hops say, with few crossings of links."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import numpy.typing as npt

from nlc.arrays import Floats, Ints
from nlc.board import Board
from nlc.graph import close_cycle, components
from nlc.ir.elaborate.line_functions import distances

Places = npt.NDArray[np.complex128]

FEW = 150
"""The most cells of a graph that all attract each other; in a larger one so many attract all, and
one start is tried."""

STARTS, ROUNDS, STEPS, EVENED = 15, 12, 10, 60
"""Starts that are tried, rounds of steps from each, and steps that even out a start."""

NEAR, CLEAR = 0.3, 1.6
"""The distance, in links, at which a cell seems to lie on a link; any two cells are 1 / `CLEAR`
apart at least."""


def layout(board: Board) -> Floats:
    """Return places of the cells of a graph, shape (cells, 2), neighbours 1 apart in the median.

    They are farther apart where any two cells would be nearer than 1 / `CLEAR` of that.

    Stress majorization (Gansner, Koren, North 2004) from several starts; the picture with the
    fewest faults is taken, and a later one of the same start rather than an earlier.
    """
    links, count = board.link_cells, len(board.centers)
    if count < 2:
        return np.zeros((count, 2))
    pivots = np.unique(np.linspace(0, count - 1, FEW).astype(int))
    apart = distances(board, pivots.astype(np.int32)).T.astype(float)
    apart[apart < 0] = apart.max() + 1
    weights = np.where(apart > 0, apart, np.inf) ** -2.0
    best, least = np.zeros(count, np.complex128), np.inf
    for places in islice(_starts(links, apart), STARTS if count <= FEW else 1):
        for _ in range(ROUNDS):
            if (found := _faults(places, links) if count <= FEW else 0) <= least:
                best, least = places, found
            for _ in range(STEPS):
                away = places[:, None] - places[pivots]
                wished = places[pivots] + away * (apart / (np.abs(away) + 1e-9))
                places = (weights * wished).sum(axis=1) / weights.sum(axis=1)
        if not least:
            break
    between = np.abs(best[:, None] - best[pivots])
    between[apart == 0] = np.inf
    unit = min(CLEAR * between.min(), np.median(np.abs(np.diff(best[links]))) if len(links) else 9)
    return np.stack([best.real, best.imag], axis=1) / (unit if 0 < unit < np.inf else 1.0)


def _starts(links: Ints, apart: Floats) -> Iterator[Places]:
    """Yield places to begin with: projections of the distances, and drawings in a ring.

    Those in a ring are barycentric, as in Tutte (1963): without crossings where there need be none
    and the ring is a face. Long links pull more, which evens them out.
    """
    count, squares = len(apart), apart**2
    means = squares.mean(axis=0) + squares.mean(axis=1)[:, None] - squares.mean()
    axes, sizes, _ = np.linalg.svd((means - squares) / 2, full_matrices=False)
    axes = np.pad(axes * np.sqrt(sizes), ((0, 0), (0, 3)))
    turned = np.arange(count)  # apart, if the axes say nothing
    spiral = 0.01 * np.sqrt(turned) * np.exp(2.4j * turned)
    for x, y in ((0, 1), (0, 2), (1, 2)):
        yield axes[:, x] + 1j * axes[:, y] + spiral
    a, b = np.concatenate([links, links[:, ::-1]]).T
    for ring in _rings(links, count):
        rim = np.zeros(count, np.complex128)
        rim[ring] = np.sqrt(count) * np.exp(2j * np.pi * np.arange(len(ring)) / len(ring))
        pull = np.ones(len(a))
        for _ in range(EVENED):
            matrix = 1e-6 * np.eye(count)
            np.add.at(matrix, (a, a), pull)
            np.subtract.at(matrix, (a, b), pull)
            matrix[ring] = np.eye(count)[ring]
            places: Places = np.asarray(np.linalg.solve(matrix, rim), np.complex128)
            pull = pull * np.sqrt(np.abs(places[a] - places[b]) + 1e-9)
            pull = np.clip(pull / pull.mean(), 1e-4, 1e4)
        yield places


def _rings(links: Ints, count: int) -> Iterator[list[int]]:
    """Yield a shortest ring through each link, each ring once."""
    told = set[frozenset[int]]()
    for i, (a, b) in enumerate(links.tolist()):
        others = np.delete(np.arange(len(links), dtype=np.int32), i)
        part = components(count, links[others])
        ring = close_cycle(links, others, i).nodes if part[a] == part[b] else ()
        if ring and frozenset(ring) not in told:
            told.add(frozenset(ring))
            yield [*ring]


def _faults(places: Places, links: Ints) -> int:
    """Return how many links cross, and how many cells seem to lie on links of others."""
    start, end = places[links].T
    way = (end - start)[:, None] + 1e-12
    along = (places - start[:, None]) / way  # 0 to 1 on the link
    side = np.sign(along.imag.round(9))
    parted = side[:, links[:, 0]] * side[:, links[:, 1]] < 0
    off = np.abs(way * (along - np.clip(along.real, 0, 1)))
    np.put_along_axis(off, links, np.inf, axis=1)
    on = off < NEAR * np.median(np.abs(way)) if len(links) else off > 0
    return int((parted & parted.T).sum() // 2 + on.sum())
