"""Janko's text: a puzzle in sections, or its bare rows.

Sections start with a line such as ``[problem]``. That one has the clues, a token a cell, and ``-``
for none; ``[areas]`` names the room of each cell, with ``@`` for holes; ``[clabels]`` and
``[rlabels]`` are clues at columns and rows; then there is ``[solution]``. ``[begin]`` and ``[end]``
enclose a puzzle, so that a file may have several. A line ``puzzle NAME`` may name the genre. Other
lines before the problem are skipped. Bare rows are read as `nlc.formats.grid` does, with the signs
of the genre here; those of areas stand below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, field

from nlc.errors import Source, Span, fail
from nlc.formats.base import Format, Support, Text, each_puzzle, row_span, split_lines
from nlc.formats.board import has_clues, with_areas
from nlc.formats.genres import parts_of, rows
from nlc.formats.grid import read_grids
from nlc.formats.janko_cells import (
    EMPTY,
    Janko,
    put_answer,
    put_areas,
    put_clues,
    supports_answers,
    take_answer,
    take_areas,
    take_clues,
)
from nlc.formats.parts import Parts
from nlc.formats.sheet import Cell, Sheet, StraightLine
from nlc.formats.sheet_of import sheet_of
from nlc.ir.nodes import Assignment, Program
from nlc.language.names import other_names, unknown, words
from nlc.language.syntax import Puzzle

LABELS = {"clabels": "N", "rlabels": "E"}
"""The sections of clues outside the board, and the direction of their lines."""

_SECTION = re.compile(r"\s*\[(\w+)\]\s*(.*)")
_TOKEN = re.compile(r"\S+")
_SECTIONS = frozenset(
    ("begin", "puzzle", "problem", "areas", "clabels", "rlabels", "solution", "moves", "end")
)

Grid = list[list[Text]]
"""Rows of tokens."""


class Sections(Struct):
    """The sections of a puzzle.

    Attributes:
        head: the span for mistakes of the whole puzzle.
        genre: its name in the text, if any.
        size: rows and columns, if given.
        header: the numbers after rows and columns.
        grids: the rows of each section.
    """

    head: Span
    genre: Text | None = None
    size: list[Text] = field(default_factory=list)
    header: list[Text] = field(default_factory=list)
    grids: dict[str, Grid] = field(default_factory=dict)


def recognises(text: str) -> bool:
    """Return whether the text opens with a section."""
    for line in text.split("\n"):
        if line.strip():
            found = _SECTION.match(line)
            return found is not None and found[1] in _SECTIONS
    return False


def split_sections(source: Source, genre: str) -> Iterator[Sections]:
    """Yield the sections of each puzzle of a source."""
    if not recognises(source.text):
        yield from _split_bare_rows(source, genre)
        return
    lines = [
        Text(source, number, 0, line) for number, line in enumerate(split_lines(source.text), 1)
    ]
    now: Sections | None = None
    section = ""
    for line in lines:
        found = _SECTION.fullmatch(line.text)
        if (
            found is None
            and section == "end"
            and line.text.strip()
            and line.text.lstrip()[0] != "#"
        ):
            raise fail("nothing but [begin] may follow [end]", line.span())
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
            sized = tokens[0].text == "size"
            now.header = tokens[3:] if sized else tokens[1:]
            now.size = tokens[1:3] if sized else now.size
    if now is not None and now.grids:
        yield now


def _tokens(line: Text) -> list[Text]:
    return [line.cut(*found.span()) for found in _TOKEN.finditer(line.text)]


def _split_bare_rows(source: Source, genre: str) -> Iterator[Sections]:
    """Yield the sections of puzzles without names of sections."""
    parts = parts_of(genre) if genre else Parts()
    grids = read_grids(source, points=bool(parts.point))
    square = all(len(row) == len(grid.rows) for grid in grids for row in grid.rows)
    usual = genre == "sudoku" and square  # its boxes need no areas
    for grid, areas in with_areas(grids, Parts() if usual else parts):
        if grid.other and not grid.size:  # a size always stands first here
            grid.require_rectangle()
        found = {"problem": grid.rows} | ({"areas": areas.rows} if areas else {})
        if parts.room and not has_clues(parts):
            empty = all(token.text in EMPTY for token in grid.rows[0])
            found = {"areas": grid.rows[empty * (len(grid.rows) // 2) :]}
        head = row_span(grid.size) if grid.size else grid.head
        yield Sections(head, header=grid.size[2:], grids=found)


# ---------- puzzles ----------


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    return parse_as(source, "")


def parse_as(source: Source, genre: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; `genre` is for texts that do not name theirs."""
    known = rows("JANKO")
    if genre and genre not in known:
        raise fail(f"Janko's text of {genre} is not known here", hint=_known(known))
    found = list(split_sections(source, genre))
    if not found:
        every = [Text(source, n, 0, line) for n, line in enumerate(split_lines(source.text), 1)]
        for line in every:
            if line.text.strip():
                raise fail("expected [problem] and the rows of the board", line.span())
        raise fail(f"{source.path}: the text is empty")
    yield from each_puzzle(source, found, partial(_make_puzzle, genre=genre))


def _known(known: Mapping[str, Janko]) -> str:
    return f"these are: {', '.join(known)}"


def _make_puzzle(sections: Sections, title: str, genre: str) -> Puzzle:
    """Return the puzzle of some sections."""
    known = rows("JANKO")
    if sections.genre is not None:
        genre = _find_genre(sections.genre, known)
    if not genre:
        hint = f"name it: --genre heyawake, or a line 'puzzle heyawake'; {_known(known)}"
        raise fail("the text does not name its genre", sections.head, hint)
    row, parts = known[genre], parts_of(genre)
    shape = sections.grids.get("problem") or sections.grids.get("areas")
    if not shape:
        raise fail("expected [problem] and the rows of the board", sections.head)
    points = bool(parts.point)
    height, width = len(shape) - points, len(shape[0]) - points
    size = [token.text for token in sections.size]
    if len(size) == 2 and sorted(size) != sorted([str(height), str(width)]):
        message = f"the size is {' '.join(size)}, and the board has {height} rows of {width} cells"
        raise fail(message, row_span(sections.size))
    sheet = Sheet(genre, height, width, title)
    sheet.assume(**row.assumed)
    for name, grid in sections.grids.items():
        if name in LABELS:
            continue
        extra = points and name == "problem"
        shown = [str(height), str(width)]
        if name == "solution" and len(grid) > height and [token.text for token in grid[0]] == shown:
            del grid[0]
        _check_size(name, grid, height + extra, width + extra)
    if parts.total and sections.header:
        number = sections.header[0]
        if not number.text.isdecimal():
            raise fail("expected a number", number.span())
        sheet.options[parts.total] = int(number.text)
    texts = [sections.grids.get(name, []) for name in ("problem", "solution")]
    colours = row.colours({token.text for grid in texts for line in grid for token in line})
    areas = sections.grids.get("areas")
    if areas:
        put_areas(sheet, parts, areas)
    put_clues(sheet, parts, row, colours, texts[0])
    if not areas and parts.room:
        put_areas(sheet, parts, [])
    for name in LABELS:
        put_labels(sheet, parts, name, sections.grids.get(name, []))
    if texts[1]:
        put_answer(sheet, parts, row, colours, *texts)
    return sheet.puzzle(sections.head)


def _find_genre(name: Text, known: Mapping[str, Janko]) -> str:
    """Return the genre of a name."""
    plain = words(name.text)
    for genre, row in known.items():
        if plain in (genre, *row.names):
            return genre
    if (genre := other_names().get(plain, "")) in known:
        return genre
    what = f"the genre '{name.text}' is not known here"
    raise unknown(name.text, what, name.span(), _known(known))


def _check_size(name: str, grid: Grid, height: int, width: int) -> None:
    """Refuse a section that has not this height and width."""
    for row in grid[: height + 1]:
        if len(row) != width:
            plural = "" if len(row) == 1 else "s"
            message = f"the row has {len(row)} cell{plural} where the first row has {width}"
            raise fail(message, row_span(row))
    if len(grid) != height:
        where = row_span(grid[min(height, len(grid) - 1)]) if grid else None
        raise fail(f"[{name}] has {len(grid)} rows where the board has {height}", where)


# ---------- clues outside the board ----------


def put_labels(sheet: Sheet, parts: Parts, section: str, grid: Sequence[Sequence[Text]]) -> None:
    """Put the clues of a section into a sheet whose holes are known.

    A clue belongs to the line that begins at the first cell of its column or row. Those of rows may
    be in one line or below each other.

    Raises:
        UserError: the genre has no such clues, or there are too few or too many.
    """
    tokens = [token for row in grid for token in row]
    if not tokens:
        return
    if not parts.outside:
        raise fail(f"{sheet.genre} has no clues outside the board", tokens[0].span())
    side = LABELS[section]
    wanted = sheet.cols if side == "N" else sheet.rows
    if len(tokens) != wanted or len(grid) not in (1, wanted):
        what = "columns" if side == "N" else "rows"
        message = f"[{section}] has {len(tokens)} clues where the board has {wanted} {what}"
        raise fail(message, tokens[0].span())
    for i, token in enumerate(tokens):
        if token.text in EMPTY:
            continue
        if not token.text.isdecimal() or len(token.text) > 6:
            raise fail("expected a number, or '-' for none", token.span())
        cell = _first(sheet, side, i)
        if cell is None:
            raise fail("this clue has no cells in its row or column", token.span())
        sheet.put(parts.outside, StraightLine(*cell, side), int(token.text), token.span())


def take_labels(sheet: Sheet, parts: Parts) -> list[str]:
    """Take the clues outside the board from a sheet; return their sections, if the genre has any.

    Raises:
        UserError: a line with a clue does not begin at the first cell of its column or row.
    """
    if not parts.outside:
        return []
    found = sheet.take(parts.outside)
    out = []
    for section, side in LABELS.items():
        tokens = []
        for i in range(sheet.cols if side == "N" else sheet.rows):
            cell = _first(sheet, side, i)
            value = None if cell is None else found.pop(StraightLine(*cell, side), None)
            tokens.append("-" if value is None else str(value))
        out += [f"[{section}]", " ".join(tokens)]
    for place in found:
        raise fail(f"the format janko has no place for the clue at {sheet.name(place)}")
    return out


def _first(sheet: Sheet, side: str, number: int) -> Cell | None:
    """Return the first cell of a column (N) or row (E)."""
    axis = 1 if side == "N" else 0
    return min((cell for cell in sheet.cells if cell[axis] == number), default=None)


# ---------- writing ----------


def write(program: Program, answer: Assignment | None = None) -> str:
    """Return a puzzle in sections, with a solution or without; see `Format.write`."""
    known = rows("JANKO")
    if program.genre not in known:
        raise fail(f"Janko's text of {program.genre} is not known here", hint=_known(known))
    row, parts = known[program.genre], parts_of(program.genre)
    sheet = sheet_of(program, "janko", answer)
    size = f"size {sheet.rows} {sheet.cols}"
    if parts.total:
        size += f" {sheet.option(parts.total)}"
    out = ["[begin]", f"puzzle {program.genre}", size]
    solution = take_answer(sheet, parts, row) if answer is not None else []
    areas = take_areas(sheet, parts)
    out += take_labels(sheet, parts)
    out += ["[problem]", *_lines(take_clues(sheet, parts, row))]
    if areas:
        out += ["[areas]", *_lines(areas)]
    if answer is not None:
        out += ["[solution]", *_lines(solution)]
    sheet.require_plain("janko")
    sheet.finish("janko", **row.assumed)
    return "\n".join([*out, "[end]", ""])


def _lines(cells: Sequence[Sequence[str]]) -> list[str]:
    return [" ".join(row) for row in cells]


def _genres() -> dict[str, Support]:
    solved = {genre: supports_answers(parts_of(genre)) for genre in rows("JANKO")}
    return {
        genre: Support(solutions_read=there, solutions_written=there)
        for genre, there in solved.items()
    }


FORMAT = Format(
    "janko",
    "Janko's text: sections such as [problem] and [areas], or with --genre bare rows",
    (),
    recognises,
    parse,
    write,
    rank=12,
    write_solved=write,
    parse_as=parse_as,
    genres=_genres,
)
