"""What a suite is: puzzles, competitors, limits, and what its report shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct, field

from nlc.comparing.names import FACTS, VALUES, X_FACTS
from nlc.comparing.published import PublishedFigures
from nlc.comparing.toml import Choice, Flag, Flags, Text, Texts, Whole, Wholes
from nlc.drivers.base import NO_LIMITS, Limits

Work = Literal["model", "solve", "unique", "whole", "compile", "generate"]
"""What is measured: asking once for a model and judging its board (`nlc diff`), finding a board
that obeys the rules, telling whether it is the only one, the same with the elaboration of rules,
making the CNF, or making a puzzle."""

WORKS: tuple[Work, ...] = ("solve", "unique", "whole", "compile", "generate")
"""What a suite's file may ask for."""

DEFAULT = "default"
"""The solver that ``nlc run`` takes where none is named."""

PLOTS = ("cactus", "scatter", "growth")


def methods() -> tuple[str, ...]:
    """Return the methods of making puzzles: those of ``nlc generate``, with the genre before those
    of Slitherlink but the usual one; and that of `nlc.comparing.puzzles`.
    """
    from nlc.generating.numberlink.methods import METHODS
    from nlc.generating.slitherlink import methods as lines

    others = [f"slitherlink-{name}" for name in lines.METHODS.names() if name != lines.DEFAULT]
    return (*METHODS.names(), "random-path", "slitherlink", *others)


class Puzzles(Struct, frozen=True, kw_only=True):
    """What a table ``[[puzzles]]`` says.

    Attributes:
        group: the name of these puzzles in tables.
        method: how they are made; empty for those of files.
        sizes: columns and rows, as in ``10x10``.
        pairs: numbers of labels; none for what the method takes.
        count: how many puzzles of each size and number of pairs; 0 for all of a file.
        seed: puzzle k of a seed is always the same.
        tiling: of the boards.
        unique: whether a puzzle must have one solution only.
        trivial: whether pairs of neighbours joined by one segment are allowed.
        options: of the genre.
        switches: of the method.
        files: patterns of files, in place of a method.
        form: name of the files' format, or ``auto``.
    """

    group: Text = ""
    method: Annotated[Text, Choice(methods)] = ""
    sizes: Texts = ()
    pairs: Wholes = ()
    count: Whole = 1
    seed: Whole = 1
    tiling: Annotated[Text, Choice(("square", "hex", "triangle"))] = "square"
    unique: Flag = False
    trivial: Flag = False
    options: Flags = {}
    switches: Flags = {}
    files: Texts = ()
    form: Text = "auto"


class Kind(Puzzles, frozen=True, kw_only=True):
    """Puzzles of one size and number of pairs, of one file, or given ones.

    Attributes:
        cols: columns of the board; 0 for given puzzles and those of a file.
        rows: rows of the board, likewise.
        labels: how many pairs, or None for what the method takes.
        file: the path of a file of puzzles, or None.
        given: puzzles that were read already, in place of the file's.
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
        """Return what a generator is asked for: the same data for the same puzzle.

        Args:
            number: of the puzzle, from 1.
        """
        asked = {name: getattr(self, name) for name in _ORDER}
        return {**asked, "pairs": self.labels, "number": number}


_ORDER = (
    *("method", "cols", "rows", "tiling", "unique", "trivial", "options", "switches"),
    "seed",
)


class Competitor(Struct, frozen=True):
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
        return {k: v for k, v in vars(self).items() if k not in ("name", "largest")}


class Table(Struct, frozen=True, kw_only=True):
    """A table of a report.

    Attributes:
        title: above it.
        rows: the facts of a puzzle that rows are told apart by, such as ``size``, or
            ``competitor``.
        columns: the fact, or ``competitor``, that columns are told apart by; None for one column a
            value.
        values: of `nlc.comparing.values`.
        competitors: those that it is about; empty for all.
    """

    title: Text
    rows: Annotated[Texts, Choice(FACTS)] = ()
    columns: Annotated[Text | None, Choice(FACTS)] = None
    values: Annotated[Texts, Choice(VALUES)] = ()
    competitors: Texts = ()


class Plot(Struct, frozen=True, kw_only=True):
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

    name: Text
    title: Text
    kind: Annotated[Text, Choice(PLOTS)]
    x: Annotated[Text, Choice(X_FACTS)] = "cells"
    value: Annotated[Text, Choice(VALUES)] = "time"
    competitors: Texts = ()
    where: dict[str, str | int | bool] = {}


class Suite(Struct, frozen=True):
    """A measurement.

    Attributes:
        name: of its file, without the extension.
        title: in a line.
        about: what it is to show.
        text: of its file.
        work: what is done with the puzzles.
        kinds: of puzzles.
        competitors: each does the work on every puzzle.
        limits: of each job.
        repetitions: how often each job is done.
        patience: after so many puzzles of a kind that reached its limit, a competitor is not run on
            others of that kind; 0 for no bound.
    """

    name: str
    kinds: tuple[Kind, ...]
    competitors: tuple[Competitor, ...]
    title: str = ""
    about: str = ""
    text: str = ""
    work: Work = "solve"
    limits: Limits = NO_LIMITS
    repetitions: int = 1
    patience: int = 0
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()
    published: tuple[PublishedFigures, ...] = ()
