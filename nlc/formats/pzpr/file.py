"""Files of pzpr: a field a line, or all in one line with slashes between."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nlc.errors import Source, fail
from nlc.formats.base import split_lines, stretch
from nlc.formats.pzpr.blocks import Drawn, Reader, Text
from nlc.formats.pzpr.layers import Layers
from nlc.formats.pzpr.url import Page, check_size, known, refuse_variant

FIRST = re.compile(r"pzprv3(?:\.(?P<later>\d+))?")
"""The first field of a file."""

_NUMBER = re.compile(r"[0-9]{1,9}")
_LAST = re.compile(r"info:|history:|__HISTORY__|TrialData|https?:")


def read_file(source: Source, first: int, last: int) -> tuple[Page, Drawn]:
    """Return what a file asks for, and its answer, which is empty where the file ends before it.

    Args:
        source: the text.
        first: the number of its first line, from 1.
        last: that of its last one.

    Raises:
        UserError: it is broken, or of a genre, with flags or of a variant that nlc does not have.
    """
    fields = list(_fields(source, first, last))
    if fields[0].text.startswith("v:"):
        raise refuse_variant(*fields[0])
    whole = fields[0].span
    later = int((FIRST.fullmatch(fields[0].text) or {"later": None})["later"] or 0)
    if len(fields) > 1 and fields[1].text.startswith("v:"):
        raise refuse_variant(*fields[1])
    row = known(*fields[1]) if len(fields) > 1 else None
    one = row is not None and row.genre == "sudoku"
    size = fields[2 : 3 if one else 4]
    if row is None or len(size) < 2 - one or not all(_NUMBER.fullmatch(f.text) for f in size):
        raise fail("expected the puzzle, its rows and its columns after this", whole)
    if later > max(row.later, default=0):
        raise fail(f"nlc does not know files of {row.pid} of the layout {fields[0].text}", whole)
    rows, cols = int(size[0].text), int(size[-1].text)
    head = size[0].span.to(size[-1].span)
    check_size(rows, cols, head)
    reader = Reader(row, Layers(rows, cols), fields[3 if one else 4 :], head)
    for block in row.blocks(later):
        reader.read(block)
    if reader.fields:
        raise fail("nothing may follow the answer", reader.fields[0].span)
    spans = reader.spans
    page = Page(row, reader.flags, reader.layers, head, lambda item: spans[item.start])
    return page, reader.drawn


def _fields(source: Source, first: int, last: int) -> Iterator[Text]:
    """Yield the fields of a file up to those about its history."""
    lines = split_lines(source.text)
    for number in range(first, last + 1):
        line, at = lines[number - 1], 0
        for part in line.split("/"):
            text = part.strip()
            if _LAST.match(text):
                return
            if text:
                start = at + len(part) - len(part.lstrip())
                yield Text(text, stretch(source, number, start, start + len(text)))
            at += len(part) + 1
