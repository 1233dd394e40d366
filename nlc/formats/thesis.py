"""The thesis's format: one puzzle a line, ``W H x1 y1 x1' y1' x2 y2 x2' y2' …``.

Width and height, then the two ends of each pair; numbers are separated by blanks, coordinates count
from 0, x to the right and y downwards from the top left. The pairs are labelled 1, 2, 3 … in order.
Blank lines and lines that start with ``#`` are skipped. Every cell is covered and a path may touch
itself. All boards of the thesis's experiment are square. Parsed as ``rows cols row col …`` they
would be mirrored at the diagonal, as would their solutions: verdicts and counts are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from nlc.errors import Diagnostics, Source, fail
from nlc.formats.base import Format, Text, check_size, each_line, first_line, grid, only
from nlc.formats.sheet import Sheet
from nlc.ir.nodes import Program
from nlc.language.syntax import Puzzle

OPTIONS = {"cover": True, "touch": True}

_NUMBER = re.compile(r"[0-9]{1,9}")


def recognises(text: str) -> bool:
    """Return whether the first line has more than two numbers, and the text is not a square."""
    tokens = first_line(text).split()
    rows = [line for line in text.split("\n") if line.strip()]
    square = len(rows) == len(tokens) and len(tokens) % 4 != 2
    return len(tokens) > 2 and all(_NUMBER.fullmatch(t) for t in tokens) and not square


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    return each_line(source, _parse_line)


def _parse_line(line: Text, title: str) -> Puzzle:
    diagnostics = Diagnostics()
    words = line.words()
    for word in words:
        if not _NUMBER.fullmatch(word.text):
            raise fail(f"expected a number, found '{word.text}'", word.span())
    values, spans = [int(word.text) for word in words], [word.span() for word in words]
    whole = spans[0].to(spans[-1])
    if len(values) < 2:
        raise fail("expected the size of a board, 'W H', and its pairs", whole)
    cols, rows = values[:2]
    size_span = spans[0].to(spans[1])
    check_size(rows, cols, size_span)
    left = (len(values) - 2) % 4
    if left or len(values) == 2:
        diagnostics.error(
            f"{left or 'no'} number{'' if left == 1 else 's'} where a pair has four",
            spans[-left].to(spans[-1]) if left else size_span,
            "a pair is written x y x' y'",
        )
    sheet = Sheet("numberlink", rows, cols, title)
    sheet.assume(**OPTIONS)
    taken: set[tuple[int, int]] = set()
    for i in range(2, len(values) - 1, 2):
        col, row = values[i : i + 2]
        span = spans[i].to(spans[i + 1])
        if col >= cols or row >= rows:
            what, value, limit, where = (
                ("x", col, cols, spans[i]) if col >= cols else ("y", row, rows, spans[i + 1])
            )
            diagnostics.error(f"{what} = {value} is outside 0..{limit - 1}", where)
        elif (col, row) in taken:
            diagnostics.error(f"the cell ({col}, {row}) holds two terminals", span)
        taken.add((col, row))
        sheet.put("label", (row, col), str((i + 2) // 4), span)
    diagnostics.raise_errors()
    return sheet.puzzle(whole)


def write(program: Program) -> str:
    """Return a puzzle in this format; see `Format.write`."""
    cells = grid(program, "thesis", OPTIONS)
    ends: dict[str, list[int]] = {}
    for y, row in enumerate(cells):
        for x, label in enumerate(row):
            if label is not None:
                ends.setdefault(label, []).extend((x, y))
    return " ".join(map(str, [len(cells[0]), len(cells), *chain(*ends.values())])) + "\n"


FORMAT = Format(
    "thesis",
    "one puzzle a line: W H x1 y1 x1' y1' …",
    (),
    recognises,
    parse,
    write,
    rank=46,
    genres=only("numberlink"),
    comment="# ",
)
