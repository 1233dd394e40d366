"""Janko's text: a puzzle in sections, or its bare rows.

Sections start with a line such as ``[problem]``: the clues, a token a cell, ``-`` where there is
none; ``[areas]``: what names the room of each cell, ``@`` where there is no cell; ``[clabels]`` and
``[rlabels]``: clues at columns and rows; ``[solution]``. ``[begin]`` and ``[end]`` stand round a
puzzle, so that a file may hold several. Bare rows may have a line of rows and columns before them,
and are followed by those of the areas. The text tells its genre by a line ``puzzle NAME``, or not
at all. What else may stand before the problem is not known, so other lines are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from nlc.dataclasses import dataclass, field
from nlc.errors import Diagnostics, Source, Span, UserError, fail
from nlc.formats.base import Format, Support, split_lines, titles
from nlc.formats.genres import parts_of, rows
from nlc.formats.janko_answer import answer_readable, put_answer, take_answer
from nlc.formats.janko_grid import put_areas, put_clues, take_areas, take_clues
from nlc.formats.janko_row import Janko
from nlc.formats.lines import Text
from nlc.formats.sheet import Sheet
from nlc.formats.sheet_of import sheet_of
from nlc.ir.nodes import Assignment, Program
from nlc.language.syntax import Puzzle

_SECTION = re.compile(r"\s*\[(\w+)\]\s*(.*)")
_TOKEN = re.compile(r"\S+")
_SECTIONS = frozenset(
    ("begin", "puzzle", "problem", "areas", "clabels", "rlabels", "solution", "moves", "end")
)

Grid = list[list[Text]]
"""Rows of tokens."""


@dataclass
class Sections:
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


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.read`."""
    return read_as(source, "")


def read_as(source: Source, genre: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a source, of a genre where the text does not tell it."""
    known = rows("JANKO")
    if genre and genre not in known:
        raise fail(f"Janko's text of {genre} is not known here", hint=_known(known))
    found = list(_sections(source, genre))
    names = titles(source, len(found) > 1)
    diagnostics = Diagnostics()
    for sections in found:
        try:
            yield _puzzle(sections, genre, next(names))
        except UserError as error:
            diagnostics.absorb(error)
    if not found:
        raise fail(f"{source.path}: there is nothing in it")
    diagnostics.raise_errors()


def _known(known: Mapping[str, Janko]) -> str:
    return f"these are: {', '.join(known)}"


def _sections(source: Source, genre: str) -> Iterator[Sections]:
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
        out = Sections(_row_span(block[0]))
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


def _row_span(row: Sequence[Text]) -> Span:
    return row[0].span().to(row[-1].span())


def _puzzle(sections: Sections, genre: str, title: str) -> Puzzle:
    """Return the puzzle of some sections."""
    known = rows("JANKO")
    if sections.genre is not None:
        genre = _named(sections.genre, known)
    if not genre:
        hint = f"name it: --genre heyawake, or a line 'puzzle heyawake'; {_known(known)}"
        raise fail("the text does not tell its genre", sections.head, hint)
    row, parts = known[genre], parts_of(genre)
    shape = sections.grids.get("problem") or sections.grids.get("areas")
    if not shape:
        raise fail("expected [problem] and the rows of the board", sections.head)
    points = bool(parts.point)
    height, width = len(shape) - points, len(shape[0]) - points
    sheet = Sheet(genre, height, width, title)
    sheet.assume(**row.assumed)
    for name, grid in sections.grids.items():
        if name in ("clabels", "rlabels"):
            if grid:
                raise fail(f"{genre} has no clues outside the board", _row_span(grid[0]))
            continue
        extra = points and name == "problem"
        _measure(name, grid, height + extra, width + extra)
    if row.header and sections.header:
        number = sections.header[0]
        if not number.text.isdecimal():
            raise fail("expected a number", number.span())
        sheet.options[row.header] = int(number.text)
    areas = sections.grids.get("areas")
    if areas:
        put_areas(sheet, parts, areas)
    put_clues(sheet, parts, row, sections.grids.get("problem", []))
    if not areas and parts.room:
        put_areas(sheet, parts, [])
    if sections.grids.get("solution"):
        put_answer(sheet, parts, row, sections.grids["solution"])
    return sheet.puzzle(sections.head)


def _named(name: Text, known: Mapping[str, Janko]) -> str:
    """Return the genre that a name stands for."""
    plain = re.sub(r"[^a-z]", "", name.text.lower())
    for genre, row in known.items():
        if plain in (genre, *row.names):
            return genre
    raise fail(f"the genre '{name.text}' is not known here", name.span(), _known(known))


def _measure(name: str, grid: Grid, height: int, width: int) -> None:
    """Refuse a section that is not so high and so wide."""
    for row in grid[: height + 1]:
        if len(row) != width:
            plural = "" if len(row) == 1 else "s"
            message = f"the row has {len(row)} cell{plural} where the first row has {width}"
            raise fail(message, _row_span(row))
    if len(grid) != height:
        where = _row_span(grid[min(height, len(grid) - 1)]) if grid else None
        raise fail(f"[{name}] has {len(grid)} rows where the board has {height}", where)


# ---------- writing ----------


def write(program: Program) -> str:
    """Return a puzzle in sections; see `Format.write`."""
    return _text(program, None)


def write_solved(program: Program, answer: Assignment) -> str:
    """Return a puzzle and its solution; see `Format.write_solved`."""
    return _text(program, answer)


def _text(program: Program, answer: Assignment | None) -> str:
    known = rows("JANKO")
    if program.genre not in known:
        raise fail(f"Janko's text of {program.genre} is not known here", hint=_known(known))
    row, parts = known[program.genre], parts_of(program.genre)
    sheet = sheet_of(program, "janko", answer)
    size = f"size {sheet.rows} {sheet.cols}"
    if row.header:
        size += f" {sheet.option(row.header)}"
    out = ["[begin]", f"puzzle {program.genre}", size]
    solution = take_answer(sheet, parts, row) if answer is not None else []
    areas = take_areas(sheet, parts)
    out += ["[problem]", *_lines(take_clues(sheet, parts, row))]
    if areas:
        out += ["[areas]", *_lines(areas)]
    if answer is not None:
        out += ["[solution]", *_lines(solution)]
    sheet.plain("janko")
    sheet.finish("janko", **row.assumed)
    return "\n".join([*out, "[end]", ""])


def _lines(cells: Sequence[Sequence[str]]) -> list[str]:
    return [" ".join(row) for row in cells]


def _genres() -> dict[str, Support]:
    return {
        genre: Support(
            solutions_read=answer_readable(parts_of(genre)),
            solutions_written=answer_readable(parts_of(genre)),
        )
        for genre in rows("JANKO")
    }


FORMAT = Format(
    "janko",
    "Janko's text: sections such as [problem] and [areas], or with --genre bare rows",
    (),
    recognises,
    read,
    write,
    rank=12,
    write_solved=write_solved,
    read_as=read_as,
    genres=_genres,
)
