"""The results of a suite by puzzle and competitor, for its tables, plots and checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from statistics import median, median_low
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.comparing.names import FIGURE_KEYS, KEYS, TIMES
from nlc.comparing.results import (
    SOLVED,
    Measurement,
    Member,
    PuzzleRecord,
    Record,
    Run,
    records_of,
)
from nlc.comparing.suite import Competitor, Suite
from nlc.comparing.suite_file import parse_suite
from nlc.errors import Source

_MEMBERS = {name: f"{name}_seconds" for name in TIMES} | {
    "seconds": "seconds",
    "solver_cpu": "solver_cpu_seconds",
}
"""The field of a measurement for each time."""


class Sample(Struct, frozen=True, eq=False):
    """All repetitions of one competitor on one puzzle, whose record has its ``group``."""

    puzzle: PuzzleRecord
    who: Competitor
    rows: Sequence[Measurement]

    @property
    def competitor(self) -> str:
        """The competitor's name."""
        return self.who.name

    @property
    def last(self) -> Measurement:
        """The measurement of the last repetition."""
        return self.rows[-1]

    @property
    def solved(self) -> bool:
        """Whether more than half of the repetitions have an answer."""
        return 2 * sum(row.outcome == "solved" for row in self.rows) > len(self.rows)

    @property
    def outcome(self) -> str:
        """``solved``, or how the first other repetition ended."""
        if self.solved:
            return "solved"
        return next(row.outcome for row in self.rows if row.outcome != "solved")

    @property
    def contradictory(self) -> bool:
        """Whether two repetitions have opposite answers."""
        return len({row.status for row in self.rows if row.status in SOLVED}) > 1

    @property
    def verdict(self) -> str:
        """The status of the last repetition; ``UNKNOWN`` of a contradiction; or ``REFUSED``."""
        if self.last.outcome == "refused":
            return "REFUSED"
        return "UNKNOWN" if self.contradictory else self.last.status or "UNKNOWN"

    @property
    def decided(self) -> bool:
        """Whether there is a verdict on the puzzle."""
        return self.verdict in SOLVED

    @property
    def reason(self) -> str | None:
        """Why there is no verdict."""
        return "contradictory" if self.contradictory else self.last.reason

    @property
    def message(self) -> str | None:
        """A message for the user."""
        if not self.contradictory:
            return self.last.message
        both = " and ".join(sorted({str(row.status) for row in self.rows if row.status in SOLVED}))
        return f"{self.who.solver} contradicts itself: {both} for one puzzle"

    @property
    def wrong(self) -> bool:
        """Whether any repetition had a board that breaks a rule."""
        return any(
            row.outcome == "wrong" or row.checked is False or row.figures.get("rejected")
            for row in self.rows
        )

    @property
    def limit(self) -> float | None:
        """The limit of a job in seconds of `measure`."""
        limits = self.rows[0].limits
        return limits.cpu_seconds or limits.seconds

    @property
    def measure(self) -> str:
        """The time that is limited: ``cpu`` or ``seconds``."""
        return "cpu" if self.rows[0].limits.cpu_seconds else "seconds"

    def fact(self, name: str) -> object:
        """Return a fact about the puzzle, or the competitor's name, encoding or solver."""
        if name in ("competitor", "encoding", "solver"):
            return getattr(self, name, None) or getattr(self.who, name, "") or None
        return getattr(self.puzzle, name)

    def number(self, value: str) -> float | None:
        """Return a time or a figure: the median of the repetitions, or None if unknown.

        The time of a repetition without an answer is infinite.
        """
        name = self.measure if value == "time" else value
        known = [each for row in self.rows if (each := _number(row, name)) is not None]
        return median(known) if known else None

    def times(self, member: str) -> list[float]:
        """Return a time of each repetition that has it."""
        return [each for row in self.rows if (each := getattr(row, member)) is not None]

    def figure(self, name: str) -> int | None:
        """Return a figure: the lower median of the repetitions, if all of them have it."""
        found = [row.figures[name] for row in self.rows if name in row.figures]
        return median_low(found) if len(found) == len(self.rows) else None

    def to_json(self) -> dict[str, Any]:
        """Return the members that `KEYS` lists, in its order."""
        puzzle, last = self.puzzle, self.last
        found: dict[str, Any] = {
            **{name: getattr(last, name) for name in last.__struct_fields__},
            **{name: getattr(puzzle, name) for name in ("group", "size", "cells", "pairs")},
            **puzzle.facts(),
            **{key: self.figure(key) for key in FIGURE_KEYS},
            "encoding": self.who.encoding or None,
            "solver": self.who.solver,
            "competitor": self.competitor,
            "verdict": self.verdict,
            "reason": None if self.verdict == "REFUSED" else self.reason,
            "message": self.message,
            "outcome": self.outcome,
            "runs": sum(row.solve_seconds is not None for row in self.rows),
            "job_seconds": _median(self.times("seconds")),
            "job_cpu_seconds": _median(self.times("cpu_seconds")),
            "search_seconds": _median(self.times("search_seconds")),
            "cpu_seconds": _median(self.times("solver_cpu_seconds")),
            "megabytes": max(self.times("megabytes"), default=None),
            "by_rule": {
                rule: dict(zip(("variables", "clauses", "literals"), counts, strict=True))
                for rule, counts in last.by_rule.items()
            },
        }
        for name in ("compile_seconds", "solve_seconds"):
            known = self.times(name)
            found |= {name: _median(known), f"{name}_min": min(known, default=None)}
            found[f"{name}_max"] = max(known, default=None)
        return {key: found[key] for key in KEYS}


def _median(seconds: Sequence[float]) -> float | None:
    return round(median(seconds), 6) if seconds else None


def _number(row: Measurement, value: str) -> float | None:
    if value in _MEMBERS:
        seconds: float | None = getattr(row, _MEMBERS[value])
        return seconds if row.outcome == "solved" else inf
    if row.work == "generate" and row.outcome != "solved":  # its counts are lost
        return None
    return row.megabytes if value == "megabytes" else row.figures.get(value)


class Data(Struct, frozen=True, eq=False):
    """The results of one suite.

    Attributes:
        suite: its definition in the last run, or that of nlc.
        samples: in the order of the puzzles, competitors in the order of the suite.
        runs: the records of its runs.
        left: how many rows are of other code, or of other limits or competitors.
        missing: competitors that could not run, and why.
    """

    suite: Suite
    samples: tuple[Sample, ...]
    runs: tuple[Run, ...] = ()
    left: int = 0
    missing: dict[str, str] = field(default_factory=dict)


def collect(records: Sequence[Record], suites: Sequence[Suite] = ()) -> list[Data]:
    """Return the results of each suite of some records, in their order.

    Args:
        suites: definitions that replace those in the records.

    Raises:
        UserError: the text of a suite in the records is wrong.
    """
    named = {suite.name: suite for suite in suites}
    runs: dict[str, list[Run]] = {}
    for run in records_of(records, Run):
        runs.setdefault(run.suite, []).append(run)
    found = []
    for name, mine in runs.items():
        suite, last = named.get(name), mine[-1]
        if suite is None:
            suite = parse_suite(Source(f"{name}.toml", last.text), full=last.full, run=False)
        names = {each.identity: each.name for each in suite.competitors}
        rows = [row for row in records_of(records, Measurement) if row.suite == name]
        how = last.limits, last.versions["nlc"], last.code
        of_last = [row for row in rows if (row.limits, row.version, row.code) == how]
        good = [row for row in of_last if row.who in names]
        missing = {k: v for k, v in last.left_out.items() if k in names.values()}
        samples = samples_of(suite, records, good)
        found.append(Data(suite, samples, tuple(mine), len(rows) - len(good), missing))
    return found


def samples_of(
    suite: Suite, records: Sequence[Record], rows: Iterable[Measurement]
) -> tuple[Sample, ...]:
    """Return measurements by puzzle, in the order of the records, and by competitor of a suite."""
    groups = groups_of(suite, records)
    known: dict[tuple[str, str], list[Measurement]] = {}
    for row in rows:
        known.setdefault((row.puzzle, row.who), []).append(row)
    puzzles = {each.id: each for each in records_of(records, PuzzleRecord) if each.id}
    return tuple(
        sample_of(puzzle, groups, competitor, mine)
        for name, puzzle in puzzles.items()
        for competitor in suite.competitors
        if (mine := known.get((name, competitor.identity)))
    )


def sample_of(
    puzzle: PuzzleRecord, groups: Mapping[str, str], who: Competitor, rows: Iterable[Measurement]
) -> Sample:
    """Return the sample of some repetitions."""
    grouped = replace(puzzle, group=groups.get(puzzle.id or ""))
    return Sample(grouped, who, sorted(rows, key=lambda row: row.repetition))


def groups_of(suite: Suite, records: Iterable[Record]) -> dict[str, str]:
    """Return the group of each puzzle of a suite."""
    return {
        each.puzzle: each.group for each in records_of(records, Member) if each.suite == suite.name
    }
