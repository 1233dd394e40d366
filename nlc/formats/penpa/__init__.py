"""Links of penpa-edit, one a line: drawings, whose genre is named by the user or by tags.

``…#m=edit&p=DATA``, or with ``?``, to edit or (``m=solve``) to solve; DATA is a drawing, or a URL
of puzz.link, and behind ``&a=`` there may be an answer. Drawings are clues by the parts of the
genre: numbers and letters in cells, with arrows, too, at points and outside; circles and other
symbols; thick edges as rooms; shaded cells as blocks. A drawing without a part in the genre is
refused, so that no clue is lost, and so is a clue that would not be read back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from string import ascii_uppercase
from typing import Any
from urllib.parse import unquote

from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import Diagnostic, Source, Span, UserError, fail
from nlc.formats import import_puzzles
from nlc.formats.base import Format, Support, Text, each_line, first_line
from nlc.formats.genres import (
    defaults,
    find_parts,
    heads,
    parted,
    parts_of,
    rules_of,
    told_in,
    told_of,
)
from nlc.formats.janko import supports_answers
from nlc.formats.parts import Parts, PenpaTags, Value
from nlc.formats.penpa import drawing as d
from nlc.formats.penpa.drawing import Penpa
from nlc.formats.penpa.reading import Importer, put_answer
from nlc.formats.sheet import Givens, Sheet, same_rooms, sheet_of, strings, value_text
from nlc.ir.nodes import Assignment, Program
from nlc.language.builtins import STRINGS
from nlc.language.catalogue import entries
from nlc.language.names import other_names, unknown, words
from nlc.language.syntax import Puzzle

SITE = "https://swaroopg92.github.io/penpa-edit/#"

# ---------- links ----------

_LINK = re.compile(r"\s*(?:\S*[?#])?(m=(?:edit|solve)&\S*)\s*")
_DATA = re.compile(r"(?:.*&)?p=([^&#\s]+)(?:&.*)?")
_ANSWER = re.compile(r"&a=([^&#\s]+)")

_NO_RULES = ("noconflict", "nonalphanumeric")
"""Tags that set the editor."""


def recognises(text: str) -> bool:
    """Return whether the text opens with a link that has DATA."""
    found = _LINK.fullmatch(first_line(text))
    return found is not None and "p=" in found[1]


def _known() -> list[str]:
    return parted("penpa")


def parse(source: Source, genre: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of a source, of a genre that the user names or those of their tags."""
    if genre and genre not in _known():
        hint = f"these are: {', '.join(_known())}"
        raise fail(f"drawings of {genre} are not known here", hint=hint)
    return each_line(source, partial(_parse_link, genre=genre))


def _parse_link(line: Text, title: str, genre: str) -> Puzzle:
    """Return the puzzle of a line."""
    link = _LINK.fullmatch(line.text)
    found = _DATA.fullmatch(link[1]) if link else None
    if link is None or found is None:
        raise fail("expected a link of penpa-edit, …#m=edit&p=DATA", line.strip().span())
    start = link.start(1) + found.start(1)
    span = line.span(start, start + len(found[1]))
    data = unquote(found[1])
    if data.startswith("http"):
        return _parse_url(line.cut(start, len(line.text.rstrip())).span(), data)
    drawing = d.decode_drawing(data, span)
    genre = genre or _tagged_genre(drawing, span)
    sheet, doubts = _read_drawing(drawing, genre, title, span)
    answer = _ANSWER.search(link[1])
    layer = d.decode_answer(d.unpack(unquote(answer[1]))) if answer else {}
    if "read" in told_of(genre, "penpa", PenpaTags).answer:
        put_answer(sheet, drawing, layer or drawing.answer)
    return replace(sheet.puzzle(span), doubts=doubts)


def _read_drawing(
    drawing: Penpa, genre: str, title: str, span: Span
) -> tuple[Sheet, tuple[Diagnostic, ...]]:
    """Return the clues of a drawing, and warnings about it."""
    sheet = Sheet(genre, drawing.rows, drawing.cols, drawing.title or title)
    sheet.holes = {*drawing.holes}
    with d.reading(span):
        return sheet, Importer(sheet, drawing, span).put_clues()


def _parse_url(span: Span, url: str) -> Puzzle:
    """Return the puzzle of a URL of puzz.link within a link."""
    if "?" not in url:
        raise fail("expected a URL of puzz.link after p=", span)
    try:
        (puzzle,) = import_puzzles(Source(url, f"{url}\n"), "pzpr")
    except UserError as error:
        reason = error.diagnostics[0]
        raise fail(reason.message, span, reason.hint) from None
    return puzzle


def _tagged_genre(drawing: Penpa, span: Span) -> str:
    """Return the genre that the tags of a drawing name."""
    known = {words(genre): genre for genre in _known()} | other_names()
    for genre in heads("penpa") if drawing.question.get("lineE") else ():
        known |= dict.fromkeys(told_of(genre, "penpa", PenpaTags).boxed, genre)
    tags = [re.sub(r"\s*\(.*", "", tag) for tag in drawing.tags]  # `hashiwokakero (hashi/bridges)`
    found = {known[words(tag)] for tag in tags if words(tag) in known}
    others = [tag for tag in tags if words(tag) not in {*known, *_NO_RULES}]
    if len(found) == 1 and not others:
        return found.pop()
    reason = f"its tags are {', '.join(drawing.tags)}" if drawing.tags else "it has no tags"
    what = f"the drawing does not name one genre that is known here: {reason}"
    if len(found) < 2 and len(others) == 1:
        raise unknown(others[0], what, span, f"without its tags: --genre {[*found, *_known()][0]}")
    raise fail(what, span, f"name it: --genre slitherlink; these are: {', '.join(_known())}")


def write(program: Program, answer: Assignment | None = None) -> str:
    """Return the link of a puzzle, to be edited; with an answer to be checked, to be solved.

    Raises:
        UserError: penpa-edit cannot express the puzzle, or it would be read as another one.
    """
    from nlc.formats.penpa.writing import answer_lists, draw_puzzle  # the pictures with it

    genre, parts = program.genre, find_parts(program.genre) or Parts()
    if parts.lower and parts.value:  # no sum of numbers is 0, so that it is not told
        told = {n: {at: x for at, x in g.items() if x != "0"} for n, g in program.givens.items()}
        program = replace(program, givens=told)
    sheet = sheet_of(program, "penpa", answer, own=True)
    givens, sheet.givens = sheet.givens, {}
    options, heads = {**sheet.options}, list[str]()
    if parts.total and (total := int(sheet.option(parts.total))):
        letters = sheet.kind_of(parts.rim) == "enum"
        star = "★" * ("star" in program.marks.values())
        heads.append(f"(A-{ascii_uppercase[total - 1]})" if letters else f"{total}{star}")
    for name, value in sheet.options.items():
        if value_text(value) != defaults(genre)[name]:
            heads.append(f"{name}={value_text(value)}")
    usual = sheet.usual_boxes()
    drawn = bool(usual) and not same_rooms(givens.get(parts.room, {}), usual)
    tags = told_of(genre, "penpa", PenpaTags)
    tag = tags.boxed[0] if drawn and tags.boxed else tags.tag or genre
    drawing = draw_puzzle(program, sheet, givens, heads, tag)
    sheet.require_plain("penpa")
    lists = {} if answer is None else answer_lists(program, sheet, drawing)
    outlined = any(var.shown and var.sort is Sort.BORDER for var in program.bools)
    grid = "312" if outlined else "322" if "double" in program.marks.values() else "121"
    data = d.encode_drawing(drawing, grid, lists)
    if genre in _known():
        _require_same(sheet, givens, options, data)
    if not lists:
        return f"{SITE}m=edit&p={data}\n"
    return f"{SITE}m=solve&p={data}&a={d.pack(d.to_json([*lists.values()]))}\n"


def _require_same(sheet: Sheet, givens: Givens, options: Mapping[str, Value], data: str) -> None:
    """Refuse a drawing that would be read as other clues."""
    parts, span = sheet.parts, Span(Source("", ""), 1, 1, 1, 1)
    try:
        again, _ = _read_drawing(d.decode_drawing(data, span), sheet.genre, "", span)
    except UserError as error:
        raise fail(f"the format penpa cannot express: {error.diagnostics[0].message}") from None
    rules, told = rules_of(sheet.genre), {**givens.get(parts.number, {})}
    told |= {} if parts.circled else givens.get(parts.arrow, {})  # with "?" or without it
    for name in {**givens, **again.givens}:
        one: Mapping[Any, Value] = givens.get(name, {})
        other: Mapping[Any, Value] = again.givens.get(name, {})
        equal: Mapping[Any, Value] = told if name == parts.unknown else {}
        words = {*rules.clue_marks.get(name, {}).values()} if rules else set[str]()
        rooms = "rooms" in words and same_rooms(one, other)
        if rooms or (words & {*STRINGS} and strings(one) == strings(other)):
            equal = one
        for at in {**one, **other}:
            if one.get(at) != other.get(at) and at not in equal:
                where = sheet.name(at)
                raise fail(f"the format penpa cannot express '{name}', as it is at {where}")
    for name, usual in defaults(sheet.genre).items():
        if value_text(again.options.get(name, usual)) != value_text(options[name]):
            raise fail(f"the format penpa cannot express the option '{name}'")


def _genres() -> Mapping[str, Support]:
    found = {entry.name: Support(False, True, False, True) for entry in entries()}
    for genre in _known():
        there = told_of(genre, "penpa", PenpaTags).answer * supports_answers(parts_of(genre))
        found[genre] = Support(True, True, "read" in there, "written" in there)
    return found


FORMAT = Format(
    "penpa",
    "links of penpa-edit, of the genre of --genre or of their tags",
    (),
    recognises,
    parse,
    write,
    write_solved=write,
    parse_as=parse,
    genres=_genres,
    check=partial(told_in, about="penpa", cls=PenpaTags),
)
