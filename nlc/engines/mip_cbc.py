"""The engine `mip-cbc`, by the executable `cbc` of COIN-OR.

Source: J. Forrest, R. Lougee-Heimer, CBC User Guide, INFORMS 2005.
"""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.engines.mip import MipEngine
from nlc.engines.mip_model import IntegerProgram
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
        self._bounds: list[tuple[Ints, int]] = []

    def add(self, columns: Ints, most: int) -> None:
        """Keep a row for the next round."""
        self._bounds.append((columns, most))

    def solve(self) -> Bools | None:
        """Return the values of the columns, or None; see `nlc.engines.mip_model.Solver`."""
        with run_folder() as folder:
            model, answer = folder / "model.mps", folder / "answer"
            model.write_text(write_mps(self._program, self._bounds), encoding="ascii")
            printed = _run_cbc([str(model), "solve", "solution", str(answer)], folder)
            text = answer.read_text(encoding="ascii") if answer.exists() else ""
        for line in printed.splitlines():
            if line.startswith("Enumerated nodes:"):
                self.nodes += int(line.split()[-1])
        return _parse_solution(text, len(self._program.low), printed)


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


def write_mps(program: IntegerProgram, bounds: Sequence[tuple[Ints, int]]) -> str:
    """Return a program in the free MPS format; columns are called x0, x1, … and rows r0, r1, …

    Args:
        bounds: further rows: columns, and how many of them may be 1.
    """
    rows = program.rows
    low = np.concatenate([rows.low, np.full(len(bounds), -np.inf)])
    high = np.concatenate([rows.high, [most for _, most in bounds]])
    added = [len(columns) for columns, _ in bounds]
    row = np.repeat(np.arange(len(low)), [*np.diff(rows.start), *added])
    column = np.concatenate([rows.index, *(columns for columns, _ in bounds)])
    value = np.concatenate([rows.value, np.ones(sum(added))])
    kinds = np.where(low == high, "E", np.where(np.isinf(high), "G", "L")).tolist()
    both = np.flatnonzero((low < high) & np.isfinite(low) & np.isfinite(high)).tolist()
    sides = np.where(np.isinf(high), low, high).tolist()
    order = np.argsort(column, kind="stable")
    entries = zip(column[order].tolist(), row[order].tolist(), value[order].tolist(), strict=True)
    fixed = program.low == program.high
    lines = ["NAME nlc FREE", "ROWS", " N none"]
    lines += [f" {kind} r{i}" for i, kind in enumerate(kinds)]
    lines.append("COLUMNS")
    # The entry in the objective, which comes first, declares columns that are in no row.
    parts: list[list[str]] = [[f" x{i} none 0"] for i in range(len(fixed))]
    for i, j, entry in entries:
        parts[i].append(f" x{i} r{j} {entry:g}")
    lines += [line for part in parts for line in part]
    lines.append("RHS")
    lines += [f" rhs r{i} {side:g}" for i, side in enumerate(sides) if side]
    lines.append("RANGES")
    lines += [f" range r{i} {high[i] - low[i]:g}" for i in both]
    lines.append("BOUNDS")
    lines += [
        f" FX bound x{i} {least:g}" if fix else f" BV bound x{i}"
        for i, (fix, least) in enumerate(zip(fixed.tolist(), program.low.tolist(), strict=True))
    ]
    return "\n".join([*lines, "ENDATA", ""])


ENGINE = CbcEngine()
