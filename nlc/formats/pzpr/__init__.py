"""Slitherlink and Numberlink as puzz.link and pzpr write them: URLs, one a line, and files.

A URL ends in ``?slither/[v:VARIANT/][FLAGS/]COLS/ROWS/BODY``. The cells of the BODY go row by row,
by characters in base 36: 0 to 4 is a clue, 5 to 9 a clue and an empty cell, a to e a clue and two
of them, g to z are 1 to 20 empty cells, and a dot is a clue that is not told, which asks for
nothing. What the BODY does not mention is empty. The flag ``f`` asks for a line through all points.
Blank lines and lines that start with ``#`` are skipped.

Numberlink is ``numlin``, or ``arukone`` with letters for numbers, whose lines pass all cells unless
there is the flag ``e``. Its BODY has 0 to f for a clue, ``-`` and two digits in base 16, or ``+``
and three of them, for a larger one, g to z for 1 to 20 empty cells, and a dot for a clue that is
not told.

A file, of Slitherlink alone, has a field a line: ``pzprv3``, the puzzle, ROWS, COLS, then the rows
of the board, in which ``.`` is an empty cell and ``-`` a clue that is not told. What follows is an
answer; it is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from nlc.errors import Diagnostics, Source, Span, fail
from nlc.formats.base import (
    MAX_CELLS,
    Format,
    Support,
    Terminal,
    each_line,
    first_line,
    numberlink,
    split_lines,
    stretch,
    titles,
)
from nlc.formats.slither import Clue, Layout, clues_of, placed, require_plain, slitherlink
from nlc.ir.nodes import Program
from nlc.language.syntax import Puzzle

SITE = "https://puzz.link/p?"
FULL, EMPTY = "f", "e"
"""The flags that a line visits every point, and that lines may leave cells empty."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

_NAMES = ("slither", "slitherlink")
_LINKS = ("numlin", "numberlink", "arukone")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_URL = re.compile(r"(\S*\?)?(?:type=\w+&)?([a-z0-9]+)(?:_(?:edit|play))?(/\S*)")
_FILE = re.compile(r"pzprv3(\.\d+)?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_FIELD = re.compile(r"[^/]+")
_TOKEN = re.compile(r"\S+")
_CLUE = re.compile(r"[.0-9a-eg-z]")
_NUMBER16 = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}|[.g-z]|(?P<wrong>.)")


def recognises(text: str) -> bool:
    """Return whether the text opens with a URL that asks for a puzzle, or is a file of pzpr."""
    line = first_line(text)
    if _FILE.fullmatch(line.partition("/")[0]):
        return True
    found = _URL.fullmatch(line)
    return found is not None and (found[1] is not None or found[2] in _NAMES + _LINKS)


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.read`."""
    if _FILE.fullmatch(first_line(source.text).partition("/")[0]):
        diagnostics = Diagnostics()
        puzzle = _file(source, next(titles(source, several=False)), diagnostics)
        if puzzle is not None:
            yield puzzle
        diagnostics.raise_errors()
        return
    yield from each_line(source, _url)


# ---------- URLs ----------


def _url(
    source: Source, number: int, line: str, title: str, diagnostics: Diagnostics
) -> Puzzle | None:
    line = line.rstrip()
    start = len(line) - len(line.lstrip())
    whole = stretch(source, number, start, len(line))
    found = _URL.fullmatch(line, start)
    if found is None:
        diagnostics.error("expected a URL of puzz.link", whole, f"such as {SITE}slither/2/2/2h3")
        return None
    name = found[2]
    if not _is_known(name, stretch(source, number, *found.span(2)), diagnostics, _LINKS):
        return None
    flag = {"arukone": EMPTY}.get(name, "" if name in _LINKS else FULL)
    fields = [
        (m[0], stretch(source, number, m.start(), m.end()))
        for m in _FIELD.finditer(line, found.start(3))
        if not m[0].startswith("v:")
    ]
    flags = ""
    if fields and not _NUMBER.fullmatch(fields[0][0]):
        flags, span = fields.pop(0)
        if not flag or flags != flag:
            diagnostics.error(f"the flags '{flags}' are not known here", span)
            return None
    sizes = [text for text, _ in fields[:2]]
    if len(sizes) < 2 or not all(map(_NUMBER.fullmatch, sizes)):
        diagnostics.error("expected /COLS/ROWS/BODY after the name of the puzzle", whole)
        return None
    cols, rows = map(int, sizes)
    head = fields[0][1].to(fields[1][1])
    if not _fits(rows, cols, head, diagnostics):
        return None
    if len(fields) > 3:
        diagnostics.error("nothing may follow the body", fields[3][1].to(fields[-1][1]))
        return None
    if name in _LINKS:
        rest = fields[2] if len(fields) == 3 else ("", head)
        terminals = _terminals(source, rest[1], rest[0], (rows, cols), name, diagnostics)
        if terminals is None:
            return None
        assumed = {"cover": name == "arukone" and flags != EMPTY, "touch": True}
        return numberlink(title, head, (rows, cols), number, terminals, assumed)
    clues: list[Clue] | None = []
    if len(fields) == 3:
        body, span = fields[2]
        clues = _body(source, span, body, rows * cols, diagnostics)
    if clues is None:
        return None
    layout = Layout("square", {}, [cols] * rows)
    return slitherlink(title, head, layout, clues, {"full": flags == FULL}, {})


def _terminals(
    source: Source,
    span: Span,
    body: str,
    size: tuple[int, int],
    name: str,
    diagnostics: Diagnostics,
) -> list[Terminal] | None:
    """Return the clues of a Numberlink's body."""
    rows, cols = size
    out: list[Terminal] = []
    cell = 0
    for found in _NUMBER16.finditer(body):
        at = span.column - 1 + found.start()
        here, text = stretch(source, span.line, at, at + len(found[0])), found[0]
        if found["wrong"]:
            hint = "clues are 0 to f, -10 to -ff and +100 to +fff, runs g to z, and '.'"
            diagnostics.error(f"'{text}' is no clue and no run of empty cells", here, hint)
            return None
        run = int(text, 36) - 15 if "g" <= text <= "z" else 0
        if cell + max(run, 1) > rows * cols:
            diagnostics.error(f"the board has {rows * cols} cells, and here is one more", here)
            return None
        if not run and text != ".":
            value = int(text.lstrip("-+"), 16)
            letter = name == "arukone" and 0 < value <= len(_LETTERS)
            label = _LETTERS[value - 1] if letter else str(value)
            out.append(Terminal(label, cell // cols, cell % cols, here))
        cell += run or 1
    return out


def _body(
    source: Source, span: Span, body: str, cells: int, diagnostics: Diagnostics
) -> list[Clue] | None:
    """Return the clues of a body."""
    clues: list[Clue] = []
    cell = 0
    for at, char in enumerate(body, span.column - 1):
        here = stretch(source, span.line, at, at + 1)
        if _CLUE.fullmatch(char) is None:
            diagnostics.error(
                f"'{char}' is no clue and no run of empty cells",
                here,
                "clues are 0 to 9 and a to e, runs g to z, and '.' is a clue that is not told",
            )
            return None
        value = 0 if char == "." else int(char, 36)
        is_clue = value < 15
        if cell + (1 if is_clue else value - 15) > cells:
            told = f"the board has {cells} cells, and here is one more"
            diagnostics.error(told, stretch(source, span.line, at, span.end_column - 1))
            return None
        if is_clue and char != ".":
            clues.append(Clue(value % 5, cell, here))
        cell += 1 + value // 5 if is_clue else value - 15
    return clues


# ---------- files ----------


def _file(source: Source, title: str, diagnostics: Diagnostics) -> Puzzle | None:
    """Return the puzzle of a file; its fields may be cut by slashes, too."""
    fields = [
        (m[0].strip(), stretch(source, number, m.start(), m.end()))
        for number, line in enumerate(split_lines(source.text), 1)
        if not line.lstrip().startswith("#")
        for m in _FIELD.finditer(line.rstrip())
        if m[0].strip()
    ]
    whole = fields[0][1]
    if len(fields) < 4 or not all(_NUMBER.fullmatch(text) for text, _ in fields[2:4]):
        diagnostics.error("expected the puzzle, its rows and its columns after this", whole)
        return None
    if not _is_known(*fields[1], diagnostics):
        return None
    (rows, first), (cols, second) = ((int(text), span) for text, span in fields[2:4])
    if not _fits(rows, cols, first.to(second), diagnostics):
        return None
    drawn = fields[4 : 4 + rows]
    if len(drawn) < rows:
        told = f"the board has {len(drawn)} of its {rows} rows"
        diagnostics.error(told, first)
        return None
    clues: list[Clue] = []
    before = len(diagnostics.items)
    for row, (_, span) in enumerate(drawn):
        _row(source, span, row, cols, clues, diagnostics)
    if len(diagnostics.items) > before:
        return None
    layout = Layout("square", {}, [cols] * rows)
    return slitherlink(title, first.to(second), layout, clues, {"full": False}, {"full": False})


def _row(
    source: Source, span: Span, row: int, cols: int, clues: list[Clue], diagnostics: Diagnostics
) -> None:
    """Append the clues of a row of a file."""
    line = source.line(span.line)
    tokens = list(_TOKEN.finditer(line, span.column - 1, span.end_column - 1))
    if len(tokens) != cols:
        diagnostics.error(f"the row has {len(tokens)} cells where the size says {cols}", span)
        return
    for col, token in enumerate(tokens):
        here = stretch(source, span.line, token.start(), token.end())
        if _NUMBER.fullmatch(token[0]):
            clues.append(Clue(int(token[0]), row * cols + col, here))
        elif token[0] not in (".", "-"):
            diagnostics.error(
                f"expected a clue, found '{token[0]}'",
                here,
                "a cell is a number, '.' where it is empty, or '-' for a clue that is not told",
            )


def _is_known(
    name: str, span: Span, diagnostics: Diagnostics, others: tuple[str, ...] = ()
) -> bool:
    if name in _NAMES + others:
        return True
    known = f"this reader knows {', '.join(_NAMES + others)}"
    diagnostics.error(f"the puzzle '{name}' is not known here", span, known)
    return False


def _fits(rows: int, cols: int, span: Span, diagnostics: Diagnostics) -> bool:
    if not rows or not cols:
        diagnostics.error("a board has at least one row and one column", span)
    elif rows * cols > MAX_CELLS:
        diagnostics.error(f"a board has at most {MAX_CELLS} cells", span)
    else:
        return True
    return False


# ---------- writing ----------


def write(program: Program) -> str:
    """Return the URL of a puzzle, and the end of its line; see `Format.write`."""
    require_plain(program, "pzpr", {})
    board = program.board
    rows, cols = board.rows, board.cols
    cells = None
    if board.topology == "square" and len(board.centers) == rows * cols:
        cells = placed(program, Layout("square", {}, [cols] * rows), mirrored=False)
    if cells is None:
        raise fail("the format pzpr is for whole rectangles of squares")
    flags = f"{FULL}/" if program.options["full"] == "true" else ""
    return f"{SITE}slither/{flags}{cols}/{rows}/{_written(clues_of(program, cells))}\n"


def _written(clues: list[int | None]) -> str:
    """Return a body; the empty cells at the end are left out."""
    told = [(cell, clue) for cell, clue in enumerate(clues) if clue is not None]
    if not told:
        return ""
    out = [_runs(told[0][0])]
    for (cell, clue), (other, _) in pairwise(told):
        empty = other - cell - 1
        short = min(empty, 2)
        out.append(DIGITS[clue + 5 * short] + _runs(empty - short))
    return "".join([*out, DIGITS[told[-1][1]]])


def _runs(empty: int) -> str:
    """Return characters for so many empty cells."""
    rest = empty % 20
    return "z" * (empty // 20) + (DIGITS[rest + 15] if rest else "")


def _genres() -> dict[str, Support]:
    return {"numberlink": Support(write=False), "slitherlink": Support()}


FORMAT = Format(
    "pzpr",
    "URLs of puzz.link and files of pzpr: Slitherlink; URLs of numlin, arukone",
    (),
    recognises,
    read,
    write,
    rank=40,
    genres=_genres,
)
