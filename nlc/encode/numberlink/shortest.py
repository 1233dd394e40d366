"""Dominance constraints: paths are as short as the empty cells allow.

Let cells be allowed to stay empty. Take any solution, and replace a path by a shortest one through
its own cells and the empty ones. This gives a solution with no more cells on paths. A shortest path
never touches itself, so that it satisfies rules against touching and turning back. If no path can
be shortened, one may still go round another corner of a square, if the empty cell there comes
earlier on the board. Each such step decreases the number of used cells, or keeps it and decreases
the sum of their indices, so that the steps end. So a board with a solution has one without further
steps. A second solution besides one without empty cells can be stepped likewise, since each step
leaves a cell empty. (An argument by dominance: G. Chu and P. Stuckey,
Dominance breaking constraints, Constraints 20, 2015.)

The constraints on such a solution: empty cells in a row do not separate two cells of one path; two
cells of one path next to an empty cell that have another common neighbour on a square are both
linked to that neighbour; and a path does not go round a corner whose opposite cell is empty and
earlier on the board.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints, distinct
from nlc.encode.numberlink import Numberlink, by_degree
from nlc.encode.numberlink.recognize import recognize
from nlc.errors import UserError
from nlc.graph import components
from nlc.ir import nodes as ir
from nlc.ir.builder import Builder

NAME = "shortest"
APART, CORNERS, ROWS = (f"{NAME} {what}" for what in ("apart", "corners", "rows"))
"""The rule names of the variables and the clauses."""

SOLVER = "glucose42"
"""The solver of PySAT that is fastest for such programs, with direct labels."""

MOST_CELLS = 1024
"""The most cells of a board: the distances of all pairs take much memory."""

FARTHEST = 4
"""Cells of one path are parted by rows of empty cells up to this distance."""


def shortest(program: ir.Program, board: ir.Assignment | None = None) -> ir.Program | None:
    """Return a program with the rules of shortest paths; it has a solution if the given one has.

    Args:
        program: an elaborated puzzle, not folded.
        board: a solution that is not wanted: the new program then has a solution other than this
            one just where the given program has.

    Returns:
        None where the argument does not hold: for what is no Numberlink puzzle whose cells may all
        stay empty, or has rules that a shorter path may break; or where the solution itself leaves
        a cell empty.
    """
    puzzle = _find_puzzle(program)
    if puzzle is None or (board is not None and not _covers(puzzle, board)):
        return None
    return _Builder(program, puzzle).result()


def applies(program: ir.Program) -> bool:
    """Return whether `shortest` applies without a board."""
    return _find_puzzle(program) is not None


def _find_puzzle(program: ir.Program) -> Numberlink | None:
    """Return the Numberlink puzzle of a program if the argument above applies to it."""
    try:
        puzzle = recognize(program, NAME)
    except UserError:
        return None
    if puzzle.used[puzzle.inner].any() or len(puzzle.used) > MOST_CELLS:
        return None
    if len(distinct(puzzle.board.link_cells)) < len(puzzle.board.link_cells):
        return None  # two links between two cells
    return puzzle if all(_allows_shortest(puzzle, node) for node in puzzle.further) else None


def _covers(puzzle: Numberlink, board: ir.Assignment) -> bool:
    """Return whether a solution draws a segment at each cell that has a link."""
    drawn = board.bools[puzzle.line.part]
    ends = puzzle.board.link_cells
    return bool(np.isin(ends, ends[drawn]).all())


def _allows_shortest(puzzle: Numberlink, node: ir.Exactly | ir.Implies) -> bool:
    """Return whether shortest paths satisfy a constraint on segments.

    They draw at most d - 2 links of a ring of d links: with d - 1 of them, a path would visit all d
    cells, and end next to its start.
    """
    if not isinstance(node, ir.Exactly):
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


class _Builder:
    """Adds the rules of shortest paths to a program."""

    def __init__(self, program: ir.Program, puzzle: Numberlink) -> None:
        self.program = replace(program, auxiliaries=[*program.auxiliaries])
        self.builder, self.color = Builder(self.program), puzzle.color.name
        self.nodes: list[ir.Node] = []
        self.ends, self.base = puzzle.board.link_cells, puzzle.line.base
        cells = len(puzzle.used)
        # The literal of the segment between two cells, 0 where there is no link.
        self.line = np.zeros((cells, cells), np.int32)
        for one, other in (self.ends.T, self.ends.T[::-1]):
            self.line[one, other] = np.arange(self.base, self.base + len(one))
        self.empty = np.zeros(cells, np.int32)
        self._define_empty(puzzle)
        # Neighbours on one path are linked, unless the puzzle has that rule.
        links = np.flatnonzero(~puzzle.apart).astype(np.int32)
        one, other = self.ends[links].T
        self._differ(APART, one, other, -(links[:, None] + self.base))
        self._add_corners()
        self._add_rows()

    def result(self) -> ir.Program:
        """Return the program with these rules."""
        return replace(self.program, nodes=[*self.program.nodes, *self.nodes])

    def _define_empty(self, puzzle: Numberlink) -> None:
        """Define a variable for each cell that may be empty."""
        inner = np.zeros(len(self.empty), np.bool_)
        inner[puzzle.inner] = True
        for cells, links in by_degree(puzzle.board):
            kept = inner[cells]
            if links.shape[1] and kept.any():
                lits = (links[kept] + self.base).astype(np.int32)
                meaning = ir.CountDefinition(ir.Counts.of(0), lits)
                made = self.builder.auxiliary(len(lits), "empty", meaning, ir.Origin(NAME, None))
                self.empty[cells[kept]] = made

    def _add_corners(self) -> None:
        """Add the constraints on two neighbours of an empty cell.

        If they are on one path, it joins them by a third cell that is earlier than the empty one;
        and no path joins them by a later one.
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
                never = ir.Clause(np.zeros((len(at), 0), np.int32))
                self._add(CORNERS, np.column_stack([empty[first], *both]), never)

    def _ways(self) -> tuple[Ints, Ints, Ints]:
        """Return all paths of two links between unlinked cells whose middle cell is not an end.

        Returns:
            The first cells, the middle cells and the last cells, ascending by first, last and
            middle; each first cell is smaller than the last.
        """
        inner = np.where(self.empty[:, None] > 0, self.line, 0) > 0
        cell, one = np.nonzero(inner)
        way, other = np.nonzero(inner[cell])
        one, cell = one[way], cell[way]
        kept = (one < other) & (self.line[one, other] == 0)
        one, cell, other = one[kept], cell[kept], other[kept]
        order = np.lexsort([cell, other, one])
        return one[order], cell[order], other[order]

    def _add_rows(self) -> None:
        """Add "empty cells do not separate two cells of one path" for unique shortest ways."""
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

    def _differ(self, rule: str, one: Ints, other: Ints, guard: ir.Lits) -> None:
        """Add "two cells are not on one path" under a guard."""
        labelled = (self.empty[one] == 0) | (self.empty[other] == 0)
        drawn = np.column_stack([guard, -self.empty[one]])
        for kept, guards in ((labelled, guard), (~labelled, drawn)):
            a, b = one[kept].astype(np.int32), other[kept].astype(np.int32)
            self._add(rule, guards[kept], ir.Relate(self.color, a, self.color, b, False))

    def _add(self, rule: str, guard: ir.Lits, then: ir.Clause | ir.Relate) -> None:
        if len(guard):
            self.nodes.append(ir.Implies(guard.astype(np.int32), then, ir.Origin(rule, None)))
