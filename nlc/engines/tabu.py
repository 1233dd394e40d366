"""Tabu search for maps: puzzles whose rules say only which cells differ, and what some may be.

A. Hertz, D. de Werra: Using tabu search techniques for graph coloring (Computing 39, 1987), with
the tenure of P. Galinier, J.-K. Hao (Journal of Combinatorial Optimization 3, 1999). All cells have
a value; one that has that of a neighbour takes another one, whichever leaves the fewest such pairs,
and not the one that it had shortly before. This finds colourings of many colours in a hundredth of
the time that SAT solvers take, and never that there is none.
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
"""After so many moves the search gives up: half a minute, or up to three where cells have many
neighbours."""

_CANDIDATES = 20
"""Cells that a move looks at, at most."""

_NEVER = 1 << 20
"""The cost of a value that a cell cannot have."""


class Map(Struct, frozen=True, eq=False):
    """Cells that are to differ.

    Attributes:
        pairs: shape (m, 2), the cells that differ, each pair once.
        allowed: shape (cells, values), which values each cell can have.
    """

    name: str
    pairs: Ints
    allowed: Bools

    @property
    def solvable(self) -> bool:
        """Whether each cell can have a value, and none has to differ from itself."""
        itself = self.pairs[:, 0] == self.pairs[:, 1]
        return bool(self.allowed.any(axis=1).all() and not itself.any())


def read(program: Program) -> Map | None:
    """Return the map that a puzzle is, or None where its rules say more."""
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
    """Changes one value after the other; it finds solutions, and never that there is none."""

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
        found = read(program)
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
        """Return what the end of the search means."""
        return f"gives up after {MOVES:,} moves"

    def search(self, puzzle: Map, statistics: dict[str, int]) -> Iterator[Ints]:
        """Yield values, shape (cells,), each time from another beginning; the same ones each time
        that it is called."""
        left, seed = MOVES, 0
        seen: set[bytes] = set()
        while left > 0 and puzzle.solvable:
            values, made = _Search(puzzle, seed).run(left)
            left, seed = left - made - len(puzzle.allowed), seed + 1
            statistics["moves"] = MOVES - left
            if values is not None and values.tobytes() not in seen:
                seen.add(values.tobytes())
                yield values


class _Search:
    """The values of all cells, and what each other value would cost.

    By lists: an operation on an array costs about as much as a look at twenty entries, and a move
    looks at few.
    """

    def __init__(self, found: Map, seed: int) -> None:
        self._random = Random(seed).random
        ends = np.concatenate([found.pairs, found.pairs[:, ::-1]])
        ends = ends[np.argsort(ends[:, 0], kind="stable")]
        starts = offsets(np.bincount(ends[:, 0], minlength=len(found.allowed)))
        beside = np.split(ends[:, 1], starts[1:-1])
        costs = np.where(found.allowed, 0, _NEVER).astype(np.int32)
        self._values = (_begun if seed == 0 else partial(_drawn, seed))(beside, costs).tolist()
        self._beside: list[list[int]] = [each.tolist() for each in beside]
        self._costs: list[list[int]] = costs.tolist()
        """For each cell and value, how many of its neighbours have the value."""
        self._until = [[0.0] * len(row) for row in self._costs]
        """The move up to which a cell may not take a value again."""
        self._wrong = [c for c, value in enumerate(self._values) if self._costs[c][value]]
        """The cells that have the value of a neighbour."""
        self._places = {cell: place for place, cell in enumerate(self._wrong)}

    def run(self, moves: int) -> tuple[Ints | None, int]:
        """Return values of which no two that are to differ are the same, or None; and the moves."""
        move = 0
        while self._wrong:
            if move == moves:
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


def _drawn(seed: int, beside: Sequence[Ints], costs: Ints) -> Ints:
    """Give each cell any value that it can have; see `_begun`."""
    random = np.random.default_rng(seed).random(costs.shape)
    values: Ints = np.where(costs < _NEVER, random, -1).argmax(axis=1).astype(np.int32)
    for others, value in zip(beside, values.tolist(), strict=True):
        costs[others, value] += 1
    return values


def _begun(beside: Sequence[Ints], costs: Ints) -> Ints:
    """Give each cell a value, first those whose neighbours have most different ones (DSATUR).

    D. Brélaz: New methods to color the vertices of a graph (CACM 22, 1979).
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


ENGINE = TabuEngine()
