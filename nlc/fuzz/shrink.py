"""Makes what was found as small as it can be while the same kind of fault stays.

Greedy: each smaller candidate that still fails is taken, until none does. For the clauses of
a formula, halves are tried before single ones (Zeller, Hildebrandt: Simplifying and Isolating
Failure-Inducing Input, IEEE TSE 2002).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice

from msgspec.structs import replace

from nlc.encode.spec import Encoding, choices
from nlc.errors import UserError
from nlc.fuzz.case_file import CaseFile, smaller_files
from nlc.fuzz.fault import Fault, Finding, Subject
from nlc.fuzz.malformed import Document, smaller_documents
from nlc.fuzz.shrink_formula import smaller_formulas
from nlc.fuzz.shrink_puzzle import smaller_puzzles
from nlc.fuzz.trial import QUICK, WATCHED, Trial
from nlc.oracle.case import Case
from nlc.oracle.formulas import Formula

Probe = Callable[[Subject, Trial], list[Fault]]
"""Returns what is wrong with a trial of a subject."""


def shrink(found: Finding, probe: Probe, seconds: float = 60.0) -> Finding:
    """Return the smallest finding of the same kind that can be reached in a time.

    Args:
        found: what to make smaller; returned as it is where the probe cannot repeat it.
        probe: tries candidates.
        seconds: after which the smallest one so far is taken.
    """
    shrinker = _Shrinker(found, probe, time.monotonic() + seconds)
    if shrinker.takes(found.subject, found.trial):
        while shrinker.simplify() | shrinker.reduce():
            pass
    return shrinker.smallest


class _Shrinker:
    def __init__(self, found: Finding, probe: Probe, deadline: float) -> None:
        self.smallest = found
        self._probe, self._deadline = probe, deadline

    def takes(self, subject: Subject, trial: Trial) -> bool:
        """Try a candidate, and make it the smallest if it still fails."""
        if time.monotonic() > self._deadline:
            return False
        kind = self.smallest.fault.kind
        fault = next((each for each in self._probe(subject, trial) if each.kind == kind), None)
        if fault is not None:
            self.smallest = replace(self.smallest, fault=fault, subject=subject, trial=trial)
        return fault is not None

    def reduce(self) -> bool:
        """Go through the smaller subjects once; tell whether one of them was taken.

        Where one is taken, its own candidates are gone through from the same place on.
        """
        taken, place = False, 0
        while True:
            candidate = next(islice(smaller(self.smallest.subject), place, None), None)
            if candidate is None:
                return taken
            if self.takes(candidate, self.smallest.trial):
                taken = True
            else:
                place += 1

    def simplify(self) -> bool:
        """Take simpler trials as long as there are any that fail; tell whether there was one."""
        for trial in simpler_trials(self.smallest):
            if self.takes(self.smallest.subject, trial):
                return self.simplify() or True
        return False


def smaller(subject: Subject) -> Iterator[Subject]:
    """Yield smaller subjects, the smallest first."""
    match subject:
        case Formula():
            yield from smaller_formulas(subject)
        case Case():
            yield from smaller_puzzles(subject)
        case CaseFile():
            yield from smaller_files(subject)
        case Document():
            yield from smaller_documents(subject)


def simpler_trials(found: Finding) -> Iterator[Trial]:
    """Yield trials with a simpler encoding or solver.

    Each part of an encoding is better the earlier it stands among the choices, the default first.
    """
    trial = found.trial
    for extra in sorted(trial.extras):
        yield replace(trial, extras=trial.extras - {extra})
    if not isinstance(found.subject, Case | Formula):
        return
    for solver in (QUICK, WATCHED):
        if solver == trial.solver:
            break
        yield replace(trial, solver=solver)
    if not isinstance(found.subject, Case):
        return
    plain = Encoding()
    encoding = Encoding.parse(trial.encoding)
    for part, names in choices().items():
        now = getattr(encoding, part)
        for name in dict.fromkeys((getattr(plain, part), *names)):
            if name == now:
                break
            try:
                simpler = replace(encoding, **{part: name})
            except UserError:  # `whole` allows no other part
                continue
            yield replace(trial, encoding=str(simpler))
