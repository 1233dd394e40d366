"""What a text says, with a picture."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.errors import Diagnostics, UserError
from nlc.formats import detect
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.serve import answers as a
from nlc.serve.description import board, described, key
from nlc.serve.reading import checked, puzzles, require_size, source_of
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
        out.format = _format(request)
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


def _format(request: ParseRequest) -> str:
    name = request.format.partition(":")[0]
    source = source_of(request)
    return detect(source.path, source.text) if name == "auto" else name


def _show(out: a.Parsed, request: ParseRequest, puzzle: Puzzle) -> None:
    """Add the puzzle and its picture."""
    require_size(puzzle)
    program = checked(elaborate(puzzle))
    out.puzzle = described(request.puzzle, puzzle, program)
    out.key = key(program)
    out.svg = svg(draw(program, None, request.style, targets=True))
    if out.key != request.known:
        out.board = board(program)


TASK = parse
