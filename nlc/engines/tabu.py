"""Tabu search for maps: puzzles whose rules only say which cells differ and which values they have.

A. Hertz, D. de Werra: Using tabu search techniques for graph coloring (Computing 39, 1987), with
the tenure of P. Galinier, J.-K. Hao (Journal of Combinatorial Optimization 3, 1999). All cells have
values; a move gives a cell in conflict with a neighbour the value that leaves the fewest conflicts,
except for its recent values. It finds colourings with many colours in a hundredth of the time of
SAT solvers, but never shows that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, distinct, offsets
from nlc.engines.base import Engine
from nlc.errors import fail
from nlc.ir.nodes import Assign, Assignment, Implies, Program, Relate
from nlc.ir.passes.permutations import differences
from nlc.language.resolve import Puzzle
from nlc.version import __version__

MOVES = 3_000_000
"""Moves after which the search gives up: half a minute, or up to three minutes if cells have many
neighbours."""

_CANDIDATES = 20
"""The most cells that a move considers."""

_NEVER = 1 << 20
"""The cost of a value that a cell cannot have."""


class Map(Struct, frozen=True, eq=False):
    """Cells with constraints that pairs of them differ.

    Attributes:
        pairs: shape (m, 2), the cells that have to differ, each pair once.
        allowed: shape (cells, values), which values each cell can have.
    """

    name: str
    pairs: Ints
    allowed: Bools

    @property
    def solvable(self) -> bool:
        """Whether each cell has an allowed value, and no cell has to differ from itself."""
        itself = self.pairs[:, 0] == self.pairs[:, 1]
        return bool(self.allowed.any(axis=1).all() and not itself.any())


def map_of(program: Program) -> Map | None:
    """Return a puzzle as a map, or None if it has other rules."""
    if len(program.domains) != 1 or program.bools or program.auxiliaries or program.globals:
        return None
    (domain,) = program.domains.values()
    if domain.optional or program.connections or program.runs:
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
    return Map(domain.name, every, allowed)


class TabuEngine(Engine[Map]):
    """Changes one value after the other; it finds solutions, but never refutes."""

    name = "tabu"
    summary = "tabu search for maps, whose cells only differ; it never refutes"
    statistics = ("moves",)

    def version(self) -> str | None:
        """Return nlc's."""
        return __version__

    def read(self, puzzle: Puzzle, program: Program) -> Map:
        """Return the map that a puzzle is.

        Raises:
            UserError: its rules say more than which cells differ and what some may be.
        """
        found = map_of(program)
        if found is None:
            hint = "take a solver, such as --solver minisat: an encoding takes every rule"
            what = "solves maps only: puzzles of one variable, whose rules say which cells differ"
            raise fail(f"the engine '{self.name}' {what}", puzzle.tree.genre.span, hint)
        return found

    def board(self, program: Program, found: Any) -> Assignment:
        """Return the board of values, shape (cells,)."""
        (name,) = program.domains
        return Assignment(np.zeros(1, np.bool_), {name: found})

    def assumes(self, puzzle: Map) -> str | None:
        """Return that the search gives up; see `Engine.assumes`."""
        return f"gives up after {MOVES:,} moves"

    def search(self, puzzle: Map, statistics: dict[str, int]) -> Iterator[Ints]:
        """Yield values, shape (cells,), each from another start; the order is deterministic."""
        left, seed = MOVES, 0
        seen: set[bytes] = set()
        while left > 0 and puzzle.solvable:
            values, made = _TabuSearch(puzzle, seed).run(left)
            left, seed = left - made - len(puzzle.allowed), seed + 1
            statistics["moves"] = MOVES - left
            if values is not None and values.tobytes() not in seen:
                seen.add(values.tobytes())
                yield values


class _TabuSearch:
    """The values of all cells, and the conflicts of every value.

    It uses lists: an operation on an array costs about as much as twenty accesses to a list, and a
    move needs few.
    """

    def __init__(self, found: Map, seed: int) -> None:
        self._random = Random(seed).random
        ends = np.concatenate([found.pairs, found.pairs[:, ::-1]])
        ends = ends[np.argsort(ends[:, 0], kind="stable")]
        starts = offsets(np.bincount(ends[:, 0], minlength=len(found.allowed)))
        neighbours = np.split(ends[:, 1], starts[1:-1])
        costs = np.where(found.allowed, 0, _NEVER).astype(np.int32)
        self._values = (_dsatur_values if seed == 0 else partial(_random_values, seed))(
            neighbours, costs
        ).tolist()
        self._neighbours: list[list[int]] = [each.tolist() for each in neighbours]
        self._costs: list[list[int]] = costs.tolist()
        """For each cell and value, the number of its neighbours with this value."""
        self._until = [[0.0] * len(row) for row in self._costs]
        """For each cell and value, the move up to which it may not get the value again."""
        self._conflicting = [c for c, value in enumerate(self._values) if self._costs[c][value]]
        """The cells with a conflict."""
        self._places = {cell: place for place, cell in enumerate(self._conflicting)}

    def run(self, moves: int) -> tuple[Ints | None, int]:
        """Return values without conflicts, or None; and the number of moves."""
        move = 0
        while self._conflicting:
            if move == moves:
                return None, move
            if best := self._best(move):
                cell, value = best[int(self._random() * len(best))]
                tenure = 0.6 * len(self._conflicting) + int(self._random() * 10)
                self._until[cell][self._values[cell]] = move + tenure
                self._change_value(cell, value)
            move += 1
        return np.array(self._values, np.int32), move

    def _best(self, move: int) -> list[tuple[int, int]]:
        """Return the best allowed moves: cells with a conflict, and their new values.

        With many conflicts it considers only some cells: the candidate list of F. Glover (Tabu
        search, part I, ORSA Journal on Computing 1, 1989).
        """
        costs, values, until, some = self._costs, self._values, self._until, self._conflicting
        if len(some) > _CANDIDATES:
            first = int(self._random() * len(some))
            some = some[first : first + _CANDIDATES]
            some += self._conflicting[: _CANDIDATES - len(some)]
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

    def _change_value(self, cell: int, value: int) -> None:
        """Give a cell with a conflict another value."""
        costs, values = self._costs, self._values
        old = values[cell]
        values[cell] = value
        for neighbours in self._neighbours[cell]:
            row = costs[neighbours]
            row[old] -= 1
            row[value] += 1
            if values[neighbours] == old:
                if not row[old]:
                    self._remove_conflict(neighbours)
            elif values[neighbours] == value and row[value] == 1:
                self._places[neighbours] = len(self._conflicting)
                self._conflicting.append(neighbours)
        if not costs[cell][value]:
            self._remove_conflict(cell)

    def _remove_conflict(self, cell: int) -> None:
        """Remove a cell from the list of those with a conflict."""
        place, last = self._places.pop(cell), self._conflicting.pop()
        if last != cell:
            self._conflicting[place] = last
            self._places[last] = place


def _random_values(seed: int, neighbours: Sequence[Ints], costs: Ints) -> Ints:
    """Give each cell a random allowed value; see `_dsatur_values`."""
    random = np.random.default_rng(seed).random(costs.shape)
    values: Ints = np.where(costs < _NEVER, random, -1).argmax(axis=1).astype(np.int32)
    for others, value in zip(neighbours, values.tolist(), strict=True):
        costs[others, value] += 1
    return values


def _dsatur_values(neighbours: Sequence[Ints], costs: Ints) -> Ints:
    """Give each cell a value, in order of saturation (DSATUR).

    D. Brélaz: New methods to color the vertices of a graph (CACM 22, 1979).
    """
    values = np.full(len(costs), -1, np.int32)
    degrees = np.array([len(each) for each in neighbours])
    seen = np.zeros(len(costs), np.int64)
    for _ in range(len(costs)):
        open_ = np.where(values < 0, seen * len(costs) + degrees, -1)
        cell = int(open_.argmax())
        value = int(costs[cell].argmin())
        others = neighbours[cell]
        seen[others] += costs[others, value] == 0
        costs[others, value] += 1
        values[cell] = value
    return values


ENGINE = TabuEngine()
