"""The engines `mip` and `mip-cbc`: one integer program, by HiGHS and by the executable `cbc`.

Sources: Q. Huangfu, J. Hall, Parallelizing the dual revised simplex method, 2018; J. Forrest,
R. Lougee-Heimer, CBC User Guide, INFORMS 2005.

The wheels of HiGHS and of OR-tools have libraries of the same name, `libhighs.so.1`, in two
versions; so a process that has loaded one of them cannot load the other (OR-tools, issue 5246).
Therefore only the process of a search imports them. Importing HiGHS takes hardly any time.
"""

from __future__ import annotations

import os
import shutil
import signal
from abc import abstractmethod
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, offsets
from nlc.engines import library
from nlc.engines.base import EngineInput
from nlc.engines.problem import Problem
from nlc.engines.rounds import RoundsEngine, links_at_cells
from nlc.process.cleanup import run_folder
from nlc.process.limits import Limits
from nlc.process.platform import PORTABLE
from nlc.process.run import run


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


class LinkModel:
    """The program of a puzzle in a solver; see `nlc.engines.rounds.Rounds`.

    Attributes:
        nodes: the number of nodes of the solver's search trees so far.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem, self.program = problem, program_of(problem)
        self.nodes = 0

    @abstractmethod
    def values(self) -> Bools | None:
        """Return the values of the columns, or None where there is no solution.

        Raises:
            RuntimeError: the solver did not decide it.
        """

    @abstractmethod
    def add(self, row: Row) -> None:
        """Add a row."""

    @property
    def figures(self) -> dict[str, int]:
        """The size of the program, and the nodes of all search trees."""
        rows = len(self.program.rows)
        return {"columns": self.program.columns, "rows": rows, "nodes": self.nodes}

    def solve(self) -> Bools | None:
        """Return the drawn links, which are those with a colour, or None."""
        values = self.values()
        if values is None:
            return None
        lines = values[: len(self._problem.ends) * self._problem.groups]
        return np.asarray(lines.reshape(-1, self._problem.groups).any(axis=1))

    def limit(self, links: list[int], most: int) -> None:
        """Add that at most so many of some links are drawn."""
        groups = self._problem.groups
        self.add(Row({x * groups + k: 1 for x in links for k in range(groups)}, 0, most))


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


class HighsEngine(RoundsEngine):
    """Runs HiGHS in process, with one thread and a fixed seed."""

    name = "mip"
    summary = "an integer program by HiGHS; rings are cut as they are met"
    statistics = ("columns", "rows", "rounds", "cuts", "nodes")

    def version(self) -> str | None:
        """Return the version of HiGHS."""
        return library.version("highspy", "HiGHS")

    def missing(self) -> str | None:
        """Return what to install if HiGHS is missing."""
        return None if self.version() else "HiGHS is missing: pip install 'nlc[mip]'"

    def start(self, puzzle: EngineInput) -> LinkModel:
        """Return the model of a puzzle; see `RoundsEngine.start`."""
        library.load("highspy")
        return _Highs(puzzle.problem)


class _Highs(LinkModel):
    """A program in HiGHS."""

    def __init__(self, problem: Problem) -> None:
        import highspy

        super().__init__(problem)
        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in {"output_flag": False, "threads": 1, "random_seed": 0}.items():
            self._highs.setOptionValue(option, value)
        program, rows, columns = self.program, self.program.rows, self.program.columns
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

    def values(self) -> Bools | None:
        """Return the values of the columns, or None; see `LinkModel`."""
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
        columns = np.array([*row.weights], np.int32)
        values = np.array([*row.weights.values()], float)
        self._highs.addRow(row.low, row.high, len(columns), columns, values)


class CbcEngine(RoundsEngine):
    """Runs `cbc` from PATH once in each round, with its default settings, which use one thread."""

    name = "mip-cbc"
    summary = "the same integer program by CBC"
    statistics = HighsEngine.statistics

    def version(self) -> str | None:
        """Return the version that `cbc` prints at its start."""
        if (path := shutil.which("cbc")) is None:
            return None
        printed = run([path, "quit"]).printed.decode("utf-8", "replace")
        found = printed.partition("Version: ")[2].split(maxsplit=1)
        return f"CBC {found[0]}" if found else "CBC"

    def missing(self) -> str | None:
        """Return what to install if `cbc` is not on PATH."""
        if shutil.which("cbc") is None:
            return "cbc is not on PATH: install the Debian package coinor-cbc"
        return None

    def start(self, puzzle: EngineInput) -> LinkModel:
        """Return the model of a puzzle; see `RoundsEngine.start`."""
        return _Cbc(puzzle.problem)


class _Cbc(LinkModel):
    """A program, written for each round."""

    def add(self, row: Row) -> None:
        """Keep a row for the next round."""
        self.program.rows.append(row)

    def values(self) -> Bools | None:
        """Return the values of the columns, or None; see `LinkModel`."""
        with run_folder() as folder:
            model, answer = folder / "model.mps", folder / "answer"
            model.write_text(write_mps(self.program), encoding="ascii")
            printed = _run_cbc([str(model), "solve", "solution", str(answer)], folder)
            text = answer.read_text(encoding="ascii") if answer.exists() else ""
        for line in printed.splitlines():
            if line.startswith("Enumerated nodes:"):
                self.nodes += int(line.split()[-1])
        return _parse_solution(text, self.program.columns, printed)


def _run_cbc(words: list[str], folder: Path) -> str:
    """Run CBC and return its output.

    CBC may use the processor time that is left on this process's timer of SIGPROF.
    """
    left = 0.0 if PORTABLE else signal.getitimer(signal.ITIMER_PROF)[0]
    finished = run(["cbc", *words], limits=Limits(cpu_seconds=left or None), folder=folder)
    if left:
        if "cpu-time" in (finished.stop, finished.ended.reason):
            os.kill(os.getpid(), signal.SIGPROF)
        left = signal.getitimer(signal.ITIMER_PROF)[0] - finished.ended.cpu_seconds
        signal.setitimer(signal.ITIMER_PROF, max(left, 1e-6))
    printed = finished.printed.decode("utf-8", "replace")
    if "bad_alloc" in printed:
        raise MemoryError("CBC had not enough memory")
    return printed


def _parse_solution(text: str, columns: int, printed: str) -> Bools | None:
    """Parse the values of a solution in CBC's format; return None if there is none.

    CBC leaves out columns that are 0.
    """
    head, _, body = text.partition("\n")
    if head.startswith("Optimal"):
        values = np.zeros(columns, np.bool_)
        for line in body.splitlines():
            _, name, value, *_ = line.replace("**", " ").split()
            values[int(name[1:])] = float(value) > 0.5
        return values
    if "infeasible" in head.lower():
        return None
    raise RuntimeError(f"CBC says {head or printed[-500:]!r}")


def write_mps(program: IntegerProgram) -> str:
    """Return a program in the free MPS format; columns are called x0, x1, … and rows r0, r1, …"""
    lines = ["NAME nlc FREE", "ROWS", " N none"]
    sides, ranges = ["RHS"], ["RANGES"]
    # The entry in the objective, which comes first, declares columns that are in no row.
    columns = [[f" x{i} none 0"] for i in range(program.columns)]
    for i, (weights, low, high) in enumerate(program.rows):
        kind, side = ("E" if low == high else "L", high) if high < inf else ("G", low)
        lines.append(f" {kind} r{i}")
        if side:
            sides.append(f" rhs r{i} {side:g}")
        if -inf < low < high < inf:
            ranges.append(f" range r{i} {high - low:g}")
        for column, weight in weights.items():
            columns[column].append(f" x{column} r{i} {weight}")
    bounds = [
        f" FX bound x{i} {program.fixed[i]}" if i in program.fixed else f" BV bound x{i}"
        for i in range(program.columns)
    ]
    entries = [line for part in columns for line in part]
    parts = [*lines, "COLUMNS", *entries, *sides, *ranges, "BOUNDS", *bounds, "ENDATA", ""]
    return "\n".join(parts)


HIGHS, CBC = HighsEngine(), CbcEngine()
