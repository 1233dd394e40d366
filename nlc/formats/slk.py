"""Slitherlink files ``.slk``: ``H W``, H rows of clues, and two matrices of lines.

The first line may name a source. After the rows come H + 1 rows of W horizontal lines, then H rows
of W + 1 vertical ones: ``-`` is a line, ``x`` none, ``.`` open. Empty lines separate these parts,
and ``#`` begins a comment. This is the format of davidjosepha's slitherlink.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nlc.errors import Source, fail
from nlc.formats.base import Format, Support, Text, check_size, lines_of, only, titles
from nlc.formats.places import sides
from nlc.formats.sheet import Place, Sheet
from nlc.language.syntax import Puzzle

_SIZE = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})")


def recognises(text: str) -> bool:
    """Return whether the first line is a size and a comment, as in no other format."""
    lines = [line for line in text.split("\n")[:9] if line.partition("#")[0].strip()]
    return bool(lines) and "#" in lines[0] and _SIZE.match(lines[0].strip()) is not None


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzle of a source; see `Format.parse`."""
    ends = [len(line.text.partition("#")[0].rstrip()) for line in lines_of(source)]
    lines = [line.cut(0, end) for line, end in zip(lines_of(source), ends, strict=True) if end]
    at = next((i for i, line in enumerate(lines[:2]) if _SIZE.fullmatch(line.text)), None)
    if at is None:
        span = lines[0].span() if lines else None
        raise fail("expected the size of the board, 'H W': rows first", span)
    head, rest = lines[at], lines[at + 1 :]
    rows, cols = map(int, head.text.split())
    check_size(rows, cols, head.span())
    sheet = Sheet("slitherlink", rows, cols, next(titles(source, False)))
    parts = sheet.parts
    for row, line in enumerate(_take_part(rest, rows, cols, "0123", head)):
        for clue in line.words("[0-9]"):
            sheet.put(parts.number, (row, clue.start), int(clue.text), clue.span())
    drawn: set[Place] = set()
    if rest:
        for matrix in reversed(sides(sheet)):
            for row, line in enumerate(_take_part(rest, matrix.rows, matrix.cols, "", head)):
                drawn |= {matrix.place(row, m.start()) for m in re.finditer("-", line.text)}
    if rest:
        raise fail("nothing may follow the lines of the board", rest[0].span())
    if drawn:
        sheet.answer = {parts.edge: drawn}
    yield sheet.puzzle(head.span())


def _take_part(rest: list[Text], rows: int, cols: int, signs: str, head: Text) -> list[Text]:
    """Remove and return the rows of a part of the file."""
    found = rest[:rows]
    del rest[:rows]
    if len(found) < rows:
        raise fail(f"expected {rows} rows here, and there are {len(found)}", head.span())
    for line in found:
        if len(line.text) != cols:
            raise fail(f"the row has {len(line.text)} signs, and should have {cols}", line.span())
        for odd in line.words(f"[^{signs}.x-]"):
            raise fail(f"'{odd.text}' is unknown here", odd.span())
    return found


FORMAT = Format(
    "slk",
    "Slitherlink files: H W, rows of clues, and two matrices of lines",
    (".slk",),
    recognises,
    parse,
    None,
    genres=only("slitherlink", support=Support(write=False, solutions_read=True)),
    names_genre=True,
)
