"""How hard a Slitherlink is: what has to be concluded, and how, until every segment is known.

Each stage concludes segments by more rules than the one before it, from what that has settled:

- counts: how many segments a clue allows around a cell, and none or two at a vertex;
- regions: also that a segment is where inside and outside meet;
- loops: also that no segment closes a ring too early;
- look-ahead: also that a segment is not there which leads to a contradiction by all of these, and
  the other way round;
- look-ahead-2, and so on: the same with what looking ahead less far concludes
  (`nlc.generating.lookahead`).

What is left is search, whose conflicts a solver counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Board, Sort
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.generating.grade import Grade
from nlc.generating.lookahead import AHEAD, LookAhead, deep_levels, depth_of
from nlc.generating.slitherlink.formula import CLUES, COUNTS, REGIONS, CutClauses, Formula, formula
from nlc.generating.slitherlink.outline import outline
from nlc.generating.slitherlink.regions import Colours, Grid, border, border_faces, grid
from nlc.graph import components
from nlc.ir.nodes import Program

STAGES = {"counts": (COUNTS, CLUES), "regions": (COUNTS, CLUES, REGIONS), "loops": None}
"""The kinds of clauses that the first stages propagate; `loops` adds no clauses."""

LEVELS = ("counts", "regions", "loops", AHEAD, "search")
"""The levels, easy ones first: the first stage that settles every segment. Where a grader looks
further ahead, there are more, which `nlc.generating.lookahead.deep_levels` tells."""

_SOLVER = "minisat22"
_SEARCHER = "cadical195"

Known = dict[int, bool]
"""What has been concluded: the value of a variable."""


class Grader:
    """Concludes segments on one board; to be used in a process that may end at any moment.

    PySAT leaves a solver by a ``longjmp`` at Ctrl-C; see `nlc.drivers.pysat.driver`.
    """

    def __init__(self, board: Board, formula: Formula) -> None:
        """Load the rules."""
        self._formula = formula
        self._board = board
        self._cuts = CutClauses(board, formula)
        self._sides: list[int] = formula.sides.tolist()
        self._given: list[int] = formula.given.tolist()
        # What unit clauses imply on their own would not be told: they hold under an assumption.
        self._rules = formula.another + 1
        self._solvers = {name: self._load(kinds) for name, kinds in STAGES.items() if kinds}

    def grade(self, clues: Collection[int], depth: int = 1) -> Grade:
        """Grade the puzzle with the clues of some cells, looking so far ahead."""
        known: Known = {}
        settled = []
        looks = 0
        levels = deep_levels(LEVELS, depth)
        for stage in levels[:-1]:
            known, more = self._concluded(stage, clues, known)
            looks += more
            settled.append(self._count(known))
        conflicts = self._search(clues, known)
        return Grade(tuple(settled), len(self._sides), looks, conflicts, levels)

    def solves(self, clues: Collection[int], level: str) -> bool:
        """Tell whether every segment is settled by one of `LEVELS`, `search` excluded."""
        known: Known = {}
        for stage in LEVELS[: LEVELS.index(level) + 1]:
            known, _ = self._concluded(stage, clues, known)
            if self._count(known) == len(self._sides):
                return True
        return False

    def settled_within(self, clues: Collection[int], depth: int) -> bool:
        """Tell whether guesses settle every segment, no more than so many one inside the other.

        A guess is followed by the rules of `loops`, for both values of a segment next to the line.
        """
        known, _ = self._concluded("loops", clues, {})
        return self._ended(clues, known, depth)

    def _ended(self, clues: Collection[int], known: Known, depth: int) -> bool:
        drawn, undecided = self._drawn(known)
        if not undecided.any():
            return True
        if not depth:
            return False
        ends = self._board.border_vertices
        met = np.zeros(len(self._board.points), np.bool_)
        met[ends[drawn]] = True
        lit = self._sides[int(np.argmax(undecided * (1 + met[ends].any(axis=1))))]
        for guess in (lit, -lit):
            known_then = self._following(clues, known, guess)
            if known_then is not None and not self._ended(clues, known_then, depth - 1):
                return False
        return True

    def completed(self, clues: Collection[int], order: Sequence[int], level: str) -> set[int]:
        """Return clues that suffice for a level: some more where it concludes nothing further.

        What was concluded from fewer clues still holds, so that this takes little longer than one
        grading.

        Args:
            clues: the cells to begin with.
            order: all cells; of those that could help, the first ones get a clue.
            level: one of `LEVELS`, `search` excluded.
        """
        given, known = set(clues), Known()
        around = self._board.cell_borders
        while True:
            for stage in LEVELS[: LEVELS.index(level) + 1]:
                known, _ = self._concluded(stage, given, known)
            undecided = self._drawn(known)[1]
            if not undecided.any():
                return given
            open_cells = np.logical_or.reduceat(undecided[around.data], around.indptr[:-1])
            left = max(1, int(undecided.sum()) // 40)
            barred: set[int] = set()
            for cell in order:
                if left and open_cells[cell] and cell not in given and cell not in barred:
                    left -= 1
                    given.add(cell)
                    barred.update(self._board.border_cells[around.row(cell)].ravel().tolist())

    def close(self) -> None:
        """Free the solvers."""
        for solver in self._solvers.values():
            solver.delete()

    def _load(self, kinds: Collection[str]) -> Any:
        from pysat.solvers import Solver

        solver = Solver(_SOLVER)
        for kind, clauses in self._formula.blocks:
            if kind in kinds:
                for clause in clauses.tolist():
                    solver.add_clause(clause if len(set(clause)) > 1 else [*clause, -self._rules])
        return solver

    def _concluded(self, stage: str, clues: Collection[int], known: Known) -> tuple[Known, int]:
        """Return all that a stage concludes, and how many segments by looking ahead."""
        if stage.startswith(AHEAD):
            ahead = LookAhead(partial(self._following, clues), _literals, self._sides)
            return ahead.conclude(known, depth_of(stage)), ahead.settled
        found = self._propagated("counts" if stage == "counts" else "regions", clues, known)
        assert found is not None  # the planted line keeps all rules
        if stage == "loops":
            found = self._open(clues, found)
            assert found is not None
        return found, 0

    def _propagated(self, name: str, clues: Iterable[int], known: Known) -> Known | None:
        """Return what follows by unit propagation, or None: a contradiction."""
        assumed = [self._rules, *(self._given[cell] for cell in clues)]
        assumed += _literals(known)
        fine, found = self._solvers[name].propagate(assumptions=assumed)
        most = self._given[0]
        return {abs(lit): lit > 0 for lit in found if abs(lit) < most} | known if fine else None

    def _open(self, clues: Collection[int], known: Known) -> Known | None:
        """Return what follows if no ring is closed too early, or None: a contradiction."""
        while True:
            closing = self._closing(clues, known)
            if closing is None:
                return None
            if not closing:
                return known
            for side in closing:
                lit = self._sides[side]
                known[abs(lit)] = lit < 0
            found = self._propagated("regions", clues, known)
            if found is None:
                return None
            known = found

    def _closing(self, clues: Collection[int], known: Known) -> list[int] | None:
        """Return undecided sides that would close a ring too early, or None: one is closed."""
        drawn, undecided = self._drawn(known)
        ends, points = self._board.border_vertices, len(self._board.points)
        chain = components(points, ends[drawn])
        lengths = np.bincount(chain[ends[drawn, 0]], minlength=points)
        sizes = np.bincount(chain, minlength=points)
        several = np.count_nonzero(lengths) > 1
        if ((lengths >= sizes) & (lengths > 0)).any():
            return None if several or self._breaks(clues, drawn) else []
        would = undecided & (chain[ends[:, 0]] == chain[ends[:, 1]])
        found: list[int] = np.flatnonzero(would).tolist()
        if several or self._formula.open:
            return found
        out = []
        for side in found:
            drawn[side] = True
            if self._breaks(clues, drawn):
                out.append(side)
            drawn[side] = False
        return out

    def _breaks(self, clues: Collection[int], drawn: Bools) -> bool:
        """Tell whether these segments are no solution, given that they are one ring."""
        if self._formula.open:
            return True
        cells = np.fromiter(clues, np.int32, len(clues))
        sides = self._board.cell_borders
        counts = np.add.reduceat(drawn[sides.data].astype(np.int32), sides.indptr[:-1])
        return bool((counts[cells] != self._formula.clues[cells]).any())

    def _drawn(self, known: Known) -> tuple[Bools, Bools]:
        """Return which sides are drawn for sure, and which are undecided."""
        values = np.zeros(self._given[0], np.int8)
        variables: Ints = np.fromiter(known, np.int32, len(known))
        values[variables] = np.where(np.fromiter(known.values(), np.bool_, len(known)), 1, -1)
        sides = self._formula.sides
        signed = values[np.abs(sides)] * np.sign(sides)
        return signed > 0, signed == 0

    def _count(self, known: Known) -> int:
        return len(self._sides) - int(np.count_nonzero(self._drawn(known)[1]))

    def _following(self, clues: Collection[int], known: Known, lit: int) -> Known | None:
        """Return what follows from what is known and a literal, or None: a contradiction."""
        found = self._propagated("regions", clues, {**known, abs(lit): lit > 0})
        return None if found is None else self._open(clues, found)

    def _search(self, clues: Collection[int], known: Known) -> int:
        """Return the conflicts of a solver that starts from what is known."""
        solver = self._load(STAGES["regions"] or ())
        assumed = [self._rules, *(self._given[cell] for cell in clues)]
        assumed += _literals(known)
        given = np.zeros(self._formula.cells, np.bool_)
        given[list(clues)] = True
        while solver.solve(assumptions=assumed):
            broken = self._cuts(solver.get_model(), given)
            if not broken:
                break
            for clause in broken:
                solver.add_clause(clause)
        conflicts: int = solver.accum_stats()["conflicts"]
        solver.delete()
        return conflicts


def _literals(known: Known) -> list[int]:
    return [var if value else -var for var, value in known.items()]


def graded(program: Program, depth: int) -> Grade | None:
    """Grade a puzzle with one solution, a loop, as if that had been planted; None: another one.

    Args:
        depth: how far to look ahead, from 1.
    """
    board = program.board
    plain = program.options.get("full") == "false" and not program.givens.get("port")
    if not plain:
        return None
    if (area := outline(board)) is None:
        return None
    frame = grid(board.topology, area.rows, area.cols, area.missing)
    line = _solution(program)
    planted = _regions(frame, board, line)
    if not np.array_equal(border(board, frame, planted), line):
        return None
    clues = [cell for cell, text in program.givens["clue"].items() if text]
    grader = Grader(board, formula(board, frame, planted))
    try:
        return grader.grade(clues, depth)
    finally:
        grader.close()


def _solution(program: Program) -> Bools:
    """Return the line, shape (borders,)."""
    lowered = lower(program, Encoding(passes="none"))
    with IncrementalSolver(_SEARCHER, lowered.cnf) as solver:
        if not solver.solve(()):
            raise RuntimeError("a puzzle with a solution has none")
        found = lowered.assignment(solver.model(lowered.cnf.variables))
    (line,) = (var for var in program.bools if var.sort is Sort.BORDER)
    return found.bools[line.base : line.base + line.size]


def _regions(frame: Grid, board: Board, line: Bools) -> Colours:
    """Return the outside, which is that of the frame, and the inside of a loop."""
    cells = len(frame.cells)
    faces = cells + len(frame.holes)
    pairs = border_faces(board, frame)
    part = components(faces + 1, np.where(pairs < 0, faces, pairs)[~line])
    inside = part[:faces] != part[faces]
    colours: Colours = np.zeros(frame.shape, np.uint8)
    flat = colours.ravel()
    flat[frame.cells] = inside[:cells]
    for hole, colour in zip(frame.holes, inside[cells:].tolist(), strict=True):
        flat[hole] = colour
    return colours
