"""Edits of a drawn puzzle, made in its text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from msgspec import structs

from nlc.board import GRAPH, Sort
from nlc.board.drawing import Drawing, parse_drawing
from nlc.board.drawn_board import Layer
from nlc.board.overlay import format_lists, is_stacked, lines_around, parse_overlay
from nlc.errors import Source, Span, fail
from nlc.ir.elaborate.ground import main_given
from nlc.ir.elaborate.program import elaborate_drawing
from nlc.language import syntax as s
from nlc.language.builtins import SIDES
from nlc.language.literals import pair_text, read_literal
from nlc.language.resolve import Puzzle
from nlc.playing.board import values
from nlc.serve import answers as a
from nlc.serve import legends
from nlc.serve.inputs import puzzle_of, source_of
from nlc.serve.puzzles import in_language, parse_text
from nlc.serve.requests import Edit, EditRequest

_CELL = re.compile(r"r([1-9][0-9]*)c([1-9][0-9]*)")


def edit(request: EditRequest) -> Iterator[a.Edited]:
    """Yield the text with the changes made, parsed.

    Raises:
        UserError: the text has mistakes at other places, or a change cannot be made.
    """
    text = source_of(request).text
    current = structs.replace(request, text=text)
    foreign = in_language(current)
    if foreign is not None:
        current = structs.replace(current, text=foreign, format="nl", puzzle=1)
    for change in request.edits:
        puzzle = puzzle_of(current)
        current = structs.replace(current, text=Editor(current.text, puzzle).apply(change))
        if len(current.text) > len(text) + 1_000_000:
            raise fail("the text becomes too long")
    found = parse_text(current)
    yield a.Edited(text=current.text, **structs.asdict(found))


class Editor:
    """Edits the text of a puzzle."""

    def __init__(self, text: str, puzzle: Puzzle) -> None:
        """Set up for a text in the language, and its puzzle.

        Raises:
            UserError: its board or a clue is wrong.
        """
        self.text = text
        self._puzzle = puzzle
        self.program, self._drawn = elaborate_drawing(puzzle)

    def apply(self, edit: Edit) -> str:
        """Return the text with a change.

        Raises:
            UserError: there is no such element or given, or the change cannot be written.
        """
        if edit.kind == "hole":
            return self._edit_hole(edit)
        if edit.kind == "wall":
            return self._edit_wall(edit)
        return self._edit_clue(edit)

    # ---------- clues ----------

    def _edit_clue(self, edit: Edit) -> str:
        found = self.program.board.find(edit.element)
        if found is None:
            raise fail(f"the board has no element '{edit.element}'")
        given = self._find_given(edit, found)
        name, sort = given.name.name, Sort(given.sort)
        element = self._as_sort(found, sort, edit.element)
        old = self.program.givens[name].get(element)
        value = self._new_value(edit, given, old)
        text = self._remove_marks(name, sort, element)
        literal = self._find_drawing(given) or self._pair_drawing(name, element, value or old)
        if literal is not None and self._is_stacked(literal, given):
            return self._edit_lists(text, literal, given, element, value)
        if literal is not None and self._has_token(literal, given, element):
            return self._edit_drawing(text, literal, given, element, value)
        if value is None:
            return text
        place = self._mark_name(sort, element)
        mark = name if given.type.kind == "bool" else f"{name} = {legends.value_text(given, value)}"
        return legends.insert_before_end(text, self._span_in(text), f"mark {mark} at {place};")

    def _find_given(self, edit: Edit, found: tuple[Sort, int]) -> s.Given:
        """Return the given of an edit, or the first one over elements of its sort."""
        givens = self._puzzle.rules.givens
        alike = {Sort.BORDER, Sort.LINK} if found[0] in (Sort.BORDER, Sort.LINK) else {found[0]}
        sorts = {sort.value for sort in alike}
        if edit.given is None:
            for name in filter(None, [main_given(self._puzzle), *givens]):
                if givens[name].sort in sorts:
                    return givens[name]
            raise fail(f"genre '{self._puzzle.genre}' has no clue for a {found[0].value}")
        if edit.given not in givens:
            known = ", ".join(givens) or "none"
            message = f"genre '{self._puzzle.genre}' has no given '{edit.given}'"
            raise fail(message, hint=f"its givens: {known}")
        given = givens[edit.given]
        if given.sort not in sorts:
            raise fail(f"'{edit.given}' is over {given.sort}, and {edit.element} is not")
        return given

    def _as_sort(self, found: tuple[Sort, int], sort: Sort, name: str) -> int:
        """Return an element of a sort; borders and links that cross stand for each other."""
        if found[0] is sort:
            return found[1]
        border = self.program.board.link_border
        if sort is Sort.BORDER and border[found[1]] >= 0:
            return int(border[found[1]])
        if sort is Sort.LINK and len(links := np.flatnonzero(border == found[1])):
            return int(links[0])
        raise fail(f"{name} is not a {sort.value}")

    def _new_value(self, edit: Edit, given: s.Given, old: str | None) -> str | None:
        """Return the new value of a clue; None to remove it."""
        name, kind = given.name.name, given.type.kind
        if not edit.step:
            value = edit.value
            if value is None and not given.optional and kind != "bool":
                return old  # such as a room: every cell needs one
            if value is None or (kind == "bool" and value in (False, "false")):
                return None
            if kind == "list":
                return str(read_literal(given.type, s.Str(given.span, str(value)), name))
            return str(value).lower() if isinstance(value, bool) else str(value)
        if kind == "list":
            raise fail(f"'{name}' is a list, which is typed: 3,1")
        known = values(given, self.program)
        if kind == "name":
            known = legends.name_choices(set(self.program.givens[name].values()))
        choices: list[str | None] = [*known]
        if given.optional or kind == "bool":
            choices.insert(0, None)
        if old not in choices:
            old = choices[0]
        return choices[(choices.index(old) + edit.step) % len(choices)]

    def _remove_marks(self, name: str, sort: Sort, element: int) -> str:
        """Return the text without the marks of an element."""
        text, board = self.text, self.program.board
        meant = [(sort, element)]
        if sort is Sort.LINK:
            meant.append((Sort.BORDER, int(board.link_border[element])))
        for mark in reversed([m for m in self._puzzle.marks if m.name.name == name]):
            places = [each for place in mark.places for each in self._places(place)]
            kept = [each for each in places if board.find(each) not in meant]
            if not kept:
                text = legends.remove_span(text, mark.span)
            elif len(kept) < len(places):
                value = "" if mark.value is None else f" = {mark.value.span.text}"
                new = f"mark {name}{value} at {', '.join(kept)};"
                text = legends.replace_span(text, mark.span, new)
        return text

    def _places(self, place: s.Loc | s.Ref | s.Between) -> list[str]:
        """Return the names of the elements of a mark; a block as its cells."""
        if isinstance(place, s.Loc):
            return [place.text]
        if isinstance(place, s.Ref):
            return [place.name]
        assert isinstance(place.low, s.Loc) and isinstance(place.high, s.Loc)
        (top, left), (low, right) = (_row_col(end.text) for end in (place.low, place.high))
        block = [(r, c) for r in range(top, low + 1) for c in range(left, right + 1)]
        names = [f"r{row}c{col}" for row, col in block]
        return [name for name in names if self.program.board.find(name, Sort.CELL)]

    def _find_drawing(self, given: s.Given) -> s.BoardLiteral | None:
        """Return the drawing of a given: its own, or for cells the unnamed one."""
        puzzle, name = self._puzzle, given.name.name
        for literal in (puzzle.literal, *puzzle.drawings):
            if literal is not None and literal.name is not None and literal.name.name == name:
                return literal
        plain = puzzle.literal is not None and puzzle.literal.name is None
        return puzzle.literal if plain and given.sort == "cell" else None

    def _pair_drawing(self, name: str, element: int, value: str | None) -> s.BoardLiteral | None:
        """Return the drawing of another given whose token there can tell a value of this one."""
        givens = self._puzzle.rules.givens
        for literal in self._puzzle.drawings if value is not None else ():
            other = literal.name.name if literal.name else ""
            told = {other: self.program.givens[other].get(element, ""), name: value or ""}
            if givens[other].sort == "cell" and pair_text(givens, told, literal.span):
                return literal
        return None

    def _token(self, drawing: Drawing, given: s.Given, element: int) -> int:
        """Return the index of the token of an element in a drawing."""
        if given.sort == "cell":
            assert self._drawn.plan is not None
            return int(self._drawn.plan.token_of[element])
        span = self._layer(drawing.literal, given).span_of(element)
        row = drawing.lines.index(span.line)
        first, last = drawing.indptr[row : row + 2].tolist()
        starts: list[int] = drawing.starts[first:last].tolist()
        return int(first) + starts.index(span.column - 1)

    def _layer(self, literal: s.BoardLiteral, given: s.Given) -> Layer:
        """Return the tokens of a drawing by their elements."""
        puzzle = self._puzzle
        kinds = {token: puzzle.cell_kind(entry) or "clue" for token, entry in puzzle.legend.items()}
        sort, lists = Sort(given.sort), given.type.kind == "list"
        return parse_overlay(self._drawn, literal, sort, kinds, lists)

    def _has_token(self, literal: s.BoardLiteral, given: s.Given, element: int) -> bool:
        """Return whether an element has a token of its own in a drawing."""
        if given.sort == "cell":
            return int(self.program.board.lanes[element]) < 0
        placed = self._layer(literal, given).placed
        return placed is None or bool(placed[element])

    def _is_stacked(self, literal: s.BoardLiteral, given: s.Given) -> bool:
        """Return whether lists are drawn around the board, one token for each number."""
        listed = given.type.kind == "list" and given.sort == "line"
        return listed and is_stacked(self.program.board, parse_drawing(literal))

    def _edit_lists(
        self, text: str, literal: s.BoardLiteral, given: s.Given, element: int, value: str | None
    ) -> str:
        """Return the text with the lists around the board drawn anew, one of them changed."""
        around, name = lines_around(self.program.board), given.name.name
        if around is None:
            raise fail(f"'{name}' is drawn around a board with holes: change it in the text")
        lists = dict(self.program.givens[name])
        lists.pop(element, None)
        if value is not None:
            lists[element] = value
        rows, cols = around
        texts = [lists[line].split(",") if line in lists else [] for line in (*rows, *cols)]
        lines = text.split("\n")
        first, last = literal.first_line - 1, literal.first_line - 1 + len(literal.lines)
        margin = min(len(line) - len(line.lstrip()) for line in literal.lines if line.strip())
        lines[first:last] = [" " * margin + line for line in format_lists(texts, len(rows))]
        return "\n".join(lines)

    def _edit_drawing(
        self, text: str, literal: s.BoardLiteral, given: s.Given, element: int, value: str | None
    ) -> str:
        """Return the text with the token of an element changed, and a legend added if need be."""
        drawing = parse_drawing(literal)
        token = self._token(drawing, given, element)
        main = literal.name.name if literal.name else main_given(self._puzzle)
        named = literal.name is not None
        meaning = legends.meaning_of(self._puzzle, drawing.text(token), main, named)
        wanted: legends.Meaning = {k: v for k, v in meaning.items() if k != given.name.name}
        if value is not None:
            wanted[given.name.name] = value
        short = max(drawing.lengths.tolist()) == 1
        new, entry = legends.token_for(self._puzzle, drawing, wanted, main, named, short)
        text = legends.replace_token(text, drawing, token, new)
        if entry is None:
            return text
        topology = self._puzzle.topology.span
        end = structs.replace(topology, line=topology.end_line, column=topology.end_column)
        return legends.replace_span(text, end, f"\n  legend {{ {entry} }}")

    # ---------- holes and walls ----------

    def _edit_hole(self, edit: Edit) -> str:
        """Return the text with a cell made a hole, or a hole made a cell."""
        if self._puzzle.literal is None or self._drawn.plan is None:
            raise fail("a graph has no holes")
        plan = self._drawn.plan
        row, col = _row_col(edit.element)
        places = zip(plan.drawing.row.tolist(), plan.drawing.col.tolist(), strict=True)
        token = dict(zip(places, range(len(plan.hole)), strict=True)).get((row - 1, col - 1))
        if token is None:
            raise fail(f"the drawing has no place {edit.element}")
        is_hole = bool(plan.hole[token])
        wanted = not is_hole if edit.step else bool(edit.value)
        if wanted == is_hole:
            return self.text
        text = self.text
        sorts = {name: given.sort for name, given in self._puzzle.rules.givens.items()}
        for literal in (self._puzzle.literal, *self._puzzle.drawings):
            if literal.name is not None and sorts[literal.name.name] != "cell":
                continue
            drawing = parse_drawing(literal)
            new = "#" if wanted else self._filler(drawing, token, literal)
            text = legends.replace_token(text, drawing, token, new)
        return text

    def _filler(self, drawing: Drawing, token: int, literal: s.BoardLiteral) -> str:
        """Return the token of a new cell: empty, or the nearest one if every cell needs a value."""
        given = None if literal.name is None else self._puzzle.rules.givens[literal.name.name]
        if given is None or given.optional or given.type.kind == "bool":
            return "."
        by_distance = sorted(range(len(drawing.token)), key=lambda i: abs(i - token))
        texts = (drawing.text(i) for i in by_distance)
        return next((text for text in texts if text not in (".", "#")), ".")

    def _edit_wall(self, edit: Edit) -> str:
        """Return the text with a wall between two cells added or removed."""
        if self._drawn.plan is None:
            raise fail("a graph has no walls: list exactly the links that it has")
        cells = re.split(r"[-|]", edit.element)
        pair = frozenset(cells)
        walls = {
            frozenset((one.text, other.text)): (each, (one, other))
            for each in self._puzzle.walls
            for one, other in each.pairs
        }
        wanted = pair not in walls if edit.step else bool(edit.value)
        if wanted == (pair in walls):
            return self.text
        if not wanted:
            statement, removed = walls[pair]
            kept = (pair for pair in statement.pairs if pair != removed)
            rest = [f"{one.text}|{other.text}" for one, other in kept]
            if not rest:
                return legends.remove_span(self.text, statement.span)
            return legends.replace_span(self.text, statement.span, f"wall {', '.join(rest)};")
        found = self._drawn.board.find("|".join(cells)) if len(pair) == 2 else None
        if found is None or found[0] is not Sort.BORDER:
            what = f"and '{edit.element}' is not a pair of them"
            raise fail(f"a wall separates two neighbours, {what}")
        mark = f"wall {'|'.join(cells)};"
        return legends.insert_before_end(self.text, self._puzzle.tree.span, mark)

    # ---------- places ----------

    def _mark_name(self, sort: Sort, element: int) -> str:
        """Return the name of an element in a mark."""
        board = self.program.board
        name = board.names(sort)[element]
        if sort is Sort.LINK:
            border = int(board.link_border[element])
            if border < 0 and board.topology == GRAPH:
                return name
            if border < 0:
                raise fail(f"{name} crosses no side, so no mark can name it")
            sort, element, name = Sort.BORDER, border, board.names(Sort.BORDER)[border]
        if sort is Sort.BORDER and "|" in name:
            cell = name.partition("|")[0]
            for side in SIDES:
                if board.find(f"{cell}.side({side})") == (sort, element):
                    return f"{cell}.side({side})"
        return name

    def _span_in(self, text: str) -> Span:
        """Return the span of the puzzle in a text from which marks may have been removed."""
        span = self._puzzle.tree.span
        lost = self.text.count("\n") - text.count("\n")
        end = span.end_line - lost
        column = text.split("\n")[end - 1].rfind("}") + 2
        return Span(Source(span.source.path, text), span.line, span.column, end, column)


def _row_col(name: str) -> tuple[int, int]:
    """Return the row and the column, from 1, of a place in the drawing."""
    found = _CELL.fullmatch(name)
    if found is None:
        raise fail(f"'{name}' is not a place of the drawing such as r1c2")
    return int(found[1][:9]), int(found[2][:9])
