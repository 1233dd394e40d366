"""Tabu search for maps: puzzles whose rules say only which cells differ, and what some may be.

A. Hertz, D. de Werra: Using tabu search techniques for graph coloring (Computing 39, 1987), with
the tenure of P. Galinier, J.-K. Hao (Journal of Combinatorial Optimization 3, 1999). All cells have
a value; one that has that of a neighbour takes another one, whichever leaves the fewest such pairs,
and not the one that it had shortly before. This finds colourings of many colours in a hundredth of
the time that SAT solvers take, and never that there is none (``docs/lab/domains.md``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, distinct, offsets
from nlc.drivers.base import NO_LIMITS, Limits, Outcome, Status
from nlc.drivers.telling import tell
from nlc.ir.nodes import Assign, Assignment, Implies, Program, Relate
from nlc.ir.passes.permutations import differences
from nlc.solving.boards import CheckedBoards
from nlc.solving.solution import Step

if TYPE_CHECKING:
    from nlc.solving.answer import Answer

NAME = "tabu search"
"""In the place of a solver's."""

MOST_CELLS = 2000
"""Of a larger map, the first values alone take longer than many a solver."""

GIVEN = 0.15
"""The part of the cells that may be given: where more are, solvers are sooner."""

MOVES, MOST_MOVES = 200, 4000
"""Of a short search: for each value, and at most; up to a fifth of a second."""

_ENTRIES = 150
"""Neighbours and values of a cell, beyond which a search has fewer moves, for each takes longer."""

_LOOK = 64
"""Moves between two looks at the clock."""

_CANDIDATES = 20
"""Cells that a move looks at, at most."""

_NEVER = 1 << 20
"""The cost of a value that a cell cannot have."""


class Map(Struct, frozen=True, eq=False):
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


def search(
    program: Program, found: Map, limits: Limits = NO_LIMITS, moves: int | None = None
) -> Answer:
    """Return a solution of a map, or an answer that leaves it open.

    The same number of moves gives the same answer each time.

    Args:
        program: the puzzle.
        found: what `read` has made of it.
        limits: of the time.
        moves: to give up after; None for few. On dense maps of many values there are fewer.
    """
    tell(f"{NAME}: {len(found.allowed)} cells, {len(found.pairs)} pairs that differ")
    if moves is None:
        moves = min(MOVES * found.allowed.shape[1], MOST_MOVES)
    entries = 2 * len(found.pairs) / len(found.allowed) + found.allowed.shape[1]
    moves = int(moves * min(1.0, _ENTRIES / entries))
    started, spent = time.perf_counter(), time.process_time()
    times = [each for each in (limits.seconds, limits.cpu_seconds) if each is not None]
    values, made = _Search(found, moves).run(moves, started + min(times, default=float("inf")))
    status: Status = "UNKNOWN" if values is None else "SATISFIABLE"
    outcome = Outcome(
        status,
        "no-answer" if values is None else "answered",
        f"nothing found in {made} moves" if values is None else None,
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
    """The values of all cells, and what each other value would cost.

    By lists: an operation on an array costs about as much as a look at twenty entries, and a move
    looks at few (``docs/lab/domains.md``).
    """

    def __init__(self, found: Map, seed: int) -> None:
        self._random = Random(seed).random
        ends = np.concatenate([found.pairs, found.pairs[:, ::-1]])
        ends = ends[np.argsort(ends[:, 0], kind="stable")]
        starts = offsets(np.bincount(ends[:, 0], minlength=len(found.allowed)))
        beside = np.split(ends[:, 1], starts[1:-1])
        costs = np.where(found.allowed, 0, _NEVER).astype(np.int32)
        self._values: list[int] = _begun(beside, costs).tolist()
        self._beside: list[list[int]] = [each.tolist() for each in beside]
        self._costs: list[list[int]] = costs.tolist()
        """For each cell and value, how many of its neighbours have the value."""
        self._until = [[0.0] * len(row) for row in self._costs]
        """The move up to which a cell may not take a value again."""
        self._wrong = [c for c, value in enumerate(self._values) if self._costs[c][value]]
        """The cells that have the value of a neighbour."""
        self._places = {cell: place for place, cell in enumerate(self._wrong)}

    def run(self, moves: int, deadline: float) -> tuple[Ints | None, int]:
        """Return values of which no two that are to differ are the same, or None; and the moves.

        Args:
            moves: to give up after.
            deadline: `time.perf_counter` to give up at.
        """
        move = 0
        while self._wrong:
            if move == moves or (move % _LOOK == 0 and time.perf_counter() > deadline):
                return None, move
            if best := self._best(move):
                cell, value = best[int(self._random() * len(best))]
                tenure = 0.6 * len(self._wrong) + int(self._random() * 10)
                self._until[cell][self._values[cell]] = move + tenure
                self._take(cell, value)
            move += 1
        return np.array(self._values, np.int32), move

    def _best(self, move: int) -> list[tuple[int, int]]:
        """Return the cheapest values that are not forbidden, of cells that are wrong, with these.

        Of some cells only, where many are wrong: the candidate list of F. Glover (Tabu search,
        part I, ORSA Journal on Computing 1, 1989).
        """
        costs, values, until, some = self._costs, self._values, self._until, self._wrong
        if len(some) > _CANDIDATES:
            first = int(self._random() * len(some))
            some = some[first : first + _CANDIDATES]
            some += self._wrong[: _CANDIDATES - len(some)]
        least = _NEVER // 2
        best: list[tuple[int, int]] = []
        for cell in some:
            row, value = costs[cell], values[cell]
            bound = least + row[value]
            if min(row) > bound:
                continue
            forbidden = until[cell]
            for other, cost in enumerate(row):
                if cost <= bound and other != value and forbidden[other] <= move:
                    if cost < bound:
                        bound, least, best = cost, cost - row[value], []
                    best.append((cell, other))
        return best

    def _take(self, cell: int, value: int) -> None:
        """Give a cell that is wrong another value."""
        costs, values = self._costs, self._values
        old = values[cell]
        values[cell] = value
        for beside in self._beside[cell]:
            row = costs[beside]
            row[old] -= 1
            row[value] += 1
            if values[beside] == old:
                if not row[old]:
                    self._strike(beside)
            elif values[beside] == value and row[value] == 1:
                self._places[beside] = len(self._wrong)
                self._wrong.append(beside)
        if not costs[cell][value]:
            self._strike(cell)

    def _strike(self, cell: int) -> None:
        """Take a cell from the list of those that are wrong."""
        place, last = self._places.pop(cell), self._wrong.pop()
        if last != cell:
            self._wrong[place] = last
            self._places[last] = place


def _begun(beside: Sequence[Ints], costs: Ints) -> Ints:
    """Give each cell a value, first those whose neighbours have most different ones (DSATUR).

    D. Brélaz: New methods to color the vertices of a graph (CACM 22, 1979).

    Args:
        beside: the neighbours of each cell.
        costs: see `_Search`; without a value yet, and written.
    """
    values = np.full(len(costs), -1, np.int32)
    degrees = np.array([len(each) for each in beside])
    seen = np.zeros(len(costs), np.int64)
    for _ in range(len(costs)):
        open_ = np.where(values < 0, seen * len(costs) + degrees, -1)
        cell = int(open_.argmax())
        value = int(costs[cell].argmin())
        others = beside[cell]
        seen[others] += costs[others, value] == 0
        costs[others, value] += 1
        values[cell] = value
    return values
