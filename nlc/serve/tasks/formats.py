"""The formats of puzzles."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.formats import usable
from nlc.serve import answers as a
from nlc.serve.task import without_options


def formats(request: object) -> Iterator[list[a.FormatDescription]]:
    """Yield the formats."""
    yield [
        a.FormatDescription(
            name=form.name,
            summary=without_options(form.summary),
            extensions=list(form.extensions),
            reads=form.read is not None or form.name == "nl",
            writes=form.write is not None or form.name == "nl",
        )
        for form in usable()
    ]


TASK = formats
