"""The engine `mip-cbc`, by the executable `cbc` of COIN-OR.

Source: J. Forrest, R. Lougee-Heimer, CBC User Guide, INFORMS 2005.
"""

from __future__ import annotations

import os
import shutil
import signal
from math import inf
from pathlib import Path

import numpy as np

from nlc.arrays import Bools
from nlc.engines.mip import IntegerProgram, MipEngine, Row
from nlc.process.cleanup import run_folder
from nlc.process.limits import Limits
from nlc.process.run import run

EXECUTABLE = "cbc"


class CbcEngine(MipEngine):
    """Runs `cbc` from PATH once in each round, with its default settings, which use one thread."""

    name = "mip-cbc"
    summary = "the same integer program by CBC"

    def version(self) -> str | None:
        """Return the version that `cbc` prints at its start."""
        if (path := shutil.which(EXECUTABLE)) is None:
            return None
        printed = run([path, "quit"]).printed.decode("utf-8", "replace")
        found = printed.partition("Version: ")[2].split(maxsplit=1)
        return f"CBC {found[0]}" if found else "CBC"

    def missing(self) -> str | None:
        """Return what to install if `cbc` is not on PATH."""
        if shutil.which(EXECUTABLE) is None:
            return "cbc is not on PATH: install the Debian package coinor-cbc"
        return None

    def solver(self, program: IntegerProgram) -> _Cbc:
        """Return CBC with a program."""
        return _Cbc(program)


class _Cbc:
    """A program, written for each round."""

    def __init__(self, program: IntegerProgram) -> None:
        self.nodes = 0
        self._program = program

    def add(self, row: Row) -> None:
        """Keep a row for the next round."""
        self._program.rows.append(row)

    def solve(self) -> Bools | None:
        """Return the values of the columns, or None; see `nlc.engines.mip.Solver`."""
        with run_folder() as folder:
            model, answer = folder / "model.mps", folder / "answer"
            model.write_text(write_mps(self._program), encoding="ascii")
            printed = _run_cbc([str(model), "solve", "solution", str(answer)], folder)
            text = answer.read_text(encoding="ascii") if answer.exists() else ""
        for line in printed.splitlines():
            if line.startswith("Enumerated nodes:"):
                self.nodes += int(line.split()[-1])
        return _parse_solution(text, self._program.columns, printed)


def _run_cbc(words: list[str], folder: Path) -> str:
    """Run CBC and return its output.

    CBC may use the processor time that is left on this process's timer of SIGPROF.
    """
    left, _ = signal.getitimer(signal.ITIMER_PROF)
    finished = run([EXECUTABLE, *words], limits=Limits(cpu_seconds=left or None), folder=folder)
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


ENGINE = CbcEngine()
