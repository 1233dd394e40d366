"""Reads a suite from TOML: docs/comparing.md describes the keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Annotated, cast

from msgspec import Struct, structs
from msgspec.structs import replace

from nlc.comparing.names import FACTS
from nlc.comparing.published import read as read_published
from nlc.comparing.suite import (
    DEFAULT,
    WORKS,
    Competitor,
    Kind,
    Plot,
    Puzzles,
    Suite,
    Table,
    Work,
    methods,
)
from nlc.comparing.toml import Above, Choice, Flag, Flags, Section, Text, Texts, Whole, parse
from nlc.drivers.base import Limits
from nlc.errors import Diagnostics, Source, fail, suggest

FOLDER = Path(__file__).parent / "suites"
"""Where the suites of nlc are."""

_PARTS = ("limits", "puzzles", "competitors", "tables", "plots", "published")
_OPTIONS = ("cover", "touch", "no2x2")
_OF_NUMBERLINK = ("unique", "trivial", "options", "switches")
_FILE = re.compile(r"[A-Za-z0-9_-]+")
_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")

_LEAST = 3
"""Cells of a path of `nlc.comparing.puzzles`."""

_MOST_CELLS = 1 << 20
"""What ``nlc generate`` makes at most."""

_MOST_SECONDS = 10**9
"""Seconds above it are as good as no limit, and fit into what the kernel takes."""


_MOST_REPETITIONS = 10**6


class Top(Struct, kw_only=True):
    """The keys outside of any table."""

    title: Text
    about: Text = ""
    work: Annotated[Text, Choice(WORKS)] = "solve"
    repetitions: Whole = 1
    patience: Whole = 0


class LimitsTable(Struct):
    """The keys of ``limits``: seconds, processor seconds and megabytes of a job."""

    seconds: Above | None = None
    cpu: Above | None = None
    memory: Whole = 0

    def limits(self) -> Limits:
        """Return the limits."""
        seconds, cpu = (s and min(s, _MOST_SECONDS) for s in (self.seconds, self.cpu))
        return Limits(seconds, self.memory or None, cpu)


class CompetitorTable(Struct):
    """The keys of ``[[competitors]]``; see `nlc.comparing.suite.Competitor`."""

    name: Text = ""
    solver: Texts = ()
    encoding: Texts = ()
    options: dict[str, str | int | bool] = {}
    relax: Flag = False
    largest: Whole = 0
    method: Annotated[Text, Choice(methods)] = ""
    switches: Flags = {}


def names() -> list[str]:
    """Return the names of the suites of nlc."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def find(name: str, others: tuple[str, ...] = ()) -> Source:
    """Return the text of a suite: one of nlc, or a file.

    Args:
        name: of the suite, or the path of a file, which ends in ``.toml``.
        others: further names to suggest.

    Raises:
        UserError: there is no such suite.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    try:
        return Source(name, path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if name.endswith(".toml"):
            raise fail(f"there is no file '{name}'") from None
        hint = suggest(name, [*names(), *others]) or "'nlc bench list' tells what there is"
        raise fail(f"there is no suite '{name}'", hint=hint) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise fail(f"cannot read {name}: {reason}") from None


def read(source: Source, *, full: bool = False, run: bool = True) -> Suite:
    """Return a suite.

    Args:
        source: its text.
        full: take its full size.
        run: it is to be run; else files that it names are not looked for.

    Raises:
        UserError: with every mistake.
    """
    diagnostics = Diagnostics()
    top = Section(source, diagnostics, parse(source))
    keys = top.typed(Top, _PARTS, full)
    work = cast(Work, keys.work)
    puzzles, competitors = top.sections("puzzles"), top.sections("competitors")
    own = [Path(source.path).parent] if source.path.endswith(".toml") else []
    folders = [*own, FOLDER]
    suite = Suite(
        name=Path(source.path).stem,
        title=keys.title,
        about=keys.about.strip(),
        text=source.text,
        work=work,
        kinds=tuple(kind for each in puzzles for kind in _kinds(each, work, full, run)),
        competitors=tuple(made for each in competitors for made in _competitors(each, work)),
        limits=top.section("limits").typed(LimitsTable, full=full).limits(),
        repetitions=keys.repetitions,
        patience=keys.patience,
        tables=tuple(map(_table, top.sections("tables"))),
        plots=tuple(map(_plot, top.sections("plots"))),
        published=tuple(read_published(each, folders, run) for each in top.sections("published")),
    )
    _check(suite, top)
    diagnostics.raise_errors()
    return suite


def _kinds(section: Section, work: Work, full: bool, run: bool) -> Iterator[Kind]:
    made = section.typed(Puzzles, full=full)
    if not made.files:
        made = structs.replace(made, method=made.method or "solution")
    elif not section.has("count"):
        made = structs.replace(made, count=0)
    if made.files and (made.sizes or made.method):
        section.error("files", "puzzles are those of files, or made by a method of some sizes")
    elif not section.has("files") and not made.sizes:
        section.error("", "puzzles need 'sizes' or 'files'")
    base = Kind(**structs.asdict(made))
    _check_puzzles(section, base, work)
    named = section.source.path
    folder = Path(named).parent if named.endswith(".toml") else FOLDER
    for pattern in made.files if run else ():
        absolute = Path(pattern).is_absolute()
        found = [Path(pattern)] if absolute else sorted(folder.glob(pattern)) if pattern else []
        if not found:
            section.error("files", f"no file is called '{pattern}'")
        for path in found:
            yield structs.replace(base, group=base.group or path.stem, file=str(path))
    pairs: tuple[int | None, ...] = made.pairs or (None,)
    for text, number in product(made.sizes, pairs):
        size = _SIZE.fullmatch(text)
        if size is None:
            section.error("sizes", f"'{text}' is not a size such as 10x10 (columns x rows)")
            continue
        cols, rows = int(size[1]), int(size[2])
        if number is not None and number < 1:
            section.error("pairs", "a puzzle has one pair or more")
        group = base.group or base.method
        kind = structs.replace(base, group=group, cols=cols, rows=rows, labels=number)
        _check_size(section, kind)
        yield kind


def _check_puzzles(section: Section, kind: Kind, work: Work) -> None:
    """Note keys that the method, the files or the work have no use for."""
    if work == "generate":
        _useless(section, ("method", "switches", "files"), "where competitors make the puzzles")
    elif section.has("files"):
        _useless(section, ("pairs", "tiling", "seed", *_OF_NUMBERLINK), "with files")
    elif kind.method.startswith("slitherlink"):
        _useless(section, ("pairs", *_OF_NUMBERLINK), f"with {kind.method}")
    elif kind.method == "random-path":
        _useless(section, ("tiling", *_OF_NUMBERLINK), "with random-path")
    for name in kind.options:
        if name not in _OPTIONS:
            section.error("options", f"numberlink has no option '{name}'", _OPTIONS, name)


def _check_size(section: Section, kind: Kind) -> None:
    """Note a size that is too large, or one that random paths do not have."""
    if kind.cols * kind.rows > _MOST_CELLS:
        section.error("sizes", f"puzzles are made on boards of at most {_MOST_CELLS} cells")
    if kind.method != "random-path":
        return
    pairs = kind.labels or kind.cols
    if kind.cols != kind.rows:
        section.error("sizes", f"random-path makes squares, and {kind.size} is not a square")
    elif _LEAST * pairs > kind.cols * kind.rows:
        section.error("pairs", f"{pairs} pairs of three cells or more do not fit {kind.size}")


def _competitors(section: Section, work: Work) -> Iterator[Competitor]:
    keys = section.typed(CompetitorTable)
    solvers, encodings = keys.solver or ("",), keys.encoding or ("",)
    base = Competitor(
        keys.name,
        options={key: str(value).lower() for key, value in keys.options.items()},
        relax=keys.relax,
        largest=keys.largest or None,
        method=keys.method or ("scatter" if work == "generate" else ""),
        switches=keys.switches,
    )
    if work == "generate":
        _useless(section, ("options", "relax"), "where puzzles are made")
        if keys.solver or keys.encoding:
            section.error("solver", "where puzzles are made, competitors differ by switches")
        if not keys.name:
            section.error("", "the key 'name' is missing in [competitors]")
        yield base
        return
    _useless(section, ("method", "switches"), "where no puzzle is made")
    if work == "compile":
        _useless(section, ("relax",), "where nothing is solved")
    elif keys.relax and {*solvers} != {DEFAULT}:
        section.error("relax", "'relax' is what nlc run does by itself: with the solver 'default'")
    if keys.name and len(solvers) * len(encodings) > 1:
        section.error("name", "a name is for one solver and one encoding")
    if not all(solvers) and work in ("solve", "unique", "whole"):
        section.error("", "a competitor needs a 'solver', which may be an engine")
    for solver, encoding in product(solvers, encodings):
        parts = [encoding] * (len(encodings) > 1 or not keys.solver)
        parts += [solver] * (len(solvers) > 1 or not keys.encoding)
        made = ", ".join(parts) if any(parts) else f"{encoding}, {solver}"
        yield replace(base, name=keys.name or made, solver=solver, encoding=encoding)


def _useless(section: Section, keys: tuple[str, ...], where: str) -> None:
    for key in keys:
        if section.has(key):
            section.error(key, f"'{key}' is of no use {where}")


def _table(section: Section) -> Table:
    if not (section.data.get("rows") and section.data.get("values")):
        section.error("rows", "a table needs 'rows' and 'values'")
    return section.typed(Table)


def _plot(section: Section) -> Plot:
    plot = section.typed(Plot)
    if plot.name and not _FILE.fullmatch(plot.name):
        section.error("name", f"'{plot.name}' is not a name for a file: letters, digits, - and _")
    if plot.kind == "scatter" and len(plot.competitors) != 2:
        section.error("competitors", "a scatter plot is of two competitors")
    for key in plot.where:
        if key not in FACTS:
            section.error("where", f"there is no '{key}' of a puzzle", FACTS, key)
    return plot


def _check(suite: Suite, top: Section) -> None:
    """Note what is missing, what is there twice, and names of nothing."""
    if top.has("title") and not suite.title.strip():
        top.error("title", "the title is empty")
    if not 1 <= suite.repetitions <= _MOST_REPETITIONS:
        message = f"'repetitions' is a whole number from 1 to {_MOST_REPETITIONS}"
        top.error("repetitions", message)
    if not suite.kinds and not top.has("puzzles"):
        top.error("", "there are no [[puzzles]]")
    if not suite.competitors:
        top.error("", "there are no [[competitors]]")
    names = [each.name for each in suite.competitors]
    for name in _twice(names):
        top.error("", f"two competitors are called '{name}'")
    done: dict[str, str] = {}
    for each in suite.competitors:
        other = done.setdefault(str(each.to_json()), each.name)
        if other != each.name:
            top.error("", f"the competitors '{other}' and '{each.name}' do the same")
    parts: list[Table | Plot] = [*suite.tables, *suite.plots]
    for part in parts:
        for name in part.competitors:
            if name not in names:
                top.error("", f"'{part.title}' names a competitor '{name}'", names, name)
    for name in _twice([plot.name for plot in suite.plots]):
        top.error("", f"two plots are called '{name}'")
    titles = [table.title for table in suite.tables]
    for item in suite.published:
        if item.table not in titles:
            top.error("", f"'{item.column}' stands in no table", titles, item.table)
        if item.beside and item.beside not in names:
            top.error("", f"'{item.column}' is beside no competitor", names, item.beside)


def _twice(names: list[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]
