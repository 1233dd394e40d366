"""The puzzle language as a format; writes a puzzle's own text, or a new one if it has none."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from nlc.errors import Source, UserError, fail
from nlc.formats.base import Format, Support
from nlc.formats.genres import all_genres, defaults, is_stock, rules_of, stock_genre, text_of
from nlc.formats.parts import Value
from nlc.formats.sheet import Cell, Place, Point, Sheet, sheet_of, value_text
from nlc.ir.nodes import Program
from nlc.language import syntax as s
from nlc.language.files import stock_file
from nlc.language.parser import parse
from nlc.language.resolve import Puzzle

_OPENING = re.compile(r"\s*(//|(use|puzzle)\s*\"|genre[ \t]+[A-Za-z_])")


def recognises(text: str) -> bool:
    """Return whether the text opens with a ``//`` comment, ``use``, ``genre`` or ``puzzle``."""
    return _OPENING.match(text) is not None


_TOKEN = re.compile(r"[A-Za-z0-9]+")


def nl_text(puzzle: Puzzle, program: Program) -> str:
    """Return the text of a puzzle, which stands below its `genre_text`.

    A puzzle in the language keeps its text; options that were set from outside are added.
    """
    tree = puzzle.tree
    head = f"puzzle {_quote(tree.title)} is {program.genre} {{"
    if tree.span.source.line(tree.span.line).lstrip().startswith(("puzzle", "example")):
        items: Iterator[str] = (_item_text(item) for item in tree.items)
    else:
        try:
            items = _draw(sheet_of(program, "nl"), dict(tree.assumed))
        except UserError:  # it is not a board of squares
            items = (_item_text(item) for item in tree.items)
    return "\n".join([head, *items, "}", ""])


def genre_text(puzzle: Puzzle) -> str:
    """Return what stands before a puzzle: nothing, the stock file that it uses, or its genre.

    Raises:
        UserError: its genre uses a file that does not come with nlc.
    """
    rules = puzzle.rules
    if is_stock(rules):
        found = stock_genre(rules.name)
        return f'use "{found.use}";\n\n' if found is not None and found.use else ""
    file = parse(rules.span.source)
    for use in file.uses:
        if stock_file(use.path.value) is None:
            message = f"the genre '{rules.name}' uses '{use.path.value}'"
            raise fail(f"{message}, so its puzzles need another file", puzzle.tree.genre.span)
    return file.definitions


def join_puzzles(texts: Collection[tuple[str, str, str]], between: str) -> str:
    """Return one text of puzzles, each given as its genre, its `genre_text` and its own text.

    Raises:
        UserError: a genre of one puzzle would be taken for that of another.
    """
    heads = dict.fromkeys(head for _, head, _ in texts)
    defined = [(node.name.name, head) for head in heads for node in parse(Source("", head)).genres]
    for name, head in defined:
        others = {other for genre, other, _ in texts if genre == name}
        others |= {other for genre, other in defined if genre == name}
        if others != {head}:
            hint = "make a file for each: -o 'out-{n}.nl'"
            raise fail(f"two genres '{name}' do not go into one file", hint=hint)
    return "".join(heads) + between.join(text for _, _, text in texts)


def solution_line(program: Program, solution: Mapping[str, Any]) -> str:
    """Return a solution in the JSON of ``nlc verify``, for a comment."""
    shown = {variable.name for variable in program.declared if variable.shown}
    values = {name: value for name, value in solution.items() if name in shown}
    return json.dumps({"puzzle": program.title, "solutions": [values]}, ensure_ascii=False)


def _quote(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


# ---------- a new text ----------


def _draw(sheet: Sheet, assumed: Mapping[str, Value]) -> Iterator[str]:
    """Yield the items of a puzzle on squares, with a drawing for each given that has clues."""
    rules, usual = rules_of(sheet.genre), defaults(sheet.genre)
    assert rules is not None
    yield "  topology square;"
    for name, value in sheet.options.items():
        if name in assumed or value_text(value) != usual.get(name):
            yield f"  set {name} = {value_text(value)};"
    main = [n for n, x in rules.givens.items() if x.sort == "cell" and x.type.kind != "bool"]
    tokens: dict[str, dict[Place, str]] = {}
    marks: list[str] = []
    signs = iter("x*o=%$&" if sheet.bridges else "x*o+=%$&")
    legend = ['"+" = bridge'] if sheet.bridges else []
    for name, clues in sheet.givens.items():
        given, sign = rules.givens[name], ""
        cells = given.sort in ("cell", "vertex")
        if cells and given.type.kind == "bool" and clues:
            sign = next(signs)
            legend.append(f'"{sign}" = {name}: true')
        for place, value in clues.items():
            token = sign or value_text(value)
            free = isinstance(place, Point) or place not in sheet.bridges
            if cells and (sign or _TOKEN.fullmatch(token)) and free:
                tokens.setdefault(name, {})[place] = token
            else:
                text = _quote(value) if isinstance(value, str) else value_text(value)
                text = "" if value is True else f" = {text}"
                at = sheet.name(place).replace("-", "|")  # as marks name links
                marks.append(f"  mark {name}{text} at {at};")
    if legend:
        yield f"  legend {{ {'; '.join(legend)}; }}"
    plain = next((name for name in main if name in tokens), None)
    named = [name for name in tokens if name != plain]
    first = next((name for name in main if name not in named), None)
    if plain is not None and plain != first:  # a plain board would draw another given
        plain, named = None, list(tokens)
    yield from _board("", sheet, tokens.get(plain or "", {}), points=False)
    for name in named:
        yield from _board(f" {name}", sheet, tokens[name], rules.givens[name].sort == "vertex")
    yield from marks
    for wall in sorted(sheet.walls):
        yield f"  wall {sheet.name(wall)};"


def _board(name: str, sheet: Sheet, layer: Mapping[Place, str], points: bool) -> Iterator[str]:
    """Yield the lines of a drawing, with aligned columns."""
    empty = sheet.draw_board()

    def token(row: int, col: int) -> str:
        place: Cell | Point = Point(row, col) if points else (row, col)
        return layer.get(place, "." if points else empty[row][col])

    high, wide = sheet.rows + points, sheet.cols + points
    rows = [[token(row, col) for col in range(wide)] for row in range(high)]
    width = max(len(token) for row in rows for token in row)
    yield f"  board{name}"
    for row in rows:
        yield "    " + " ".join(token.rjust(width) for token in row)
    yield "  end"


# ---------- its own text ----------


def _item_text(item: s.PuzzleItem) -> str:
    """Return the text of an item: its own, or a new one if it was imported."""
    if item.span.source.path.startswith("--") or not _is_own(item):
        return f"  {_new_text(item)}"
    return f"  {item.span.text}"


def _is_own(item: s.PuzzleItem) -> bool:
    """Return whether the text at the span of an item is in the language."""
    words = {s.SetOption: "set", s.BoardLiteral: "board", s.Objective: "m"}
    return item.span.text.startswith(words.get(type(item), type(item).__name__.lower()))


def _new_text(item: s.PuzzleItem) -> str:
    match item:
        case s.Topology(name=name, settings=settings):
            pairs = ", ".join(f"{key.name}={_value(value)}" for key, value in settings)
            return f"topology {name.name}{f'({pairs})' if pairs else ''};"
        case s.SetOption(name=name, value=value):
            return f"set {name.name} = {_value(value)};"
        case s.BoardLiteral(lines=lines, name=None):
            return "\n".join(["board", *(f"    {line}" for line in lines), "  end"])
        case s.Mark(name=name, value=value, places=places):
            at = ", ".join(place.text for place in places if isinstance(place, s.Loc))
            return f"mark {name.name}{f' = {_value(value)}' if value else ''} at {at};"
    raise fail("this puzzle cannot be written in the language", item.span)


def _value(value: s.Expr) -> str:
    assert isinstance(value, s.Bool | s.Int | s.Str | s.Ref)
    return _quote(value.value) if isinstance(value, s.Str) else text_of(value)


FORMAT = Format(
    "nl",
    "the puzzle language",
    (".nl",),
    recognises,
    None,
    None,
    genres=lambda: all_genres(Support(solutions_written=True)),
    comment="// ",
    names_genre=True,
)
