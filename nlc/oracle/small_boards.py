"""All Numberlink puzzles on small boards, mirror images left out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from nlc.oracle.case import TILINGS, Case
from nlc.oracle.reference_board import Complex, Drawn

Placement = tuple[tuple[int, int], ...]
"""Pairs of cells."""


def small_cases(tilings: tuple[str, ...] = TILINGS, most_cells: int = 12) -> Iterator[Case]:
    """Yield the puzzles with one or two pairs on boards of up to 3 rows and 4 columns, by size.

    Cells may have to be covered or not, and paths may touch themselves or not.
    """
    for size in range(2, most_cells + 1):
        for tiling in tilings:
            for blank in blanks(tiling, size):
                for cover, touch in product((True, False), repeat=2):
                    yield from placements(blank, cover=cover, touch=touch)


def blanks(tiling: str, cells: int) -> Iterator[Drawn]:
    """Yield the empty boards of up to 3 rows, 4 columns and a number of cells.

    Squares are turned so that they have no more rows than columns. The rows of hexagons are shifted
    to and fro (offset rows) or, if there are three, also always the same way (axial rows).
    """
    for rows, cols in product((1, 2, 3), (1, 2, 3, 4)):
        if rows * cols != cells or (tiling == "square" and rows > cols):
            continue
        line = " ".join("." * cols)
        if tiling != "hex":
            yield Drawn(tiling, (line,) * rows)
            continue
        yield Drawn(tiling, tuple(" " * (row % 2) + line for row in range(rows)))
        if rows == 3:
            yield Drawn(tiling, tuple(" " * row + line for row in range(rows)))


def placements(blank: Drawn, **options: bool) -> list[Case]:
    """Return all puzzles with one or two pairs on a blank board; see `small_cases`."""
    board = Complex(blank)
    settings = {"cover": True, "touch": True, "no2x2": False} | options
    return [
        Case("numberlink", _write(blank, placement), tuple(settings.items()))
        for placement in _placements(len(board.names), _mirrors(blank))
    ]


def _write(blank: Drawn, placement: Placement) -> Drawn:
    cells = [(r, c) for r, row in enumerate(blank.rows) for c, t in enumerate(row) if t == "."]
    rows = [list(row) for row in blank.rows]
    for label, pair in zip("AB", placement, strict=False):
        for cell in pair:
            row, column = cells[cell]
            rows[row][column] = label
    return Drawn(blank.tiling, tuple("".join(row) for row in rows))


def _mirrors(blank: Drawn) -> list[list[int]]:
    """Return symmetries of a board as permutations of its cells, the identity first.

    They are those mirrorings and turns of its rows and columns that keep all neighbours.
    """
    rows, widths = len(blank.rows), {row.count(".") for row in blank.rows}
    numbers = list(range(sum(row.count(".") for row in blank.rows)))
    if len(widths) > 1 or any("#" in row for row in blank.rows):
        return [numbers]
    (cols,) = widths
    grid = [numbers[row * cols : (row + 1) * cols] for row in range(rows)]
    found = [grid, grid[::-1], [row[::-1] for row in grid], [row[::-1] for row in grid[::-1]]]
    if rows == cols:
        found += [[list(column) for column in zip(*turned, strict=True)] for turned in found]
    links = {frozenset(ends) for ends in Complex(blank).links.values()}
    images = [[cell for row in turned for cell in row] for turned in found]
    return [m for m in images if {frozenset(m[a] for a in ends) for ends in links} == links]


def _placements(cells: int, mirrors: list[list[int]]) -> Iterator[Placement]:
    pairs = list(combinations(range(cells), 2))
    seen: set[Placement] = set()
    for placement in [*combinations(pairs, 1), *combinations(pairs, 2)]:
        ends = [cell for pair in placement for cell in pair]
        images = (
            tuple(sorted((min(m[a], m[b]), max(m[a], m[b])) for a, b in placement)) for m in mirrors
        )
        if len(set(ends)) == len(ends) and (least := min(images)) not in seen:
            seen.add(least)
            yield placement
