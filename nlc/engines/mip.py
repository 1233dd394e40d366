"""The engine `mip`, by HiGHS (Huangfu, Hall: Parallelizing the dual revised simplex method, 2018).

The wheels of HiGHS and of OR-tools have libraries of the same name, `libhighs.so.1`, in two
versions; so a process that has loaded one of them cannot load the other (OR-tools, issue 5246).
Therefore only the process of a search imports them. Importing HiGHS takes hardly any time.
"""

from __future__ import annotations

from abc import abstractmethod
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, offsets
from nlc.engines import library
from nlc.engines.base import EngineInput
from nlc.engines.problem import Problem
from nlc.engines.rounds import RoundsEngine, links_at_cells

if TYPE_CHECKING:
    pass


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


class MipEngine(RoundsEngine):
    """Solves a model of `nlc.engines.mip`; a subclass provides the solver."""

    statistics = ("columns", "rows", "rounds", "cuts", "nodes")

    @abstractmethod
    def solver(self, program: IntegerProgram) -> Solver:
        """Return a solver for a program.

        Raises:
            MemoryError: a limit of memory leaves no room for the solver.
        """

    def start(self, puzzle: EngineInput) -> LinkModel:
        """Return the model of a puzzle, with a solver."""
        program = program_of(puzzle.problem)
        return LinkModel(puzzle.problem, program, self.solver(program))


class HighsEngine(MipEngine):
    """Runs HiGHS in process, with one thread and a fixed seed."""

    name = "mip"
    summary = "an integer program by HiGHS; rings are cut as they are met"

    def version(self) -> str | None:
        """Return the version of HiGHS."""
        return library.version("highspy", "HiGHS")

    def missing(self) -> str | None:
        """Return what to install if HiGHS is missing."""
        return None if self.version() else "HiGHS is missing: pip install 'nlc[mip]'"

    def solver(self, program: IntegerProgram) -> _Highs:
        """Return HiGHS with a program; see `MipEngine.solver`."""
        library.load("highspy")
        return _Highs(program)


class _Highs:
    """A program in HiGHS."""

    def __init__(self, program: IntegerProgram) -> None:
        import highspy

        self.nodes = 0
        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in {"output_flag": False, "threads": 1, "random_seed": 0}.items():
            self._highs.setOptionValue(option, value)
        rows, columns = program.rows, program.columns
        linear = highspy.HighsLp()
        linear.num_col_, linear.num_row_ = columns, len(rows)
        linear.col_cost_ = np.zeros(columns)
        linear.col_lower_ = np.array([program.fixed.get(i, 0) for i in range(columns)], float)
        linear.col_upper_ = np.array([program.fixed.get(i, 1) for i in range(columns)], float)
        linear.row_lower_ = np.array([row.low for row in rows])
        linear.row_upper_ = np.array([row.high for row in rows])
        linear.integrality_ = [highspy.HighsVarType.kInteger] * columns
        linear.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        linear.a_matrix_.start_ = offsets(np.array([len(row.weights) for row in rows], np.int32))
        linear.a_matrix_.index_ = np.array([i for row in rows for i in row.weights], np.int32)
        values = [value for row in rows for value in row.weights.values()]
        linear.a_matrix_.value_ = np.array(values, float)
        self._highs.passModel(linear)

    def solve(self) -> Bools | None:
        """Return the values of the columns, or None; see `nlc.engines.mip.Solver`."""
        import highspy

        self._highs.run()
        self.nodes += max(0, self._highs.getInfo().mip_node_count)
        status = self._highs.getModelStatus()
        neither = highspy.HighsModelStatus.kUnboundedOrInfeasible  # no column is unbounded
        if status in (highspy.HighsModelStatus.kInfeasible, neither):
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"HiGHS says {self._highs.modelStatusToString(status)}")
        return np.asarray(self._highs.getSolution().col_value) > 0.5

    def add(self, row: Row) -> None:
        """Add a row."""
        columns, values = (
            np.array([*row.weights], np.int32),
            np.array([*row.weights.values()], float),
        )
        self._highs.addRow(row.low, row.high, len(columns), columns, values)


ENGINE = HighsEngine()
