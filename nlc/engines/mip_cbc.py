"""The engine `mip-cbc`, by the executable `cbc` of COIN-OR.

Source: J. Forrest, R. Lougee-Heimer, CBC User Guide, INFORMS 2005.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import tempfile
from typing import IO

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.engines.mip_engine import MipEngine
from nlc.engines.mip_model import Program
from nlc.engines.mip_mps import write_mps
from nlc.process.limits import confinement

EXECUTABLE = "cbc"


class CbcEngine(MipEngine):
    """Runs `cbc` on PATH anew in each round, with its own settings, which are one thread."""

    name = "mip-cbc"
    summary = "the same integer program by CBC"

    def version(self) -> str | None:
        """Return the version that `cbc` prints at its start."""
        if (path := shutil.which(EXECUTABLE)) is None:
            return None
        printed = subprocess.run([path, "quit"], capture_output=True, text=True, check=False).stdout
        found = printed.partition("Version: ")[2].split(maxsplit=1)
        return f"CBC {found[0]}" if found else "CBC"

    def missing(self) -> str | None:
        """Return what to install where there is no `cbc` on PATH."""
        if shutil.which(EXECUTABLE) is None:
            return "cbc is not on PATH: install the Debian package coinor-cbc"
        return None

    def start(self, program: Program) -> _Cbc:
        """Return CBC with a program."""
        return _Cbc(program)


class _Cbc:
    """A program, written for each round."""

    def __init__(self, program: Program) -> None:
        self.nodes = 0
        self._program = program
        self._bounds: list[tuple[Ints, int]] = []

    def add(self, columns: Ints, most: int) -> None:
        """Keep a row for the next round."""
        self._bounds.append((columns, most))

    def solve(self) -> Bools | None:
        """Return the values of the columns, or None; see `nlc.engines.mip_engine.Solver`.

        The files have no names, so that none is left where this process is killed.
        """
        with tempfile.TemporaryFile("w+") as model, tempfile.TemporaryFile("w+") as answer:
            model.write(write_mps(self._program, self._bounds))
            model.flush()
            printed = _run(model, answer)
            answer.seek(0)
            text = answer.read()
        for line in printed.splitlines():
            if line.startswith("Enumerated nodes:"):
                self.nodes += int(line.split()[-1])
        return _read(text, len(self._program.low), printed)


def _run(model: IO[str], answer: IO[str]) -> str:
    """Run CBC on one open file, and let it write its solution to another; return what it prints.

    The processor time that is left to this process, by the timer of SIGPROF, is left to CBC, too.

    Raises:
        MemoryError: CBC had not enough memory.
    """
    names = [f"/dev/fd/{file.fileno()}" for file in (model, answer)]
    left, _ = signal.getitimer(signal.ITIMER_PROF)
    confine = confinement(None)

    def begin() -> None:
        confine()
        signal.setitimer(signal.ITIMER_PROF, left)

    before = _children_seconds()
    ran = subprocess.run(
        [EXECUTABLE, names[0], "solve", "solution", names[1]],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        pass_fds=(model.fileno(), answer.fileno()),
        preexec_fn=begin,
    )
    if left:
        if ran.returncode == -signal.SIGPROF:
            os.kill(os.getpid(), signal.SIGPROF)
        left = signal.getitimer(signal.ITIMER_PROF)[0] - (_children_seconds() - before)
        signal.setitimer(signal.ITIMER_PROF, max(left, 1e-6))
    if "bad_alloc" in ran.stderr:
        raise MemoryError("CBC had not enough memory")
    return ran.stdout


def _children_seconds() -> float:
    """Return the processor time of the children that this process has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _read(text: str, columns: int, printed: str) -> Bools | None:
    """Return the values of a solution as CBC writes it, or None where it says that there is none.

    Columns that are 0 are not written.

    Raises:
        RuntimeError: it says neither.
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


ENGINE = CbcEngine()
