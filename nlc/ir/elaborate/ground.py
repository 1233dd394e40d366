"""A ground board: a puzzle's board, options and clues, with every clue checked against its type."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nlc.arrays import Ints
from nlc.board.board import GRAPH, Board, Sort
from nlc.board.draw import DrawnBoard, draw
from nlc.board.overlay import Layer, overlay
from nlc.dataclasses import dataclass, field
from nlc.errors import Diagnostics, Span, UserError, fail, suggest
from nlc.ir.elaborate.values import MISSING, Static, Symbols
from nlc.language import syntax as s
from nlc.language.literals import Literal, read_literal, token_literal
from nlc.language.resolve import Puzzle, Rules


@dataclass(frozen=True, eq=False)
class GivenMap:
    """The clues of one kind: `data`, shape (elements,), holds ints or symbols, or `MISSING`."""

    kind: str
    data: Ints
    spans: dict[int, Span] = field(default_factory=dict)


@dataclass(eq=False)
class GroundBoard:
    """A puzzle's board, options and clues, before its rules are elaborated.

    Attributes:
        rules: the genre's, the puzzle's own included.
        drawn: board and tokens.
        options: value of each option.
        givens: clues.
        symbols: texts of names and enum values.
        enum_values: the names that stand for enum values.
        main: the given that plain tokens of the board set, or None.
        token_spans: for each given that is drawn, a function to the span of an element's token.
        domains: the values of each finite-domain variable, in the order of their indices.
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

    @property
    def board(self) -> Board:
        """The board."""
        return self.drawn.board

    def locate(self, text: str, span: Span) -> tuple[Sort, int]:
        """Return the element of the board called `text`, or raise a diagnostic."""
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

    def span_of(self, given: str, element: int) -> Span | None:
        """Return where the clue of an element was written."""
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
        """Return a literal as arrays hold it: a name by the number of its symbol."""
        return self.symbols.number(literal) if isinstance(literal, str) else literal

    def text(self, kind: object, value: int) -> str:
        """Return a static value as text."""
        if isinstance(kind, Sort):
            return self.board.names(kind)[value]
        if kind == "symbol":
            return self.symbols.texts[value]
        if kind == "bool":
            return "true" if value else "false"
        return str(value)

    def given_texts(self) -> dict[str, dict[int, str]]:
        """Return the clues as texts by element."""
        return {
            name: {int(i): self.text(m.kind, m.data[i]) for i in np.flatnonzero(m.data != MISSING)}
            for name, m in self.givens.items()
        }


def ground_board(puzzle: Puzzle) -> GroundBoard:
    """Draw a puzzle's board and read its options and clues.

    Raises:
        UserError: with every independent mistake.
    """
    rules = puzzle.rules
    diagnostics = Diagnostics()
    kinds = {token: puzzle.cell_kind(entry) or "clue" for token, entry in puzzle.legend.items()}
    drawn = draw(puzzle.topology, puzzle.literal, kinds, puzzle.walls, puzzle.warps)
    ground = GroundBoard(rules, drawn, Symbols())
    types = [d.type for group in (rules.options, rules.givens, rules.vars) for d in group.values()]
    ground.enum_values = {name for t in types if t.kind == "enum" for name in t.names}
    for name, option in rules.options.items():
        setting = puzzle.settings.get(name)
        value = read_literal(option.type, setting.value if setting else option.default, name)
        kind = {bool: "bool", int: "int", str: "symbol"}[type(value)]
        ground.options[name] = Static(kind, np.asarray(ground.number(value)))
    ground.main = _main_given(puzzle)
    for name, given in rules.givens.items():
        kind = {"bool": "bool", "range": "int"}.get(given.type.kind, "symbol")
        size = drawn.board.count(Sort(given.sort))
        if kind == "bool":
            ground.givens[name] = GivenMap(kind, np.zeros(size, np.bool_))
        else:
            ground.givens[name] = GivenMap(kind, np.full(size, MISSING, np.int32))
    plain = Layer(drawn.vocabulary, drawn.cell_token, drawn.span_of)
    named = puzzle.literal is not None and puzzle.literal.name is not None
    _read_tokens(ground, puzzle, plain, ground.main, named, diagnostics)
    for literal in puzzle.drawings:
        assert literal.name is not None
        name = literal.name.name
        try:
            layer = overlay(drawn, literal, Sort(rules.givens[name].sort), kinds)
        except UserError as error:
            diagnostics.absorb(error)
        else:
            _read_tokens(ground, puzzle, layer, name, True, diagnostics)
    for mark in puzzle.marks:
        try:
            _read_mark(ground, mark)
        except UserError as error:
            diagnostics.absorb(error)
    for name, given in rules.givens.items():
        data = ground.givens[name].data
        if not given.optional and given.type.kind != "bool" and (data == MISSING).any():
            element = int(np.flatnonzero(data == MISSING)[0])
            where = drawn.board.names(Sort(given.sort))[element]
            diagnostics.error(
                f"{where} has no '{name}', and every {given.sort} needs one", puzzle.tree.span
            )
    diagnostics.raise_errors()
    return ground


def _main_given(puzzle: Puzzle) -> str | None:
    """Return the given that the tokens of the drawing of the cells are values of.

    Of a plain drawing that is the first over cells that is no condition and not drawn by itself.
    """
    if puzzle.literal is not None and puzzle.literal.name is not None:
        return puzzle.literal.name.name
    drawn = {literal.name.name for literal in puzzle.drawings if literal.name is not None}
    for name, given in puzzle.rules.givens.items():
        if given.sort == "cell" and given.type.kind != "bool" and name not in drawn:
            return name
    return None


def _read_tokens(
    ground: GroundBoard,
    puzzle: Puzzle,
    layer: Layer,
    main: str | None,
    named: bool,
    diagnostics: Diagnostics,
) -> None:
    """Set the givens that the tokens of a drawing name, one look at each distinct token.

    Args:
        ground: whose givens are set.
        puzzle: whose legend tells what tokens mean.
        layer: the tokens.
        main: the given of the tokens that are not in the legend.
        named: whether the drawing is of that given alone; then so are all of its tokens.
        diagnostics: receives errors.
    """
    givens = ground.rules.givens
    if main is not None:
        ground.token_spans[main] = layer.span_of
    for index, token in enumerate(layer.vocabulary):
        entry = puzzle.legend.get(token)
        kind_ = puzzle.cell_kind(entry) if entry is not None else None
        if named and entry is not None and kind_ is None and entry.target.name != main:
            entry = None
        silent = token in (".", "#") if entry is None else kind_ is not None
        elements = np.flatnonzero(layer.token == index)
        if silent or not len(elements):
            continue
        span = layer.span_of(int(elements[0]))
        name = entry.target.name if entry is not None else main
        try:
            if name is None:
                hint = "say what it means in a legend"
                if puzzle.drawings:
                    hint += "; each given that it could be a value of has a drawing of its own"
                raise fail(f"unknown token '{token}'", span, hint)
            kind = givens[name].type
            if entry is None:
                value = token_literal(kind, token, span)
            elif entry.value is None:
                value = s.Bool(span, True)
            else:
                value = entry.value
            number = ground.number(read_literal(kind, value, name))
        except UserError as error:
            diagnostics.absorb(error)
            continue
        ground.givens[name].data[elements] = number


def _read_mark(ground: GroundBoard, mark: s.Mark) -> None:
    name = mark.name.name
    given, target = ground.rules.givens[name], ground.givens[name]
    value = s.Bool(mark.span, True) if mark.value is None else mark.value
    number = ground.number(read_literal(given.type, value, name))
    for place in mark.places:
        text = place.text if isinstance(place, s.Loc) else place.name
        sort, element = ground.locate(text, place.span)
        if given.sort == "link" and sort is Sort.BORDER:
            element = _crossing(ground, text, element, place.span)
        target.data[element] = number
        target.spans[element] = place.span


def _crossing(ground: GroundBoard, text: str, border: int, span: Span) -> int:
    """Return the link that crosses a border, which is how a link is named by a side of a cell."""
    links = np.flatnonzero(ground.board.link_border == border)
    if not len(links):
        raise fail(f"no link crosses {text}", span)
    return int(links[0])
