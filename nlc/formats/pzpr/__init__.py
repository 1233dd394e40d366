"""puzz.link and pzpr: URLs, one a line, and files with their answers.

A URL ends in ``?PID/[FLAGS/]COLS/ROWS/BODY``, of kanpen in
``PID.html?pzpr=…``, or ``?problem=…`` (`nlc.formats.pzpr.url`); what BODY says
depends on the genre: `nlc.formats.pzpr.genre`. A file has a field a line, or all in one line with
slashes between: ``pzprv3``, PID, ROWS, COLS, then the board and an answer. Blank lines and lines
that start with ``#`` are skipped, but for files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from msgspec.structs import replace

from nlc.errors import Source
from nlc.formats.base import Format, Support, Text, each_puzzle, first_line, split_lines
from nlc.formats.pzpr.clues import kept, page_of, sheet_of_page
from nlc.formats.pzpr.file import answer_of, drawn_of, read_file, write_file
from nlc.formats.pzpr.genre import ENDING, by_name, rows
from nlc.formats.pzpr.url import KANPEN, read_kanpen, read_url, write_url
from nlc.ir.nodes import Assignment, Program
from nlc.language.names import is_known
from nlc.language.syntax import Puzzle

_URL = re.compile(r"(?P<host>\S*\?)?(?P<first>[^\s/]+)(?:/\S*)?")
_FILE = re.compile(r"pzprv3(?:\.\d+)?(?:/.*)?")
_HOST = re.compile(r"https?://\S*\?\S")
_INSIDE = re.compile(r"\S*\?(pzprv3(?:\.\d+)?/\S*)")
"""A file within a URL."""


def recognises(text: str) -> bool:
    """Return whether the text opens with a URL that asks for a puzzle, or is a file of pzpr."""
    line = first_line(text)
    if _FILE.fullmatch(line):
        return True
    found = _URL.fullmatch(line)
    if found is None:
        return False
    return "/" in line and (found["host"] is not None or _is_known(found["first"]))


def _is_known(name: str) -> bool:
    name = ENDING.sub("", name)
    return name in by_name() or is_known(name)


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.read`."""

    def puzzle(lines: tuple[int, int], title: str) -> Puzzle:
        return _read(source, *lines, title)

    return each_puzzle(source, list(_parts(source)), puzzle)


def _parts(source: Source) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each puzzle; a file lasts up to the next puzzle."""
    first = 0
    lines = split_lines(source.text)
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        starts = _FILE.fullmatch(bare) is not None
        if first and not starts and not _HOST.match(bare):
            continue
        if first:
            yield first, number - 1
        first = number if starts else 0
        if not starts and bare and not bare.startswith("#"):
            yield number, number
    if first:
        yield first, len(lines)


def _read(source: Source, first: int, last: int, title: str) -> Puzzle:
    line = Text(source, first, 0, split_lines(source.text)[first - 1]).strip()
    drawn = None
    if inside := _INSIDE.fullmatch(line.text):
        page, drawn = read_file(Source(source.path, unquote(inside[1])), 1, 1)
    elif _FILE.fullmatch(line.text):
        page, drawn = read_file(source, first, last)
    elif KANPEN.fullmatch(line.text):
        page = read_kanpen(line)
    else:
        page = read_url(line)
    if _FILE.fullmatch(source.path):  # the file itself, on the command line
        title = page.row.pid
    sheet = sheet_of_page(page, title)
    doubts = (*page.doubts, *kept(page, sheet))
    if drawn is not None:
        sheet.answer, sheet.faults = answer_of(drawn, page.row, sheet, page.layers)
    return replace(sheet.puzzle(page.head), doubts=doubts)


def write(program: Program) -> str:
    """Return the URL of a puzzle, and the end of its line; see `Format.write`."""
    row, flags, layers, _ = page_of(program, None)
    return f"{write_url(row, flags, layers)}\n"


def write_solved(program: Program, answer: Assignment) -> str:
    """Return the file of a puzzle with an answer; see `Format.write_solved`."""
    row, flags, layers, sheet = page_of(program, answer)
    return write_file(row, flags, layers, drawn_of(sheet, row, layers))


def genres() -> Mapping[str, Support]:
    """Return what is read and written of each genre."""
    return {row.genre: Support(solutions_read=True, solutions_written=True) for row in rows()}


FORMAT = Format(
    "pzpr",
    "URLs of puzz.link and its kin, and files of pzpr with their answers",
    (),
    recognises,
    read,
    write,
    rank=40,
    write_solved=write_solved,
    genres=genres,
    tells=True,
)
