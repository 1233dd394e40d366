"""Links of penpa-edit, one a line: drawings, of which the user or their tags say the genre.

``…?m=edit&p=DATA`` or ``…#m=edit&p=DATA``. DATA is a drawing (`nlc.formats.penpa_data`), or a URL
of puzz.link. What is drawn is read by the parts of the genre: numbers and letters in cells, with
arrows too, and at points; white and black circles; thick edges as rooms; shaded cells as blocks. A
drawing that the genre has no part for is refused, so that no clue is lost. Of the answer, lines,
edges and shaded cells are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from msgspec.structs import replace

from nlc.errors import Diagnostics, Source, Span, UserError, fail
from nlc.formats.base import Format, Support, each_line, first_line, stretch
from nlc.formats.genres import PARTS, parts_of
from nlc.formats.penpa_answer import put_answer
from nlc.formats.penpa_clues import put_clues
from nlc.formats.penpa_data import Penpa, opened
from nlc.formats.sheet import Sheet
from nlc.language.names import is_known, other_names, unknown, words
from nlc.language.syntax import Puzzle

_LINK = re.compile(r"\s*(?:\S*[?#])?(m=(?:edit|solve)&\S*)\s*")
_DATA = re.compile(r"(?:.*&)?p=([^&#\s]+)(?:&.*)?")


def recognises(text: str) -> bool:
    """Return whether the text opens with a link that has DATA."""
    found = _LINK.fullmatch(first_line(text))
    return found is not None and "p=" in found[1]


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source, of the genres that their tags tell."""
    return read_as(source, "")


def read_as(source: Source, genre: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a source, of a genre that the user names."""
    if genre and genre not in PARTS.own():
        raise fail(f"drawings of {genre} are not known here", hint=_known())

    def puzzle(
        source: Source, number: int, line: str, title: str, diagnostics: Diagnostics
    ) -> Puzzle | None:
        start = len(line) - len(line.lstrip())
        whole = stretch(source, number, start, len(line.rstrip()))
        try:
            return _puzzle(source, number, line, whole, title, genre)
        except UserError as error:
            diagnostics.absorb(error)
            return None

    return each_line(source, puzzle)


def _known() -> str:
    return f"these are: {', '.join(PARTS.own())}"


def _puzzle(source: Source, number: int, line: str, whole: Span, title: str, genre: str) -> Puzzle:
    """Return the puzzle of a line.

    Raises:
        UserError: it is not a drawing that is known here.
    """
    link = _LINK.fullmatch(line)
    found = _DATA.fullmatch(link[1]) if link else None
    if link is None or found is None:
        raise fail("expected a link of penpa-edit, …#m=edit&p=DATA", whole)
    start = link.start(1) + found.start(1)
    span = stretch(source, number, start, start + len(found[1]))
    data = unquote(found[1])
    if data.startswith("http"):
        return _linked(source, number, line, data, start)
    drawing = opened(data, span)
    genre = genre or _tagged(drawing, span)
    parts = parts_of(genre)
    sheet = Sheet(genre, drawing.rows, drawing.cols, drawing.title or title)
    sheet.holes = drawing.holes
    doubts = put_clues(sheet, parts, drawing, span)
    put_answer(sheet, parts, drawing)
    return replace(sheet.puzzle(span), doubts=doubts)


def _linked(source: Source, number: int, line: str, url: str, start: int) -> Puzzle:
    """Return the puzzle of a URL of puzz.link in a link."""
    from nlc.formats import read_puzzles

    span = stretch(source, number, start, len(line.rstrip()))
    if "?" not in url:
        raise fail("expected a URL of puzz.link after p=", span)
    try:
        (puzzle,) = read_puzzles(Source(url, f"{url}\n"), "pzpr")
    except UserError as error:
        reason = error.diagnostics[0]
        raise fail(reason.message, span, reason.hint) from None
    return puzzle


def _tagged(drawing: Penpa, span: Span) -> str:
    """Return the genre that the tags of a drawing name."""
    known = {genre: genre for genre in PARTS.own()} | other_names()
    found = {known[words(tag)] for tag in drawing.tags if words(tag) in known}
    if len(found) == 1:
        return found.pop()
    tags = ", ".join(drawing.tags)
    reason = f"its tags are {tags}" if tags else "it has no tags"
    what = f"the drawing does not tell one genre that is known here: {reason}"
    hint = f"name it: --genre slitherlink; {_known()}"
    named = [] if found else [tag for tag in drawing.tags if is_known(tag)]
    raise unknown(named[0] if len(named) == 1 else "", what, span, hint)


def _genres() -> Mapping[str, Support]:
    readable = {}
    for genre in PARTS.own():
        parts = parts_of(genre)
        solved = bool(parts.line or parts.edge or parts.shaded) and not parts.double
        readable[genre] = Support(write=False, solutions_read=solved)
    return readable


RANK = 11

FORMAT = Format(
    "penpa",
    "links of penpa-edit, of the genre of --genre or of their tags",
    (),
    recognises,
    read,
    None,
    rank=RANK,
    read_as=read_as,
    genres=_genres,
)
