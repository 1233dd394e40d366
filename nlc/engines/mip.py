"""The engine `mip`, by HiGHS (Huangfu, Hall: Parallelizing the dual revised simplex method, 2018).

The wheels of HiGHS and of OR-tools have libraries of the same name, `libhighs.so.1`, in two
versions; so a process that has loaded one of them cannot load the other (OR-tools, issue 5246).
Therefore only the process of a search imports them. Importing HiGHS takes hardly any time.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.engines import library
from nlc.engines.base import EngineInput
from nlc.engines.mip_model import ColourModel, IntegerProgram, LinkModel, Solver
from nlc.engines.rounds import RoundsEngine

if TYPE_CHECKING:
    import highspy


class MipEngine(RoundsEngine):
    """Solves a model of `nlc.engines.mip_model`; a subclass provides the solver."""

    statistics = ("columns", "rows", "rounds", "cuts", "nodes")

    @abstractmethod
    def solver(self, program: IntegerProgram) -> Solver:
        """Return a solver for a program.

        Raises:
            MemoryError: a limit of memory leaves no room for the solver.
        """

    def start(self, puzzle: EngineInput) -> ColourModel | LinkModel:
        """Return the model for the options of a puzzle, with a solver."""
        model = LinkModel(puzzle.problem) if puzzle.problem.touch else ColourModel(puzzle.problem)
        model.solver = self.solver(model.program)
        return model


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
        self._highs.passModel(_linear(program))

    def solve(self) -> Bools | None:
        """Return the values of the columns, or None; see `nlc.engines.mip_model.Solver`."""
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

    def add(self, columns: Ints, most: int) -> None:
        """Add a row."""
        ones = np.ones(len(columns))
        self._highs.addRow(-np.inf, float(most), len(columns), columns.astype(np.int32), ones)


def _linear(program: IntegerProgram) -> highspy.HighsLp:
    """Return a program in the format of HiGHS, row by row."""
    import highspy

    rows, columns = program.rows, len(program.low)
    linear = highspy.HighsLp()
    linear.num_col_, linear.num_row_ = columns, len(rows)
    linear.col_cost_ = np.zeros(columns)
    linear.col_lower_, linear.col_upper_ = program.low, program.high
    linear.row_lower_, linear.row_upper_ = rows.low, rows.high
    linear.integrality_ = [highspy.HighsVarType.kInteger] * columns
    linear.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    linear.a_matrix_.start_, linear.a_matrix_.index_ = rows.start, rows.index
    linear.a_matrix_.value_ = rows.value
    return linear


ENGINE = HighsEngine()
