"""A part of a line, which knows its place: what readers of formats of one line cut up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from nlc.errors import Source, Span, UserError, fail
from nlc.formats.base import stretch


class Text(Struct, frozen=True):
    """A part of a line.

    Attributes:
        source: of the line.
        line: its number, from 1.
        start: where the part begins, from 0.
        text: the part.
    """

    source: Source
    line: int
    start: int
    text: str

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Return the place of ``text[start:end]``."""
        end = len(self.text) if end is None else end
        return stretch(self.source, self.line, self.start + start, self.start + end)

    def wrong(self, message: str, start: int, end: int, hint: str | None = None) -> UserError:
        """Return the error that something is wrong with ``text[start:end]``."""
        return fail(message, self.span(start, max(end, start + 1)), hint)

    def cut(self, start: int, end: int | None = None) -> Text:
        """Return a part of it."""
        return Text(self.source, self.line, self.start + start, self.text[start:end])

    def split(self, separator: str) -> list[Text]:
        """Return the parts between separators."""
        out, at = [], 0
        for part in self.text.split(separator):
            out.append(self.cut(at, at + len(part)))
            at += len(part) + len(separator)
        return out


def row_span(row: Sequence[Text]) -> Span:
    """Return the place of the parts of a line, from the first to the last one."""
    return row[0].span().to(row[-1].span())
