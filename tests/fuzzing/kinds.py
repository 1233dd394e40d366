"""The table of kinds, and functions that make, check and write cases of any kind."""

from __future__ import annotations

import shlex
from pathlib import Path
from random import Random
from typing import Any

from oracle.case import Case

from fuzzing.boards import Encodings, Puzzles
from fuzzing.cases import CaseKind, FuzzPlan, NumberedCase
from fuzzing.engines import Engines
from fuzzing.findings import Fault, Finding, Subject, Tally
from fuzzing.formulas import Formulas
from fuzzing.generators import Generators
from fuzzing.malformed import Malformed
from fuzzing.numbers import Numbers
from fuzzing.puzzles import parse_cases
from fuzzing.run import Runs
from fuzzing.strategy import Strategy
from fuzzing.trial import EXTRAS, Trial
from nlc.files import atomic_writer

_ALL: tuple[CaseKind[Any], ...] = (
    *(Puzzles(), Formulas(), Encodings(), Strategy(), Engines(), Runs(), Generators()),
    *(Malformed(), Numbers()),
)

KINDS = {kind.name: kind for kind in _ALL}
"""The kinds by name."""


def make(plan: FuzzPlan, number: int) -> NumberedCase:
    """Return a case of a run."""
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
