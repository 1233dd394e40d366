"""Lists of formats, encodings, solvers, genres, tilings, examples, and words of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Literal

from msgspec import to_builtins

from nlc import drivers
from nlc.board.tilings import TILINGS
from nlc.drivers.base import Driver
from nlc.encode.spec import PRESETS, declarations
from nlc.engines import registry as engines
from nlc.engines.base import Engine
from nlc.formats import usable
from nlc.language.builtins import FUNCTIONS, GLOBALS, SETS
from nlc.language.catalogue import Item, describe, entries
from nlc.language.files import stock_file, stock_genres
from nlc.language.tables import tables
from nlc.serve import answers as a
from nlc.serve.task import without_options

_EXAMPLES = ("genres.nl", "puzzles.nl")
_EXAMPLE = re.compile(r'^puzzle "([^"]*)" is (\w+) \{.*?^\}\n', re.MULTILINE | re.DOTALL)


def formats(_: None) -> Iterator[list[a.FormatDescription]]:
    """Yield the formats."""
    yield [
        a.FormatDescription(
            name=form.name,
            summary=without_options(form.summary),
            extensions=list(form.extensions),
            reads=form.parse is not None or form.name == "nl",
            writes=form.write is not None or form.name == "nl",
        )
        for form in usable()
    ]


def encodings(_: None) -> Iterator[a.Encodings]:
    """Yield the presets, and the choices of each part of a spec."""
    parts: dict[str, list[a.EncodingDescription]] = {}
    for declaration, aliases in declarations().items():
        parts.setdefault(declaration.node, []).append(
            a.EncodingDescription(
                name=declaration.name,
                aliases=aliases,
                source=declaration.source,
                size=declaration.size,
                exact=declaration.exact,
                preserves_models=declaration.preserves_models,
            )
        )
    yield a.Encodings(presets=dict(PRESETS), parts=parts)


def solvers(_: None) -> Iterator[list[a.SolverDescription]]:
    """Yield all solvers and engines, also those that are not installed."""
    found = [_solver("solver", driver, "") for driver in drivers.available()]
    yield found + [_solver("engine", engine, engine.summary) for engine in engines.available()]


def _solver(
    kind: Literal["solver", "engine"], tool: Driver | Engine[Any], summary: str
) -> a.SolverDescription:
    missing = tool.missing()
    return a.SolverDescription(
        kind=kind,
        name=tool.name,
        default=tool.name == drivers.DEFAULT,
        version=tool.version() if missing is None else None,
        summary=summary,
        missing=missing,
    )


def genres(_: None) -> Iterator[list[a.GenreDescription]]:
    """Yield the genres that a puzzle can name, with their descriptions."""
    yield [_genre(entry.name) for entry in entries() if entry.problem is None]


def _genre(name: str) -> a.GenreDescription:
    (found,) = describe(name)
    source = stock_file(found.use or f"{name}.nl")
    return a.GenreDescription(
        name=name,
        title=found.title or name,
        comment=list(found.comment),
        use=found.use,
        extends=found.extends,
        options=[
            a.Option(name=item.name, type=item.type, default=item.default or "", text=item.text)
            for item in found.options
        ],
        givens=[_declaration(item) for item in found.givens],
        shown=[_declaration(item) for item in found.shown],
        rules=[a.Rule(**to_builtins(rule)) for rule in found.rules],
        text=source.text if source else "",
    )


def _declaration(item: Item) -> a.Declared:
    return a.Declared(name=item.name, type=item.type, text=item.text, mark=item.mark)


def tilings(_: None) -> Iterator[list[str]]:
    """Yield the names of the tilings."""
    yield TILINGS.names()


def language(_: None) -> Iterator[a.Language]:
    """Yield the reserved words and the predefined names, for editors."""
    keywords = sorted(word for word in tables().literals if word.isalpha())
    yield a.Language(
        keywords=[*keywords, "board", "end"],
        names=sorted({*FUNCTIONS, *GLOBALS, *SETS, *stock_genres()}),
    )


def examples(_: None) -> Iterator[list[a.Example]]:
    """Yield the examples: first one of each genre, then further puzzles."""
    names = {entry.name: entry.title or entry.name for entry in entries()}
    folder = files("nlc.serve") / "examples"
    texts = [(folder / name).read_text(encoding="utf-8") for name in _EXAMPLES]
    yield [
        a.Example(genre=found[2], name=names[found[2]], title=found[1], text=found[0])
        for text in texts
        for found in _EXAMPLE.finditer(text)
    ]
