"""Numberlink as linear constraints over binary columns, for all MIP solvers.

There is a column for each link and colour, and one for each cell and colour. y[l,k] is 1 if link l
is drawn in colour k, x[p,k] if cell p has that colour. An end has one link, of its colour; for any
other cell the y[l,k] of its links add up to 2 x[p,k], so that the colour continues along the path.
Where no path may touch itself, x[p,k] + x[q,k] <= 1 + y[l,k] for the two cells of a link l.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple, Protocol

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools
from nlc.engines.problem import Problem
from nlc.engines.rounds import links_at_cells


class Row(NamedTuple):
    """A constraint: the weighted sum of columns is from `low` to `high`."""

    weights: dict[int, int]
    low: float
    high: float


class IntegerProgram(Struct, frozen=True, eq=False, weakref=True):
    """An integer program of binary columns, without an objective.

    Attributes:
        columns: their number.
        fixed: the values of fixed columns.
        rows: the constraints.
    """

    columns: int
    fixed: dict[int, int]
    rows: list[Row]


class Solver(Protocol):
    """A MIP solver with a program.

    Attributes:
        nodes: the number of nodes of its search trees so far.
    """

    nodes: int

    def solve(self) -> Bools | None:
        """Return the values of the columns, or None where there is no solution.

        Raises:
            RuntimeError: the solver did not decide it.
        """

    def add(self, row: Row) -> None:
        """Add a row."""


class LinkModel:
    """The model of a puzzle in a solver; see `nlc.engines.rounds.Rounds`."""

    def __init__(self, problem: Problem, program: IntegerProgram, solver: Solver) -> None:
        self._problem, self._program, self._solver = problem, program, solver

    @property
    def figures(self) -> dict[str, int]:
        """The size of the program, and the nodes of all search trees."""
        rows = len(self._program.rows)
        return {"columns": self._program.columns, "rows": rows, "nodes": self._solver.nodes}

    def solve(self) -> Bools | None:
        """Return the drawn links, which are those with a colour, or None."""
        values = self._solver.solve()
        if values is None:
            return None
        lines = values[: len(self._problem.ends) * self._problem.groups]
        return np.asarray(lines.reshape(-1, self._problem.groups).any(axis=1))

    def limit(self, links: list[int], most: int) -> None:
        """Add that at most so many of some links are drawn."""
        groups = self._problem.groups
        self._solver.add(Row({x * groups + k: 1 for x in links for k in range(groups)}, 0, most))


def program_of(problem: Problem) -> IntegerProgram:
    """Return the program of a puzzle that has at least one pair; it allows detached rings."""
    groups, links = range(problem.groups), len(problem.ends)

    def line(link: int, colour: int) -> int:
        return link * len(groups) + colour

    def cell(place: int, colour: int) -> int:
        return line(links + place, colour)

    rows: list[Row] = []
    fixed: dict[int, int] = {}
    labels, ways = problem.labels.tolist(), links_at_cells(problem)
    for place, label in enumerate(labels):
        for k in groups:
            own = int(label == k + 1)
            if label:
                fixed[cell(place, k)] = own
            at = {line(link, k): 1 for link in ways[place]}
            rows.append(Row(at if label else {**at, cell(place, k): -2}, own, own))
        if not label:
            rows.append(Row({cell(place, k): 1 for k in groups}, int(problem.cover), 1))
    for each in problem.sums:
        drawn = {line(link, k): 1 for link in each.edges for k in groups}
        rows.append(Row(drawn, each.low, each.high))
    if not problem.touch:
        for link, (a, b) in enumerate(problem.ends.tolist()):
            for k in groups:
                rows.append(Row({cell(a, k): 1, cell(b, k): 1, line(link, k): -1}, -inf, 1))
    return IntegerProgram((links + len(labels)) * len(groups), fixed, rows)
