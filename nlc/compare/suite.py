"""What a suite is: puzzles, competitors, limits, and what is to be told of the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Work = Literal["solve", "unique", "compile", "generate"]
"""What is measured: finding one solution, telling whether it is the only one, making the CNF, or
making a puzzle."""

WORKS: tuple[Work, ...] = ("solve", "unique", "compile", "generate")

DEFAULT = "default"
"""The solver that ``nlc run`` takes where none is named."""

PlotKind = Literal["cactus", "scatter", "growth"]

PLOTS: tuple[PlotKind, ...] = ("cactus", "scatter", "growth")


@dataclass(frozen=True)
class Kind:
    """Puzzles that differ only by what a generator draws at random, or the puzzles of a file.

    Attributes:
        group: the name of the puzzles that it belongs to, for tables.
        count: how many of them are wanted; all, if they are those of a file.
        seed: puzzle k of a seed is always the same.
        method: of `nlc.compare.puzzles`; empty for a file.
        cols: columns of the board; 0 for a file.
        rows: rows of the board; 0 for a file.
        pairs: of labels, or None for what the method takes.
        tiling: of the board.
        unique: whether a puzzle must have one solution only.
        trivial: whether pairs of neighbours joined by one segment are allowed.
        options: of the genre.
        switches: of the method.
        file: its path, or None.
        form: name of the file's format, or ``auto``.
    """

    group: str
    count: int = 1
    seed: int = 1
    method: str = ""
    cols: int = 0
    rows: int = 0
    pairs: int | None = None
    tiling: str = "square"
    unique: bool = False
    trivial: bool = False
    options: Mapping[str, bool] = field(default_factory=dict)
    switches: Mapping[str, bool] = field(default_factory=dict)
    file: str | None = None
    form: str = "auto"

    @property
    def size(self) -> str:
        """Columns and rows, as in ``10x10``."""
        return f"{self.cols}x{self.rows}"


@dataclass(frozen=True)
class Competitor:
    """A way to do the work.

    Attributes:
        name: in tables.
        solver: a SAT driver or an engine; empty where puzzles are made.
        encoding: for a SAT driver.
        options: of the genre, set in each puzzle for this competitor.
        relax: assume stricter rules first, as ``nlc run`` does on large boards.
        largest: it is not run on boards of more cells; None for no bound.
        method: of making puzzles, for the work ``generate``.
        switches: of that method.
    """

    name: str
    solver: str = ""
    encoding: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    relax: bool = False
    largest: int | None = None
    method: str = ""
    switches: Mapping[str, bool] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return what a job needs to know of it, which is all but its name and its bound."""
        return {
            "solver": self.solver,
            "encoding": self.encoding,
            "options": dict(self.options),
            "relax": self.relax,
            "method": self.method,
            "switches": dict(self.switches),
        }


@dataclass(frozen=True)
class Table:
    """A table of a report.

    Attributes:
        title: above it.
        rows: the facts of a puzzle that rows are told apart by, such as ``size``, or
            ``competitor``.
        columns: the fact, or ``competitor``, that columns are told apart by; None for one column a
            value.
        values: of `nlc.compare.values`.
        competitors: those that it is about; empty for all.
    """

    title: str
    rows: tuple[str, ...]
    columns: str | None
    values: tuple[str, ...]
    competitors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plot:
    """A plot of a report.

    Attributes:
        name: of its files.
        title: above it.
        kind: what is drawn.
        x: ``growth``: the fact of a puzzle on the horizontal axis.
        value: what is drawn: ``time`` or another value with a number for each puzzle.
        competitors: in order; the two of a ``scatter``, else empty for all.
        where: facts that a puzzle must have to count.
    """

    name: str
    title: str
    kind: PlotKind
    x: str = "cells"
    value: str = "time"
    competitors: tuple[str, ...] = ()
    where: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Published:
    """Figures of others, printed beside ours.

    Attributes:
        column: its heading.
        source: who measured what, and where.
        table: the title of the table that it stands in.
        values: by the row of that table, as its first cells joined by ``, ``.
    """

    column: str
    source: str
    table: str
    values: Mapping[str, str]


@dataclass(frozen=True)
class Bounds:
    """The limits of one job; None for none.

    Attributes:
        seconds: wall-clock time of solving, or of making a puzzle.
        megabytes: memory of the solver.
        cpu_seconds: processor time of the solver.
    """

    seconds: float | None = None
    megabytes: int | None = None
    cpu_seconds: float | None = None


@dataclass(frozen=True)
class Suite:
    """A measurement.

    Attributes:
        name: of its file, without the extension.
        title: in a line.
        about: what it is to show.
        text: of its file.
        work: what is done with the puzzles.
        kinds: of puzzles.
        competitors: each does the work on every puzzle.
        bounds: of each job.
        repetitions: how often each job is done.
    """

    name: str
    title: str
    about: str
    text: str
    work: Work
    kinds: tuple[Kind, ...]
    competitors: tuple[Competitor, ...]
    bounds: Bounds
    repetitions: int
    tables: tuple[Table, ...]
    plots: tuple[Plot, ...]
    published: tuple[Published, ...]
