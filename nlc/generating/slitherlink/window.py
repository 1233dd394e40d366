"""Searches a part of a board for another line, with the planted line fixed outside.

For nearly every needed clue, there is a second line that differs from the planted one in a few
cells. A formula of these cells and their neighbours has a fraction of the variables of the whole
board, and the line outside is contracted to a few nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.cnf import Clauses
from nlc.encode.loop_cuts import Demands, LineCuts
from nlc.generating.slitherlink.formula import LineFormula
from nlc.graph import components


class Window:
    """The lines that differ from the planted one in some cells only, in a solver of their own."""

    def __init__(
        self,
        board: Board,
        formula: LineFormula,
        free: Bools,
        home: Bools,
        settled: Ints,
        solver: Any,
    ) -> None:
        """Encode them.

        Args:
            free: shape (cells,), the cells whose colour may change.
            home: shape (cells,), those whose clue may be queried.
            settled: shape (cells,), 1 where a clue is fixed, -1 where it is removed, else 0.
        """
        self._solver = solver
        first, second = formula.border_faces.T
        flips = _flips(formula, free)
        fixed = ~flips[first] & ((second < 0) | ~flips[second])
        values = _fixed(formula, flips, home, settled, fixed)
        kept = [(rows, values[np.abs(rows)] * np.sign(rows)) for rows in formula.blocks]
        kept = [(rows[open_], true[open_]) for rows, true in kept for open_ in [~(true > 0).any(1)]]
        used = np.zeros(len(values), np.bool_)
        for rows, true in kept:
            used[np.abs(rows[true == 0])] = True
        self._local: Ints = np.where(used, np.cumsum(used), 0).astype(np.int32)
        for clause in _clauses(kept, self._local):
            solver.add_clause(clause)
        colours = np.arange(1, len(formula.colours) + 1)
        sides = np.where(formula.line, formula.sides, -formula.sides)
        planted = np.concatenate((np.where(formula.colours, colours, -colours), sides))
        solver.set_phases([lit for lit in np.unique(self._of(planted)).tolist() if lit])
        self._given: list[int] = self._of(formula.given).tolist()
        self._broken: list[int] = self._of(formula.broken).tolist()
        self._find_cuts(board, formula, fixed)

    def _of(self, lits: Clauses) -> Clauses:
        """Return the solver's literals, 0 for those that are fixed."""
        return self._local[np.abs(lits)] * np.sign(lits)

    def _find_cuts(self, board: Board, formula: LineFormula, fixed: Bools) -> None:
        """Contract the fixed line outside, and the vertices outside that are not on it."""
        nodes, ends = len(board.points), board.border_vertices
        drawn = fixed & formula.line
        outside = np.ones(nodes, np.bool_)
        outside[ends[~fixed | drawn]] = False
        root = components(nodes, ends[drawn | outside[ends].all(axis=1)])
        roots, number = np.unique(root, return_inverse=True)
        ends = number[ends].astype(np.int32)
        # One side of each piece of the line stays, as a drawn side.
        chosen = np.flatnonzero(drawn)
        _, at = np.unique(ends[chosen, 0], return_index=True)
        stays = ends[:, 0] != ends[:, 1]
        stays[chosen[at]] = True
        edges = np.flatnonzero(stays)
        place = np.full(len(ends), -1, np.int32)
        place[edges] = np.arange(len(edges), dtype=np.int32)
        self._sides: Ints = self._of(formula.sides)[edges]
        self._drawn: Bools = formula.line[edges]
        # The demands of cuts are the clues above 0 in the window, and the pieces of the line.
        around = board.cell_borders.data.reshape(formula.cells, -1)
        demanding = (formula.clues > 0) & ~fixed[around].all(axis=1)
        self._cells: Ints = np.flatnonzero(demanding).astype(np.int32)
        lasting = place[chosen[at]][:, None]
        sets = [*place[around[self._cells]], *lasting]
        least = np.concatenate((formula.clues[self._cells], np.ones(len(lasting), np.int32)))
        self._cuts = LineCuts(len(roots), ends[edges], Demands.of(sets, least))
        self._pieces = len(lasting)

    def another(self, cell: int, clues: Sequence[int], given: Bools) -> bool:
        """Return whether there is a line in the window that breaks the clue of a cell.

        Args:
            cell: one of the cells in `home`.
            clues: other cells whose clues the line keeps, without the fixed ones.
            given: shape (cells,), all cells whose clues it keeps.
        """
        assumed = [self._broken[cell], *(lit for c in clues if (lit := self._given[c]))]
        active = np.append(given[self._cells], np.ones(self._pieces, np.bool_))
        while self._solver.solve(assumptions=assumed):
            clauses = self._broken_cuts(np.array(self._solver.get_model()) > 0, active)
            if not clauses:
                return True
            for clause in clauses:
                self._solver.add_clause(clause)
        return False

    def fix_clue(self, cell: int, given: bool) -> None:
        """Add the clue of a cell to all later queries, or remove it from them."""
        if lit := self._given[cell]:
            self._solver.add_clause([lit if given else -lit])
        if broken := self._broken[cell]:
            self._solver.add_clause([-broken])

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()

    def _broken_cuts(self, model: Bools, active: Bools) -> list[list[int]]:
        """Return clauses that a model violates; none if its line is in one part."""
        drawn = self._drawn.copy()
        free = self._sides != 0
        drawn[free] = model[np.abs(self._sides[free]) - 1] == (self._sides[free] > 0)
        ends = self._cuts.ends[drawn]
        part = components(self._cuts.nodes, ends)[ends[:, 0]]
        if (part == part[:1]).all():
            return []
        out = []
        for cut in self._cuts(drawn, active):
            clues = (self._given[self._cells[d]] for d in cut.demands if d < len(self._cells))
            lits = [*self._sides[cut.edges].tolist(), *(-int(self._sides[e]) for e in cut.given)]
            out.append([*(lit for lit in lits if lit), *(-lit for lit in clues if lit)])
        return out


def _flips(formula: LineFormula, free: Bools) -> Bools:
    """Return which faces may flip: the free cells, and holes surrounded by free cells only."""
    first, second = formula.border_faces.T
    beside = second >= formula.cells
    flips = np.ones(len(formula.colours), np.bool_)
    flips[: formula.cells] = free
    flips[second[beside & ~free[first]]] = False
    return flips


def _fixed(formula: LineFormula, flips: Bools, home: Bools, settled: Ints, sides: Bools) -> Ints:
    """Return 1 for each variable that is true in the window, -1 for each false one, else 0."""
    values = np.zeros(formula.another + 1, np.int32)
    values[1 : len(flips) + 1] = np.where(flips, 0, np.where(formula.colours, 1, -1))
    lits = np.where(formula.line, formula.sides, -formula.sides)[sides]
    values[np.abs(lits)] = np.sign(lits)
    values[formula.given] = settled
    values[formula.broken[~home | (settled != 0)]] = -1
    values[formula.another] = -1
    return values


def _clauses(kept: Sequence[tuple[Clauses, Ints]], local: Ints) -> Iterator[list[int]]:
    """Yield clauses without their false literals."""
    for rows, true in kept:
        whole = (true == 0).all(axis=1)
        yield from (local[np.abs(rows[whole])] * np.sign(rows[whole])).tolist()
        part = (local[np.abs(rows[~whole])] * np.sign(rows[~whole])).tolist()
        yield from ([lit for lit in row if lit] for row in part)
