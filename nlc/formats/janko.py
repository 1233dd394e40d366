"""Janko's text: a puzzle in sections, or its bare rows.

Sections start with a line such as ``[problem]``: the clues, a token a cell, ``-`` where there is
none; ``[areas]``: what names the room of each cell, ``@`` where there is no cell; ``[clabels]`` and
``[rlabels]``: clues at columns and rows; ``[solution]``. ``[begin]`` and ``[end]`` stand round a
puzzle, so that a file may hold several. Bare rows may have a line of rows and columns before them,
and are followed by those of the areas. The text tells its genre by a line ``puzzle NAME``, or not
at all. What else may stand before the problem is not known, so other lines are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from nlc.errors import Diagnostics, Source, UserError, fail
from nlc.formats.base import Format, Support, titles
from nlc.formats.genres import parts_of, rows
from nlc.formats.janko_text import recognises, row_span, sections_of
from nlc.language.names import other_names, unknown, words

if TYPE_CHECKING:
    from nlc.formats.janko_row import Janko
    from nlc.formats.janko_text import Grid, Sections
    from nlc.formats.lines import Text
    from nlc.ir.nodes import Assignment, Program
    from nlc.language.syntax import Puzzle


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.read`."""
    return read_as(source, "")


def read_as(source: Source, genre: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a source, of a genre where the text does not tell it."""
    known = rows("JANKO")
    if genre and genre not in known:
        raise fail(f"Janko's text of {genre} is not known here", hint=_known(known))
    found = list(sections_of(source, genre))
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


def _puzzle(sections: Sections, genre: str, title: str) -> Puzzle:
    """Return the puzzle of some sections."""
    from nlc.formats.janko_answer import put_answer
    from nlc.formats.janko_grid import put_areas, put_clues
    from nlc.formats.janko_labels import SECTIONS, put_labels
    from nlc.formats.sheet import Sheet

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
    size = [token.text for token in sections.size]
    if len(size) == 2 and sorted(size) != sorted([str(height), str(width)]):
        message = f"the size is {' '.join(size)}, and the board has {height} rows of {width} cells"
        raise fail(message, row_span(sections.size))
    sheet = Sheet(genre, height, width, title)
    sheet.assume(**row.assumed)
    for name, grid in sections.grids.items():
        if name in SECTIONS:
            continue
        extra = points and name == "problem"
        told = [str(height), str(width)]
        if name == "solution" and len(grid) > height and [token.text for token in grid[0]] == told:
            del grid[0]
        _measure(name, grid, height + extra, width + extra)
    if row.header and sections.header:
        number = sections.header[0]
        if not number.text.isdecimal():
            raise fail("expected a number", number.span())
        sheet.options[row.header] = int(number.text)
    texts = [sections.grids.get(name, []) for name in ("problem", "solution")]
    colours = row.colours({token.text for grid in texts for line in grid for token in line})
    areas = sections.grids.get("areas")
    if areas:
        put_areas(sheet, parts, areas)
    put_clues(sheet, parts, row, colours, texts[0])
    if not areas and parts.room:
        put_areas(sheet, parts, [])
    for name in SECTIONS:
        put_labels(sheet, parts, name, sections.grids.get(name, []))
    if texts[1]:
        put_answer(sheet, parts, row, colours, *texts)
    return sheet.puzzle(sections.head)


def _named(name: Text, known: Mapping[str, Janko]) -> str:
    """Return the genre that a name stands for."""
    plain = words(name.text)
    for genre, row in known.items():
        if plain in (genre, *row.names):
            return genre
    if (genre := other_names().get(plain, "")) in known:
        return genre
    what = f"the genre '{name.text}' is not known here"
    raise unknown(name.text, what, name.span(), _known(known))


def _measure(name: str, grid: Grid, height: int, width: int) -> None:
    """Refuse a section that is not so high and so wide."""
    for row in grid[: height + 1]:
        if len(row) != width:
            plural = "" if len(row) == 1 else "s"
            message = f"the row has {len(row)} cell{plural} where the first row has {width}"
            raise fail(message, row_span(row))
    if len(grid) != height:
        where = row_span(grid[min(height, len(grid) - 1)]) if grid else None
        raise fail(f"[{name}] has {len(grid)} rows where the board has {height}", where)


# ---------- writing ----------


def write(program: Program) -> str:
    """Return a puzzle in sections; see `Format.write`."""
    return _text(program, None)


def write_solved(program: Program, answer: Assignment) -> str:
    """Return a puzzle and its solution; see `Format.write_solved`."""
    return _text(program, answer)


def _text(program: Program, answer: Assignment | None) -> str:
    from nlc.formats.janko_answer import take_answer
    from nlc.formats.janko_grid import take_areas, take_clues
    from nlc.formats.janko_labels import take_labels
    from nlc.formats.sheet_of import sheet_of

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
    out += take_labels(sheet, parts)
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
    from nlc.formats.janko_answer import answer_readable

    return {
        genre: Support(
            solutions_read=answer_readable(parts_of(genre)),
            solutions_written=answer_readable(parts_of(genre)),
        )
        for genre in rows("JANKO")
    }


RANK = 12

FORMAT = Format(
    "janko",
    "Janko's text: sections such as [problem] and [areas], or with --genre bare rows",
    (),
    recognises,
    read,
    write,
    rank=RANK,
    write_solved=write_solved,
    read_as=read_as,
    genres=_genres,
)
