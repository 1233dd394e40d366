"""A puzzle in other formats."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.convert import converted
from nlc.errors import UserError
from nlc.formats import FORMATS, usable
from nlc.formats.base import Format
from nlc.language.resolve import Puzzle
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.reading import chosen
from nlc.serve.requests import ConvertRequest


def convert(request: ConvertRequest) -> Iterator[a.Converted]:
    """Yield a puzzle in a format, or in each; a format that cannot say it tells why.

    Raises:
        UserError: the text is wrong, or there is no such format.
    """
    puzzle = chosen(request)
    forms = usable() if request.to is None else [FORMATS.get(request.to)]
    written = [form for form in forms if form.name == "nl" or form.write is not None]
    yield a.Converted(formats=[_converted(puzzle, form) for form in written])


def _converted(puzzle: Puzzle, form: Format) -> a.Conversion:
    text, refusal = None, None
    try:
        text = converted(puzzle, form.name)
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


TASK = convert
