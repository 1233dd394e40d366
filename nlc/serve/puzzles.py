"""Parses a text, converts and draws it, and checks a drawing under its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec.structs import replace

from nlc.board import Sort
from nlc.convert import convert_puzzle
from nlc.drivers.base import Limits
from nlc.errors import Diagnostics, UserError, fail
from nlc.formats import FORMATS, detect, usable
from nlc.formats.base import Format
from nlc.ir.complete import complete
from nlc.ir.elaborate.program import elaborate, elaborate_drawing
from nlc.ir.nodes import Program
from nlc.ir.partial import Place, finished, instances
from nlc.language.catalogue import text_of
from nlc.language.resolve import Puzzle
from nlc.pictures import PICTURES
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.playing.board import add_printed, blocks_of, board_of, describe, key_of
from nlc.playing.page import link, page, sheet
from nlc.publishing.works import genre_title
from nlc.render.scene import Scene
from nlc.render.view import SolutionView
from nlc.serve import answers as a
from nlc.serve import inputs, task
from nlc.serve import requests as r
from nlc.serve.task import Blob, diagnostics
from nlc.solving.judging import judge_drawing

_KINDS = {"svg": "image/svg+xml", "png": "image/png", "html": "text/html", "pdf": "application/pdf"}

_HINT_SECONDS = 10.0
"""The time for the hints of a file that plays; without them it plays as well."""

_DEFAULT_TITLE = re.compile(rf"{inputs.PATH.strip('<>')}((?: #[0-9]+)?)")
"""The title of a text without one, which `nlc.formats.base.titles` makes of the path."""


def parse(request: r.ParseRequest) -> Iterator[a.Parsed]:
    """Yield the puzzles of a text, and its mistakes."""
    yield parse_text(request)


def parse_text(request: r.ParseRequest) -> a.Parsed:
    """Parse a text; its mistakes are a part of the result."""
    broken = Diagnostics()
    empty: dict[str, Any] = dict.fromkeys(a.Parsed.__struct_fields__)
    out = a.Parsed(**empty | {"puzzles": []})
    with broken.collecting():
        out.format = _format_of(request)
        found, mistakes = inputs.puzzles_of(request)
        broken.merge(mistakes.items)
        out.puzzles = [
            a.Title(number=number, title=each.title, genre=each.genre)
            for number, each in enumerate(found, 1)
        ]
        if len(found) >= request.puzzle:
            _add_puzzle(out, request, found[request.puzzle - 1])
    out.diagnostics = diagnostics(broken.items)
    return out


def _add_puzzle(out: a.Parsed, request: r.ParseRequest, puzzle: Puzzle) -> None:
    """Add a puzzle, its board and its picture to an answer."""
    inputs.require_cells(inputs.drawn_cells(puzzle))
    program, drawn = elaborate_drawing(puzzle)
    inputs.require_cells(program.board.count(Sort.CELL))
    if out.format != "nl":
        out.language = _language_of(puzzle)
    out.puzzle = describe(request.puzzle, puzzle, program)
    out.key = key_of(program)
    out.svg = svg(draw(program, None, request.style, targets=request.targets))
    if out.key != request.known:
        out.board = board_of(program, drawn)
    add_printed(out.puzzle, elaborate(puzzle))  # which reports mistakes in the clues as a whole


def check(request: r.DrawnRequest) -> Iterator[a.Checked]:
    """Yield the rules that a drawing breaks, and those that are not yet satisfied.

    Raises:
        UserError: the text is wrong, or the drawing names an unknown element or value.
    """
    puzzle, program = inputs.program_of(request)
    yes, no, drawn = inputs.parse_drawn(program, request.drawn)
    found = judge_drawing(program, yes, no, drawn)
    texts = {name: text_of(rule.doc) for name, rule in puzzle.rules.rules.items()}
    numbers = {
        name for name, given in puzzle.rules.givens.items() if given.type.kind in ("range", "list")
    } & program.givens.keys()
    scene = Scene(program, SolutionView(solutions=(complete(program, yes, drawn),)))
    lit = {(Sort.CELL, cell) for cell in np.flatnonzero(scene.lit(blocks_of(scene))).tolist()}
    yield a.Checked(
        status=found.status,
        finished=_names(program, finished(program, numbers, instances(program, yes, drawn))),
        lit=_names(program, lit),
        violations=[
            a.Violation(
                rule=violation.rule,
                text=texts.get(violation.rule),
                message=violation.message,
                elements=list(elements),
                wrong=found.status == "broken",
            )
            for violation, elements in found.findings
        ],
    )


def _names(program: Program, places: set[Place]) -> list[str]:
    """Return the names of elements in order."""
    return [program.board.names(sort)[i] for sort, i in sorted(places)]


def picture(request: r.PictureRequest) -> Iterator[Blob]:
    """Yield a picture of a puzzle with a drawn solution.

    Raises:
        UserError: the text or the drawing is wrong, or a library is missing.
    """
    if request.to in ("play", "link"):
        yield _playing(inputs.puzzle_of(request), request.to)
        return
    form = PICTURES.get(request.to)
    if (missing := form.missing()) is not None:
        raise fail(missing)
    puzzle = inputs.puzzle_of(request)
    program = elaborate(puzzle)
    board = None
    if request.drawn is not None:
        yes, _, values = inputs.parse_drawn(program, request.drawn)
        board = complete(program, yes, values)
    data = form.write([draw(program, board, request.style)])
    yield Blob(data, _KINDS.get(request.to, "application/octet-stream"), f"puzzle.{request.to}")


def _playing(puzzle: Puzzle, to: str) -> Blob:
    """Return the file that plays a puzzle, or the fragment of a link that does."""
    found = sheet(puzzle, hints=to == "play", limits=Limits(_HINT_SECONDS))
    if to == "link":
        return Blob(link(found, "").encode(), "text/plain", "link.txt")
    return Blob(page([found], puzzle.title), "text/html", "play.html")


# ---------- other formats ----------


def convert(request: r.ConvertRequest) -> Iterator[a.Converted]:
    """Yield a puzzle in a format or in all formats; if one cannot express it, the reason.

    Raises:
        UserError: the text is wrong, or there is no such format.
    """
    puzzle = inputs.puzzle_of(request)
    forms = usable() if request.to is None else [FORMATS.get(request.to)]
    written = [form for form in forms if form.name == "nl" or form.write is not None]
    yield a.Converted(formats=[_conversion(puzzle, form) for form in written])


def _conversion(puzzle: Puzzle, form: Format) -> a.Conversion:
    text, refusal = None, None
    try:
        text = convert_puzzle(puzzle, form.name)
    except UserError as error:
        first = error.diagnostics[0]
        refusal = f"{first.message} ({first.hint})" if first.hint else first.message
    extension = form.extensions[0] if form.extensions else ".txt"
    return a.Conversion(
        format=form.name,
        summary=task.without_options(form.summary),
        extension=extension,
        text=text,
        refusal=refusal,
    )


def _format_of(request: r.PuzzleRequest) -> str:
    """Return the name of the format of a text."""
    name, _, genre = request.format.partition(":")
    if name != "auto":
        return name
    source = inputs.source_of(request)
    return detect(source.path, source.text, genre)


def in_language(request: r.PuzzleRequest) -> str | None:
    """Return the puzzle of a text in another format, written in the language; else None.

    Raises:
        UserError: the text is wrong, or the puzzle cannot be written in the language.
    """
    if _format_of(request) == "nl":
        return None
    written = _language_of(inputs.puzzle_of(request))
    if written is None:
        raise fail("this puzzle cannot be written in the language")
    return written


def _language_of(puzzle: Puzzle) -> str | None:
    """Return a puzzle in the language, or None if that is impossible.

    A puzzle without a title is named by its genre.
    """
    if found := _DEFAULT_TITLE.fullmatch(puzzle.title):
        title = genre_title(puzzle) + found[1]
        puzzle = replace(puzzle, tree=replace(puzzle.tree, title=title))
    try:
        return convert_puzzle(puzzle, "nl")
    except UserError:
        return None
