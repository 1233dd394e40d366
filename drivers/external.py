"""The base class of drivers that run an executable, and those of nlc. This page is their manual.

A subclass declares the name of its solver and its command line (`Interface`), and is
done if it answers as in SAT competitions: exit status 10 and 20, ``s`` and ``v`` lines on the
standard output. ``docs/drivers.md`` has a table of the solvers, which is tested against their
declarations. A driver of another kind of solver overrides one of these methods:

- `executable`: the solver may be elsewhere than on PATH;
- `command`: the command line is another;
- `stdin`: the solver reads the CNF from the standard input;
- `answer`: the verdict is not on the standard output.

The base class makes the private folder, writes the CNF there, limits and ends the run, and checks
the answer.
"""

from __future__ import annotations

import errno
import importlib.util
import math
import os
import re
import shlex
import shutil
import time
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from nlc.cnf import Cnf, Separator
from nlc.cnf.write import write_cnf
from nlc.drivers.base import NO_LIMITS, Capabilities, Limits, Outcome, Reason
from nlc.drivers.progress import conflict_parser
from nlc.drivers.proof_file import ProofError, deliver, discard
from nlc.drivers.verdict import STATISTICS, failure, run_outcome, statistics, tail
from nlc.errors import fail
from nlc.process.cleanup import run_folder
from nlc.process.limits import out_of_memory
from nlc.process.own_limits import LEAST_SECONDS, remaining_since
from nlc.process.run import FinishedRun, run

_NO_START = frozenset([errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ENOEXEC, errno.ELOOP])
"""Error numbers of a missing or unusable executable."""


class Interface(Struct, frozen=True):
    """The options of a solver's command line; ``{}`` in an option stands for the number.

    Attributes:
        gzip: which program reads a compressed CNF: the solver ``itself``, ``gzip``, which it
            starts, or none (None). nlc writes plain files.
        result_file: the answer is in a file that the command line names after the CNF, as MiniSat
            writes it; else in ``s`` and ``v`` lines of the standard output.
        seed: option for the seed of its random numbers.
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
    seed: str | None = None
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


class ExternalDriver:
    """Runs a solver's executable once for each CNF, in a private temporary folder.

    The executable is the one that the environment variable ``NLC_NAME`` names, such as
    ``NLC_MINISAT``; else the one on PATH.

    Attributes:
        name: of the driver and the executable.
        package: how to install it, the end of a sentence.
        interface: its command line.
        memory_sign: what it prints when it runs out of memory, if that is particular to it.
        seed: of its random numbers; None: the solver's own.
    """

    name: str
    package: str
    interface: ClassVar[Interface] = Interface()
    memory_sign: ClassVar[bytes | None] = None
    capabilities = Capabilities()
    seed: int | None = None

    def seeded(self, seed: int) -> Self:
        """Return the same driver with a seed of the solver, if it takes one."""
        made = copy(self)
        made.seed = seed
        return made

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

    def version(self) -> str | None:
        """Return the version that the solver prints, ``unknown`` if none, None if it is missing."""
        executable = self.executable()
        if executable is None or self.interface.version is None:
            return None if executable is None else "unknown"
        return first_line(executable, self.interface.version)

    def command(self, call: Call) -> list[str]:
        """Return the command line: options of limits, CNF, result file, proof."""
        words = [call.executable, *self.interface.limit_words(call.limits)]
        if self.interface.seed is not None and self.seed is not None:
            words.append(self.interface.seed.format(self.seed))
        words.append(str(call.cnf))
        if self.interface.result_file:
            words.append(str(call.result))
        return words if call.proof is None else [*words, str(call.proof)]

    def stdin(self, cnf: Path) -> Path | None:
        """Return the file for the standard input, or None for an empty one."""
        return None

    def answer(self, output: bytes, result: Path) -> bytes:
        """Return the text with verdict and model, empty if there is none.

        Args:
            output: its standard output.
            result: its result file.
        """
        if not self.interface.result_file:
            return output
        return result.read_bytes() if result.exists() else b""

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Decide a CNF; see `nlc.drivers.base.Driver`.

        Raises:
            ValueError: there are separators, or the solver cannot write proofs.
        """
        if separators:
            raise ValueError(f"{self.name} does not run in process and takes no separators")
        if proof is not None and not self.capabilities.proofs:
            raise ValueError(f"{self.name} cannot write a proof")
        started = time.perf_counter()
        try:
            if proof is not None:
                discard(proof)
            executable = self.executable()
            if executable is None:
                return Outcome("UNKNOWN", "missing", self.missing())
            with run_folder() as path:
                wanted = None if proof is None else path / "proof"
                call = Call(executable, path / "formula.cnf", path / "result", wanted, limits)
                # Without comments, as some solvers obey options in them.
                with call.cnf.open("wb") as stream:
                    write_cnf(replace(cnf, comments=[]), stream, names="none")
                left = replace(limits, seconds=remaining_since(limits, started).seconds)
                if left.seconds is not None and left.seconds <= LEAST_SECONDS:
                    return Outcome("UNKNOWN", "wall-time")
                outcome = self._run(cnf, replace(call, limits=left), path)
                if proof is not None and wanted is not None and outcome.status == "UNSATISFIABLE":
                    deliver(wanted, proof, refuted=any(not b.clauses.shape[1] for b in cnf.blocks))
                return outcome
        except ProofError as error:
            return failure("no-answer", f"{self.name}: {error}")
        except OSError as error:
            return failure("no-answer", f"{self.name} cannot be run: {error}")

    def _run(self, cnf: Cnf, call: Call, folder: Path) -> Outcome:
        try:
            finished = run(
                self.command(call),
                stdin=self.stdin(call.cnf),
                limits=call.limits,
                # A model takes at most 12 bytes a literal; the rest is for the log.
                output_limit=(1 << 26) + 12 * cnf.variables,
                folder=folder,
                on_output=conflict_parser(self.interface.conflicts),
            )
        except OSError as error:
            if error.errno not in _NO_START:
                raise
            return failure("missing", f"{self.name} cannot be run: {error}")
        return replace(
            self._outcome(cnf, call, finished),
            seconds=finished.seconds,
            cpu_seconds=finished.ended.cpu_seconds,
            megabytes=finished.ended.megabytes,
            statistics=statistics(finished.output),
            log=tail(finished.output, finished.errors),
        )

    def _outcome(self, cnf: Cnf, call: Call, finished: FinishedRun) -> Outcome:
        logs = (finished.output, finished.errors)
        if finished.stop == "killed":
            size = sum(map(len, logs)) >> 20
            return failure("killed", f"{self.name} was stopped: it printed over {size} MB", *logs)
        limit = finished.stop or self._own_limit(call.limits, finished)
        if limit is not None:
            return Outcome("UNKNOWN", limit)
        answer = self.answer(finished.output, call.result)
        form = self.interface.result_file
        return run_outcome(self.name, cnf, finished.ended, answer, *logs, result_file=form)

    def _own_limit(self, limits: Limits, finished: FinishedRun) -> Reason | None:
        """Return the limit at which a solver ended, by its own options or by the kernel."""
        ended = finished.ended
        if ended.status in (10, 20):
            return None
        if limits.cpu_seconds is not None and ended.cpu_seconds >= limits.cpu_seconds:
            return "cpu-time"
        if limits.seconds is not None and finished.seconds >= limits.seconds:
            return "wall-time"
        if limits.megabytes is None:
            return None
        reported = self.memory_sign is not None and self.memory_sign in finished.printed
        # Not every program prints a message when it runs out of memory.
        broke = ended.status < 0 and ended.reason == "crashed"
        full = broke and finished.megabytes >= limits.megabytes / 2
        # With so little memory a program or its library may fail to load, without a message.
        full = full or (limits.megabytes < 32 and ended.reason == "crashed")
        full = full or out_of_memory(finished.output) or out_of_memory(finished.errors)
        return "memory" if reported or full else None


def first_line(executable: str, *arguments: str) -> str:
    """Return the first line that a program prints, such as its version, or ``unknown``."""
    try:
        finished = run([executable, *arguments], limits=Limits(seconds=10), output_limit=1 << 16)
    except OSError:
        return "unknown"
    line = finished.printed.split(b"\n")[0]
    return line.decode("utf-8", "replace").strip() or "unknown"


def which(program: str) -> str | None:
    """Return the absolute path of an executable, looked up on PATH, or None."""
    path = shutil.which(program)
    return None if path is None else str(Path(path).absolute())


_PLACE = re.compile(r"\{(?:cnf|proof)\}")


class CommandDriver(ExternalDriver):
    """Runs a command of the user's, such as ``foo --opt {cnf}``.

    The command is split as a shell does, and runs without a shell. ``{cnf}`` stands for the path of
    the CNF, also inside an argument; without it, the CNF is the standard input. ``{proof}`` stands
    for the path of the DRAT proof; a command without it writes none.
    """

    def __init__(self, command: str) -> None:
        """Take a command.

        Raises:
            UserError: it is empty or has an open quotation.
        """
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise fail(f"the solver command '{command}' cannot be read: {error}") from None
        if not self._words:
            raise fail("the solver command is empty", hint="write cmd:SOLVER or cmd:SOLVER {cnf}")
        self.name = f"cmd:{command}"
        self.capabilities = Capabilities(proofs=any("{proof}" in word for word in self._words))

    def executable(self) -> str | None:
        """Return the absolute path of the command's first word, or None."""
        return which(self._words[0])

    def missing(self) -> str | None:
        """Return None where the command can run, else a sentence that names its program."""
        if self.executable() is not None:
            return None
        return f"'{self._words[0]}' of the solver command is not an executable on PATH."

    def command(self, call: Call) -> list[str]:
        """Return the command line."""
        proof = call.proof or call.result.with_name("unwanted")
        files = {"{cnf}": str(call.cnf), "{proof}": str(proof)}
        # Both in one pass, as the path of one file might contain the other word.
        words = (_PLACE.sub(lambda found: files[found[0]], word) for word in self._words[1:])
        return [call.executable, *words]

    def stdin(self, cnf: Path) -> Path | None:
        """Return the CNF's file where no argument names it."""
        return None if any("{cnf}" in word for word in self._words[1:]) else cnf


class CadicalDriver(ExternalDriver):
    """Runs ``cadical FORMULA [PROOF]``.

    Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: CaDiCaL 2.0, CAV 2024.

    At a limit of its own it prints the comment ``c UNKNOWN``, without a verdict, and exits with 0.
    """

    name = "cadical"
    package = "install the Debian package cadical"
    interface = Interface(
        gzip="gzip", seed="--seed={}", wall="-t {}", version="--version", conflicts=5
    )
    capabilities = Capabilities(statistics=STATISTICS, proofs=True)


class KissatDriver(ExternalDriver):
    """Runs ``kissat FORMULA [PROOF]``.

    Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: SAT Competition 2024.
    """

    name = "kissat"
    package = 'pip install "nlc[solvers]" (it brings the package passagemath-kissat)'
    interface = Interface(
        gzip="gzip", seed="--seed={}", wall="--time={}", version="--version", conflicts=7
    )
    capabilities = Capabilities(statistics=STATISTICS, proofs=True)

    def executable(self) -> str | None:
        """Return the executable on PATH, else the one of the wheel passagemath-kissat, or None."""
        found = super().executable()
        if found is not None or os.environ.get(self.variable):
            return found
        spec = importlib.util.find_spec("passagemath_kissat")  # without importing it
        if spec is None or spec.origin is None:
            return None
        path = Path(spec.origin).parents[1] / "sage_wheels" / "bin" / "kissat"
        return str(path) if os.access(path, os.X_OK) else None


class MinisatDriver(ExternalDriver):
    """Runs ``minisat FORMULA RESULT``; MiniSat 2.2.

    Een, Sorensson: An Extensible SAT-solver, SAT 2003.

    The result file holds ``SAT`` and the model, ``UNSAT`` or ``INDET``; it is empty after a signal.
    The model leaves out variables beyond the last that occurs. At a limit of its own it prints
    INDETERMINATE and exits with 0, whichever limit it was.
    """

    name = "minisat"
    package = "install the Debian package minisat"
    interface = Interface(
        gzip="itself",
        result_file=True,
        cpu="-cpu-lim={}",
        memory="-mem-lim={}",
        least_megabytes=64,
    )
    memory_sign = b"INDETERMINATE"
    capabilities = Capabilities(statistics=STATISTICS)


CADICAL = CadicalDriver()
KISSAT = KissatDriver()
MINISAT = MinisatDriver()
