"""Numberlink as linear constraints over binary columns, for all MIP solvers.

The models have no objective and allow detached rings; each has a method for the constraint that
excludes a ring.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Bools, Floats, Ints
from nlc.engines.problem import Problem
from nlc.engines.rounds import leaving

Numbers = npt.NDArray[np.int32] | npt.NDArray[np.int64]


class Rows(Struct, frozen=True, eq=False):
    """Constraints: row i, with slice s, is low[i] <= value[s] @ x[index[s]] <= high[i].

    Attributes:
        low: shape (rows,), -inf where there is no bound.
        high: shape (rows,), inf where there is no bound.
        start: shape (rows + 1,), ascending.
        index: shape (start[-1],), columns.
        value: shape (start[-1],), coefficients.
    """

    low: Floats
    high: Floats
    start: Ints
    index: Ints
    value: Floats

    def __len__(self) -> int:
        return len(self.low)


class RowBuilder:
    """Collects rows in batches."""

    def __init__(self) -> None:
        self._size = 0
        self._entries: list[tuple[Numbers, Numbers, Floats]] = []
        self._bounds: list[Floats] = []

    def add(
        self,
        row: Numbers,
        index: Numbers,
        value: Floats | float,
        low: Floats | float,
        high: Floats | float,
        rows: int,
    ) -> None:
        """Add rows whose entries are given in any order.

        Args:
            row: shape (entries,), the row of each entry, from 0.
            index: shape (entries,), its column; a column occurs once in a row.
            value: shape (entries,), its coefficient, or one for all.
            low: shape (rows,), or one for all.
            high: likewise.
            rows: the number of rows.
        """
        values = np.broadcast_to(np.asarray(value, np.float64), row.shape)
        self._entries.append((row + self._size, index, values))
        self._bounds.append(np.array([np.broadcast_to(side, rows) for side in (low, high)]))
        self._size += rows

    def rows(self) -> Rows:
        """Return all rows, in the order in which they were added."""
        row, index, value = (np.concatenate(each) for each in zip(*self._entries, strict=True))
        low, high = np.concatenate(self._bounds, axis=1).astype(np.float64)
        order = np.argsort(row, kind="stable")
        start = np.searchsorted(row[order], np.arange(self._size + 1)).astype(np.int32)
        return Rows(low, high, start, index[order].astype(np.int32), value[order])


class IntegerProgram(Struct, frozen=True, eq=False, weakref=True):
    """An integer program without an objective.

    Attributes:
        low: shape (columns,), 1 where a column is fixed to 1, else 0.
        high: shape (columns,), 0 where a column is fixed to 0, else 1.
        rows: the constraints.
    """

    low: Floats
    high: Floats
    rows: Rows


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

    def add(self, columns: Ints, most: int) -> None:
        """Add the row that at most `most` of these columns are 1."""


class LinearModel:
    """A model of a puzzle; see `nlc.engines.rounds.Rounds`.

    Attributes:
        program: its columns and rows.
        solver: of the program; to be set before the first round.
    """

    problem: Problem
    program: IntegerProgram
    solver: Solver

    @property
    def figures(self) -> dict[str, int]:
        """The size of the program, and the nodes of all search trees."""
        columns, rows = len(self.program.low), len(self.program.rows)
        return {"columns": columns, "rows": rows, "nodes": self.solver.nodes}

    def solve(self) -> Bools | None:
        """Return the values of the columns, or None where there is no solution."""
        return self.solver.solve()


class ColourModel(LinearModel):
    """A column for each cell and colour; neighbours of one colour are linked.

    Source: Rob Pratt's model, published by E. Kalvelagen (Yet Another Math Programming Consultant,
    Numberlink Models); the article that solved it with CBC and CPLEX is sysid, Numberlink Puzzle
    (2020). x[p,k] says that cell p has colour k; an end has one neighbour of its colour, and for
    any other cell, where M is the number of its neighbours q,

        2 x[p,k] <= sum over q of x[q,k] <= 2 x[p,k] + M (1 - x[p,k]).

    This counts all neighbours of a colour, so it is right only if no path may touch itself. An
    empty cell has no colour.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        nodes, groups = problem.nodes, problem.groups
        free, ends = np.flatnonzero(problem.labels == 0), np.flatnonzero(problem.labels)
        build, colours = RowBuilder(), np.arange(groups)
        # Each cell that is not an end has one colour. Its columns are `own`, one after the other.
        size = len(free) * groups
        own = (free[:, None] * groups + colours).ravel()
        build.add(np.arange(size) // groups, own, 1.0, float(problem.cover), 1.0, len(free))
        # The entries of its neighbours: two rows for each of these columns.
        tail, head = np.concatenate([problem.ends, problem.ends[:, ::-1]]).T
        inner = problem.labels[tail] == 0
        place = np.cumsum(problem.labels == 0) - 1
        row = (place[tail[inner], None] * groups + colours).ravel()
        rows = np.concatenate([row, np.arange(size)])
        index = np.concatenate([(head[inner, None] * groups + colours).ravel(), own])
        many = np.repeat(np.bincount(tail, minlength=nodes)[free], groups).astype(np.float64)
        ones = np.ones(len(row))
        build.add(rows, index, np.concatenate([ones, np.full(size, -2.0)]), 0.0, np.inf, size)
        build.add(rows, index, np.concatenate([ones, many - 2]), -np.inf, many, size)
        # Each end has one neighbour of its colour.
        place = np.cumsum(problem.labels > 0) - 1
        colour = problem.labels - 1
        neighbour = head[~inner] * groups + colour[tail[~inner]]
        build.add(place[tail[~inner]], neighbour, 1.0, 1.0, 1.0, len(ends))
        columns = nodes * groups + _add_sums(build, problem, nodes * groups)
        low, high = np.zeros(columns), np.ones(columns)
        high[: nodes * groups].reshape(nodes, groups)[ends] = 0.0
        low[ends * groups + colour[ends]] = high[ends * groups + colour[ends]] = 1.0
        self.program = IntegerProgram(low, high, build.rows())

    def drawn_links(self, values: Bools) -> Bools:
        """Return the links between cells of one colour."""
        colours = self._colours(values)[self.problem.ends]
        return _any_true(colours[:, 0] & colours[:, 1])

    def block(self, values: Bools) -> None:
        """Exclude the colours of the covered cells, which no other solution shares."""
        covered = np.flatnonzero(self._colours(values)).astype(np.int32)
        self.solver.add(covered, len(covered) - 1)

    def cut(self, ring: Ints) -> None:
        """Exclude that all the cells have the same colour."""
        for colour in range(self.problem.groups):
            self.solver.add(ring * self.problem.groups + colour, len(ring) - 1)

    def _colours(self, values: Bools) -> Bools:
        nodes, groups = self.problem.nodes, self.problem.groups
        return values[: nodes * groups].reshape(nodes, groups)


def _add_sums(build: RowBuilder, problem: Problem, first: int) -> int:
    """Bound the number of drawn links of some sets from above; Numberlink has only such sums.

    For each of these links there is a column, 1 if both its cells have one colour.

    Returns:
        The number of columns, from `first` on.
    """
    links = sorted({link for each in problem.sums for link in each.edges})
    groups = problem.groups
    for column, link in enumerate(links, first):
        row = np.tile(np.arange(groups), 3)
        ends = problem.ends[link][:, None] * groups + np.arange(groups)
        index = np.concatenate([ends.ravel(), np.full(groups, column)])
        value = np.repeat([1.0, 1.0, -1.0], groups)
        build.add(row, index, value, -np.inf, 1.0, groups)
    for each in problem.sums:
        index = first + np.searchsorted(links, each.edges)
        build.add(np.zeros_like(index), index, 1.0, -np.inf, float(each.high), 1)
    return len(links)


class LinkModel(LinearModel):
    """A column for each link and colour, and one for each cell and colour.

    y[l,k] is 1 if link l is drawn in colour k, x[p,k] if cell p has that colour. An end has one
    link, of its colour; for any other cell the y[l,k] of its links add up to 2 x[p,k], so that the
    colour continues along the path. Paths may touch themselves.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        nodes, groups, links = problem.nodes, problem.groups, len(problem.ends)
        free = problem.labels == 0
        build, colours = RowBuilder(), np.arange(groups)
        first = links * groups  # the columns of cells
        # A row for each cell and colour, of the links at it.
        cell, link = problem.ends.ravel(), np.repeat(np.arange(links), 2)
        row = (cell[:, None] * groups + colours).ravel()
        index = (link[:, None] * groups + colours).ravel()
        pairs = (np.flatnonzero(free)[:, None] * groups + colours).ravel()
        value = np.concatenate([np.ones(len(row)), np.full(len(pairs), -2.0)])
        own = problem.labels[:, None] == colours + 1
        total = own.astype(np.float64).ravel()
        rows = np.concatenate([row, pairs])
        build.add(rows, np.concatenate([index, first + pairs]), value, total, total, nodes * groups)
        # A row for each other cell: one colour.
        place = np.repeat(np.arange(free.sum()), groups)
        build.add(place, first + pairs, 1.0, float(problem.cover), 1.0, int(free.sum()))
        for each in problem.sums:
            index = (np.array(each.edges)[:, None] * groups + colours).ravel()
            build.add(np.zeros_like(index), index, 1.0, float(each.low), float(each.high), 1)
        low, high = np.zeros(first + nodes * groups), np.ones(first + nodes * groups)
        high[first:].reshape(nodes, groups)[~free] = own[~free]
        low[first:].reshape(nodes, groups)[~free] = own[~free]
        self.program = IntegerProgram(low, high, build.rows())

    def drawn_links(self, values: Bools) -> Bools:
        """Return the links that have a colour."""
        return _any_true(self._links(values))

    def block(self, values: Bools) -> None:
        """Exclude the drawn links with their colours, which no other solution shares."""
        drawn = np.flatnonzero(self._links(values)).astype(np.int32)
        self.solver.add(drawn, len(drawn) - 1)

    def cut(self, ring: Ints) -> None:
        """Exclude that there are as many links between the cells as cells."""
        inside, _ = leaving(self.problem, ring)
        groups = self.problem.groups
        self.solver.add((inside[:, None] * groups + np.arange(groups)).ravel(), len(ring) - 1)

    def _links(self, values: Bools) -> Bools:
        links, groups = len(self.problem.ends), self.problem.groups
        return values[: links * groups].reshape(links, groups)


def _any_true(rows: Bools) -> Bools:
    """Return for each row whether any entry is true."""
    return np.asarray(rows.any(axis=1), np.bool_)
