"""Paths that are as short as the empty cells allow: what a proof may take for granted.

Let cells be allowed to stay empty. Take any solution, and replace a path by a shortest one through
its own cells and the empty ones. That is a solution again, with no more cells on paths; a shortest
path passes nowhere beside itself, so that rules against touching and turning back hold of it. If no
path gets shorter, one may still go round another corner of a square, where the empty cell comes
earlier on the board. Each such step makes the number of used cells smaller, or keeps it and makes
the sum of their places smaller, so that they come to an end. So a board with a solution has one
where no step is left; and so has one with a solution other than a given one that leaves no cell
empty, for each step leaves a cell empty. (An argument by dominance: G. Chu and P. Stuckey,
Dominance breaking constraints, Constraints 20, 2015.)

What is stated of such a solution: empty cells in a row do not part two cells of one path; beside an
empty cell two cells of one path that have another common neighbour on a square are both linked to
it; and a path does not go round a corner later on the board than the empty cell across from it.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints, distinct
from nlc.encode.numberlink.base import Numberlink, by_degree
from nlc.encode.numberlink.read import read
from nlc.errors import UserError
from nlc.graph import components
from nlc.ir.nodes import (
    Assignment,
    Auxiliary,
    Clause,
    CountDefinition,
    Counts,
    Exactly,
    Implies,
    Lits,
    Node,
    Origin,
    Program,
    Relate,
)

NAME = "shortest"
APART, CORNERS, ROWS = (f"{NAME} {what}" for what in ("apart", "corners", "rows"))
"""The names under which the variables and the clauses stand."""

SOLVER = "glucose42"
"""PySAT's name of the solver that takes the least time for such programs, with direct labels."""

MOST_CELLS = 1024
"""Of a larger board the distances of all cells would take much memory."""

FARTHEST = 4
"""Cells of one path are parted by rows of empty cells up to this distance."""


def shortest(program: Program, board: Assignment | None = None) -> Program | None:
    """Return a program that asks for shortest paths besides; it has a solution if the given has.

    Args:
        program: an elaborated puzzle, not folded.
        board: a solution that is not wanted: the new program then has a solution other than this
            one just where the given program has.

    Returns:
        None where the argument does not hold: for what is no Numberlink puzzle whose cells may all
        stay empty, or has rules that a shorter path may break; or where the solution itself leaves
        a cell empty.
    """
    puzzle = _shortened(program)
    if puzzle is None or (board is not None and not _covers(puzzle, board)):
        return None
    return _Statement(program, puzzle).result()


def applies(program: Program) -> bool:
    """Return whether `shortest` returns a program where no board is given."""
    return _shortened(program) is not None


def _shortened(program: Program) -> Numberlink | None:
    """Return the puzzle that a program states if the argument holds for it."""
    try:
        puzzle = read(program, NAME)
    except UserError:
        return None
    if puzzle.used[puzzle.inner].any() or len(puzzle.used) > MOST_CELLS:
        return None
    if len(distinct(puzzle.board.link_cells)) < len(puzzle.board.link_cells):
        return None  # two links between two cells
    return puzzle if all(_spares(puzzle, node) for node in puzzle.further) else None


def _covers(puzzle: Numberlink, board: Assignment) -> bool:
    """Return whether a solution draws a segment at each cell that has a link."""
    drawn = board.bools[puzzle.line.base : puzzle.line.base + puzzle.line.size]
    ends = puzzle.board.link_cells
    return bool(np.isin(ends, ends[drawn]).all())


def _spares(puzzle: Numberlink, node: Exactly | Implies) -> bool:
    """Return whether a constraint on segments allows whatever shortest paths draw.

    Of a ring of d links they draw at most d - 2: with d - 1 of them a path would visit all d cells
    and come back beside its start.
    """
    if not isinstance(node, Exactly):
        return False
    size = node.lits.shape[1]
    if any(k not in node.counts for k in range(size - 1)):
        return False
    cells = len(puzzle.used)
    ends = puzzle.board.link_cells[node.lits - puzzle.line.base]
    row = np.arange(len(ends))[:, None]
    inside = np.sort(ends.reshape(len(ends), -1))
    twice = (inside[:, ::2] == inside[:, 1::2]).all() and (np.diff(inside[:, ::2]) > 0).all()
    apart = (ends + cells * row[..., None]).reshape(-1, 2).astype(np.int32)
    part = components(cells * len(ends), apart)[inside[:, ::2] + cells * row]
    return bool(twice) and bool((part == part[:, :1]).all())


class _Statement:
    """The rules of shortest paths of a puzzle, as nodes over its own variables."""

    def __init__(self, program: Program, puzzle: Numberlink) -> None:
        self.program, self.color = program, puzzle.color.name
        self.nodes: list[Node] = []
        self.blocks: list[Auxiliary] = []
        self.variables = program.variables
        self.ends, self.base = puzzle.board.link_cells, puzzle.line.base
        cells = len(puzzle.used)
        # The literal of the segment between two cells, 0 where there is no link.
        self.line = np.zeros((cells, cells), np.int32)
        for one, other in (self.ends.T, self.ends.T[::-1]):
            self.line[one, other] = np.arange(self.base, self.base + len(one))
        self.empty = np.zeros(cells, np.int32)
        self._define_empty(puzzle)
        self._keep_apart(np.flatnonzero(~puzzle.apart).astype(np.int32))
        self._round_corners()
        self._along_rows()

    def result(self) -> Program:
        """Return the program with these rules."""
        return replace(
            self.program,
            auxiliaries=[*self.program.auxiliaries, *self.blocks],
            nodes=[*self.program.nodes, *self.nodes],
            variables=self.variables,
        )

    def _define_empty(self, puzzle: Numberlink) -> None:
        """Define a variable for each cell that may be empty."""
        inner = np.zeros(len(self.empty), np.bool_)
        inner[puzzle.inner] = True
        for cells, links in by_degree(puzzle.board):
            kept = inner[cells]
            if links.shape[1] and kept.any():
                base, size = self.variables + 1, int(kept.sum())
                self.empty[cells[kept]] = np.arange(base, base + size)
                meaning = CountDefinition(Counts.of(0), (links[kept] + self.base).astype(np.int32))
                self.blocks.append(Auxiliary(base, size, "empty", meaning, Origin(NAME, None)))
                self.variables += size

    def _keep_apart(self, links: Ints) -> None:
        """State that neighbours on one path are linked, where the puzzle does not."""
        one, other = self.ends[links].T
        self._differ(APART, one, other, -(links[:, None] + self.base))

    def _round_corners(self) -> None:
        """State what two neighbours of an empty cell have to do with each other.

        If they are on one path, it goes from one to the other by a third cell that is earlier than
        the empty one; and no path does so by a later one.
        """
        one, cell, other = self._ways()
        line, empty = self.line, self.empty
        pair = one * len(empty) + other
        before = np.arange(len(pair)) - np.searchsorted(pair, pair)
        for k in range(int(before.max(initial=0)) + 1):
            at = np.flatnonzero(before == k)
            earlier = cell[at[:, None] - np.arange(1, k + 1)]
            for end in (one, other):
                unlinked = -line[end[at][:, None], earlier]
                guard = np.column_stack([empty[cell[at]], unlinked])
                self._differ(CORNERS, one[at], other[at], guard)
            for i in range(1, k + 1):
                first, last = cell[at - i], cell[at]
                both = [line[one[at], last], line[last, other[at]]]
                self._add(
                    CORNERS, np.column_stack([empty[first], *both]), Clause(_nothing(len(at)))
                )

    def _ways(self) -> tuple[Ints, Ints, Ints]:
        """Return all ways of two links between cells that have no link, over one that is no end.

        Returns:
            The first cell, which is smaller than the last, the middle, and the last; ascending by
            first, last and middle.
        """
        inner = np.where(self.empty[:, None] > 0, self.line, 0) > 0
        cell, one = np.nonzero(inner)
        way, other = np.nonzero(inner[cell])
        one, cell = one[way], cell[way]
        kept = (one < other) & (self.line[one, other] == 0)
        one, cell, other = one[kept], cell[kept], other[kept]
        order = np.lexsort([cell, other, one])
        return one[order], cell[order], other[order]

    def _along_rows(self) -> None:
        """State that empty cells do not part two cells of one path if no way is as short."""
        step = (self.line > 0).astype(np.float32)
        ways, distance = step, np.where(step > 0, 1, 0)
        np.fill_diagonal(distance, FARTHEST + 1)
        for d in range(2, FARTHEST + 1):
            ways = ways @ step
            distance[(ways > 0) & (distance == 0)] = d
            one, other = np.nonzero((distance == d) & (ways == 1))
            one, other = one[one < other], other[one < other]
            if d == 2:
                continue  # corners
            between = [
                ((distance[one] == i) & (distance[other] == d - i)).argmax(axis=1)
                for i in range(1, d)
            ]
            empty = self.empty[np.stack(between, axis=1)]
            kept = (empty > 0).all(axis=1)
            self._differ(ROWS, one[kept], other[kept], empty[kept])

    def _differ(self, rule: str, one: Ints, other: Ints, guard: Lits) -> None:
        """State that two cells are not on one path where the guard holds."""
        labelled = (self.empty[one] == 0) | (self.empty[other] == 0)
        drawn = np.column_stack([guard, -self.empty[one]])
        for kept, guards in ((labelled, guard), (~labelled, drawn)):
            a, b = one[kept].astype(np.int32), other[kept].astype(np.int32)
            self._add(rule, guards[kept], Relate(self.color, a, self.color, b, False))

    def _add(self, rule: str, guard: Lits, then: Clause | Relate) -> None:
        if len(guard):
            self.nodes.append(Implies(guard.astype(np.int32), then, Origin(rule, None)))


def _nothing(rows: int) -> Lits:
    return np.zeros((rows, 0), np.int32)
