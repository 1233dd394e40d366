"""Solves with a proof that there is no solution, or no other one, and checks the proof."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from msgspec.structs import replace

from nlc.cnf import Cnf
from nlc.drivers import available
from nlc.drivers.proof_file import discard
from nlc.errors import UserError, fail
from nlc.files import atomic_writer, bare_name
from nlc.ir.nodes import Assignment
from nlc.process.cleanup import run_folder
from nlc.proof.certify import certify
from nlc.proof.files import ProofFile, write_lrat
from nlc.proof.formula import block_model
from nlc.solving.choice import Solver, is_driver
from nlc.solving.question import Watch
from nlc.solving.record import Record, SearchTask
from nlc.solving.run import find


def require_proofs(solver: Solver) -> None:
    """Require that a solver writes proofs.

    Raises:
        UserError: it writes none; the hint names those that do.
    """
    if not is_driver(solver) or not solver.capabilities.proofs:
        able = ", ".join(d.name for d in available() if d.capabilities.proofs)
        hint = f"these do: {able}; and --solver-cmd 'foo {{cnf}} {{proof}}'"
        raise fail(f"{solver.name} writes no proofs", None, hint)


def find_with_proof(
    task: SearchTask, record: Record, target: str
) -> Generator[Assignment, None, None]:
    """Search, and write the proof that there is no solution, or no other one.

    A proof of uniqueness refutes the formula with one more clause, the last, which excludes the
    board. A file from an earlier run is removed in any case. A note says which proof was written,
    or that there is nothing to prove. If the solver's proof is invalid, or is not converted to LRAT
    in time, no file is written and the verdict is withdrawn. The proof is checked in the time that
    is left; if that is too short, it is written unchecked unless it has to be LRAT.

    Args:
        task: its plan is one attempt, of a solver with the capability `proofs`.
        record: for the results.
        target: the file: LRAT if its name says so, else as the solver wrote it; those of
            `nlc.files.PACKED` are compressed.

    Raises:
        UserError: the encoding is not exact, or the file cannot be written.
    """
    discard(Path(target))
    with run_folder() as folder:
        proof = folder / "proof"
        yield from find(replace(task, proof=proof), record)
        if not (record.answered or record.failed) or record.lowered is None:
            return
        cnf, proved = record.lowered.question, "there is no solution"
        if record.refuted and record.count == 1 and record.model is not None:
            cnf, proved = block_model(cnf, record.model), "there is no other solution"
        elif not record.refuted:
            if record.answered:
                found = "there is a second solution" if record.count > 1 else "there is a solution"
                record.note(f"{found}, so nothing to prove: {target} is not written")
            return
        try:
            checked = write_proof(cnf, proof, target, record.left.seconds, task.watch)
        except InvalidProofError as error:
            record.withdraw("contradictory", f"{record.solver} wrote an invalid proof: {error}")
        else:
            if checked:
                record.proved = True
                record.note(f"{target} proves that {proved}")
            elif not _is_lrat(target):
                unchecked = f"{target} holds the solver's proof that {proved}, not checked"
                record.note(f"{unchecked}; check it with nlc prove")
            else:
                late = f"{record.solver} says that {proved}, but its proof was not LRAT in time"
                record.withdraw("wall-time", late)


def _is_lrat(target: str) -> bool:
    """Return whether the name of a file is that of an LRAT proof."""
    return bare_name(target).endswith("lrat")


class InvalidProofError(Exception):
    """The solver's proof is malformed or wrong; the text says why."""


def write_proof(
    cnf: Cnf, proof: Path, target: str, seconds: float | None, watch: Watch | None
) -> bool:
    """Check the proof of a formula, and write it, as LRAT if the file's name says so.

    Returns:
        Whether the check finished in time. If not, and the file is LRAT, it is not written.

    Raises:
        InvalidProofError: the proof is malformed or wrong.
        UserError: the file cannot be written.
    """
    try:
        file = ProofFile("proof", proof.read_bytes())
        found = certify(cnf, file, seconds, watch, external=False)
    except UserError as error:
        wrong = error.diagnostics[0]
        line = "" if wrong.span is None else f"line {wrong.span.line}: "
        raise InvalidProofError(f"{line}{wrong.message}") from None
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
