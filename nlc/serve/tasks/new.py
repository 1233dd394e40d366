"""The text of an empty board."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.errors import Source, fail
from nlc.generating.shape import blank
from nlc.language.catalogue import entries
from nlc.loading import puzzles_of
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.reading import PATH
from nlc.serve.requests import NewRequest
from nlc.serve.rooms import drawings


def new(request: NewRequest) -> Iterator[a.NewText]:
    """Yield the text of an empty board.

    Raises:
        UserError: there is no such genre or tiling, or the board is too large.
    """
    genres = {entry.name: entry for entry in entries()}
    if request.genre not in genres:
        raise fail(f"unknown genre '{request.genre}'", hint=f"known genres: {', '.join(genres)}")
    if request.columns * request.rows > task.bounds.cells:
        raise fail(f"this server takes boards of at most {task.bounds.cells} cells")
    shape = blank(request.tiling, request.columns, request.rows)
    title = request.title.replace('"', "'").replace("\n", " ").strip()
    title = title or f"{request.columns}x{request.rows} {request.genre}"
    use = genres[request.genre].use
    head = f'use "{use}";\n\n' if use else ""
    text = head + shape.text(title, {}, request.genre)
    (puzzle,), _ = puzzles_of(Source(PATH, text), "nl", allow_use=None)
    if rooms := list(drawings(puzzle, shape)):
        text = head + shape.text(title, {}, request.genre, marks=rooms)
    yield a.NewText(text=text)


TASK = new
