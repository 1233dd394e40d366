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
from nlc.proof.steps import Drat, Lrat

DRAT_CHECKER = "DRAT checker"
LRAT_CHECKER = "LRAT checker"
DRAT_TRIM = "drat-trim"

CheckerProgress = Callable[[str, int, int], None]
"""Called now and then with the checker's name, the work done and all work."""


class Certificate(Struct):
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
    formula = clause_list(cnf)
    found = Certificate(None, "DRAT" if isinstance(proof, Drat) else "LRAT", len(proof))
    deadline = None if seconds is None else time.monotonic() + seconds

    def record(checker: str, accepted: bool, problem: str | None) -> bool:
        found.proved, found.problem = accepted, problem
        if accepted:
            found.agreed += (checker,)
        return accepted

    @contextmanager
    def timed(checker: str) -> Iterator[Callable[[int, int], None]]:
        def watch(done: int, work: int) -> None:
            if deadline is not None and time.monotonic() > deadline:
                raise _LateError
            if tick is not None:
                tick(checker, done, work)

        start = time.perf_counter()
        try:
            yield watch
        finally:
            found.seconds[checker] = time.perf_counter() - start

    try:
        if isinstance(proof, Drat):
            with timed(DRAT_CHECKER) as watch:
                found.drat = check_drat(formula, proof, watch)
            found.lrat = found.drat.lrat
            if not record(DRAT_CHECKER, found.drat.proved, found.drat.problem):
                return found
        else:
            found.lrat = proof
        assert found.lrat is not None
        with timed(LRAT_CHECKER) as watch:
            checked = check_lrat(formula, found.lrat, watch)
        problem = checked.problem
        if problem and found.drat:
            problem = f"the LRAT checker refuses what the DRAT checker accepts: {problem}"
        accepted = record(LRAT_CHECKER, checked.proved, problem)
        executable = shutil.which(DRAT_TRIM)
        if accepted and found.drat and external and executable is not None:
            left = None if deadline is None else max(0.001, deadline - time.monotonic())
            with timed(DRAT_TRIM) as watch:
                answer = _run_drat_trim(executable, cnf, file, left)
            watch(0, 0)
            if answer == "no answer":  # that is not held against the proof
                found.unanswered += (DRAT_TRIM,)
            elif answer == "verified":
                record(DRAT_TRIM, True, None)
            else:
                problem = f"{DRAT_TRIM} says '{answer}', and nlc's own checkers accept the proof"
                record(DRAT_TRIM, False, problem)
    except _LateError:
        found.proved = None
    return found


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
