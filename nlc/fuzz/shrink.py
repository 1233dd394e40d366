"""Makes what was found as small as it can be while the same kind of fault stays.

Greedy: each smaller candidate that still fails is taken, until none does. For the clauses of
a formula, halves are tried before single ones (Zeller, Hildebrandt: Simplifying and Isolating
Failure-Inducing Input, IEEE TSE 2002).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice

from msgspec.structs import replace

from nlc.fuzz.fault import Fault, Finding, Subject
from nlc.fuzz.kinds import KINDS
from nlc.fuzz.trial import Trial

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
        self._kind, self._probe, self._deadline = KINDS[found.kind], probe, deadline

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
            candidate = next(islice(self._kind.smaller(self.smallest.subject), place, None), None)
            if candidate is None:
                return taken
            if self.takes(candidate, self.smallest.trial):
                taken = True
            else:
                place += 1

    def simplify(self) -> bool:
        """Take simpler trials as long as there are any that fail; tell whether there was one."""
        for trial in self._kind.simpler(self.smallest.trial):
            if self.takes(self.smallest.subject, trial):
                return self.simplify() or True
        return False
