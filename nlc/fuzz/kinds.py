"""The table of kinds, and functions that make, check and write cases of any kind."""

from __future__ import annotations

import shlex
from pathlib import Path
from random import Random
from typing import Any

from nlc.files import atomic_writer
from nlc.fuzz.boards import Encodings, Puzzles
from nlc.fuzz.cases import CaseKind, FuzzPlan, NumberedCase
from nlc.fuzz.findings import Fault, Finding, Subject, Tally
from nlc.fuzz.formulas import Formulas
from nlc.fuzz.puzzles import parse_cases
from nlc.fuzz.trial import EXTRAS, Trial
from nlc.oracle.case import Case

KINDS: dict[str, CaseKind[Any]] = {kind.name: kind for kind in (Puzzles(), Formulas(), Encodings())}
"""The kinds by name; others may be added."""


def make(plan: FuzzPlan, number: int) -> NumberedCase | None:
    """Return a case of a run, or None if it has no more."""
    random = Random(f"{plan.seed} {number}")
    return KINDS[_kind(plan, random.random())].make(plan, number, random)


def _kind(plan: FuzzPlan, place: float) -> str:
    """Return the kind for a random number between 0 and 1, by the shares of the plan's kinds."""
    shares = [KINDS[kind].share for kind in plan.kinds]
    if not all(shares):
        shares = [1.0] * len(shares)
    place *= sum(shares)
    for kind, share in zip(plan.kinds, shares, strict=True):
        if place < share:
            return kind
        place -= share
    return plan.kinds[-1]


def faults_of(
    kind: str, subject: Subject, trial: Trial, *more: Trial, evaluate: bool = False
) -> list[Fault]:
    """Return the faults of trials of a subject.

    Args:
        kind: of the subject.
        subject: the subject.
        trial: the first trial.
        more: further trials.
        evaluate: whether to compare the evaluator with brute force, too.
    """
    puzzle = next(parse_cases([subject])) if isinstance(subject, Case) else None
    case = NumberedCase(0, kind, subject, (trial, *more), evaluate)
    return [fault for fault, _ in KINDS[kind].check(case, puzzle, Tally())]


def every_fault_of(kind: str, subject: Subject, trial: Trial) -> list[Fault]:
    """Return the faults of a trial of a subject, with all further checks."""
    further = [*({each} for each in EXTRAS if each != "models"), {"models", "file"}]
    trials = [Trial(trial.encoding, trial.solver, frozenset(each)) for each in further]
    return faults_of(kind, subject, *trials, evaluate=True)


def save(found: Finding, folder: str) -> Path:
    """Write the subject of a finding into a folder and return the path.

    Raises:
        UserError: it cannot be written.
    """
    kind = KINDS[found.kind]
    suffix = kind.path_suffix(found.subject)
    path = Path(folder) / f"fuzz-{found.seed}-{found.number}{suffix}"
    about = [f"seed {found.seed}, case {found.number}: {found.fault.kind}", command(found, path)]
    with atomic_writer(str(path)) as stream:
        stream.write(kind.content(found, about))
    return path


def command(found: Finding, path: Path) -> str:
    """Return the command that repeats a finding, which may need further files."""
    return shlex.join(KINDS[found.kind].command(found, str(path)))
