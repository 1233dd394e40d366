"""Makes Slitherlink puzzles and judges each by the rules of the genre before it is let out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from nlc.arrays import Bools
from nlc.execute.base import Executor
from nlc.generate import parallel
from nlc.generate.draft import ANY
from nlc.generate.grade import Grade
from nlc.generate.shape import Shape
from nlc.generate.slitherlink.clues import Reduced, Removal, reduce
from nlc.generate.slitherlink.formula import Formula, formula
from nlc.generate.slitherlink.grade import LEVELS, Grader
from nlc.generate.slitherlink.level import LevelJudge
from nlc.generate.slitherlink.scale import Line, regions
from nlc.generate.slitherlink.solver import ClueSolver
from nlc.generate.slitherlink.written import check

TRIES = 200
"""How many lines are drawn for one puzzle before it is given up."""


@dataclass(frozen=True)
class Order:
    """What is to be made.

    Attributes:
        shape: the whole board, of `line`'s tiling and size.
        line: what the line is to be like.
        removal: how clues are taken away.
        difficulty: the level of `nlc.generate.slitherlink.grade` that each puzzle must have, `ANY`
            if it is to be graded only, or None.
        depth: how far ahead the grader looks, from 1.
        seed: puzzle k of a seed is the same, however many there are.
        count: how many puzzles.
        jobs: how many processes make them; what they make does not depend on it.
    """

    shape: Shape
    line: Line
    removal: Removal = field(default_factory=Removal)
    difficulty: str | None = None
    seed: int = 1
    count: int = 1
    jobs: int = 1
    depth: int = 1


@dataclass(frozen=True, eq=False)
class Made:
    """A puzzle with one solution, or what was spent on one that was given up.

    Attributes:
        number: from 1.
        line: shape (borders,), the solution; None where the puzzle was given up.
        clues: the clue of each cell that has one.
        minimal: no clue can go without another solution, or another level if one was wished.
        counts: ``tries`` of lines; those of an ``other level`` or ``not unique`` with all clues;
            ``failures``, clues that could not go.
        seconds: wall-clock time.
        grade: how hard it is, if that was asked for.
    """

    number: int
    line: Bools | None
    clues: Mapping[int, int]
    minimal: bool
    counts: Mapping[str, int]
    seconds: float
    grade: Grade | None = None

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution: always, unless it was given up."""
        return not self.given_up

    @property
    def given_up(self) -> bool:
        """Whether there is no puzzle."""
        return self.line is None


def generate(order: Order, executor: Executor | None = None) -> Iterator[Made]:
    """Yield the puzzles of an order, by number; closing the iterator ends the processes.

    They are made in children of this process, unless an executor is given.

    Raises:
        RuntimeError: a puzzle breaks a rule, or a process died.
    """
    return parallel.numbered(partial(make, order), order.count, order.jobs, executor)


def make(order: Order, number: int) -> Made:
    """Make one puzzle; to be called in a process that may end at any moment, as `Grader` says."""
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    for attempt in range(TRIES):
        counts["tries"] += 1
        # A seed of NumPy has no sign.
        random = np.random.default_rng([abs(order.seed), order.seed < 0, number, attempt])
        grid, colours = regions(order.line, random)
        planted = formula(order.shape.board, grid, colours)
        cells = random.permutation(planted.cells).tolist()
        reduced, grade = _reduced(order, planted, cells, counts)
        if reduced is None:
            continue
        counts["failures"] += reduced.failures
        clues = {cell: int(planted.clues[cell]) for cell in reduced.clues}
        check(order.shape, planted.line, clues)
        seconds = time.perf_counter() - started
        return Made(number, planted.line, clues, reduced.minimal, dict(counts), seconds, grade)
    return Made(number, None, {}, False, dict(counts), time.perf_counter() - started)


def _reduced(
    order: Order, planted: Formula, cells: list[int], counts: Counter[str]
) -> tuple[Reduced | None, Grade | None]:
    """Return the clues that are left of a line's, and the grade if there is to be one."""
    solver = ClueSolver(order.shape.board, planted)
    wished = order.difficulty
    if wished is None:
        reduced = reduce(solver, cells, order.removal)
        solver.close()
        if reduced is None:
            counts["not unique"] += 1
        return reduced, None
    grader = Grader(order.shape.board, planted)
    # Of deeper levels a grader tells too slowly to be asked about each clue.
    at_once = wished not in LEVELS[:-1]
    judge = solver if at_once else LevelJudge(grader, wished, solver)
    reduced = reduce(judge, cells, order.removal)
    grade = None if reduced is None else grader.grade(reduced.clues, order.depth)
    solver.close()
    grader.close()
    if grade is None or wished not in (ANY, grade.level):
        counts["not unique" if grade is None and at_once else "other level"] += 1
        return None, None
    return reduced, grade
