"""Whether a proof proves a formula unsatisfiable, by every checker there is."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from msgspec import Struct, field

from nlc.cnf import Cnf
from nlc.cnf.write import write
from nlc.proof.drat import DratVerdict, check_drat
from nlc.proof.files import File, read_proof
from nlc.proof.formula import clauses_of
from nlc.proof.lrat import check_lrat
from nlc.proof.steps import Drat, Formula, Lrat

DRAT_CHECKER = "DRAT checker"
LRAT_CHECKER = "LRAT checker"
DRAT_TRIM = "drat-trim"

Tick = Callable[[str, int, int], None]
"""Called now and then with the checker's name, the work done and all work."""


class Certificate(Struct, frozen=True):
    """What came of the checks.

    Attributes:
        proved: the formula is unsatisfiable, by every checker asked; None where time ran out.
        format: ``DRAT`` or ``LRAT``.
        steps: of the proof.
        agreed: the checkers that accepted it.
        problem: why it is no proof.
        drat: what the DRAT checker found out, if it was one.
        lrat: the proof with hints; of a DRAT proof, of what is needed of it.
        unanswered: the checkers that were asked and gave no verdict.
        seconds: wall-clock time of each checker.
    """

    proved: bool | None
    format: str
    steps: int
    agreed: tuple[str, ...] = ()
    problem: str | None = None
    drat: DratVerdict | None = None
    lrat: Lrat | None = None
    unanswered: tuple[str, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)


class _LateError(Exception):
    """The time is over."""


def certify(
    cnf: Cnf,
    file: File,
    seconds: float | None = None,
    tick: Tick | None = None,
    *,
    outside: bool = True,
) -> Certificate:
    """Check a proof.

    An LRAT proof goes to the LRAT checker. A DRAT proof goes to the DRAT checker, what that has
    elaborated goes to the LRAT checker, and the proof to drat-trim if it is installed. The first
    two must accept, and drat-trim must not refuse.

    Args:
        cnf: the formula, in the order of the clauses that LRAT counts.
        seconds: wall-clock time for all checkers together.
        tick: shows progress; may raise.
        outside: drat-trim may be asked.

    Raises:
        UserError: the proof is malformed.
        OSError: the files for drat-trim cannot be written.
    """
    proof = read_proof(file)
    run = _Run(clauses_of(cnf), seconds, tick)
    try:
        if isinstance(proof, Drat):
            if run.drat(proof) and run.lrat() and outside:
                run.drat_trim(cnf, file)
        else:
            run.elaborated = proof
            run.lrat()
    except _LateError:
        run.proved = None
    return Certificate(
        proved=run.proved,
        format="DRAT" if isinstance(proof, Drat) else "LRAT",
        steps=len(proof),
        agreed=tuple(run.agreed),
        problem=run.problem,
        drat=run.found,
        lrat=run.elaborated,
        unanswered=tuple(run.unanswered),
        seconds=run.seconds,
    )


class _Run:
    """The checks of one proof; each returns whether to go on."""

    def __init__(self, formula: Formula, seconds: float | None, show: Tick | None) -> None:
        self._formula = formula
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._show = show
        self.proved: bool | None = None
        self.agreed: list[str] = []
        self.unanswered: list[str] = []
        self.problem: str | None = None
        self.found: DratVerdict | None = None
        self.elaborated: Lrat | None = None
        self.seconds: dict[str, float] = {}

    def drat(self, proof: Drat) -> bool:
        """Ask the DRAT checker."""
        with self._timed(DRAT_CHECKER):
            self.found = check_drat(self._formula, proof, self._tick(DRAT_CHECKER))
        self.elaborated = self.found.lrat
        return self._told(DRAT_CHECKER, self.found.proved, self.found.problem)

    def lrat(self) -> bool:
        """Ask the LRAT checker."""
        assert self.elaborated is not None
        with self._timed(LRAT_CHECKER):
            found = check_lrat(self._formula, self.elaborated, self._tick(LRAT_CHECKER))
        problem = found.problem
        if problem and self.found:
            problem = f"the LRAT checker refuses what the DRAT checker accepts: {problem}"
        return self._told(LRAT_CHECKER, found.proved, problem)

    def drat_trim(self, cnf: Cnf, file: File) -> bool:
        """Ask drat-trim, if it is installed; that it fails says nothing of the proof."""
        executable = shutil.which(DRAT_TRIM)
        if executable is None:
            return True
        left = None if self._deadline is None else max(0.001, self._deadline - time.monotonic())
        with self._timed(DRAT_TRIM):
            answer = _ask_drat_trim(executable, cnf, file, left)
        self._tick(DRAT_TRIM)(0, 0)
        if answer == "no answer":
            self.unanswered.append(DRAT_TRIM)
            return True
        verified = answer == "verified"
        problem = f"{DRAT_TRIM} says '{answer}', and nlc's own checkers accept the proof"
        return self._told(DRAT_TRIM, verified, None if verified else problem)

    def _told(self, checker: str, accepted: bool, problem: str | None) -> bool:
        self.proved, self.problem = accepted, problem
        if accepted:
            self.agreed.append(checker)
        return accepted

    @contextmanager
    def _timed(self, checker: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[checker] = time.perf_counter() - start

    def _tick(self, checker: str) -> Callable[[int, int], None]:
        def tick(done: int, work: int) -> None:
            if self._deadline is not None and time.monotonic() > self._deadline:
                raise _LateError
            if self._show is not None:
                self._show(checker, done, work)

        return tick


def _ask_drat_trim(
    executable: str, cnf: Cnf, proof: File, seconds: float | None
) -> Literal["verified", "not verified", "no answer"]:
    """Return the verdict of drat-trim, the field's own DRAT checker.

    There is none where it cannot be started, is killed, says nothing, or after `seconds`.

    Source: Wetzler, Heule, Hunt: DRAT-trim: Efficient Checking and Trimming Using Expressive
    Clausal Proofs, SAT 2014.
    """
    from nlc.process.cleanup import run_folder
    from nlc.process.limits import Limits
    from nlc.process.run import run

    with run_folder() as folder:
        formula, steps = folder / "formula.cnf", folder / "proof"
        with formula.open("wb") as stream:
            write(cnf, stream, names="none")
        steps.write_bytes(proof.data)
        # Its own guess of the format looks at a few characters only; its own limit is 20,000 s.
        options = ["-i" if proof.binary else "-I", "-t", str(10**9)]
        command = [executable, str(formula), str(steps), *options]
        try:
            finished = run(command, limits=Limits(seconds=seconds), folder=folder)
        except OSError:
            return "no answer"
    if finished.stop is not None or finished.ended.status < 0:
        return "no answer"
    lines = {line.strip() for line in finished.output.replace(b"\r", b"\n").split(b"\n")}
    if b"s NOT VERIFIED" in lines:
        return "not verified"
    return "verified" if b"s VERIFIED" in lines else "no answer"
