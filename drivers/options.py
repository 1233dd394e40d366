"""The command line of a solver's executable, as data."""

from __future__ import annotations

import math
from pathlib import Path

from msgspec import Struct

from nlc.drivers.base import Limits


class Interface(Struct, frozen=True):
    """The options of a solver's command line; ``{}`` in an option stands for the number.

    Attributes:
        gzip: which program reads a compressed CNF: the solver ``itself``, ``gzip``, which it
            starts, or none (None). nlc writes plain files.
        result_file: the answer is in a file that the command line names after the CNF, as MiniSat
            writes it; else in ``s`` and ``v`` lines of the standard output.
        wall: option for whole seconds of wall-clock time.
        cpu: option for whole seconds of processor time.
        memory: option for megabytes of address space.
        least_megabytes: the smallest value of that option.
        version: option that prints the version.
        conflicts: the column, from 0, of the conflicts in the lines of its progress report; None if
            it prints no such report. These lines are ``c``, a sign, and numbers.
    """

    gzip: str | None = None
    result_file: bool = False
    wall: str | None = None
    cpu: str | None = None
    memory: str | None = None
    least_megabytes: int = 0
    version: str | None = None
    conflicts: int | None = None

    def limit_words(self, limits: Limits) -> list[str]:
        """Return the options of the command line for limits.

        Limits are rounded up, so that the solver never stops before nlc would stop it.
        """
        memory = limits.megabytes and max(limits.megabytes, self.least_megabytes)
        wanted = (
            (self.wall, limits.seconds),
            (self.cpu, limits.cpu_seconds),
            (self.memory, memory),
        )
        return [
            word
            for option, number in wanted
            # Solvers parse such numbers into 32 bits; a larger one is as good as no limit.
            if option is not None and number is not None and number <= 10**9
            for word in option.format(math.ceil(number)).split()
        ]


class Call(Struct, frozen=True):
    """One call of a solver.

    Attributes:
        executable: absolute path.
        cnf: the file that holds the CNF.
        result: where the solver may write a result file.
        proof: where it has to write a DRAT proof, or None.
        limits: those that are left.
    """

    executable: str
    cnf: Path
    result: Path
    proof: Path | None
    limits: Limits
