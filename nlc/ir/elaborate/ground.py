"""A ground board: a puzzle's board, options and clues, with every clue checked against its type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from nlc.arrays import Ints
from nlc.board.board import Board, Sort
from nlc.board.draw import DrawnBoard, draw
from nlc.errors import Diagnostics, Span, UserError, fail, suggest
from nlc.ir.elaborate.values import MISSING, Static, Symbols
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle, Rules

TARGETS = ("hole", "bridge", "empty")
"""What a legend may make of a token besides a clue."""


@dataclass(frozen=True, eq=False)
class GivenMap:
    """The clues of one kind: `data`, shape (elements,), holds ints or symbols, or `MISSING`."""

    kind: str
    data: Ints
    spans: Mapping[int, Span] = field(default_factory=dict)


@dataclass(eq=False)
class GroundBoard:
    """A puzzle before its rules are looked at.

    Attributes:
        rules: the genre's, the puzzle's own included.
        drawn: board and tokens.
        options: value of each option.
        givens: clues.
        symbols: texts of names and enum values.
        enum_values: the names that stand for enum values.
        main: the given that plain tokens of the board set, or None.
    """

    rules: Rules
    drawn: DrawnBoard
    symbols: Symbols
    options: dict[str, Static] = field(default_factory=dict)
    givens: dict[str, GivenMap] = field(default_factory=dict)
    enum_values: set[str] = field(default_factory=set)
    main: str | None = None
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
        if self.board.topology != "graph" and self.board.find(cell) is None:
            hint = f"the board has {self.board.rows} rows of up to {self.board.cols} cells"
            if self.board.find(f"{cell}.lane(N)") or self.board.find(f"{cell}.lane(E)"):
                hint = f"{cell} is a bridge: name one of its lanes, such as {cell}.lane(E)"
        elif self.board.topology == "graph":
            hint = suggest(text, self.board.names(Sort.CELL))
        raise fail(f"there is no '{text}' on this board", span, hint)

    def span_of(self, given: str, element: int) -> Span | None:
        """Return where the clue of an element was written."""
        spans = self.givens[given].spans
        if element in spans:
            return spans[element]
        return self.drawn.span_of(element) if given == self.main else None

    def values(self, given: str) -> Ints:
        """Return the distinct values of a given: names by first appearance, numbers ascending."""
        data = self.givens[given].data
        data = data[data != MISSING]
        distinct, first = np.unique(data, return_index=True)
        return distinct if self.givens[given].kind == "int" else distinct[np.argsort(first)]

    def domain_values(self, variable: str) -> Ints:
        """Return the values of a declared finite-domain variable, in the order of their indices."""
        return self.domains[variable]

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


def ground_board(case: Puzzle) -> GroundBoard:
    """Draw a puzzle's board and read its options and clues.

    Raises:
        UserError: with every independent mistake.
    """
    rules = case.rules
    diagnostics = Diagnostics()
    kinds = {
        entry.token.value: entry.target.name if entry.target.name in TARGETS else "empty"
        for legend in case.legends
        for entry in legend.entries
    }
    drawn = draw(case.topology, case.literal, kinds, case.walls, case.warps, case.puzzle.span)
    ground = GroundBoard(rules, drawn, Symbols())
    types = [d.type for group in (rules.options, rules.givens, rules.vars) for d in group.values()]
    ground.enum_values = {name for t in types if t.kind == "enum" for name in t.names}
    values = {name: option.default for name, option in rules.options.items()}
    values |= {name: item.value for name, item in case.settings.items()}
    for name, value in values.items():
        ground.options[name] = _option(ground, value)
    cell_givens = [n for n, g in rules.givens.items() if g.sort == "cell" and g.type.kind != "bool"]
    ground.main = cell_givens[0] if cell_givens else None
    for name, given in rules.givens.items():
        kind = {"bool": "bool", "range": "int"}.get(given.type.kind, "symbol")
        size = drawn.board.count(Sort(given.sort))
        if kind == "bool":
            ground.givens[name] = GivenMap(kind, np.zeros(size, np.bool_), {})
        else:
            ground.givens[name] = GivenMap(kind, np.full(size, MISSING, np.int32), {})
    _read_tokens(ground, case, diagnostics)
    for mark in case.marks:
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
                f"{where} has no '{name}', and every {given.sort} needs one", case.puzzle.span
            )
    diagnostics.raise_errors()
    return ground


def _option(ground: GroundBoard, value: s.Expr) -> Static:
    match value:
        case s.Bool(value=truth):
            return Static("bool", np.asarray(truth))
        case s.Int(value=number):
            return Static("int", np.asarray(number, np.int32))
        case s.Ref(name=text) | s.Str(value=text):
            return Static("symbol", np.asarray(ground.symbols.number(text), np.int32))
        case _:
            raise fail("an option's value is a number, true, false or a name", value.span)


def _read_tokens(ground: GroundBoard, case: Puzzle, diagnostics: Diagnostics) -> None:
    """Set the givens that the tokens of the board name, one look at each distinct token."""
    drawn = ground.drawn
    silent = {".", "#"}
    legend: dict[str, s.LegendEntry] = {}
    for entry in (e for item in case.legends for e in item.entries):
        target = entry.target
        if target.name not in TARGETS:
            given = ground.rules.givens.get(target.name)
            if given is None or given.sort != "cell":
                known = [*TARGETS, *(n for n, g in ground.rules.givens.items())]
                diagnostics.error(
                    f"'{target.name}' is no clue of cells in this genre",
                    target.span,
                    suggest(target.name, known),
                )
                continue
            legend[entry.token.value] = entry
        else:
            silent.add(entry.token.value)
    for index, token in enumerate(drawn.vocabulary):
        entry_ = legend.get(token)
        if token in silent and entry_ is None:
            continue
        cells = np.flatnonzero(drawn.cell_token == index)
        if not len(cells):
            continue
        span = drawn.span_of(int(cells[0]))
        try:
            if entry_ is not None:
                name, value = entry_.target.name, entry_.value
                plain = "true" if ground.givens[name].kind == "bool" else token
                text: s.Expr | str = plain if value is None else value
            elif ground.main is not None:
                name, text = ground.main, token
            else:
                raise fail(f"unknown token '{token}'", span, "say what it means in a legend")
            number = _clue(ground, name, text, span)
        except UserError as error:
            diagnostics.absorb(error)
            continue
        ground.givens[name].data[cells] = number


def _read_mark(ground: GroundBoard, mark: s.Mark) -> None:
    name = mark.name.name
    given = ground.rules.givens.get(name)
    if given is None:
        hint = suggest(name, ground.rules.givens)
        raise fail(f"this genre has no clue called '{name}'", mark.name.span, hint)
    target = ground.givens[name]
    if mark.value is None and target.kind != "bool":
        raise fail(f"'{name}' needs a value", mark.span, f"write: mark {name} = … at …;")
    value = True if mark.value is None else _clue(ground, name, mark.value, mark.value.span)
    for place in mark.places:
        text = place.text if isinstance(place, s.Loc) else place.name
        sort, element = ground.locate(text, place.span)
        if given.sort == "link" and sort is Sort.BORDER:
            sort, element = _crossing(ground, text, element, place.span)
        if sort.value != given.sort:
            message = f"'{name}' is for a {given.sort}, and {text} is a {sort.value}"
            raise fail(message, place.span)
        target.data[element] = value
        assert isinstance(target.spans, dict)
        target.spans[element] = place.span


def _crossing(ground: GroundBoard, text: str, border: int, span: Span) -> tuple[Sort, int]:
    """Return the link that crosses a border, which is how a link is named by a side of a cell."""
    links = np.flatnonzero(ground.board.link_border == border)
    if not len(links):
        raise fail(f"no link crosses {text}", span)
    return Sort.LINK, int(links[0])


def _clue(ground: GroundBoard, name: str, value: s.Expr | str, span: Span) -> int | bool:
    """Return the number of a clue's value, or raise a diagnostic that says what is allowed."""
    type_ = ground.rules.givens[name].type
    match value:
        case str():
            text = value
        case s.Int(value=number):
            text = str(number)
        case s.Ref(name=word) | s.Str(value=word):
            text = word
        case s.Bool(value=truth):
            text = "true" if truth else "false"
        case _:
            raise fail("a clue is a number or a name", value.span)
    match type_.kind:
        case "name":
            return ground.symbols.number(text)
        case "enum":
            if text in type_.names:
                return ground.symbols.number(text)
            raise fail(
                f"'{text}' is no value of '{name}'",
                span,
                suggest(text, type_.names) or f"one of: {', '.join(type_.names)}",
            )
        case "range":
            if text.isascii() and text.isdigit() and type_.low <= int(text) <= type_.high:
                return int(text)
            message = f"'{text}' is no number from {type_.low} to {type_.high}"
            raise fail(f"{message}, which '{name}' must be", span)
        case "bool":
            if text in ("true", "false"):
                return text == "true"
            raise fail(f"'{text}' is neither true nor false, which '{name}' must be", span)
        case _:
            raise fail(f"'{name}' takes no clues", span)
