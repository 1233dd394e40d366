"""The results of one suite, ready to be told: what each competitor did on each puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import median

from nlc.compare.names import TIMES
from nlc.compare.results import Record, digest, of
from nlc.compare.suite import Competitor, Suite
from nlc.compare.suite_read import read
from nlc.errors import Source

KEYS = {name: f"{name}_seconds" for name in TIMES} | {"seconds": "seconds"}
"""The member of a row that holds a time."""


@dataclass(frozen=True, eq=False)
class Sample:
    """All repetitions of one competitor on one puzzle.

    Attributes:
        puzzle: its record, with its ``group``.
        competitor: who.
        rows: their records.
    """

    puzzle: Record
    competitor: str
    rows: Sequence[Record]

    @property
    def solved(self) -> bool:
        """Whether more than half of the repetitions have an answer."""
        solved = [row for row in self.rows if row["outcome"] == "solved"]
        return 2 * len(solved) > len(self.rows)

    @property
    def outcome(self) -> str:
        """``solved``, or how the first other repetition ended."""
        if self.solved:
            return "solved"
        return next(str(row["outcome"]) for row in self.rows if row["outcome"] != "solved")

    @property
    def wrong(self) -> bool:
        """Whether any repetition had a board that breaks a rule."""
        return any(
            row["outcome"] == "wrong" or row.get("figures", {}).get("rejected") for row in self.rows
        )

    @property
    def limit(self) -> float | None:
        """The seconds that a job might take, of `measure`."""
        limits = self.rows[0]["limits"]
        found: float | None = limits["cpu_seconds"] or limits["seconds"]
        return found

    @property
    def measure(self) -> str:
        """What the limit is of: ``cpu`` or ``seconds``."""
        return "cpu" if self.rows[0]["limits"]["cpu_seconds"] else "seconds"

    def fact(self, name: str) -> object:
        """Return a fact about the puzzle, or the competitor's name."""
        return self.competitor if name == "competitor" else self.puzzle.get(name)

    def number(self, value: str) -> float | None:
        """Return a time or a figure: the median of the repetitions, or None where it is not told.

        A time of a repetition without an answer is unlimited.
        """
        name = self.measure if value == "time" else value
        found = [self._of(row, name) for row in self.rows]
        known = [each for each in found if each is not None]
        return median(known) if known else None

    def _of(self, row: Record, value: str) -> float | None:
        if value in KEYS:
            if row["outcome"] != "solved":
                return inf
            seconds: float | None = row.get(KEYS[value])
            return seconds
        if value == "megabytes":
            megabytes: float | None = row.get(value)
            return megabytes
        figure: float | None = row.get("figures", {}).get(value)
        return figure


@dataclass(frozen=True, eq=False)
class Data:
    """The results of one suite.

    Attributes:
        suite: as it was run last, or as nlc has it now.
        samples: in the order of the puzzles, competitors in the order of the suite.
        runs: the records of its runs.
        left: how many rows are of another version of nlc, or of other limits or competitors.
    """

    suite: Suite
    samples: tuple[Sample, ...]
    runs: tuple[Record, ...]
    left: int = 0
    missing: dict[str, str] = field(default_factory=dict)

    def disagreements(self) -> Iterator[str]:
        """Yield a sentence for each puzzle of which two competitors say opposite things."""
        options = {each.name: dict(each.options) for each in self.suite.competitors}
        told: dict[tuple[str, str, bool], dict[str, str]] = {}
        for sample in self.samples:
            about = sample.puzzle["id"], digest(options[sample.competitor])
            for row in sample.rows:
                if row.get("status") in ("SATISFIABLE", "UNSATISFIABLE"):
                    other = told.setdefault((*about, False), {})
                    other.setdefault(row["status"], sample.competitor)
                if row.get("unique") is not None:
                    verdict = "one solution" if row["unique"] else "no or several solutions"
                    told.setdefault((*about, True), {}).setdefault(verdict, sample.competitor)
        for (puzzle, *_), found in told.items():
            if len(found) > 1:
                both = " and ".join(f"{who} says {what}" for what, who in sorted(found.items()))
                yield f"{self.suite.name}: on puzzle {puzzle} {both}"


def collect(records: Sequence[Record], suites: Sequence[Suite] = ()) -> list[Data]:
    """Return the results of each suite of some records, in their order.

    Args:
        records: of one or more files.
        suites: definitions to take in the place of those that the records hold.

    Raises:
        UserError: the text of a suite in the records is wrong.
    """
    named = {suite.name: suite for suite in suites}
    runs: dict[str, list[Record]] = {}
    for run in of(records, "run"):
        runs.setdefault(run["suite"], []).append(run)
    found = []
    for name, mine in runs.items():
        last = mine[-1]
        suite = named.get(name)
        if suite is None:
            suite = read(Source(f"{name}.toml", last["text"]), full=last["full"], run=False)
        found.append(_data(suite, mine, records))
    return found


def _data(suite: Suite, runs: list[Record], records: Sequence[Record]) -> Data:
    last = runs[-1]
    puzzles = {each["id"]: each for each in of(records, "puzzle") if "id" in each}
    groups = {
        each["puzzle"]: each["group"]
        for each in of(records, "member")
        if each["suite"] == suite.name
    }
    who = {identity(each): each.name for each in suite.competitors}
    rows: dict[tuple[str, str], list[Record]] = {}
    left = 0
    for row in of(records, "result"):
        if row["suite"] != suite.name:
            continue
        name = who.get(row["who"])  # it may have been called otherwise
        if name and row["limits"] == last["limits"] and row["version"] == last["versions"]["nlc"]:
            rows.setdefault((row["puzzle"], name), []).append(row)
        else:
            left += 1
    samples = []
    for puzzle, record in puzzles.items():
        for name in who.values():
            if (puzzle, name) in rows:
                grouped = {**record, "group": groups.get(puzzle)}
                samples.append(Sample(grouped, name, tuple(rows[puzzle, name])))
    missing = {k: v for k, v in last["left_out"].items() if k in who.values()}
    return Data(suite, tuple(samples), tuple(runs), left, missing)


def identity(competitor: Competitor) -> str:
    """Return a name for what a competitor does: another one where its definition has changed."""
    return digest(competitor.to_json())
