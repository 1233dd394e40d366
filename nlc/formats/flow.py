"""Flow Free text: the rows of a square board and nothing else.

The first row's length is the number of columns and of rows. Letters and digits are terminals and
any other character is an empty cell. Empty lines may come before and after a board, and
further boards may follow. In Flow Free every cell is covered, and paths may touch themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase

from nlc.errors import Diagnostics, Source, fail
from nlc.formats.base import Format, Text, each_puzzle, grid, letters, only, split_lines
from nlc.formats.board import guess_genre
from nlc.formats.sheet import Sheet
from nlc.ir.nodes import Program
from nlc.language.syntax import Puzzle

OPTIONS = {"cover": True, "touch": True}


def recognises(text: str) -> bool:
    """Return whether the text opens with rows of a board: one length, no blanks, a terminal."""
    boards = _boards(split_lines(text))
    if not boards:
        return False
    _, rows = boards[0]
    size = len(rows[0])
    return (
        len(rows) == size > 1
        and not any(c.isspace() for c in rows[0])
        and any(len(row.rstrip()) == size for row in rows[1:])
        and guess_genre([list(row.strip()) for row in rows]) != "slitherlink"
        and _pairs_up(rows)
    )


def _pairs_up(rows: list[str]) -> bool:
    """Return whether labels occur twice, with one or two exceptions unless all are numbers."""
    labels = Counter(char for row in rows for char in row if char.isalnum())
    odd = sum(count != 2 for count in labels.values())
    return odd < len(labels) and odd <= (0 if "".join(labels).isdecimal() else 2)


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    boards = [
        [Text(source, at + i, 0, row) for i, row in enumerate(rows, 1)]
        for at, rows in _boards(split_lines(source.text))
    ]
    return each_puzzle(source, boards, _parse_board)


def _boards(lines: list[str]) -> list[tuple[int, list[str]]]:
    """Return, for each board, the line (from 0) of its first row, and its rows.

    A board ends after as many rows as it has columns, or at an empty line before that.
    """
    out: list[tuple[int, list[str]]] = []
    at = 0
    while at < len(lines):
        size = len(lines[at].rstrip())
        if not size:
            at += 1
            continue
        rows = [lines[at].rstrip()]
        for line in lines[at + 1 : at + size]:
            if not line:
                break
            rows.append(line if len(line) <= size else line.rstrip().ljust(size))
        out.append((at, rows))
        at += len(rows)
    return out


def _parse_board(rows: list[Text], title: str) -> Puzzle:
    size, head = len(rows[0].text), rows[0].span()
    diagnostics = Diagnostics()
    if len(rows) < size:
        diagnostics.error(
            f"the board has {len(rows)} of its {size} rows",
            head,
            "Flow Free text is square: as many rows as the first row has cells",
        )
    sheet = Sheet("numberlink", size, size, title)
    sheet.assume(**OPTIONS)
    for row, line in enumerate(rows):
        cells = len(line.text)
        if cells != size:
            message = f"the row has {cells} cells where the first row has {size}"
            diagnostics.error(message, line.span(min(size, cells - 1)))
        for col, char in enumerate(line.text):
            if char.isalnum():
                sheet.put("label", (row, col), char, line.span(col, col + 1))
    diagnostics.raise_errors()
    return sheet.puzzle(head)


def write(program: Program) -> str:
    """Return a puzzle in this format, with an empty line after it; see `Format.write`."""
    rows = letters(grid(program, "flow", OPTIONS), ascii_uppercase + ascii_lowercase, "flow")
    if len(rows) != len(rows[0]):
        raise fail("the format flow is for boards with as many rows as columns")
    return "\n".join([*rows, "", ""])


FORMAT = Format(
    "flow",
    "rows only, square; letters and digits are terminals",
    (".flow",),
    recognises,
    parse,
    write,
    rank=90,
    genres=only("numberlink"),
)
