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
from nlc.formats.base import Format, Text, first_line, grid, letters, lines_of, only, titles
from nlc.formats.sheet import Sheet
from nlc.ir.nodes import Program
from nlc.language.syntax import Puzzle

OPTIONS = {"cover": True, "touch": False}

_SIZE = re.compile(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s*")
_LABEL = re.compile(r"[^.\s]")


def recognises(text: str) -> bool:
    """Return whether the first line is a size and nothing else, and the next one has no blanks."""
    size = first_line(text)
    if not _SIZE.fullmatch(size):
        return False
    row = next((line for line in text.partition(size)[2].split("\n") if line.strip()), "")
    return not re.search(r"\s", row.rstrip())


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    lines = [line.strip() for line in lines_of(source)]
    heads = [at for at, line in enumerate(lines) if _SIZE.fullmatch(line.text)]
    names = titles(source, len(heads) > 1)
    diagnostics = Diagnostics()
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.text or line.text.startswith("#"):
            at += 1
        elif size := _SIZE.fullmatch(line.text):
            cols, rows = int(size[1]), int(size[2])
            if cols == rows == 0:
                break
            # Blank lines may stand anywhere.
            inked = (n for n in range(at + 1, len(lines)) if lines[n].text)
            places = list(islice(inked, rows))
            board = [lines[place] for place in places]
            puzzle = _parse_board(line, board, (rows, cols), next(names), diagnostics)
            if puzzle is not None:
                yield puzzle
                at = places[-1] + 1
            else:
                at = min((head for head in heads if head > at), default=len(lines))
        else:
            diagnostics.error(
                "expected the size of a board, 'W H'",
                line.span(),
                "after its size a board has exactly H rows; comments start with '#'",
            )
            at = min((head for head in heads if head > at), default=len(lines))
    diagnostics.raise_errors()


def _parse_board(
    head: Text, board: list[Text], size: tuple[int, int], title: str, diagnostics: Diagnostics
) -> Puzzle | None:
    """Return the puzzle of some lines, or note its mistakes."""
    rows, cols = size
    if not rows or not cols:
        diagnostics.error("a board has at least one row and one column", head.span())
        return None
    sheet = Sheet("numberlink", rows, cols, title)
    sheet.assume(**OPTIONS)
    good = True
    for row in range(rows):
        words = board[row].text.split() if row < len(board) else []
        if not words or _SIZE.fullmatch(board[row].text):
            diagnostics.error(
                f"the board has {row} of its {rows} rows",
                head.span(),
                "the size is written 'W H': columns first, then rows",
            )
            return None
        line, count = board[row], len(board[row].text)
        if len(words) > 1:
            diagnostics.error(
                "a blank inside a row",
                line.span(len(words[0]), len(words[0]) + 1),
                "every character is a cell; an empty cell is '.'",
            )
            good = False
        elif count != cols:
            message = f"the row has {count} cells where the size says {cols}"
            diagnostics.error(message, line.span(min(cols, count - 1)))
            good = False
        for label in _LABEL.finditer(line.text):
            sheet.put("label", (row, label.start()), label[0], line.span(*label.span()))
    return sheet.puzzle(head.span()) if good else None


def write(program: Program) -> str:
    """Return a puzzle in this format; see `Format.write`."""
    cells = grid(program, "text", OPTIONS)
    # Digits, then the letters of Unicode, those of ASCII first.
    signs = "0123456789" + "".join(c for c in map(chr, range(0x3000)) if c.isalpha())
    rows = letters(cells, signs, "text")
    return "\n".join([f"{len(rows[0])} {len(rows)}", *rows, ""])


FORMAT = Format(
    "text",
    "'W H' and H rows; '.' is empty",
    (),
    recognises,
    parse,
    write,
    rank=10,
    genres=only("numberlink"),
    comment="# ",
)
