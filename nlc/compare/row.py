"""One row of a comparison: what came of one puzzle with one encoding and one solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from nlc.drivers.base import Reason

KEYS = {
    "file": "as it was named",
    "puzzle": "its title",
    "genre": "of the puzzle",
    "topology": "of the board",
    "rows": "drawn rows of the board (0 for a graph)",
    "cols": "tokens of its longest row",
    "encoding": "as it was asked for; null for an engine",
    "used": "the same spelt out, 'acyclic=auto' resolved; null where it was refused",
    "solver": "name of the driver, or of the engine",
    "verdict": "SATISFIABLE, UNSATISFIABLE, UNKNOWN, or REFUSED by the encoding",
    "reason": "why UNKNOWN: a word of nlc.drivers.base.Reason",
    "message": "for a person, on UNKNOWN and REFUSED",
    "variables": "of the CNF",
    "clauses": "of the CNF",
    "literals": "of all clauses",
    "bytes": "of the DIMACS file without names",
    "compile_seconds": "wall-clock from the IR to the CNF, median of the runs",
    "compile_seconds_min": "the least of them",
    "compile_seconds_max": "the most of them",
    "solve_seconds": "wall-clock of the solver with reading the CNF, median of the runs",
    "solve_seconds_min": "the least of them",
    "solve_seconds_max": "the most of them",
    "runs": "how often it was measured",
    "cpu_seconds": "processor time of the solver, median of the runs",
    "megabytes": "largest resident set of the solver",
    "conflicts": "of the solver, median of the runs; null where it does not tell",
    "propagations": "likewise",
    "decisions": "likewise",
    "restarts": "likewise",
    "lazy_clauses": "added while solving, by a lazy encoding",
    "board": "digest of the shown variables; null without a board",
    "checked": "whether the board obeys every rule; null without a board",
    "exact": "whether the encoding declares that it accepts just the right boards",
    "preserves_models": "whether it declares one model for each board",
    "violations": "what the board breaks, told by rule",
    "wrong_board": "the shown variables of a board that breaks a rule, else null",
    "by_rule": "variables, clauses and literals of each rule, declared variables as var:NAME",
}
"""The members of a row as JSON, one object a line; as CSV, without the last three."""

NESTED = ("violations", "wrong_board", "by_rule")
"""Members that are lists or objects."""

STATISTICS = ("conflicts", "propagations", "decisions", "restarts", "lazy_clauses")
"""Members that come from the solver's own figures."""


@dataclass(frozen=True)
class Subject:
    """A puzzle: the file, as the user named it, and what its board is."""

    number: int
    file: str
    title: str
    genre: str
    topology: str
    rows: int
    cols: int

    def __str__(self) -> str:
        size = f"{self.topology} {self.rows}x{self.cols}" if self.rows else self.topology
        return f"{self.title}  ({self.file}, {self.genre}, {size})"


@dataclass(frozen=True)
class Sizes:
    """What lowering made.

    Attributes:
        bytes: of the DIMACS file without names.
        by_rule: variables, clauses and literals of each rule.
    """

    variables: int
    clauses: int
    literals: int
    bytes: int
    by_rule: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """The outcome of one pair of encoding and solver on one puzzle; see `KEYS`.

    Attributes:
        encoding: as it was asked for; empty for an engine, which has none.
        solver: name of the driver, or of the engine.
        reason: why the solver came to no verdict; None where it did or was not asked.
        compile_seconds: of each run.
        solve_seconds: of each run.
        cpu_seconds: of each run, where it is known.
        drawing: of a board that breaks a rule.
    """

    subject: Subject
    encoding: str
    solver: str
    verdict: str = "UNKNOWN"
    reason: Reason | None = None
    message: str | None = None
    used: str | None = None
    sizes: Sizes | None = None
    compile_seconds: tuple[float, ...] = ()
    solve_seconds: tuple[float, ...] = ()
    cpu_seconds: tuple[float, ...] = ()
    megabytes: float | None = None
    statistics: Mapping[str, int] = field(default_factory=dict)
    board: str | None = None
    checked: bool | None = None
    exact: bool | None = None
    preserves_models: bool | None = None
    violations: tuple[str, ...] = ()
    wrong_board: Mapping[str, Any] | None = None
    drawing: str | None = None

    @property
    def decided(self) -> bool:
        """Whether the solver gave a verdict."""
        return self.verdict in ("SATISFIABLE", "UNSATISFIABLE")

    @property
    def pair(self) -> str:
        """Encoding and solver, for messages."""
        return f"{self.encoding} with {self.solver}" if self.encoding else self.solver

    def to_json(self) -> dict[str, Any]:
        """Return the members that `KEYS` lists, in its order."""
        subject, sizes = vars(self.subject), vars(self.sizes) if self.sizes else {}
        found = {
            **vars(self),
            **{key: subject[key] for key in ("file", "genre", "topology", "rows", "cols")},
            "puzzle": self.subject.title,
            "encoding": self.encoding or None,
            **{key: sizes.get(key) for key in ("variables", "clauses", "literals", "bytes")},
            **{key: self.statistics.get(key) for key in STATISTICS},
            **_spread("compile_seconds", self.compile_seconds),
            **_spread("solve_seconds", self.solve_seconds),
            "cpu_seconds": _rounded(median(self.cpu_seconds)) if self.cpu_seconds else None,
            "megabytes": None if self.megabytes is None else round(self.megabytes, 1),
            "runs": len(self.solve_seconds),
            "by_rule": {
                rule: dict(zip(("variables", "clauses", "literals"), counts, strict=True))
                for rule, counts in sizes.get("by_rule", {}).items()
            },
        }
        return {key: found[key] for key in KEYS}


def _spread(name: str, samples: tuple[float, ...]) -> dict[str, float | None]:
    if not samples:
        return dict.fromkeys((name, f"{name}_min", f"{name}_max"))
    return {
        name: _rounded(median(samples)),
        f"{name}_min": _rounded(min(samples)),
        f"{name}_max": _rounded(max(samples)),
    }


def _rounded(seconds: float) -> float:
    return round(seconds, 6)
