"""Tabu search for maps: puzzles whose rules say only which cells differ, and what some may be.

A. Hertz, D. de Werra: Using tabu search techniques for graph coloring (Computing 39, 1987), with
the tenure of P. Galinier, J.-K. Hao (Journal of Combinatorial Optimization 3, 1999). All cells have
a value; one that has that of a neighbour takes another one, whichever leaves the fewest such pairs,
and not the one that it had shortly before. This finds colourings of many colours in a hundredth of
the time that SAT solvers take, and never that there is none (``docs/lab/domains.md``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from nlc.arrays import Bools, Ints, distinct, offsets, true_places
from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import Limits, Outcome, Status
from nlc.ir.nodes import Assign, Assignment, Implies, Program, Relate
from nlc.ir.passes.permutations import differences
from nlc.solve.boards import CheckedBoards
from nlc.solve.solution import Step

if TYPE_CHECKING:
    from nlc.solve.answer import Answer

NAME = "tabu search"
"""In the place of a solver's."""

MOST_CELLS = 2000
"""Of a larger map, the first values alone take longer than many a solver."""

GIVEN = 0.15
"""The part of the cells that may be given: where more are, solvers are sooner."""

_LOOK = 64
"""Moves between two looks at the clock."""

_ENTRIES = 5000
"""Values that a move looks at in the mean, at most: on larger maps there are fewer moves."""

_NEVER = 1 << 20
"""The cost of a value that a cell cannot have."""


@dataclass(frozen=True, eq=False)
class Map:
    """Cells that are to differ.

    Attributes:
        name: of the variable.
        pairs: shape (m, 2), the cells that differ, each pair once.
        allowed: shape (cells, values), which values each cell can have.
    """

    name: str
    pairs: Ints
    allowed: Bools


def read(program: Program) -> Map | None:
    """Return the map that a puzzle is, or None where it says more, or another search is sooner."""
    if len(program.domains) != 1 or program.bools or program.auxiliaries or program.globals:
        return None
    (domain,) = program.domains.values()
    if domain.optional or domain.size > MOST_CELLS or program.connections:
        return None
    allowed = domain.table()
    if any(item.guard.shape[1] for item in program.differences):
        return None
    for node in program.nodes:
        match node:
            case Implies(guard, Relate(equal=False)) if not guard.shape[1]:
                pass  # one of the differences
            case Implies(guard, Assign(_, elements, values, equal)) if not guard.shape[1]:
                if equal:
                    only = np.zeros((len(values), allowed.shape[1]), np.bool_)
                    only[np.arange(len(values)), values] = True
                    np.logical_and.at(allowed, elements, only)
                else:
                    allowed[elements, values] = False
            case _:
                return None
    pairs = [np.stack(item.pairs(), axis=1) for item in program.differences]
    pairs.append(differences(program, domain))
    every = distinct(np.sort(np.concatenate(pairs), axis=1))
    choices = allowed.sum(axis=1)
    solvable = len(every) and choices.all() and (every[:, 0] != every[:, 1]).all()
    if not solvable or np.count_nonzero(choices == 1) > GIVEN * domain.size:
        return None
    return Map(domain.name, every, allowed)


def search(program: Program, found: Map, moves: int, limits: Limits) -> Answer:
    """Return a solution of a map, or an answer that leaves it open.

    The same number of moves gives the same answer each time.

    Args:
        program: the puzzle.
        found: what `read` has made of it.
        moves: to give up after.
        limits: of the time.
    """
    started, spent = time.perf_counter(), time.process_time()
    times = [each for each in (limits.seconds, limits.cpu_seconds) if each is not None]
    values, made = _Search(found, moves).run(moves, started + min(times, default=float("inf")))
    status: Status = "UNKNOWN" if values is None else "SATISFIABLE"
    outcome = Outcome(
        status,
        "no-answer" if values is None else "answered",
        f"{NAME} has found nothing in {made} moves" if values is None else None,
        seconds=time.perf_counter() - started,
        cpu_seconds=time.process_time() - spent,
        statistics={"moves": made},
    )

    def outcomes() -> Generator[tuple[Outcome, Callable[[], Assignment] | None], None, None]:
        if values is None:
            yield outcome, None
        else:
            yield outcome, partial(Assignment, np.zeros(1, np.bool_), {found.name: values})

    step = Step("", outcome.status, None, outcome.seconds, solver=NAME)
    finish = partial(replace, solver=NAME, steps=(step,))
    return CheckedBoards(program, NAME, finish=finish).collect(outcomes(), 1, 1)


class _Search:
    """The values of all cells, and what each other value would cost."""

    def __init__(self, found: Map, seed: int) -> None:
        cells, values = found.allowed.shape
        self._random = Random(seed)
        ends = np.concatenate([found.pairs, found.pairs[:, ::-1]])
        ends = ends[np.argsort(ends[:, 0], kind="stable")]
        self._others = ends[:, 1]
        self._starts = offsets(np.bincount(ends[:, 0], minlength=cells)).tolist()
        self._costs = np.where(found.allowed, 0, _NEVER).astype(np.int32)
        """For each cell and value, how many of its neighbours have the value."""
        self._until = np.zeros((cells, values), np.int32)
        """The move up to which a cell may not take a value again."""
        self._values = np.full(cells, -1, np.int32)
        self._cells = np.arange(cells)

    def run(self, moves: int, deadline: float) -> tuple[Ints | None, int]:
        """Return values of which no two that are to differ are the same, or None; and the moves.

        Args:
            moves: to give up after.
            deadline: `time.perf_counter` to give up at.
        """
        self._begin()
        entries = _ENTRIES * moves
        for move in range(moves):
            own = self._costs[self._cells, self._values]
            wrong = true_places(own > 0)
            if not len(wrong):
                return self._values, move
            entries -= len(wrong) * self._costs.shape[1]
            if entries < 0 or (move % _LOOK == 0 and time.perf_counter() > deadline):
                return None, move
            self._move(move, wrong, own[wrong])
        return None, moves

    def _begin(self) -> None:
        """Give each cell a value, first those whose neighbours have most different ones (DSATUR).

        D. Brélaz: New methods to color the vertices of a graph (CACM 22, 1979).
        """
        degrees = np.diff(self._starts)
        seen = np.zeros(len(degrees), np.int64)
        for _ in range(len(degrees)):
            open_ = np.where(self._values < 0, seen * len(degrees) + degrees, -1)
            cell = int(open_.argmax())
            value = int(self._costs[cell].argmin())
            beside = self._beside(cell)
            seen[beside] += self._costs[beside, value] == 0
            self._costs[beside, value] += 1
            self._values[cell] = value

    def _move(self, move: int, wrong: Ints, own: Ints) -> None:
        """Give the best other value that is not forbidden to one of the cells that are wrong."""
        gains = self._costs[wrong] - own[:, None]
        gains[self._until[wrong] > move] += _NEVER
        gains[np.arange(len(wrong)), self._values[wrong]] = 2 * _NEVER
        best = (gains == gains.min()).ravel().nonzero()[0]
        place, value = divmod(int(best[self._random.randrange(len(best))]), gains.shape[1])
        if gains[place, value] >= _NEVER // 2:
            return  # each has been taken a short while ago
        cell = int(wrong[place])
        old, beside = int(self._values[cell]), self._beside(cell)
        self._costs[beside, old] -= 1
        self._costs[beside, value] += 1
        self._values[cell] = value
        self._until[cell, old] = move + 0.6 * len(wrong) + self._random.randrange(10)

    def _beside(self, cell: int) -> Ints:
        return self._others[self._starts[cell] : self._starts[cell + 1]]
