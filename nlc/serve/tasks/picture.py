"""Pictures as files."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.errors import fail
from nlc.ir.complete import complete
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.pictures import PICTURES
from nlc.pictures.drawing import draw
from nlc.serve.drawn import read_drawn
from nlc.serve.reading import chosen
from nlc.serve.requests import Drawn, PictureRequest
from nlc.serve.task import Blob

_KINDS = {"svg": "image/svg+xml", "png": "image/png", "html": "text/html", "pdf": "application/pdf"}


def picture(request: PictureRequest) -> Iterator[Blob]:
    """Yield a picture of a puzzle, with what is drawn.

    Raises:
        UserError: the text or the drawing is wrong, or a library is missing.
    """
    form = PICTURES.get(request.to)
    if (missing := form.missing()) is not None:
        raise fail(missing)
    puzzle = chosen(request)
    program = elaborate(puzzle)
    board = None if request.drawn is None else _board(program, request.drawn)
    data = form.write([draw(program, board, request.style)])
    yield Blob(data, _KINDS.get(request.to, "application/octet-stream"), f"puzzle.{request.to}")


def _board(program: Program, drawn: Drawn) -> Assignment:
    """Return a board that is empty where nothing is drawn."""
    state = read_drawn(program, drawn)
    return complete(program, state.yes, state.values)


TASK = picture
