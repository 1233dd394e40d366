"""puzz.link and pzpr: URLs, one a line, and files with their answers.

A URL ends in ``?PID/[FLAGS/]COLS/ROWS/BODY``, of kanpen in
``PID.html?pzpr=…``, or ``?problem=…`` (`nlc.formats.pzpr.texts`); the form of BODY
depends on the genre: `nlc.formats.pzpr.genre`. A file has a field a line, or all in one line with
slashes between: ``pzprv3``, PID, ROWS, COLS, then the board and an answer. Outside files, blank
lines and lines that start with ``#`` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from urllib.parse import unquote

from msgspec.structs import replace

from nlc.errors import Source
from nlc.formats.base import Format, Support, Text, each_puzzle, first_line, split_lines
from nlc.formats.genres import heads
from nlc.formats.pzpr.clues import decode_answer, fill_sheet, make_page
from nlc.formats.pzpr.genre import ENDING, by_name, rows_in
from nlc.formats.pzpr.texts import parse_file, parse_url, write_file, write_url
from nlc.ir.nodes import Assignment, Program
from nlc.language.names import is_known
from nlc.language.syntax import Puzzle

_URL = re.compile(r"(?P<host>\S*\?)?(?P<first>(?!bd=)[^\s/]+)(?:/\S*)?")
_FILE = re.compile(r"pzprv3(?:\.\d+)?(?:/.*)?")
_HOST = re.compile(r"https?://\S*\?\S")
_INSIDE = re.compile(r"\S*\?(pzprv3(?:\.\d+)?/\S*)")
"""A file within a URL."""


def recognises(text: str) -> bool:
    """Return whether the text opens with a URL of a puzzle, or is a file of pzpr."""
    line = first_line(text)
    if _FILE.fullmatch(line):
        return True
    found = _URL.fullmatch(line)
    if found is None or "/" not in line:
        return False
    name = ENDING.sub("", found["first"])
    return found["host"] is not None or name in by_name() or is_known(name)


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    return each_puzzle(source, list(_parts(source)), partial(_parse_part, source=source))


def _parts(source: Source) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each puzzle; a file ends before the next puzzle."""
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


def _parse_part(lines: tuple[int, int], title: str, source: Source) -> Puzzle:
    first, last = lines
    line = Text(source, first, 0, split_lines(source.text)[first - 1]).strip()
    if inside := _INSIDE.fullmatch(line.text):
        source, first, last = Source(source.path, unquote(inside[1])), 1, 1
    is_file = inside is not None or _FILE.fullmatch(line.text) is not None
    page = parse_file(source, first, last) if is_file else parse_url(line)
    if _FILE.fullmatch(source.path):  # the file itself, on the command line
        title = page.row.pid
    sheet = fill_sheet(page, title)
    if is_file:
        decode_answer(page, sheet)
    assert page.head is not None
    return replace(sheet.puzzle(page.head), doubts=page.doubts)


def write(program: Program) -> str:
    """Return the URL of a puzzle, and the end of its line; see `Format.write`."""
    return f"{write_url(make_page(program, None))}\n"


def write_solved(program: Program, answer: Assignment) -> str:
    """Return the file of a puzzle with an answer; see `Format.write_solved`."""
    return write_file(make_page(program, answer))


def genres() -> Mapping[str, Support]:
    """Return the support of each genre."""
    return dict.fromkeys(heads("pzpr"), Support(solutions_read=True, solutions_written=True))


FORMAT = Format(
    "pzpr",
    "URLs of puzz.link and its kin, and files of pzpr with their answers",
    (),
    recognises,
    parse,
    write,
    write_solved=write_solved,
    genres=genres,
    names_genre=True,
    check=rows_in,
)
