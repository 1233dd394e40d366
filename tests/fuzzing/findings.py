"""Faults and findings, and the figures of a run: numbers of trials and times."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from msgspec import Struct, field

from fuzzing.trial import Trial


class Subject(Protocol):
    """The subject of a case: a board, a formula or the like."""

    @property
    def text(self) -> str:
        """Its text."""


class Fault(Struct, frozen=True):
    """A fault of nlc or of a solver.

    Attributes:
        kind: a word that stays the same while a subject is shrunk, such as ``lacks``,
            ``extra``, ``count``, ``solver-REASON``, ``exception-TYPE``, ``slow``, ``crash``.
        message: for the user.
    """

    kind: str
    message: str


class Finding(Struct, frozen=True):
    """A fault, with its case and the smallest subject that shows it.

    Attributes:
        seed: of the run.
        number: of the case.
        kind: of the case.
        fault: of the smallest subject.
        subject: the smallest one.
        trial: the simplest one.
    """

    seed: int
    number: int
    kind: str
    fault: Fault
    subject: Subject
    trial: Trial


LISTED = 20
"""The most names in a list; of more, only the rarest are listed."""


class Tally(Struct):
    """Counts of boards, trials and findings, by name.

    Attributes:
        boards: puzzles on which at least one encoding was compared with brute force, by genre and
            tiling.
        kinds: boards by property.
        runs: pairs of a board and an encoding with a solver, by each part of the encoding; other
            trials by name.
        total_runs: the number of these pairs.
        solvers: runs, on boards and formulas, by solver.
        refused: pairs of a board and an encoding that refused it, which are not runs.
        ways: other trials on boards, by name.
        formulas: the number of formulas.
        formula_runs: pairs of a formula and a solver.
        seconds: processor time of this process, by activity.
        findings: the findings.
        repeated: the number of further findings of the same kind and trial.
    """

    boards: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)
    total_runs: int = 0
    solvers: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    formulas: int = 0
    formula_runs: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    repeated: int = 0

    def add(self, other: Tally) -> None:
        """Add the figures of another tally."""
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            elif isinstance(mine, dict):
                for kind, seconds in theirs.items():
                    mine[kind] = mine.get(kind, 0.0) + seconds
            else:
                setattr(self, name, mine + theirs)

    @contextmanager
    def timing(self, name: str) -> Iterator[None]:
        """Add the processor time of the block to a name."""
        start = time.process_time()
        try:
            yield
        finally:
            spent = time.process_time() - start
            self.seconds[name] = self.seconds.get(name, 0.0) + spent

    def summary(self, wall: float) -> str:
        """Return the figures as text; `wall` is the duration of the run in seconds."""
        done = {
            "boards": self.boards.total(),
            "formulas": self.formulas,
            "runs": self.total_runs + self.formula_runs,
        }
        lines = [f"{name}: {number}" for name, number in done.items() if number]
        for name in ("boards", "kinds", "runs", "solvers", "ways", "refused"):
            if counts := getattr(self, name):
                least = sorted(counts.items(), key=lambda item: (item[1], item[0]))[:LISTED]
                listed = ", ".join(f"{key} {number}" for key, number in sorted(least))
                lines.append(f"  {name}{', least often' * (len(counts) > LISTED)}: {listed}")
        spent = sum(self.seconds.values()) or 1.0
        largest = sorted(self.seconds.items(), key=lambda item: -item[1])
        shares = ", ".join(f"{name} {100 * seconds / spent:.0f} %" for name, seconds in largest)
        lines.append(f"{wall:.0f} seconds; processor time {spent:.0f} seconds: {shares}")
        lines.append(f"findings: {len(self.findings)} (and {self.repeated} like them)")
        return "\n".join(lines)
