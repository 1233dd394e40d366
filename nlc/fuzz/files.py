"""Findings as files, the command that repeats each, and such files read again."""

from __future__ import annotations

import shlex
from pathlib import Path

from nlc.cnf.read import read_cnf
from nlc.errors import fail
from nlc.files import atomic_writer, bare_name, open_binary
from nlc.fuzz.fault import Finding, Subject
from nlc.fuzz.generated import GeneratorCase
from nlc.fuzz.judge_formula import formula_of
from nlc.fuzz.malformed import Document
from nlc.oracle.case import Case
from nlc.oracle.formulas import Formula


def save(found: Finding, folder: str) -> Path:
    """Write the subject of a finding into a folder and return the path.

    A puzzle that a generator does not come to the end of is not made again.

    Raises:
        UserError: it cannot be written.
    """
    formula = isinstance(found.subject, Formula)
    suffix = ".cnf" if formula else ".nl"
    if isinstance(found.subject, Document):
        suffix = found.subject.suffix
    path = Path(folder) / f"fuzz-{found.seed}-{found.number}{suffix}"
    if isinstance(found.subject, Document):
        with atomic_writer(str(path)) as stream:
            stream.write(found.subject.data)
        return path
    mark = "c" if formula else "//"
    about = [f"seed {found.seed}, case {found.number}: {found.fault.kind}", command(found, path)]
    head = "".join(f"{mark} {line}\n" for line in about)
    with atomic_writer(str(path)) as stream:
        endless = isinstance(found.subject, GeneratorCase) and found.fault.kind == "hang"
        stream.write((head if endless else head + found.subject.text).encode())
    return path


def command(found: Finding, path: Path) -> str:
    """Return the command that repeats a finding, which may need further files."""
    if isinstance(found.subject, GeneratorCase):
        numbers = ["--seed", str(found.seed), "--first", str(found.number), "--cases", "1"]
        return shlex.join(["nlc", "fuzz", "--kind", "generators", *numbers])
    if found.trial.words:
        return shlex.join(["nlc", *found.trial.words, str(path)])
    words = ["nlc", "fuzz", "--replay", str(path)]
    if found.trial.encoding:
        words += ["--encodings", found.trial.encoding]
    return shlex.join([*words, "--solvers", found.trial.solver])


def load_subject(path: str) -> Subject:
    """Return the puzzle or formula of a file that `save` wrote.

    Raises:
        UserError: the file cannot be read, or is none of these.
    """
    if bare_name(path).endswith(".cnf"):
        return formula_of(read_cnf(path))
    with open_binary(path) as stream:
        text = stream.read().decode("utf-8", "replace")
    try:
        return Case.read(text)
    except ValueError as error:
        raise fail(
            f"cannot replay {path}: {error}",
            hint="--replay takes what nlc fuzz has written, and DIMACS files (.cnf)",
        ) from None
