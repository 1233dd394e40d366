"""Lists of formats, encodings, solvers, genres, tilings, examples and words; empty boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from math import isqrt
from string import ascii_lowercase
from typing import Any

from nlc import drivers, engines
from nlc.board.tilings import TILINGS
from nlc.drivers.base import Driver
from nlc.encode.spec import PRESETS, declarations
from nlc.engines.base import Engine
from nlc.errors import Source, fail
from nlc.formats import usable
from nlc.generating.made import RuleText
from nlc.generating.shape import Shape, blank
from nlc.language.builtins import FUNCTIONS, GLOBALS, SETS
from nlc.language.catalogue import describe, entries
from nlc.language.files import stock_file, stock_genres
from nlc.language.names import unknown_genre
from nlc.language.resolve import Puzzle
from nlc.language.tables import tables
from nlc.loading import parse_puzzles
from nlc.playing.answers import answer_of
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.inputs import PATH
from nlc.serve.requests import NewRequest
from nlc.serve.task import without_options

_EXAMPLE = re.compile(
    r'^(?:use [^\n]*\n\n)?puzzle "([^"]*)" is (\w+) \{.*?^\}\n', re.MULTILINE | re.DOTALL
)


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
        one = answer_of(a.EncodingDescription, declaration, aliases=aliases)
        parts.setdefault(declaration.node, []).append(one)
    yield a.Encodings(presets=dict(PRESETS), parts=parts)


def solvers(_: None) -> Iterator[list[a.SolverDescription]]:
    """Yield all solvers and engines, also those that are not installed."""
    tools: list[Driver | Engine[Any]] = [*drivers.available(), *engines.available()]
    yield [
        a.SolverDescription(
            kind="solver" if hasattr(tool, "capabilities") else "engine",
            name=tool.name,
            default=tool.name == drivers.DEFAULT,
            version=tool.version() if (missing := tool.missing()) is None else None,
            summary=getattr(tool, "summary", ""),
            missing=missing,
        )
        for tool in tools
    ]


def genres(_: None) -> Iterator[list[a.GenreDescription]]:
    """Yield the genres that a puzzle can name, with their descriptions."""
    yield [_genre(entry.name) for entry in entries() if entry.problem is None]


def _genre(name: str) -> a.GenreDescription:
    (found,) = describe(name)
    source = stock_file(found.use or f"{name}.nl")
    return answer_of(
        a.GenreDescription,
        found,
        title=found.title or name,
        text=source.text if source else "",
    )


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
    stock = entries()
    names = {genre.name: genre.title or genre.name for genre in stock}
    more = (files("nlc.serve") / "examples.nl").read_text(encoding="utf-8")
    text = "\n".join([*(genre.example for genre in stock), more])
    yield [
        a.Example(genre=found[2], name=names[found[2]], title=found[1], text=found[0])
        for found in _EXAMPLE.finditer(text)
    ]


_BOXES = "box"
"""The given that divides the board into rooms of as many cells as a row has."""


def new(request: NewRequest) -> Iterator[a.NewText]:
    """Yield the text of an empty board.

    Raises:
        UserError: there is no such genre or tiling, or the board is too large.
    """
    genre = next(iter(entries(request.genre)), None)
    if genre is None or not request.genre:
        raise unknown_genre(request.genre, [entry.name for entry in entries()], None)
    if request.columns * request.rows > task.bounds.cells:
        raise fail(f"this server takes boards of at most {task.bounds.cells} cells")
    shape = blank(request.tiling, request.columns, request.rows)
    title = request.title.replace('"', "'").replace("\n", " ").strip()
    title = title or f"{request.columns}x{request.rows} {request.genre}"
    rules = RuleText(request.genre, f'use "{genre.use}";\n\n' if genre.use else "")
    text = rules.text(shape.body({}), title)
    (puzzle,), _ = parse_puzzles(Source(PATH, text), "nl", allow_use=None)
    if rooms := list(_rooms(puzzle, shape)):
        text = rules.text(shape.body({}, marks=rooms), title)
    yield a.NewText(text=text)


def _rooms(puzzle: Puzzle, shape: Shape) -> Iterator[str]:
    """Yield a drawing for each given that every cell needs: boxes, one room, the least number."""
    for name, given in puzzle.rules.givens.items():
        if given.sort == "cell" and given.type.kind in ("name", "range") and not given.optional:
            least = str(given.type.numbers[0]) if given.type.numbers else "a"
            rows = shape.drawing(
                _boxes(shape) if name == _BOXES else dict.fromkeys(range(shape.cells), least)
            )
            yield "\n".join([f"board {name}", *(f"    {row}" for row in rows), "  end"])


def _boxes(shape: Shape) -> dict[int, str]:
    """Return the label of the box of each cell; boxes are as square as possible."""
    rows, columns = len(shape.rows), len(shape.rows[0])
    box_rows = next(n for n in range(isqrt(columns), 0, -1) if columns % n == rows % n == 0)
    box_columns = columns // box_rows
    labels = [*ascii_lowercase, *(f"b{number}" for number in range(26, shape.cells))]
    across = columns // box_columns
    places = (divmod(cell, columns) for cell in range(shape.cells))
    boxes = (row // box_rows * across + column // box_columns for row, column in places)
    return {cell: labels[box] for cell, box in enumerate(boxes)}
