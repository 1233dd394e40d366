"""Asks drat-trim, the field's own DRAT checker, where it is installed.

Wetzler, Heule, Hunt: DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs,
SAT 2014.
"""

from __future__ import annotations

import shutil
from typing import Literal

from nlc.cnf import Cnf
from nlc.cnf.write import write
from nlc.proof.tokens import File

NAME = "drat-trim"

Answer = Literal["verified", "not verified", "no answer"]


def installed() -> str | None:
    """Return the path of drat-trim, looked up on PATH, or None."""
    return shutil.which(NAME)


def ask(executable: str, cnf: Cnf, proof: File, seconds: float | None) -> Answer:
    """Return drat-trim's verdict on a proof.

    There is none where it cannot be started, is killed, says nothing, or after `seconds`.

    Raises:
        OSError: its files cannot be written.
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
