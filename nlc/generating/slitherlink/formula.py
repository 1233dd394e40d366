"""The clauses of Slitherlink on a board: regions, sides, and a clue for each cell as an assumption.

The colour of a cell is a variable. A side between two cells is drawn if and only if their colours
differ; a side on the rim, if and only if the colour differs from that of the frame, which is known.
A hole has a colour like a cell, but no clue: cells and holes are the *faces*. So the colours decide
all sides, and the number of drawn sides at a vertex is even. Clauses for 0 or 2 sides there are
redundant, but with them unit propagation follows the line.

`CutClauses` adds that both regions are connected, that is, that the line is in one part.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.cnf import Clauses
from nlc.encode.loop_cuts import Demands, LineCuts
from nlc.generating.slitherlink.regions import Colours, Grid, beyond, border_faces
from nlc.graph import by_size, components


class LineFormula(Struct, frozen=True, eq=False):
    """The clauses for the puzzles of one planted line, whose clues are assumptions.

    The variables 1 to n are the colours of the n faces, true in region 1.

    Attributes:
        cells: the number of cells, which are the first faces.
        open: the line is open: both regions reach the frame.
        colours: shape (faces,), the planted regions.
        border_faces: shape (borders, 2), the faces beside each border; the second is -1 on the rim.
        clues: shape (cells,), how many sides of each cell the planted line has.
        sides: shape (borders,), the literal of each side, true if it is drawn.
        line: shape (borders,), whether the planted line has it.
        given: shape (cells,), the assumption that the clue of a cell is given.
        broken: shape (cells,), the assumption that the number of its sides differs.
        another: the assumption that the line differs.
        blocks: the clauses, as matrices, each of one width.
    """

    cells: int
    open: bool
    colours: Bools
    border_faces: Ints
    clues: Ints
    sides: Ints
    line: Bools
    given: Ints
    broken: Ints
    another: int
    blocks: tuple[Clauses, ...]


def line_formula(board: Board, grid: Grid, colours: Colours) -> LineFormula:
    """Return the clauses for a planted line."""
    flat, cells = colours.ravel(), len(grid.cells)
    faces = cells + len(grid.holes)
    places = np.append(grid.cells, [hole[0] for hole in grid.holes]).astype(np.int32)
    planted: Bools = flat[places] == 1
    pairs = border_faces(board, grid)
    first, second = pairs.T
    is_inner = second >= 0
    inner = pairs[is_inner]
    # Beyond a side on the rim lies the frame, whose colour the side's literal takes for granted.
    outside = flat[beyond(board, grid)] == 1
    sides = np.where(outside, -(first + 1), first + 1).astype(np.int32)
    sides[is_inner] = np.arange(len(inner), dtype=np.int32) + faces + 1
    drawn = planted[first] != np.where(is_inner, planted[second], outside)
    around = sides[board.cell_borders.data].reshape(cells, -1)
    clues = drawn[board.cell_borders.data].reshape(cells, -1).sum(axis=1).astype(np.int32)
    last = faces + len(inner)
    given = np.arange(last + 1, last + 1 + cells, dtype=np.int32)
    broken = given + cells
    other = last + 2 * cells + 1
    blocks: list[Clauses] = []
    a, b, side = inner[:, 0] + 1, inner[:, 1] + 1, sides[is_inner]
    for clause in ((-side, a, b), (-side, -a, -b), (side, -a, b), (side, a, -b)):
        blocks.append(np.column_stack(clause))
    degrees = np.bincount(board.border_vertices[drawn].ravel(), minlength=len(board.points))
    owner = np.repeat(np.arange(len(board.points), dtype=np.int32), board.vertex_borders.lengths)
    for vertices, things in by_size(owner):
        lits = sides[board.vertex_borders.data[things]]
        at_port = degrees[vertices] == 1
        blocks += _none_or_two(lits[~at_port])
        blocks += _exactly(lits[at_port], 1)
    for clue in np.unique(clues).tolist():
        of = clues == clue
        for rows in _exactly(around[of], clue):
            blocks.append(_unless(given[of], rows))
        blocks.append(_unless(broken[of], _not_exactly(around[of], clue)))
    variables = np.arange(1, faces + 1, dtype=np.int32)
    blocks.append(np.append(np.where(planted, -variables, variables), -other)[None, :])
    is_open = bool((degrees == 1).any())
    if not is_open:  # there is a line
        blocks.append(variables[None, :])
    return LineFormula(
        *(cells, is_open, planted, pairs, clues, sides, drawn),
        *(given, broken, other, tuple(rows for rows in blocks if rows.size)),
    )


def _exactly(lits: Clauses, count: int) -> Iterator[Clauses]:
    """Yield the clauses of "exactly so many of each row", those of a row next to each other."""
    width = lits.shape[1]
    yield _subsets(-lits, count + 1)
    yield _subsets(lits, width - count + 1)


def _none_or_two(lits: Clauses) -> Iterator[Clauses]:
    """Yield the clauses of "none or two of each row"."""
    yield _subsets(-lits, 3)
    width = lits.shape[1]
    signs = 1 - 2 * np.eye(width, dtype=np.int32)
    yield (lits[:, None, :] * signs).reshape(-1, width)


def _not_exactly(lits: Clauses, count: int) -> Clauses:
    """Return the clauses of "more or fewer than so many of each row"."""
    width = lits.shape[1]
    signs = np.ones((0, width), np.int32)
    for chosen in combinations(range(width), count):
        row = np.ones((1, width), np.int32)
        row[0, list(chosen)] = -1
        signs = np.concatenate((signs, row))
    return (lits[:, None, :] * signs).reshape(-1, width)


def _subsets(lits: Clauses, size: int) -> Clauses:
    """Return a clause for each subset of this size of each row."""
    chosen = list(combinations(range(lits.shape[1]), size)) if size else []
    if not chosen:
        return np.zeros((0, max(size, 1)), np.int32)
    return lits[:, np.array(chosen)].reshape(-1, size)


def _unless(guards: Ints, clauses: Clauses) -> Clauses:
    """Return clauses under their guards; each guard has the same number of consecutive clauses."""
    return np.column_stack((-np.repeat(guards, len(clauses) // len(guards)), clauses))


class CutClauses:
    """Finds clauses, for one board, that cut off models whose line is in several parts.

    They are those of `nlc.encode.loop_cuts`. The clause of a cut includes the clues that it depends
    on, so that it holds for every puzzle on the board.
    """

    def __init__(self, board: Board, formula: LineFormula) -> None:
        """Take a board and its formula."""
        self._formula = formula
        self._variables = int(formula.given[0]) - 1
        self._cells: Ints = np.flatnonzero(formula.clues > 0).astype(np.int32)
        around = board.cell_borders.data.reshape(formula.cells, -1)[self._cells]
        starts = np.arange(len(self._cells), dtype=np.int32) * around.shape[1]
        demands = Demands(starts, around.ravel(), formula.clues[self._cells])
        self._cuts = LineCuts(len(board.points), board.border_vertices, demands)

    def __call__(self, model: list[int], given: Bools) -> list[list[int]]:
        """Return clauses that a model violates; none if its line is in one part.

        Args:
            model: the literals of all variables, in their order.
            given: shape (cells,), which clues the model had to satisfy.
        """
        values = np.array(model[: self._variables]) > 0
        sides = self._formula.sides
        drawn: Bools = values[np.abs(sides) - 1] == (sides > 0)
        ends = self._cuts.ends[drawn]
        part = components(self._cuts.nodes, ends)[ends[:, 0]]
        if (part == part[:1]).all():  # half of all models, and this is cheaper to test than cuts
            return []
        return [
            [
                *sides[cut.edges].tolist(),
                *(-int(sides[edge]) for edge in cut.given),
                *(-self._formula.given[self._cells[list(cut.demands)]]).tolist(),
            ]
            for cut in self._cuts(drawn, given[self._cells])
        ]
