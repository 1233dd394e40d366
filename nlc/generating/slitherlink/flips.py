"""Random flips of cells that keep both regions connected, with a winding line as the aim.

Whether a cell may change its region depends on the ring of cells around it alone. Both regions stay
connected, and the line between them stays one simple line, if and only if there are exactly two
changes of colour round the ring and each of the two arcs shares a side with the cell. With four
changes or more, two arcs of one colour are joined elsewhere, and with the cell they would separate
the arcs between them (Jordan); and an arc without a side meets the cell in a corner only.

The energy of a line is the number of pairs of neighbours in one region; a winding line has few. In
the variant with diagonals, pairs that share only a corner count half. A flip that adds d to the
energy is accepted with the probability exp(-d / t) (Metropolis et al., "Equation of state
calculations by fast computing machines", 1953).

A hole of several places flips as one. If each region has one part in the ring around it, which
shares a side with the hole, both stay connected.

If even with all clues there is another line, the cells at which it differs flip again, with those
around them. That happens at holes, which have no clue; on whole boards, all clues nearly always
leave one line.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.generating.shape import Shape
from nlc.generating.slitherlink.lattice import LATTICES
from nlc.generating.slitherlink.planted import PlantedLine
from nlc.generating.slitherlink.regions import Colours, Grid, border, border_faces
from nlc.graph import components


@lru_cache(maxsize=16)
def chances(tiling: str, diagonal: bool, temperature: float) -> npt.NDArray[np.float32]:
    """Return the probability of a flip by the pattern of the ring of a cell.

    Args:
        diagonal: pairs that share only a corner count half, instead of not at all.
        temperature: in pairs; infinite for flips that regard connectedness alone.

    Returns:
        Shape (2 ** k,), for a ring of k cells. Bit i of an index is 1 if the i-th cell of the ring
        is in the other region.
    """
    simple, added = _rings(tiling, 0.5 if diagonal else 0.0)
    return np.where(simple, np.minimum(1, np.exp(-added / temperature)), 0).astype(np.float32)


@lru_cache(maxsize=8)
def lengthens(tiling: str, diagonal: bool) -> Bools:
    """Return whether a flip lengthens the line, by the pattern of the ring of a cell.

    Args:
        diagonal: a flip that keeps the length counts, too, if fewer pairs that share only a corner
            are in one region afterwards.

    Returns:
        Shape (2 ** k,), as `chances`.
    """
    simple, added = _rings(tiling, 0.01 if diagonal else 0.0)
    return np.asarray(simple & (added < 0))


def _rings(tiling: str, corner: float) -> tuple[Bools, npt.NDArray[np.float64]]:
    """Return which rings allow a flip of their cell, and the energy that it adds."""
    lattice = LATTICES[tiling]
    size, sides = len(lattice.rings[0]), list(lattice.sides)
    other = np.arange(1 << size)[:, None] >> np.arange(size) & 1
    change = other != np.roll(other, 1, axis=1)
    touching = other[:, sides].sum(axis=1)
    simple = (change.sum(axis=1) == 2) & (touching > 0) & (touching < len(sides))
    weight = np.full(size, corner)
    weight[sides] = 1
    return simple, (2 * other - 1) @ weight


def sweep(
    grid: Grid, colours: Colours, table: npt.NDArray[np.float32], random: np.random.Generator
) -> None:
    """Propose a flip of each cell of the board once, in place.

    Cells of a class do not meet, so flipping them at once or one after the other is the same.
    """
    flat = colours.reshape(-1)
    for places, rings in grid.classes:
        own = flat.take(places)
        other = flat.take(rings) ^ own[:, None]
        packed = np.packbits(other, axis=1, bitorder="little")
        index = packed[:, 0] if packed.shape[1] == 1 else packed.view("<u2")[:, 0]
        flips = random.random(len(places), np.float32) < table.take(index)
        flat[places] = own ^ flips


def sweep_holes(
    grid: Grid, colours: Colours, diagonal: bool, temperature: float, random: np.random.Generator
) -> None:
    """Propose a flip of each hole of several places once, in place.

    Args:
        diagonal: as for `chances`.
        temperature: likewise.
    """
    flat = colours.reshape(-1)
    for hull in _hulls(grid):
        other = flat[hull.ring] != flat[hull.places[0]]
        same = other[hull.pairs[:, 0]] == other[hull.pairs[:, 1]]
        parts = components(len(hull.ring), hull.pairs[same])
        touching = [np.unique(parts[(other == region) & (hull.sides > 0)]) for region in (0, 1)]
        if len(np.unique(parts)) != 2 or [len(part) for part in touching] != [1, 1]:
            continue
        weight = hull.sides + 0.5 * diagonal * hull.corners
        added = float(((2 * other - 1) * weight).sum())
        if random.random() < np.exp(-max(added, 0) / temperature):
            flat[hull.places] ^= 1


class _Hull(Struct, frozen=True, eq=False):
    """A hole of several places, and the places around it.

    Attributes:
        places: of the hole.
        ring: shape (n,), the places that meet it.
        sides: shape (n,), how many sides each of them shares with it.
        corners: shape (n,), at how many places each of them meets it in a corner only.
        pairs: shape (m, 2), which of the ring share a side, as indices into it.
    """

    places: Ints
    ring: Ints
    sides: Ints
    corners: Ints
    pairs: Ints


@lru_cache(maxsize=16)
def _hulls(grid: Grid) -> list[_Hull]:
    """Return the holes of several places."""
    return [_hull(grid, hole) for hole in grid.holes if len(hole) > 1]


def _hull(grid: Grid, hole: Ints) -> _Hull:
    lattice, width = LATTICES[grid.tiling], grid.shape[1]
    steps = np.array([[r * width + c for r, c in ring] for ring in lattice.rings])
    sides = list(lattice.sides)

    def around(places: Ints) -> Ints:
        kinds = lattice.kind(*np.divmod(places, width))
        met: Ints = (places[:, None] + steps[kinds]).astype(np.int32)
        return met

    met = around(hole)
    ring = np.setdiff1d(met, hole)
    all_met = np.array([(met == place).sum() for place in ring], np.int32)
    by_side = np.array([(met[:, sides] == place).sum() for place in ring], np.int32)
    near = around(ring)[:, sides]
    inside = np.isin(near, ring)
    first = np.repeat(np.arange(len(ring)), inside.sum(axis=1))
    pairs = np.column_stack((first, np.searchsorted(ring, near[inside]))).astype(np.int32)
    return _Hull(hole, ring, by_side, all_met - by_side, pairs)


def repair(shape: Shape, grid: Grid, colours: Colours, random: np.random.Generator) -> int | None:
    """Change two regions, in place, until all clues have the line between them as only solution.

    Returns:
        How often the line was changed, or None if another solution is left.
    """
    table = chances(grid.tiling, False, math.inf)
    places = np.append(grid.cells, [hole[0] for hole in grid.holes]).astype(np.int32)
    beside = border_faces(shape.board, grid)
    done, spent = 0, np.zeros(len(places), np.int32)
    while True:
        differs = PlantedLine(shape, border(shape.board, grid, colours)).differing()
        if differs is None:
            return done
        faces = np.unique(beside[differs])
        faces = faces[faces >= 0]
        spent[faces] += 1
        done += 1
        # After each four changes of a place, a larger part around it is changed.
        if (reach := 1 + int(spent[faces].max()) // 4) > 8:
            return None
        near = places[faces]
        for _ in range(reach):
            near = np.union1d(near, grid.rings[np.isin(grid.cells, near)])
        chosen = [(np.isin(own, near), own, rings) for own, rings in grid.classes]
        classes = tuple((own[of], rings[of]) for of, own, rings in chosen)
        holes = tuple(hole for hole in grid.holes if np.isin(hole, near).any())
        part = replace(grid, classes=classes, holes=holes)
        for _ in range(4):
            sweep(part, colours, table, random)
            sweep_holes(part, colours, False, math.inf, random)
