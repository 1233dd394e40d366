"""Suites: puzzles, competitors, limits, and the tables and plots of their reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from nlc.comparing.results import SOLVED, Measurement, digest
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.generating.numberlink.methods import METHODS
from nlc.generating.slitherlink import lines
from nlc.language.files import stock_genres

Whole = Annotated[int, Meta(ge=0, le=2**31 - 1)]

Work = Literal["model", "solve", "unique", "whole", "compile", "generate"]
"""The work to measure: one call of a solver and the check of its board (`nlc diff`), finding a
board that obeys the rules, deciding uniqueness, the same with elaboration, making the CNF, or
making a puzzle."""

WORKS: tuple[Work, ...] = ("solve", "unique", "whole", "compile", "generate")
"""The works that a suite's file may name."""

DEFAULT = "default"
"""Stands for the default solver of ``nlc run``."""

USUAL_REPETITIONS = 3
"""How often `nlc diff` measures short jobs by default."""

LONG_SECONDS = 1.0
"""Jobs that take longer are not short."""


def methods() -> tuple[str, ...]:
    """Return the methods of making puzzles.

    These are those of ``nlc generate numberlink``, that of `nlc.comparing.puzzles`, and the other
    genres; methods of Slitherlink other than the default have the genre as prefix.
    """
    others = [f"slitherlink-{name}" for name in lines.METHODS.names() if name != lines.DEFAULT]
    genres = [name for name in stock_genres() if name != "numberlink"]
    return (*METHODS.names(), "random-path", *others, *genres)


class PuzzlesTable(Struct, frozen=True, kw_only=True):
    """A table ``[[puzzles]]`` of a suite's file.

    Attributes:
        group: the name of these puzzles in tables.
        method: how they are made; empty for those of files.
        sizes: columns and rows, as in ``10x10``.
        pairs: numbers of labels; none for the method's default.
        count: how many puzzles of each size and number of pairs; 0 for all of a file.
        seed: of the random numbers; puzzle k of a seed is always the same.
        unique: whether a puzzle must have one solution only.
        trivial: whether pairs of neighbours joined by one segment are allowed.
        files: patterns of files, in place of a method.
        form: name of the files' format, or ``auto``.
    """

    group: str = ""
    method: str = ""
    sizes: tuple[str, ...] = ()
    pairs: tuple[Annotated[int, Meta(ge=1)], ...] = ()
    count: Whole = 1
    seed: Whole = 1
    tiling: str = "square"
    unique: bool = False
    trivial: bool = False
    options: dict[str, bool] = {}
    switches: dict[str, bool] = {}
    files: tuple[str, ...] = ()
    form: str = "auto"


class PuzzleKind(PuzzlesTable, frozen=True, kw_only=True):
    """Puzzles of one size and number of pairs, of one file, or given ones.

    Attributes:
        cols: columns of the board, and likewise rows; 0 for given puzzles and those of a file.
        labels: the number of pairs, or None for the method's default.
        file: the path of a file of puzzles, or None.
        given: puzzles that are already loaded, in place of the file's.
    """

    cols: int = 0
    rows: int = 0
    labels: int | None = None
    file: str | None = None
    given: tuple[Any, ...] = ()

    @property
    def size(self) -> str:
        """Columns and rows, as in ``10x10``."""
        return f"{self.cols}x{self.rows}"

    def order(self, number: int) -> dict[str, Any]:
        """Return the order for a generator: the same data for the same puzzle."""
        common = {name: getattr(self, name) for name in _ORDER}
        return {**common, "pairs": self.labels, "number": number}


_ORDER = (
    *("method", "cols", "rows", "tiling", "unique", "trivial", "options", "switches"),
    "seed",
)


class Competitor(Struct, frozen=True):
    """A competitor: a solver, encoding and plan, or a method of making puzzles.

    Attributes:
        name: in tables.
        solver: a SAT driver or an engine; empty where puzzles are made.
        options: of the genre, set in each puzzle for this competitor.
        plan: ``plain``, ``default`` as ``nlc run`` does, or the text of a plan.
        largest: the most cells of boards that it runs on; None for no bound.
        method: of making puzzles, for the work ``generate``.
    """

    name: str
    solver: str = ""
    encoding: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    plan: str = "plain"
    largest: int | None = None
    method: str = ""
    switches: Mapping[str, bool] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the data that define its jobs, which is all but its name and its bound."""
        return {k: v for k, v in asdict(self).items() if k not in ("name", "largest")}

    @property
    def identity(self) -> str:
        """A digest of its definition, without its name and bound."""
        return digest(self.to_json())


class Table(Struct, frozen=True, kw_only=True):
    """A table of a report.

    Attributes:
        rows: the facts of a puzzle that distinguish rows, such as ``size``, or
            ``competitor``.
        columns: the fact, or ``competitor``, that distinguishes columns; None for one column a
            value.
        values: of `nlc.comparing.names`.
        competitors: those in the table; empty for all.
    """

    title: str
    rows: tuple[str, ...] = ()
    columns: str | None = None
    values: tuple[str, ...] = ()
    competitors: tuple[str, ...] = ()


class Plot(Struct, frozen=True, kw_only=True):
    """A plot of a report.

    Attributes:
        x: ``growth``: the fact of a puzzle on the horizontal axis.
        value: ``time`` or another value with a number for each puzzle.
        competitors: in order; the two of a ``scatter``, else empty for all.
        where: facts that puzzles must have to be included.
    """

    name: str
    title: str
    kind: str
    x: str = "cells"
    value: str = "time"
    competitors: tuple[str, ...] = ()
    where: dict[str, str | int | bool] = {}


class PublishedFigures(Struct, frozen=True, kw_only=True):
    """A column of figures from a publication, printed next to nlc's.

    Attributes:
        column: its heading.
        source: the publication, with what was measured.
        table: the title of its table.
        beside: the column of nlc's that it follows; empty to put it last.
        values: by the row of that table, as its first cells joined by ``, ``.
        file: a CSV file that has them in place of `values`: its first columns are the rows of the
            table, and one of the others has the heading of this column.
    """

    column: str
    source: str
    table: str
    beside: str = ""
    values: dict[str, str | int | float] = {}
    file: str = ""

    def text(self, row: str) -> str | None:
        """Return the figure of a row, or None."""
        found = self.values.get(row)
        return f"{found:,}" if isinstance(found, int) else None if found is None else str(found)

    def rows(self) -> list[tuple[str, ...]]:
        """Return the rows of its table that its file has, by their first cells."""
        return [tuple(row.split(", ")) for row in self.values] if self.file else []


class Suite(Struct, frozen=True):
    """A measurement.

    Attributes:
        name: of its file, without the extension.
        brief: whether only short jobs are repeated; see `LONG_SECONDS`.
        patience: the number of puzzles of a kind that may reach the limit before a competitor is
            not run on further ones of that kind; 0 for no bound.
    """

    name: str
    kinds: tuple[PuzzleKind, ...]
    competitors: tuple[Competitor, ...]
    title: str = ""
    about: str = ""
    text: str = ""
    work: Work = "solve"
    limits: Limits = NO_LIMITS
    repetitions: int = 1
    brief: bool = False
    patience: int = 0
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()
    published: tuple[PublishedFigures, ...] = ()

    def is_last(self, row: Measurement) -> bool:
        """Return whether a job is not to be repeated.

        It has no answer, or a wrong board, or takes too long.
        """
        long = self.brief and (row.seconds or 0.0) >= LONG_SECONDS
        return self.work == "model" and (row.status not in SOLVED or row.checked is False or long)
