"""The plain text format: ``W H``, then H rows of W characters.

``.`` is an empty cell and any other character but a blank is a terminal, labelled by itself. A file
has any number of puzzles. Lines that start with ``#`` may come between them (inside a board, ``#``
is a label like any other), and blank lines anywhere; a size of ``0 0`` ends the file. This is
the format of thomasahle's solver and generator, which assume that no path touches itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from nlc.errors import Diagnostics, Source
from nlc.formats.base import (
    Format,
    Support,
    first_line,
    grid,
    letters,
    only,
    split_lines,
    stretch,
    titles,
)
from nlc.formats.sheet import Sheet
from nlc.ir.nodes import Program
from nlc.language.syntax import Puzzle

OPTIONS = {"cover": True, "touch": False}

_SIZE = re.compile(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s*")
_LABEL = re.compile(r"[^.\s]")


def _alphabet() -> str:
    """Return the labels to write: digits, then the letters of Unicode, those of ASCII first."""
    return "0123456789" + "".join(c for c in map(chr, range(0x3000)) if c.isalpha())


def recognises(text: str) -> bool:
    """Return whether the first line is a size and nothing else, and the next one has no blanks."""
    size = first_line(text)
    if not _SIZE.fullmatch(size):
        return False
    row = next((line for line in text.partition(size)[2].split("\n") if line.strip()), "")
    return not re.search(r"\s", row.rstrip())


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    lines = split_lines(source.text)
    heads = [i for i, line in enumerate(lines) if _is_size(line)]
    names = titles(source, len(heads) > 1)
    diagnostics = Diagnostics()
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        if not line or line.startswith("#"):
            at += 1
        elif size := _SIZE.fullmatch(lines[at]):
            cols, rows = int(size[1]), int(size[2])
            if cols == rows == 0:
                break
            puzzle = _parse_board(source, lines, at, (rows, cols), next(names), diagnostics)
            if puzzle is not None:
                yield puzzle
                at = _rows(lines, at + 1, rows)[-1] + 1
            else:
                at = _next_head(lines, at + 1)
        else:
            start = len(lines[at]) - len(lines[at].lstrip())
            diagnostics.error(
                "expected the size of a board, 'W H'",
                stretch(source, at + 1, start, start + len(line)),
                "after its size a board has exactly H rows; comments start with '#'",
            )
            at = _next_head(lines, at + 1)
    diagnostics.raise_errors()


def _is_size(line: str) -> bool:
    return _SIZE.fullmatch(line) is not None


def _next_head(lines: list[str], at: int) -> int:
    """Return the next line that is a size; a row is not one, as it has no blank inside."""
    while at < len(lines) and not _is_size(lines[at]):
        at += 1
    return at


def _rows(lines: list[str], at: int, count: int) -> list[int]:
    """Return the numbers of the next `count` lines that are not blank."""
    return list(islice((i for i in range(at, len(lines)) if lines[i].strip()), count))


def _parse_board(
    source: Source,
    lines: list[str],
    at: int,
    size: tuple[int, int],
    title: str,
    diagnostics: Diagnostics,
) -> Puzzle | None:
    """Parse the board whose size is in line `at` (from 0), or note its mistakes."""
    rows, cols = size
    head = stretch(source, at + 1, *_strip_span(lines[at]))
    if not rows or not cols:
        diagnostics.error("a board has at least one row and one column", head)
        return None
    sheet = Sheet("numberlink", rows, cols, title)
    sheet.assume(**OPTIONS)
    good = True
    numbers = _rows(lines, at + 1, rows)
    for row in range(rows):
        number = numbers[row] if row < len(numbers) else len(lines)
        line = lines[number] if number < len(lines) else ""
        words = line.split()
        if not words or (len(words) == 2 and _is_size(line)):
            diagnostics.error(
                f"the board has {row} of its {rows} rows",
                head,
                "the size is written 'W H': columns first, then rows",
            )
            return None
        start, end = line.index(words[0]), len(line.rstrip())
        if len(words) > 1:
            place = start + len(words[0])
            diagnostics.error(
                "a blank inside a row",
                stretch(source, number + 1, place, place + 1),
                "every character is a cell; an empty cell is '.'",
            )
            good = False
        elif end - start != cols:
            diagnostics.error(
                f"the row has {end - start} cells where the size says {cols}",
                stretch(source, number + 1, min(start + cols, end - 1), end),
            )
            good = False
        for m in _LABEL.finditer(line, start, end):
            col = m.start()
            span = stretch(source, number + 1, col, col + 1)
            sheet.put("label", (row, col - start), m[0], span)
    return sheet.puzzle(head) if good else None


def _strip_span(line: str) -> tuple[int, int]:
    """Return the start and the end of a line without the blanks round it."""
    end = len(line.rstrip())
    return end - len(line[:end].lstrip()), end


def write(program: Program) -> str:
    """Return a puzzle in this format; see `Format.write`."""
    cells = grid(program, "text", OPTIONS)
    rows = letters(cells, _alphabet(), "text")
    return "\n".join([f"{len(rows[0])} {len(rows)}", *rows, ""])


FORMAT = Format(
    "text",
    "'W H' and H rows; '.' is empty",
    (),
    recognises,
    parse,
    write,
    rank=10,
    genres=only("numberlink", support=Support()),
    comment="# ",
)
