"""What a text says, with a picture."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.errors import Diagnostics, UserError
from nlc.ir.elaborate.program import declare, elaborate
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.serve import answers as a
from nlc.serve.description import board, described, key
from nlc.serve.language import format_of, language_of
from nlc.serve.reading import checked, puzzles, require_size
from nlc.serve.requests import ParseRequest
from nlc.serve.task import diagnostics


def parse(request: ParseRequest) -> Iterator[a.Parsed]:
    """Yield what a text says; what is wrong with it is a part of that."""
    yield parsed(request)


def parsed(request: ParseRequest) -> a.Parsed:
    """Return what a text says."""
    broken = Diagnostics()
    out = a.Parsed(
        format=None,
        language=None,
        puzzles=[],
        diagnostics=[],
        puzzle=None,
        key=None,
        board=None,
        svg=None,
    )
    try:
        out.format = format_of(request)
        found, told = puzzles(request, partial=True)
        broken.merge(told.items)
        out.puzzles = [
            a.Title(number=number, title=each.title, genre=each.genre)
            for number, each in enumerate(found, 1)
        ]
        if len(found) >= request.puzzle:
            _show(out, request, found[request.puzzle - 1])
    except UserError as error:
        broken.absorb(error)
    out.diagnostics = diagnostics(broken.items)
    return out


def _show(out: a.Parsed, request: ParseRequest, puzzle: Puzzle) -> None:
    """Add the puzzle and its picture."""
    require_size(puzzle)
    program, drawn = declare(puzzle)
    checked(program)
    if out.format != "nl":
        out.language = language_of(puzzle)
    out.puzzle = described(request.puzzle, puzzle, program)
    out.key = key(program)
    out.svg = svg(draw(program, None, request.style, targets=request.targets))
    if out.key != request.known:
        out.board = board(program, drawn)
    elaborate(puzzle)  # tells what is wrong with the clues as a whole


TASK = parse
