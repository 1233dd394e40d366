"""A ground board: a puzzle's board, options and clues, with every clue checked against its type."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.arrays import AnyInts, Bools, Ints
from nlc.board import GRAPH, Board, Sort
from nlc.board.drawn_board import DrawnBoard, Layer, build_board
from nlc.board.naming import dart_of, parse_place
from nlc.errors import Diagnostics, Span, UserError, fail, suggest
from nlc.ir.elaborate.values import MISSING, Kind, Pairs, Static, Symbols
from nlc.language import syntax as s
from nlc.language.builtins import DIRECTION
from nlc.language.literals import Literal, bounds_of, list_numbers, read_literal, token_literal
from nlc.language.resolve import Puzzle, Rules

if TYPE_CHECKING:
    from nlc.ir.elaborate.binders import Entries
    from nlc.ir.elaborate.tables import Table


class GivenMap(Struct, frozen=True, eq=False):
    """The clues of one kind.

    Attributes:
        kind: the kind of the values; a side of a cell is a border.
        data: shape (elements,): booleans, numbers, symbols (also of lists, their texts), borders,
            or `MISSING`; of directions, borders and, after all of them, vertices.
        spans: the spans of clues in marks, by element.
        sides: the names of sides, by cell.
    """

    kind: Kind
    data: Ints
    spans: dict[int, Span] = field(default_factory=dict)
    sides: dict[int, str] = field(default_factory=dict)


class GroundBoard(Struct, eq=False):
    """A puzzle's board, options and clues, before its rules are elaborated.

    Attributes:
        rules: the rules of the genre and of the puzzle.
        drawn: board and tokens.
        givens: clues.
        symbols: texts of names and enum values.
        enum_values: the names that stand for enum values.
        main: the given of tokens without a legend, or None.
        token_spans: for each drawn given, a function from an element to the span of its token.
        domains: the values of each finite-domain variable, in the order of their indices.
        opened: for each open given, shape (elements,), whether each element may have a value.
        singles: for each open clue, the only possible value of each element, or `MISSING`.
        conditions: the literals of conditions that depend on open clues.
        entries: of each variable over sets.
        pairs: by the kind of their members.
        tables: the givens over sets.
    """

    rules: Rules
    drawn: DrawnBoard
    symbols: Symbols
    options: dict[str, Static] = field(default_factory=dict)
    givens: dict[str, GivenMap] = field(default_factory=dict)
    enum_values: set[str] = field(default_factory=set)
    main: str | None = None
    token_spans: dict[str, Callable[[int], Span]] = field(default_factory=dict)
    domains: dict[str, Ints] = field(default_factory=dict)
    opened: dict[str, Bools] = field(default_factory=dict)
    singles: dict[str, Ints] = field(default_factory=dict)
    conditions: dict[str, Ints] = field(default_factory=dict)
    entries: dict[str, Entries] = field(default_factory=dict)
    pairs: dict[Kind, Pairs] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether the solver decides some clues."""
        return bool(self.opened or self.conditions)

    @property
    def board(self) -> Board:
        """The board."""
        return self.drawn.board

    def locate(self, text: str, span: Span) -> tuple[Sort, int]:
        """Return the element of the board with a name.

        Raises:
            UserError: the name is unknown.
        """
        found = self.board.find(text)
        if found is not None:
            return found
        hint = None
        cell = text.split(".")[0]
        if self.board.topology != GRAPH and self.board.find(cell) is None:
            hint = f"the board has {self.board.rows} rows of up to {self.board.cols} cells"
            if self.board.find(f"{cell}.lane(N)") or self.board.find(f"{cell}.lane(E)"):
                hint = f"{cell} is a bridge: name one of its lanes, such as {cell}.lane(E)"
        elif self.board.topology == GRAPH:
            hint = suggest(text, self.board.names(Sort.CELL))
        raise fail(f"there is no '{text}' on this board", span, hint)

    def pairs_of(self, kind: Kind) -> Pairs:
        """Return the pairs of elements or values of a kind."""
        assert not isinstance(kind, Pairs)
        return self.pairs.setdefault(kind, Pairs(kind, partial(self.text, kind)))

    def block(self, node: s.Between) -> Ints:
        """Return the cells between two, row by row, or raise a diagnostic."""
        ends: list[int] = []
        for end in (node.low, node.high):
            assert isinstance(end, s.Loc)
            ends.append(self.locate(end.text, end.span)[1])
        row, col = self.board.row_of, self.board.col_of
        inside = np.ones(len(row), np.bool_)
        for place in (row, col):
            low, high = sorted(place[ends].tolist())
            inside &= (place >= low) & (place <= high)
        return np.flatnonzero(inside).astype(np.int32)

    def span_of(self, given: str, element: int) -> Span | None:
        """Return the span of the clue of an element."""
        spans = self.givens[given].spans
        if element in spans:
            return spans[element]
        return self.token_spans[given](element) if given in self.token_spans else None

    def values(self, given: str) -> Ints:
        """Return the distinct values of a given: names by first appearance, numbers ascending."""
        data = self.givens[given].data
        data = data[data != MISSING]
        distinct, first = np.unique(data, return_index=True)
        return distinct if self.givens[given].kind == "int" else distinct[np.argsort(first)]

    def number(self, literal: Literal) -> int | bool:
        """Return the number of a literal in arrays: for a name, the number of its symbol."""
        return self.symbols.number(literal) if isinstance(literal, str) else literal

    def text(self, kind: object, value: int) -> str:
        """Return a static value as text."""
        if isinstance(kind, Sort):
            return self.board.names(kind)[value]
        if isinstance(kind, Pairs):
            return "-".join(map(kind.text, kind.ends[value].tolist()))
        if kind in ("symbol", "list"):
            return self.symbols.texts[value]
        if kind == "bool":
            return "true" if value else "false"
        return str(value)

    def bounds(self, kind: s.Type) -> tuple[int, int]:
        """Return the ends of the range of a clue."""
        return bounds_of(kind, {name: value.data for name, value in self.options.items()})

    def numbers(self, value: int) -> tuple[int | None, ...]:
        """Return the numbers of a list, None for one that is not known."""
        return list_numbers(self.symbols.texts[value])

    def given_texts(self) -> dict[str, dict[int, str]]:
        """Return the clues as texts by element; of a boolean, those that are true."""
        out: dict[str, dict[int, str]] = {}
        for name, given in self.givens.items():
            if given.kind == "bool":
                out[name] = dict.fromkeys(np.flatnonzero(given.data).tolist(), "true")
                continue
            elements = np.flatnonzero(given.data != MISSING)
            values = given.data[elements].tolist()
            known = {value: self.text(given.kind, value) for value in set(values)}
            texts = {i: known[v] for i, v in zip(elements.tolist(), values, strict=True)}
            texts.update((i, side) for i, side in given.sides.items() if side and i in texts)
            out[name] = texts
        return out


KINDS: dict[str, Kind] = {"bool": "bool", "range": "int", "list": "list", "side": Sort.BORDER}
KINDS[DIRECTION] = DIRECTION
"""The kinds of values by the type of a given; symbols for other types."""

_LITERALS: dict[type, Kind] = {bool: "bool", int: "int", str: "symbol"}


def ground_board(puzzle: Puzzle) -> GroundBoard:
    """Build a puzzle's board, and parse its options and clues.

    Raises:
        UserError: with all independent mistakes.
    """
    rules = puzzle.rules
    diagnostics = Diagnostics()
    kinds = {token: puzzle.cell_kind(entry) or "clue" for token, entry in puzzle.legend.items()}
    drawn = build_board(puzzle.topology, puzzle.literal, kinds, puzzle.walls, puzzle.warps)
    ground = GroundBoard(rules, drawn, Symbols())
    types = [d.type for group in (rules.options, rules.givens, rules.vars) for d in group.values()]
    ground.enum_values = {name for t in types if t.kind == "enum" for name in t.names}
    for name, option in rules.options.items():
        setting = puzzle.settings.get(name)
        value = read_literal(option.type, setting.value if setting else option.default, name)
        ground.options[name] = Static(_LITERALS[type(value)], np.asarray(ground.number(value)))
    ground.main = main_given(puzzle)
    for name, given in rules.givens.items():
        kind = KINDS.get((*given.type.names, given.type.kind)[0], "symbol")
        size = drawn.board.count(Sort(given.sort))
        none, number = (False, np.bool_) if kind == "bool" else (MISSING, np.int32)
        ground.givens[name] = GivenMap(kind, np.full(size, none, number))
    plain = Layer(drawn.vocabulary, drawn.cell_token, drawn.span_of)
    named = puzzle.literal is not None and puzzle.literal.name is not None
    _set_from_tokens(ground, puzzle, plain, ground.main, named, diagnostics)
    for literal in puzzle.drawings:
        assert literal.name is not None
        from nlc.board.overlay import parse_overlay

        name = literal.name.name
        try:
            given = rules.givens[name]
            lists = given.type.kind == "list"
            layer = parse_overlay(drawn, literal, Sort(given.sort), kinds, lists)
        except UserError as error:
            diagnostics.absorb(error)
        else:
            _set_from_tokens(ground, puzzle, layer, name, True, diagnostics)
    for mark in puzzle.marks:
        try:
            _set_from_mark(ground, mark)
        except UserError as error:
            diagnostics.absorb(error)
    for name, given in rules.givens.items():
        data = ground.givens[name].data
        if not given.optional and given.type.kind != "bool" and (data == MISSING).any():
            element = int(np.flatnonzero(data == MISSING)[0])
            where = drawn.board.names(Sort(given.sort))[element]
            message = f"{where} has no '{name}', and every {given.sort} needs one"
            diagnostics.error(message, puzzle.tree.span)
    diagnostics.raise_errors()
    return ground


def main_given(puzzle: Puzzle) -> str | None:
    """Return the given of the tokens in the drawing of the cells.

    For an unnamed drawing it is the first given over cells that is not boolean and has no named
    drawing.
    """
    if puzzle.literal is not None and puzzle.literal.name is not None:
        return puzzle.literal.name.name
    drawn = {literal.name.name for literal in puzzle.drawings if literal.name is not None}
    for name, given in puzzle.rules.givens.items():
        if given.sort == "cell" and given.type.kind != "bool" and name not in drawn:
            return name
    return None


def _set_from_tokens(
    ground: GroundBoard,
    puzzle: Puzzle,
    layer: Layer,
    main: str | None,
    named: bool,
    diagnostics: Diagnostics,
) -> None:
    """Set the givens of the tokens of a drawing, once for each distinct token."""
    givens = ground.rules.givens
    sort = "cell" if main is None else givens[main].sort
    if main is not None:
        ground.token_spans[main] = layer.span_of
    legend = puzzle.legend
    for index, token in enumerate(layer.vocabulary):
        entry = legend.get(token)
        kind_ = puzzle.cell_kind(entry) if entry is not None else None
        if named and entry is not None and kind_ is None:
            named_here = any(name.name == main for name, _ in entry.meanings)
            entry = entry if named_here else None
        silent = token in (".", "#") if entry is None else kind_ is not None
        elements = np.flatnonzero(layer.token == index)
        if silent or not len(elements):
            continue
        span = layer.span_of(int(elements[0]))
        try:
            if entry is None and main is None:
                here = [n for n, each in givens.items() if each.sort == sort]
                mark = next((n for n in here if givens[n].type.kind == "bool"), None)
                example = "" if mark is None else f': legend {{ "{token}" = {mark}: true; }}'
                hint = f"say what it means in a legend{example}"
                if puzzle.drawings:
                    hint += "; each given that it could be a value of has a drawing of its own"
                raise fail(f"unknown token '{token}'", span, hint)
            if entry is None:
                assert main is not None
                value = token_literal(givens[main].type, token, span)
                _assign(ground, main, elements, value, layer.span_of)
                continue
            for name, value_ in entry.meanings:
                if givens[name.name].sort != sort:
                    raise fail(f"'{name.name}' is over {givens[name.name].sort}", span)
                value = value_ or s.Bool(span, True)
                if value.span == entry.span:  # a token of two values, not of a legend
                    value = replace(value, span=span)
                _assign(ground, name.name, elements, value, layer.span_of)
        except UserError as error:
            if entry is None and main is not None:
                error = _with_legend(error, token, main, givens[main].type.kind == "bool")
            diagnostics.absorb(error)


def _with_legend(error: UserError, token: str, main: str, truth: bool) -> UserError:
    """Return an error on a drawn token, with a hint on legends if it has no other."""
    meaning = f"{main}: true" if truth else "…"
    hint = f'a legend says what else a token means: legend {{ "{token}" = {meaning}; }}'
    return UserError([replace(item, hint=item.hint or hint) for item in error.diagnostics])


def _assign(
    ground: GroundBoard,
    name: str,
    elements: AnyInts | list[int],
    literal: s.Expr,
    span_of: Callable[[int], Span],
) -> None:
    """Set clues of elements; sides are those of each cell."""
    if untold := ground.rules.givens[name].untold_by(literal):
        name, literal = untold.name, s.Bool(literal.span, True)
    target, kind = ground.givens[name], ground.rules.givens[name].type
    value = read_literal(kind, literal, name)
    if kind.kind != "side":
        if kind.kind in ("range", "list") and kind.numbers is None:
            low, high = ground.bounds(kind)
            is_list = kind.kind == "list"
            numbers = list_numbers(str(value)) if is_list else (int(value),)
            if not all(number is None or low <= number <= high for number in numbers):
                what = "a list of numbers" if is_list else "a number"
                raise fail(f"'{name}' is {what} from {low} to {high}", span_of(int(elements[0])))
        target.data[elements] = ground.number(value)
        return
    for cell in map(int, elements):
        target.data[cell] = _side(ground, cell, str(value), target.kind == DIRECTION, span_of)
        target.sides[cell] = str(value)


def _side(
    ground: GroundBoard, cell: int, side: str, corners: bool, span_of: Callable[[int], Span]
) -> int:
    """Return the border on a side of a cell, or what stands for a corner; see `GivenMap.data`.

    Raises:
        UserError: the cell has no such side, nor corner if `corners` are meant, too.
    """
    if ground.drawn.plan is None:
        raise fail("a graph is not drawn, so its cells have no sides", span_of(cell))
    tile = ground.board.names(Sort.CELL)[cell].partition(".")[0]
    mesh = ground.drawn.plan.mesh
    place = parse_place(mesh, f"{tile}.side({side})")
    if corners and isinstance(place, str):
        corner = ground.board.find(f"{tile}.corner({side})")
        if corner is not None:
            return ground.board.count(Sort.BORDER) + corner[1]
        corners_too = str(parse_place(mesh, f"{tile}.corner({side})")).replace(";", ";,")
        place += corners_too.partition(";")[2]
    if isinstance(place, str):
        message, _, rest = place.partition(";")
        raise fail(message, span_of(cell), rest.strip() or None)
    return int(mesh.dart_border[dart_of(mesh, place)])


def _set_from_mark(ground: GroundBoard, mark: s.Mark) -> None:
    name = mark.name.name
    given, target = ground.rules.givens[name], ground.givens[name]
    value = s.Bool(mark.span, True) if mark.value is None else mark.value
    elements: list[int] = []
    for place in mark.places:
        if isinstance(place, s.Between):
            cells = ground.block(place)
            target.spans.update(dict.fromkeys(cells.tolist(), place.span))
            _assign(ground, name, cells, value, target.spans.__getitem__)
            continue
        text = place.text if isinstance(place, s.Loc) else place.name
        sort, element = ground.locate(text, place.span)
        if given.sort == "link" and sort is Sort.BORDER:
            # A side of a cell is also the name of the link that crosses it.
            links = np.flatnonzero(ground.board.link_border == element)
            if not len(links):
                raise fail(f"no link crosses {text}", place.span)
            element = int(links[0])
        target.spans[element] = place.span
        elements.append(element)
    _assign(ground, name, elements, value, target.spans.__getitem__)
