"""Checks with every available checker whether a proof refutes a formula."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from msgspec import Struct, field

from nlc.cnf import Cnf
from nlc.cnf.write import write_cnf
from nlc.process.cleanup import run_folder
from nlc.process.limits import Limits
from nlc.process.run import run
from nlc.proof.drat import DratVerdict, check_drat
from nlc.proof.files import ProofFile, parse_proof
from nlc.proof.formula import clause_list
from nlc.proof.lrat import check_lrat
from nlc.proof.steps import ClauseList, Drat, Lrat

DRAT_CHECKER = "DRAT checker"
LRAT_CHECKER = "LRAT checker"
DRAT_TRIM = "drat-trim"

CheckerProgress = Callable[[str, int, int], None]
"""Called now and then with the checker's name, the work done and all work."""


class Certificate(Struct, frozen=True):
    """The outcome of the checks.

    Attributes:
        proved: every checker accepted the proof; None if the time ran out.
        format: ``DRAT`` or ``LRAT``.
        steps: of the proof.
        agreed: the checkers that accepted it.
        problem: why it does not prove the formula unsatisfiable.
        drat: the verdict of the DRAT checker, for a DRAT proof.
        lrat: the proof with hints; of a DRAT proof, only the steps that are needed.
        unanswered: the checkers that ran and gave no verdict.
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
    file: ProofFile,
    seconds: float | None = None,
    tick: CheckerProgress | None = None,
    *,
    external: bool = True,
) -> Certificate:
    """Check a proof.

    An LRAT proof goes to the LRAT checker. A DRAT proof goes to the DRAT checker, and to drat-trim
    if it is installed; the LRAT proof that the DRAT checker makes of it goes to the LRAT checker.
    The first and the last must accept, and drat-trim must not refuse.

    Args:
        cnf: the formula, in the order of the clauses that LRAT counts.
        seconds: wall-clock time for all checkers together.
        tick: shows progress; may raise.
        external: whether drat-trim may run, too.

    Raises:
        UserError: the proof is malformed.
        OSError: the files for drat-trim cannot be written.
    """
    proof = parse_proof(file)
    checks = _Checks(clause_list(cnf), seconds, tick)
    try:
        if isinstance(proof, Drat):
            if checks.drat(proof) and checks.lrat() and external:
                checks.drat_trim(cnf, file)
        else:
            checks.elaborated = proof
            checks.lrat()
    except _LateError:
        checks.proved = None
    return Certificate(
        proved=checks.proved,
        format="DRAT" if isinstance(proof, Drat) else "LRAT",
        steps=len(proof),
        agreed=tuple(checks.agreed),
        problem=checks.problem,
        drat=checks.found,
        lrat=checks.elaborated,
        unanswered=tuple(checks.unanswered),
        seconds=checks.seconds,
    )


class _Checks:
    """The checks of one proof; each returns whether to go on."""

    def __init__(
        self, formula: ClauseList, seconds: float | None, show: CheckerProgress | None
    ) -> None:
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
        """Run the DRAT checker."""
        with self._timed(DRAT_CHECKER):
            self.found = check_drat(self._formula, proof, self._tick(DRAT_CHECKER))
        self.elaborated = self.found.lrat
        return self._record(DRAT_CHECKER, self.found.proved, self.found.problem)

    def lrat(self) -> bool:
        """Run the LRAT checker."""
        assert self.elaborated is not None
        with self._timed(LRAT_CHECKER):
            found = check_lrat(self._formula, self.elaborated, self._tick(LRAT_CHECKER))
        problem = found.problem
        if problem and self.found:
            problem = f"the LRAT checker refuses what the DRAT checker accepts: {problem}"
        return self._record(LRAT_CHECKER, found.proved, problem)

    def drat_trim(self, cnf: Cnf, file: ProofFile) -> bool:
        """Run drat-trim, if it is installed; if it fails, that is not held against the proof."""
        executable = shutil.which(DRAT_TRIM)
        if executable is None:
            return True
        left = None if self._deadline is None else max(0.001, self._deadline - time.monotonic())
        with self._timed(DRAT_TRIM):
            answer = _run_drat_trim(executable, cnf, file, left)
        self._tick(DRAT_TRIM)(0, 0)
        if answer == "no answer":
            self.unanswered.append(DRAT_TRIM)
            return True
        verified = answer == "verified"
        problem = f"{DRAT_TRIM} says '{answer}', and nlc's own checkers accept the proof"
        return self._record(DRAT_TRIM, verified, None if verified else problem)

    def _record(self, checker: str, accepted: bool, problem: str | None) -> bool:
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


def _run_drat_trim(
    executable: str, cnf: Cnf, proof: ProofFile, seconds: float | None
) -> Literal["verified", "not verified", "no answer"]:
    """Return the verdict of drat-trim.

    It is ``no answer`` if the program cannot be started, is killed, prints no verdict, or runs
    longer than `seconds`.

    Source: Wetzler, Heule, Hunt: DRAT-trim: Efficient Checking and Trimming Using Expressive
    Clausal Proofs, SAT 2014.
    """
    with run_folder() as folder:
        formula, steps = folder / "formula.cnf", folder / "proof"
        with formula.open("wb") as stream:
            write_cnf(cnf, stream, names="none")
        steps.write_bytes(proof.data)
        # drat-trim guesses the format from a few characters, and stops after 20,000 s by itself.
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
