"""Janko's text cut into puzzles, and these into sections of tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from nlc.errors import Source, Span, fail
from nlc.formats.base import split_lines
from nlc.formats.genres import parts_of
from nlc.formats.lines import Text

_SECTION = re.compile(r"\s*\[(\w+)\]\s*(.*)")
_TOKEN = re.compile(r"\S+")
_SECTIONS = frozenset(
    ("begin", "puzzle", "problem", "areas", "clabels", "rlabels", "solution", "moves", "end")
)

Grid = list[list[Text]]
"""Rows of tokens."""


class Sections(Struct):
    """A puzzle as it is written.

    Attributes:
        head: what stands for it as a whole.
        genre: the name that the text gives, if it does.
        header: the numbers behind rows and columns.
        grids: the rows of each section.
    """

    head: Span
    genre: Text | None = None
    header: list[Text] = field(default_factory=list)
    grids: dict[str, Grid] = field(default_factory=dict)


def recognises(text: str) -> bool:
    """Return whether the text opens with a section."""
    for line in text.split("\n"):
        if line.strip():
            found = _SECTION.match(line)
            return found is not None and found[1] in _SECTIONS
    return False


def sections_of(source: Source, genre: str) -> Iterator[Sections]:
    """Yield the puzzles of a source, cut into sections."""
    lines = [
        Text(source, number, 0, line) for number, line in enumerate(split_lines(source.text), 1)
    ]
    if not recognises(source.text):
        yield from _bare(lines, genre)
        return
    now: Sections | None = None
    section = ""
    for line in lines:
        found = _SECTION.fullmatch(line.text)
        if found is None and (section in ("", "end") or not line.text.strip()):
            continue
        if found is not None:
            section = found[1].lower()
            if section not in _SECTIONS:
                hint = f"sections are {', '.join(sorted(_SECTIONS))}"
                raise fail(f"the section '{found[1]}' is not known here", line.span(), hint)
            again = now is not None and section in now.grids
            if now is None or section in ("begin", "puzzle") or again:
                if now is not None and now.grids:
                    yield now
                now = Sections(line.span())
            if section == "puzzle" and found[2]:
                now.genre = line.cut(found.start(2), found.end(2))
            elif section not in ("begin", "puzzle", "moves", "end"):
                now.grids[section] = []
            continue
        assert now is not None
        tokens = _tokens(line)
        if section in now.grids:
            now.grids[section].append(tokens)
        elif section in ("begin", "puzzle") and tokens[0].text == "puzzle" and len(tokens) > 1:
            now.genre = line.cut(tokens[1].start)
        elif section in ("begin", "puzzle") and tokens[0].text in ("size", "stars", "mines"):
            now.header = tokens[1:] if tokens[0].text != "size" else tokens[3:]
    if now is not None and now.grids:
        yield now


def _tokens(line: Text) -> list[Text]:
    return [line.cut(*found.span()) for found in _TOKEN.finditer(line.text)]


def _bare(lines: Sequence[Text], genre: str) -> Iterator[Sections]:
    """Yield the puzzles of bare rows; empty lines stand between them."""
    blocks: list[Grid] = []
    fresh = True
    for line in lines:
        tokens = _tokens(line)
        if tokens and fresh:
            blocks.append([])
        if tokens:
            blocks[-1].append(tokens)
        fresh = not tokens
    parts = parts_of(genre) if genre else None
    for block in blocks:
        out = Sections(row_span(block[0]))
        size = _header(block, parts is not None and bool(parts.point))
        height = size or len(block)
        if size:
            out.header = block[0][2:]
            block = block[1:]
        elif parts is not None and parts.room and _clued(genre) and len(block) % 2 == 0:
            boxes = genre == "sudoku" and len(block) == len(block[0])  # which need not be told
            height = len(block) if boxes else len(block) // 2
        if parts is not None and parts.room and not _clued(genre) and len(block) == height:
            out.grids["areas"] = block
        else:
            out.grids["problem"] = block[:height]
            if block[height:]:
                out.grids["areas"] = block[height:]
        yield out


def _header(block: Grid, points: bool) -> int:
    """Return the rows of clues that the first line tells, 0 if it is no header.

    Args:
        block: all lines.
        points: whether the clues are at points, of which there is a row and a column more.
    """
    first = block[0]
    if len(first) < 2 or not all(token.text.isdecimal() for token in first[:2]):
        return 0
    height, width = (int(token.text[:9]) + points for token in first[:2])
    cells = len(block) > 1 and all(len(row) == width for row in block[1:])
    return height if cells and height and (len(block) - 1) in (height, 2 * height) else 0


def _clued(genre: str) -> bool:
    """Return whether cells of a genre have clues beside their rooms."""
    parts = parts_of(genre)
    return bool(parts.number or parts.room_number or parts.circle)


def row_span(row: Sequence[Text]) -> Span:
    return row[0].span().to(row[-1].span())
