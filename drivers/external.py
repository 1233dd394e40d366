"""The base class of drivers that run a solver's executable. This page is their manual.

A subclass says where the executable is, how it is called and where its answer is:

| | CNF | answer | statistics |
|---|---|---|---|
| MiniSat | file | result file: ``SAT``, model | standard output |
| CaDiCaL, Kissat | file | ``s`` and ``v`` lines | comments of standard output |
| ``cmd:`` | file, or standard input | ``s`` and ``v`` lines | comments, where they look alike |

All exit with 10 for SATISFIABLE and 20 for UNSATISFIABLE, as in SAT competitions.
"""

from __future__ import annotations

import dataclasses
import os
import shutil
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np

from nlc.dimacs.cnf import Block, Cnf, Separator
from nlc.dimacs.write import write
from nlc.drivers.base import NO_LIMITS, Capabilities, Limits, Outcome
from nlc.drivers.blocking import blocking_clause, projected
from nlc.drivers.process import Finished, run
from nlc.drivers.verdict import STATISTICS, failed, judge, out_of_memory, statistics, tail


class ExternalDriver(ABC):
    """Runs a solver's executable once for each CNF, in a private temporary folder.

    The executable is the one that the environment variable ``NLC_NAME`` names, such as
    ``NLC_MINISAT``; else the one on PATH.

    Attributes:
        name: the driver's name and the executable's.
        package: how to install it, the end of a sentence.
        memory_sign: what it prints when it can have no more memory, if it says so in its own words.
    """

    name: str
    package: str
    memory_sign: ClassVar[bytes | None] = None
    capabilities = Capabilities(statistics=STATISTICS)

    def executable(self) -> str | None:
        """Return the absolute path of the executable, or None."""
        return which(os.environ.get(self.variable) or self.name)

    @property
    def variable(self) -> str:
        """The environment variable that overrides the executable."""
        return f"NLC_{self.name.upper()}"

    def missing(self) -> str | None:
        """Return None where the solver can run, else a sentence naming the package to install."""
        if self.executable() is not None:
            return None
        if chosen := os.environ.get(self.variable):
            return f"{self.variable} is '{chosen}', which is not an executable."
        return f"{self.name} is not installed: {self.package}, or set {self.variable} to its path."

    @abstractmethod
    def version(self) -> str | None:
        """Return the solver's version, or None where the solver is missing."""

    @abstractmethod
    def command(self, executable: str, cnf: Path, result: Path) -> list[str]:
        """Return the command line.

        Args:
            executable: what `executable` returned.
            cnf: the file that holds the CNF.
            result: where the solver may write a result file.
        """

    def stdin(self, cnf: Path) -> Path | None:
        """Return the file for the standard input, or None for an empty one."""
        return None

    def answer(self, output: bytes, result: Path) -> bytes:
        """Return what holds the verdict and the model."""
        return output

    def solve(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Outcome:
        """Decide a CNF; see `nlc.drivers.base.Driver`.

        Raises:
            ValueError: there are separators.
        """
        self._refuse(separators)
        deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        executable = self.executable()
        if executable is None:
            return Outcome("UNKNOWN", "missing", self.missing())
        try:
            with tempfile.TemporaryDirectory(prefix="nlc-", ignore_cleanup_errors=True) as folder:
                path, result = Path(folder) / "formula.cnf", Path(folder) / "result"
                with path.open("wb") as stream:
                    write(cnf, stream, names="none")
                seconds = None if deadline is None else deadline - time.monotonic()
                if seconds is not None and seconds <= 0:
                    return Outcome("UNKNOWN", "timeout")
                finished = run(
                    self.command(executable, path, result),
                    stdin=self.stdin(path),
                    environment={"TMPDIR": folder},
                    seconds=seconds,
                    megabytes=limits.megabytes,
                    # A model takes at most 12 bytes a literal; the rest is for the log.
                    output_limit=(1 << 26) + 12 * cnf.variables,
                )
                output = finished.output
                answer = b"" if finished.stop else self.answer(output, result)
        except OSError as error:
            return failed(f"{self.name} cannot be run: {error}")
        return dataclasses.replace(
            self._outcome(cnf, finished, answer, output, limits),
            seconds=finished.seconds,
            cpu_seconds=finished.ended.cpu_seconds,
            megabytes=finished.ended.megabytes,
            statistics=statistics(output),
            log=tail(output),
        )

    def _outcome(
        self, cnf: Cnf, finished: Finished, answer: bytes, output: bytes, limits: Limits
    ) -> Outcome:
        if finished.stop == "timeout":
            return Outcome("UNKNOWN", "timeout")
        if finished.stop == "output":
            size = len(finished.output) >> 20
            return failed(f"{self.name} was stopped: it printed over {size} MB", output)
        if limits.megabytes is not None and self._starved(finished, output):
            return Outcome("UNKNOWN", "memory")
        return judge(self.name, cnf, finished.ended, answer, output)

    def _starved(self, finished: Finished, output: bytes) -> bool:
        """Tell whether a solver under a memory limit ended because of it."""
        if finished.ended.status in (10, 20):
            return False
        said = self.memory_sign is not None and self.memory_sign in output
        return said or out_of_memory(output) or finished.ended.status < 0

    def enumerate(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Iterator[Outcome]:
        """Yield the models of a CNF, each from a run of its own; see `nlc.drivers.base.Driver`.

        Raises:
            ValueError: there are separators.
        """
        self._refuse(separators)
        return self._enumerate(cnf, limits)

    def _enumerate(self, cnf: Cnf, limits: Limits) -> Iterator[Outcome]:
        deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        variables = projected(cnf)
        clauses = []
        rest = cnf
        while True:
            outcome = self.solve(rest, limits)
            yield outcome
            if outcome.model is None:
                return
            clauses.append(blocking_clause(variables, outcome.model))
            blocked = Block("blocked", np.stack(clauses))
            rest = dataclasses.replace(cnf, blocks=[*cnf.blocks, blocked])
            if deadline is not None:
                limits = dataclasses.replace(limits, seconds=deadline - time.monotonic())

    def _refuse(self, separators: Sequence[Separator]) -> None:
        if separators:
            raise ValueError(f"{self.name} does not run in process and takes no separators")


def first_line(executable: str, *arguments: str) -> str:
    """Return the first line that a program prints, such as its version, or ``unknown``."""
    try:
        finished = run([executable, *arguments], seconds=10, output_limit=1 << 16)
    except OSError:
        return "unknown"
    line = finished.output.split(b"\n")[0]
    return line.decode("utf-8", "replace").strip() or "unknown"


def which(program: str) -> str | None:
    """Return the absolute path of an executable, looked up on PATH, or None."""
    path = shutil.which(program)
    return None if path is None else str(Path(path).absolute())
