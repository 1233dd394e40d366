"""A ground board: a puzzle's board, options and clues, with every clue checked against its type."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field

from nlc.arrays import Bools, Ints
from nlc.board import GRAPH, Board, Sort
from nlc.board.drawn_board import DrawnBoard
from nlc.errors import Span, fail, suggest
from nlc.ir.elaborate.values import MISSING, Kind, Static, Symbols
from nlc.language import syntax as s
from nlc.language.literals import Literal, bounds_of, list_numbers
from nlc.language.resolve import Rules

if TYPE_CHECKING:
    from nlc.ir.elaborate.entries import Entries


class GivenMap(Struct, frozen=True, eq=False):
    """The clues of one kind.

    Attributes:
        kind: the kind of the values; a side of a cell is a border.
        data: shape (elements,): booleans, numbers, symbols (also of lists, their texts), borders,
            or `MISSING`.
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
        if kind in ("symbol", "list"):
            return self.symbols.texts[value]
        if kind == "bool":
            return "true" if value else "false"
        return str(value)

    def bounds(self, kind: s.Type) -> tuple[int, int]:
        """Return the ends of the range of a clue."""
        return bounds_of(kind, {name: value.data for name, value in self.options.items()})

    def numbers(self, value: int) -> tuple[int, ...]:
        """Return the numbers of a list."""
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
