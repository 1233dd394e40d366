"""Changes of a drawn puzzle, made in its text."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from nlc.errors import fail
from nlc.serve import answers as a
from nlc.serve.editing import Editor
from nlc.serve.language import in_language
from nlc.serve.reading import chosen, source_of
from nlc.serve.requests import EditRequest, ParseRequest
from nlc.serve.tasks.parse import parsed


def edit(request: EditRequest) -> Iterator[a.Edited]:
    """Yield the text with the changes made, and what it says.

    Raises:
        UserError: the text has mistakes at other places, or a change cannot be made.
    """
    text = source_of(request).text
    asked = ParseRequest(
        text=text,
        format=request.format,
        puzzle=request.puzzle,
        options=request.options,
        style=request.style,
        known=request.known,
        targets=request.targets,
    )
    written = in_language(asked)
    if written is not None:
        asked = structs.replace(asked, text=written, format="nl", puzzle=1)
    for change in request.edits:
        puzzle = chosen(asked)
        asked = structs.replace(asked, text=Editor(asked.text, puzzle).apply(change))
        if len(asked.text) > len(text) + 1_000_000:
            raise fail("the text becomes too long")
    found = parsed(asked)
    yield a.Edited(text=asked.text, **structs.asdict(found))


TASK = edit
