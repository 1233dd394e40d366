"""Reads a suite from TOML: docs/experiments.md describes the keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import cast

from nlc.board.tilings import TILINGS
from nlc.compare.names import FACTS, VALUES, X_FACTS
from nlc.compare.suite import (
    PLOTS,
    WORKS,
    Bounds,
    Competitor,
    Kind,
    Plot,
    PlotKind,
    Published,
    Suite,
    Table,
    Work,
)
from nlc.compare.suite_checks import (
    check_competitor,
    check_puzzles,
    check_size,
    check_together,
)
from nlc.compare.suite_toml import Section, parse
from nlc.errors import Diagnostics, Source, fail, suggest

FOLDER = Path(__file__).parent / "suites"
"""Where the suites of nlc are."""

METHODS = ("solution", "loops", "scatter", "domino", "path", "random-path", "slitherlink")
"""Of making puzzles: those of ``nlc generate`` and Slitherlink; and `nlc.compare.random_path`."""

_FILE = re.compile(r"[A-Za-z0-9_-]+")
_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")


def names() -> list[str]:
    """Return the names of the suites of nlc."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def find(name: str, others: tuple[str, ...] = ()) -> Source:
    """Return the text of a suite: one of nlc, or a file.

    Args:
        name: of the suite, or the path of a file, which ends in ``.toml``.
        others: names that could have been meant, too.

    Raises:
        UserError: there is none.
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
        raise fail(f"cannot read {name}: {error}") from None


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
    top.take_full(full)
    work = cast(Work, top.choice("work", WORKS, "solve"))
    limits = top.section("limits")
    limits.take_full(full)
    memory = limits.whole("memory", 0)
    suite = Suite(
        name=Path(source.path).stem,
        title=top.text("title"),
        about=top.text("about", "").strip(),
        text=source.text,
        work=work,
        kinds=tuple(
            kind
            for section in top.sections("puzzles")
            for kind in _kinds(section, work, full=full, run=run)
        ),
        competitors=tuple(
            each for section in top.sections("competitors") for each in _competitors(section, work)
        ),
        bounds=Bounds(limits.number("seconds"), memory or None, limits.number("cpu")),
        repetitions=top.whole("repetitions", 1),
        tables=tuple(map(_table, top.sections("tables"))),
        plots=tuple(map(_plot, top.sections("plots"))),
        published=tuple(map(_published, top.sections("published"))),
    )
    limits.end()
    top.end()
    check_together(suite, top)
    diagnostics.raise_errors()
    return suite


def _kinds(section: Section, work: Work, *, full: bool, run: bool) -> Iterator[Kind]:
    section.take_full(full)
    files = section.texts("files")
    base = Kind(
        group=section.text("group", ""),
        count=section.whole("count", 0 if files else 1),
        seed=section.whole("seed", 1),
        unique=section.flag("unique"),
        trivial=section.flag("trivial"),
        options=section.flags("options"),
        switches=section.flags("switches"),
        tiling=section.choice("tiling", TILINGS.names(), "square"),
        form=section.text("form", "auto"),
        method=section.choice("method", METHODS, "" if files else "solution"),
    )
    sizes, pairs = section.texts("sizes"), section.wholes("pairs")
    section.end()
    if files and (sizes or base.method):
        section.error("files", "puzzles are those of files, or made by a method of some sizes")
    elif not files and not sizes:
        section.error("", "puzzles need 'sizes' or 'files'")
    check_puzzles(section, base, work)
    folder = Path(section.source.path).parent
    for pattern in files if run else []:
        if Path(pattern).is_absolute():
            found = [Path(pattern)]
        else:
            found = sorted(folder.glob(pattern)) if pattern else []
        if not found:
            section.error("files", f"no file is called '{pattern}'")
        for path in found:
            yield replace(base, group=base.group or path.stem, file=str(path))
    numbers: list[int | None] = [*pairs] or [None]
    for text, number in product(sizes, numbers):
        size = _SIZE.fullmatch(text)
        if size is None:
            section.error("sizes", f"'{text}' is no size such as 10x10, columns x rows")
            continue
        cols, rows = int(size[1]), int(size[2])
        if number is not None and number < 1:
            section.error("pairs", "a puzzle has one pair or more")
        kind = replace(base, group=base.group or base.method, cols=cols, rows=rows, pairs=number)
        check_size(section, kind)
        yield kind


def _competitors(section: Section, work: Work) -> Iterator[Competitor]:
    solvers, encodings = section.texts("solver"), section.texts("encoding")
    name = section.text("name", "")
    options = section.mapping("options")
    base = Competitor(
        name,
        options={key: str(value).lower() for key, value in options.items()},
        relax=section.flag("relax"),
        largest=section.whole("largest", 0) or None,
        method=section.choice("method", METHODS, "scatter" if work == "generate" else ""),
        switches=section.flags("switches"),
    )
    section.end()
    check_competitor(section, base, solvers, work)
    if work == "generate":
        if solvers or encodings:
            section.error("solver", "where puzzles are made, competitors differ by switches")
        if not name:
            section.error("", "the key 'name' is missing in [competitors]")
        yield base
        return
    if name and len(solvers) * len(encodings) > 1:
        section.error("name", "a name is for one solver and one encoding")
    if not all(solvers or [""]) and work in ("solve", "unique"):
        section.error("", "a competitor needs a 'solver', which may be an engine")
    for solver, encoding in product(solvers or [""], encodings or [""]):
        told = [encoding] * (len(encodings) > 1 or not solver) + [solver] * (
            len(solvers) > 1 or not encoding
        )
        made = ", ".join(told) if any(told) else f"{encoding}, {solver}"
        yield replace(base, name=name or made, solver=solver, encoding=encoding)


def _table(section: Section) -> Table:
    columns = section.choice("columns", FACTS, "")
    table = Table(
        section.text("title"),
        section.choices("rows", FACTS),
        columns or None,
        section.choices("values", VALUES),
        tuple(section.texts("competitors")),
    )
    if not table.rows or not table.values:
        section.error("rows", "a table needs 'rows' and 'values'")
    section.end()
    return table


def _plot(section: Section) -> Plot:
    where = section.mapping("where")
    plot = Plot(
        section.text("name"),
        section.text("title"),
        cast(PlotKind, section.choice("kind", PLOTS)),
        section.choice("x", X_FACTS, "cells"),
        section.choice("value", VALUES, "time"),
        tuple(section.texts("competitors")),
        {key: str(value) for key, value in where.items()},
    )
    if section.has("name") and not _FILE.fullmatch(plot.name):
        section.error("name", f"'{plot.name}' is no name for a file: letters, digits, - and _")
    if plot.kind == "scatter" and len(plot.competitors) != 2:
        section.error("competitors", "a scatter plot is of two competitors")
    for key in where:
        if key not in FACTS:
            section.error("where", f"there is no '{key}' of a puzzle", FACTS, key)
    section.end()
    return plot


def _published(section: Section) -> Published:
    values = section.mapping("values")
    told = {k: f"{v:,}" if isinstance(v, int) else str(v) for k, v in values.items()}
    published = Published(
        section.text("column"), section.text("source"), section.text("table"), told
    )
    section.end()
    return published
