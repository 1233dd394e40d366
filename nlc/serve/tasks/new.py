"""The text of an empty board."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.errors import fail
from nlc.generate.shape import blank
from nlc.language.catalogue import entries
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.requests import NewRequest


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
    yield a.NewText(text=head + shape.text(title, {}, request.genre))


TASK = new
