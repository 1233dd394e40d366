"""Parses suites in TOML; docs/comparing.md describes the keys."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import TextIOWrapper
from itertools import product, takewhile
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict, fields, replace

from nlc.comparing.job import choice_of
from nlc.comparing.names import FACTS, VALUES, X_FACTS
from nlc.comparing.suite import (
    WORKS,
    Competitor,
    Plot,
    PublishedFigures,
    PuzzleKind,
    PuzzlesTable,
    Suite,
    Table,
    Whole,
    methods,
)
from nlc.drivers.base import Limits
from nlc.encode.spec import ENCODINGS, registry
from nlc.errors import Diagnostics, Source, UserError, fail, suggest
from nlc.files import open_file
from nlc.generating.genre import genre
from nlc.generating.shape import parse_size
from nlc.language.files import stock_genres
from nlc.printable import one_line
from nlc.solving.plan import Plan

FOLDER = Path(__file__).parent / "suites"
"""The folder of nlc's suites."""

S = TypeVar("S", bound=Struct)

_PARTS = ("limits", "puzzles", "competitors", "tables", "plots", "published")
_OF_NUMBERLINK = ("unique", "trivial", "options", "switches")
_FILE = re.compile(r"[A-Za-z0-9_-]+")

_Seconds = Annotated[float, Meta(gt=0, le=10**9)]
"""Greater limits are as good as none, and the kernel does not accept them."""


class LimitsTable(Struct):
    """The keys of ``limits``: seconds, processor seconds and megabytes of a job."""

    seconds: _Seconds | None = None
    cpu: _Seconds | None = None
    memory: Whole = 0

    def limits(self) -> Limits:
        """Return the limits."""
        return Limits(self.seconds, self.memory or None, self.cpu)


class SuiteTable(Struct, kw_only=True):
    """The keys outside of any table."""

    title: str
    about: str = ""
    work: str = "solve"
    repetitions: Annotated[int, Meta(ge=1, le=10**6)] = 1
    patience: Whole = 0


class CompetitorTable(Struct):
    """The keys of ``[[competitors]]``; see `nlc.comparing.suite.Competitor`."""

    name: str = ""
    solver: tuple[str, ...] = ()
    encoding: tuple[str, ...] = ()
    options: dict[str, str | int | bool] = {}
    plan: str = ""
    largest: Whole = 0
    method: str = ""
    switches: dict[str, bool] = {}


_CHOICES: Mapping[type[Struct], Mapping[str, Sequence[str]]] = {
    SuiteTable: {"work": WORKS},
    PuzzlesTable: {"tiling": ("square", "hex", "triangle")},
    Table: {"rows": FACTS, "columns": FACTS, "values": VALUES},
    Plot: {"kind": ("cactus", "scatter", "growth"), "x": X_FACTS, "value": VALUES, "where": FACTS},
}
"""The values of keys of a table; those of `method` are `methods`."""


class _Section(Struct, frozen=True, eq=False):
    """A table of the file, with its name and the diagnostics for its mistakes."""

    diagnostics: Diagnostics
    path: str
    data: dict[str, Any]
    name: str = ""

    def has(self, key: str) -> bool:
        """Return whether the table has a key."""
        return key in self.data

    def convert(self, cls: type[S], *others: str) -> S | None:
        """Return the table as a structure, whose fields are its keys; None after a mistake.

        A single value stands for a list of one. `others` are keys that are parsed elsewhere.
        """
        known = {item.name: item for item in fields(cls)}
        data = {}
        for key, value in self.data.items():
            if key in known:
                alone = get_origin(known[key].type) is tuple and not isinstance(value, list)
                data[key] = [value] if alone else value
            elif key not in others:
                self.error(key, f"there is no key '{key}'", (*known, *others))
        for item in known.values():
            if item.required and item.name not in data:
                self.error("", f"the key '{item.name}' is missing")
                return None
        try:
            made = msgspec.convert(data, cls)
        except msgspec.ValidationError as error:
            reason_text, _, place = str(error).partition(" - at `$")
            key = re.sub(r"^\.|\[.*|`$", "", place)
            self.error(
                key,
                f"{key}: {reason_text[0].lower()}{reason_text[1:]}" if key else reason_text.lower(),
            )
            return None
        for key, value in data.items():
            words = methods() if key == "method" else _CHOICES.get(cls, {}).get(key)
            for word in value if isinstance(value, list | dict) else [value]:
                if words and word not in words:
                    self.error(word, f"there is no '{word}' for '{key}'", words)
        return made

    def section(self, key: str) -> _Section:
        """Return a table in this one, or an empty one."""
        found = self.data.get(key, {})
        if not isinstance(found, dict):
            self.error(key, f"'{key}' is a table")
            found = {}
        return _Section(self.diagnostics, self.path, found, f"[{key}]")

    def sections(self, key: str) -> list[_Section]:
        """Return an array of tables."""
        found = self.data.get(key, [])
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            self.error(key, f"'{key}' is a list of tables [[{key}]]")
            return []
        return [
            _Section(self.diagnostics, self.path, item, f"[[{key}]] {number}")
            for number, item in enumerate(found, 1)
        ]

    def full(self, wanted: bool) -> _Section:
        """Return the table without its table ``full``, whose keys replace others if wanted."""
        extra = self.section("full").data
        data = {key: value for key, value in self.data.items() if key != "full"}
        return replace(self, data=data | extra if wanted else data)

    def error(
        self, name: str, message: str, known: Iterable[str] = (), hint: str | None = None
    ) -> None:
        """Add a mistake; without a hint, it suggests a known name that is close."""
        if known:
            hint = suggest(name, known) or f"there are {', '.join(known)}"
        where = f"{self.name}: " if self.name else ""
        self.diagnostics.error(f"{one_line(self.path)}: {where}{message}", None, hint)


def names() -> list[str]:
    """Return the names of the suites of nlc."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def find_suite(name: str, others: tuple[str, ...] = ()) -> Source:
    """Return the text of a suite: one of nlc, or a file.

    Args:
        name: of the suite, or the path of a file, which ends in ``.toml``.
        others: further names to suggest.

    Raises:
        UserError: there is no such suite.
    """
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    try:
        with open_file(path) as stream, TextIOWrapper(stream, encoding="utf-8") as text:
            return Source(name, text.read())
    except FileNotFoundError:
        if name.endswith(".toml"):
            raise fail(f"there is no file '{name}'") from None
        hint = suggest(name, [*names(), *others]) or "'nlc bench list' lists them"
        raise fail(f"there is no suite '{name}'", hint=hint) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise fail(f"cannot read {name}: {reason}") from None


def parse_suite(source: Source, *, full: bool = False, run: bool = True) -> Suite:
    """Return a suite.

    Args:
        full: whether to use its full size.
        run: whether it is to be run; else the files that it names are not needed.

    Raises:
        UserError: with every mistake.
    """
    try:
        data = msgspec.toml.decode(source.text)
    except (ValueError, RecursionError) as error:  # not TOML; a number of 5,000 digits; [[[[…
        raise fail(f"{one_line(source.path)}: this is not TOML: {error}") from None
    diagnostics = Diagnostics()
    top = _Section(diagnostics, source.path, data).full(full)
    own = [Path(source.path).parent] if source.path.endswith(".toml") else []
    keys = top.convert(SuiteTable, *_PARTS)
    limits = top.section("limits").full(full).convert(LimitsTable)
    work = keys.work if keys else "solve"
    kinds = [k for each in top.sections("puzzles") for k in _kinds(each.full(full), work, run)]
    competitors = [c for each in top.sections("competitors") for c in _competitors(each, work)]
    tables = [_table(each) for each in top.sections("tables")]
    plots = [_plot(each) for each in top.sections("plots")]
    published = [
        _published_figures(each, [*own, FOLDER], run) for each in top.sections("published")
    ]
    diagnostics.raise_errors()
    assert keys is not None and limits is not None
    suite = Suite(
        name=Path(source.path).stem,
        text=source.text,
        kinds=tuple(kinds),
        competitors=tuple(competitors),
        limits=limits.limits(),
        tables=tuple(filter(None, tables)),
        plots=tuple(filter(None, plots)),
        published=tuple(filter(None, published)),
        **{**asdict(keys), "about": keys.about.strip()},
    )
    _check(suite, top)
    diagnostics.raise_errors()
    return suite


def _kinds(section: _Section, work: str, run: bool) -> Iterator[PuzzleKind]:
    made = section.convert(PuzzlesTable)
    if made is None:
        return
    if not made.files:
        made = replace(made, method=made.method or "solution")
    elif not section.has("count"):
        made = replace(made, count=0)
    if made.files and (made.sizes or made.method):
        section.error("", "puzzles are those of files, or made by a method of some sizes")
    elif not section.has("files") and not made.sizes:
        section.error("", "puzzles need 'sizes' or 'files'")
    base = PuzzleKind(**asdict(made))
    _check_puzzles(section, base, work)
    folder = Path(section.path).parent if section.path.endswith(".toml") else FOLDER
    for pattern in made.files if run else ():
        absolute = Path(pattern).is_absolute()
        found = [Path(pattern)] if absolute else sorted(folder.glob(pattern)) if pattern else []
        if not found:
            section.error("", f"no file is called '{pattern}'")
        for path in found:
            yield replace(base, group=base.group or path.stem, file=str(path))
    pairs: tuple[int | None, ...] = made.pairs or (None,)
    for text, number in product(made.sizes, pairs):
        try:
            cols, rows = parse_size(text)
        except UserError as error:
            section.error("", error.diagnostics[0].message, hint=error.diagnostics[0].hint)
            continue
        group = base.group or base.method
        kind = replace(base, group=group, cols=cols, rows=rows, labels=number)
        _check_size(section, kind)
        yield kind


def _check_puzzles(section: _Section, kind: PuzzleKind, work: str) -> None:
    """Report keys that the method, the files or the work do not use."""
    if work == "generate":
        _refuse_keys(section, ("method", "switches", "files"), "where competitors make the puzzles")
    elif section.has("files"):
        _refuse_keys(section, ("pairs", "tiling", "seed", *_OF_NUMBERLINK), "with files")
    elif kind.method.partition("-")[0] in stock_genres():
        _refuse_keys(section, ("pairs", *_OF_NUMBERLINK), f"with {kind.method}")
    elif kind.method == "random-path":
        _refuse_keys(section, ("tiling", *_OF_NUMBERLINK), "with random-path")
    known = tuple(genre("numberlink").settings)
    for name in kind.options:
        if name not in known:
            section.error(name, f"numberlink has no option '{name}'", known)


def _check_size(section: _Section, kind: PuzzleKind) -> None:
    """Report a size without random paths."""
    if kind.method != "random-path":
        return
    pairs = kind.labels or kind.cols
    if kind.cols != kind.rows:
        section.error("", f"random-path makes squares, and {kind.size} is not a square")
    # A path of `nlc.comparing.puzzles` has three cells or more.
    elif 3 * pairs > kind.cols * kind.rows:
        section.error("", f"{pairs} pairs of three cells or more do not fit {kind.size}")


def _competitors(section: _Section, work: str) -> Iterator[Competitor]:
    keys = section.convert(CompetitorTable)
    if keys is None:
        return
    solvers, encodings = keys.solver or ("",), _each(keys.encoding) or ("",)
    base = Competitor(
        keys.name,
        options={key: str(value).lower() for key, value in keys.options.items()},
        plan=keys.plan or "plain",
        largest=keys.largest or None,
        method=keys.method or ("scatter" if work == "generate" else ""),
        switches=keys.switches,
    )
    if work == "generate":
        _refuse_keys(section, ("options", "plan"), "where puzzles are made")
        if keys.solver or keys.encoding:
            section.error("", "where puzzles are made, competitors differ by switches")
        if not keys.name:
            section.error("", "the key 'name' is missing")
        yield base
        return
    _refuse_keys(section, ("method", "switches"), "where no puzzle is made")
    if work == "compile":
        _refuse_keys(section, ("plan",), "where nothing is solved")
    elif keys.plan:
        try:
            choice = choice_of(replace(base, solver=solvers[0], encoding=encodings[0]))
        except UserError as error:
            section.error("plan", error.diagnostics[0].message, hint=error.diagnostics[0].hint)
            return
        if isinstance(choice.plan, Plan):
            yield replace(base, name=keys.name or " ".join(str(choice.plan).split()))
            return
    if keys.name and len(solvers) * len(encodings) > 1:
        section.error("", "a name is for one solver and one encoding")
    if not all(solvers) and work in ("solve", "unique", "whole"):
        section.error("", "a competitor needs a 'solver' (also an engine), or a plan of attempts")
    for solver, encoding in product(solvers, encodings):
        parts = [encoding] * (len(encodings) > 1 or not keys.solver)
        parts += [solver] * (len(solvers) > 1 or not keys.encoding)
        made = ", ".join(parts) if any(parts) else f"{encoding}, {solver}"
        yield replace(base, name=keys.name or made, solver=solver, encoding=encoding)


def _each(encodings: Sequence[str]) -> tuple[str, ...]:
    """Return specs, with one for each encoding of a part in place of ``each PART``."""
    found: list[str] = []
    for spec in encodings:
        part = spec.removeprefix("each ")
        if part != spec and part in ENCODINGS:
            names = [name for name in registry(part).names() if name != "auto"]
            found += [f"{part}={name}" for name in names]
        else:
            found.append(spec)
    return tuple(found)


def _refuse_keys(section: _Section, keys: tuple[str, ...], where: str) -> None:
    for key in keys:
        if section.has(key):
            section.error("", f"'{key}' is of no use {where}")


def _table(section: _Section) -> Table | None:
    table = section.convert(Table)
    if table is not None and not (table.rows and table.values):
        section.error("", "a table needs 'rows' and 'values'")
    return table


def _plot(section: _Section) -> Plot | None:
    plot = section.convert(Plot)
    if plot is None:
        return None
    if not _FILE.fullmatch(plot.name):
        section.error("", f"'{plot.name}' is not a name for a file: letters, digits, - and _")
    if plot.kind == "scatter" and len(plot.competitors) != 2:
        section.error("", "a scatter plot is of two competitors")
    return plot


def _published_figures(
    section: _Section, folders: Sequence[Path], run: bool
) -> PublishedFigures | None:
    """Return the figures of a table ``[[published]]`` and of its file."""
    found = section.convert(PublishedFigures)
    if found is None or not found.file:
        return found
    if found.values:
        section.error("", "the figures are given by 'values' or by a 'file'")
    paths = [folder / found.file for folder in folders if (folder / found.file).is_file()]
    if not paths:
        if run:
            section.error("", f"there is no file '{found.file}'")
        return found
    try:
        head, *rows = csv.reader(paths[0].read_text(encoding="utf-8").splitlines())
        place = head.index(found.column)
    except (OSError, UnicodeDecodeError, ValueError) as error:
        section.error("", f"{paths[0]} has no column '{found.column}': {error}")
        return found
    facts = len(list(takewhile(FACTS.__contains__, head)))
    return replace(found, values={", ".join(row[:facts]): row[place] for row in rows})


def _check(suite: Suite, top: _Section) -> None:
    """Report missing parts, duplicates, and unknown names."""
    if not suite.title.strip():
        top.error("", "the title is empty")
    if not suite.kinds and not top.has("puzzles"):
        top.error("", "there are no [[puzzles]]")
    if not suite.competitors:
        top.error("", "there are no [[competitors]]")
    names = [each.name for each in suite.competitors]
    for name in _duplicates(names):
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
                top.error(name, f"'{part.title}' names a competitor '{name}'", names)
    for name in _duplicates([plot.name for plot in suite.plots]):
        top.error("", f"two plots are called '{name}'")
    titles = [table.title for table in suite.tables]
    for item in suite.published:
        if item.table not in titles:
            top.error(item.table, f"'{item.column}' is in no table", titles)
        if item.beside and item.beside not in names:
            top.error(item.beside, f"'{item.column}' is beside no competitor", names)


def _duplicates(names: list[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]
