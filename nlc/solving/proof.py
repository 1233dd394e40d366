"""Solves with a proof that there is no solution, or no other one; it is checked at once."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from nlc.cnf import Cnf, Separator
from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome, WrappedDriver
from nlc.drivers.enumerate import rounds
from nlc.drivers.proof_file import discard
from nlc.drivers.telling import tell
from nlc.encode.lower import LoweredProgram
from nlc.errors import UserError, fail
from nlc.files import bare_name
from nlc.ir.nodes import Program
from nlc.process.cleanup import run_folder
from nlc.proof.formula import without_model
from nlc.solving.answer import Answer
from nlc.solving.search import Watch
from nlc.solving.strategy import solve


class ProvingDriver(WrappedDriver):
    """A driver whose runs write proofs, each of a formula with all its clauses in it.

    Attributes:
        proof: the file that holds a proof after a run that ended with UNSATISFIABLE.
    """

    def __init__(self, driver: Driver, proof: Path) -> None:
        """Take a driver that has the capability `proofs`."""
        super().__init__(driver)
        self.proof = proof

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Decide a CNF; see `nlc.drivers.base.Driver`."""
        return self.driver.solve(cnf, limits, separators, proof or self.proof)

    def enumerate(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Outcome]:
        """Yield the models of a CNF, each from a run of its own; see `nlc.drivers.base.Driver`.

        The proof after them is of the CNF with a clause for each, in their order.
        """
        return rounds(lambda rest, left: self.solve(rest, left, separators), cnf, limits)


def require_proofs(driver: Driver) -> None:
    """Refuse a driver that writes no proofs.

    Raises:
        UserError: it is one; the hint names those that do.
    """
    from nlc.drivers import available

    if not driver.capabilities.proofs:
        able = ", ".join(d.name for d in available() if d.capabilities.proofs)
        hint = f"these do: {able}; and --solver-cmd 'foo {{cnf}} {{proof}}'"
        raise fail(f"{driver.name} writes no proofs", None, hint)


def solve_with_proof(
    program: Program,
    lowered: LoweredProgram,
    driver: Driver,
    most: int,
    target: str,
    watch: Watch | None,
    limits: Limits,
) -> Answer:
    """Solve a puzzle and write the proof that there is no solution, or no other one.

    The proof that there is no other one is of the formula with one more clause, the last, which
    excludes the board. A file from an earlier run is gone in any case.

    Args:
        program: the elaborated puzzle.
        lowered: its CNF, without separators.
        driver: has the capability `proofs`.
        most: 1 for a solution, 2 to see whether it is the only one.
        target: the file; LRAT if its name says so, else as the solver wrote it; those of
            `nlc.files.PACKED` are compressed.
        watch: is told how far the check of the proof is.
        limits: for the solver.

    Returns:
        The answer; a note says what was written, or that there is nothing to prove. Where the
        solver's proof is invalid, or was not turned into LRAT in time, no file is written, and the
        verdict does not stand. The proof is checked in the time that is left; if that does not
        suffice, a proof that need not be LRAT is written unchecked.

    Raises:
        UserError: the encoding is not exact, or the file cannot be written.
    """
    if not lowered.exact:
        message = f"{lowered.encoding} leaves a part of the rules to a look at each board"
        raise fail(f"{message}, and a proof is about a formula", None, "use another encoding")
    tell(f"{driver.name}: {lowered.cnf.variables} variables, {lowered.cnf.clauses} clauses")
    discard(Path(target))
    start = time.monotonic()
    with run_folder() as folder:
        proof = folder / "proof"
        answer = solve(program, lowered, ProvingDriver(driver, proof), limits, most=most)
        if answer.status == "UNSATISFIABLE":
            cnf, proved = lowered.question, "there is no solution"
        elif answer.unique and answer.model is not None:
            cnf = without_model(lowered.question, answer.model)
            proved = "there is no other solution"
        else:
            if answer.status == "SATISFIABLE" and answer.reason == "answered":
                return _noted(answer, f"a board needs no proof, and {target} is not written")
            return answer
        left = None if limits.seconds is None else limits.seconds - (time.monotonic() - start)
        try:
            checked = put_proof(cnf, proof, target, left, watch)
        except InvalidProofError as none:
            problem = str(none)
        else:
            if checked:
                answer = replace(answer, confirmed_by="proof")
                return _noted(answer, f"{target} proves that {proved}")
            if not _is_lrat(target):
                unchecked = f"{target} holds the solver's proof that {proved}, not checked"
                return _noted(answer, f"{unchecked}; check it with nlc prove")
            late = f"{driver.name} says that {proved}, but its proof was not LRAT in time"
            return answer.withdrawn("wall-time", late)
    return answer.withdrawn("contradictory", f"{driver.name} wrote an invalid proof: {problem}")


def _noted(answer: Answer, note: str) -> Answer:
    return replace(answer, notes=(*answer.notes, note))


def _is_lrat(target: str) -> bool:
    """Return whether the name of a file asks for LRAT."""
    return bare_name(target).endswith("lrat")


class InvalidProofError(Exception):
    """What the solver wrote proves nothing; the text says why."""


def put_proof(
    cnf: Cnf, proof: Path, target: str, seconds: float | None, watch: Watch | None
) -> bool:
    """Check the proof of a formula, and copy it, or write it as LRAT if the file's name says so.

    Returns:
        Whether the time sufficed for the check. If not, and LRAT is wanted, there is no file.

    Raises:
        InvalidProofError: it is malformed, or does not prove it.
        UserError: the file cannot be written.
    """
    from nlc.files import atomic_writer
    from nlc.proof.certify import certify
    from nlc.proof.files import File, write_lrat

    try:
        file = File("proof", proof.read_bytes())
        found = certify(cnf, file, seconds, watch, outside=False)
    except UserError as error:
        raise InvalidProofError(_one_line(error)) from None
    if found.proved is False:
        raise InvalidProofError(found.problem)
    if _is_lrat(target) and not found.proved:
        return False
    with atomic_writer(target) as stream:
        if _is_lrat(target):
            assert found.lrat is not None
            write_lrat(found.lrat, stream)
        else:
            stream.write(file.data)
    return found.proved is True


def _one_line(error: UserError) -> str:
    """Return what is wrong with a malformed proof, and in which line."""
    wrong = error.diagnostics[0]
    return wrong.message if wrong.span is None else f"line {wrong.span.line}: {wrong.message}"
