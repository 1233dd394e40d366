"""Shrinks findings as far as possible, while the kind of fault stays the same.

It is greedy: it takes each smaller candidate that still fails, until none does. For the clauses of
a formula, halves are tried before single ones (Zeller, Hildebrandt: Simplifying and Isolating
Failure-Inducing Input, IEEE TSE 2002).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice

from msgspec.structs import replace

from nlc.fuzz.findings import Fault, Finding, Subject
from nlc.fuzz.kinds import KINDS
from nlc.fuzz.trial import Trial

Probe = Callable[[Subject, Trial], list[Fault]]
"""Returns the faults of a trial of a subject."""


def shrink(found: Finding, probe: Probe, seconds: float = 60.0) -> Finding:
    """Return the smallest finding of the same kind that is reached within a time.

    Args:
        found: the finding; returned unchanged if the probe cannot repeat it.
        probe: checks candidates.
        seconds: the time after which the smallest one so far is returned.
    """
    shrinker = _Shrinker(found, probe, time.monotonic() + seconds)
    if shrinker.takes(found.subject, found.trial):
        while shrinker.simplify() | shrinker.reduce():
            pass
    return shrinker.smallest


class _Shrinker:
    def __init__(self, found: Finding, probe: Probe, deadline: float) -> None:
        self.smallest = found
        self._kind, self._probe, self._deadline = KINDS[found.kind], probe, deadline

    def takes(self, subject: Subject, trial: Trial) -> bool:
        """Check a candidate, and make it the smallest if it still fails."""
        if time.monotonic() > self._deadline:
            return False
        kind = self.smallest.fault.kind
        fault = next((each for each in self._probe(subject, trial) if each.kind == kind), None)
        if fault is not None:
            self.smallest = replace(self.smallest, fault=fault, subject=subject, trial=trial)
        return fault is not None

    def reduce(self) -> bool:
        """Try all smaller subjects once; return whether one of them was taken.

        After one is taken, the search goes on with its own candidates from the same position.
        """
        taken, place = False, 0
        while True:
            candidate = next(islice(self._kind.smaller(self.smallest.subject), place, None), None)
            if candidate is None:
                return taken
            if self.takes(candidate, self.smallest.trial):
                taken = True
            else:
                place += 1

    def simplify(self) -> bool:
        """Take simpler trials as long as they fail; return whether there was one."""
        for trial in self._kind.simpler(self.smallest.trial):
            if self.takes(self.smallest.subject, trial):
                return self.simplify() or True
        return False
