"""A puzzle on a rectangle of squares, of any genre, for parsing and writing formats.

A `Sheet` holds the clues of a puzzle under the names that its genre gives them, each at its place.
A parser makes one, puts clues in and returns `Sheet.puzzle`; a writer gets one from
`nlc.formats.sheet_of.sheet_of`, takes out all clues that it writes, and refuses the puzzle if clues
are left (`Sheet.finish`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from copy import copy
from typing import Any, NamedTuple

from nlc.errors import Span, fail
from nlc.formats.stock import defaults
from nlc.language import syntax as s

Cell = tuple[int, int]
"""Row and column from 0."""


class Point(NamedTuple):
    """A corner of cells: the row and the column of the lines that cross there, from 0."""

    row: int
    col: int


class Link(NamedTuple):
    """The link between two cells, the smaller first."""

    first: Cell
    second: Cell


class Border(NamedTuple):
    """The border between two cells, the smaller first."""

    first: Cell
    second: Cell


class Side(NamedTuple):
    """A side of a cell, by the letter of its direction: ``N``, ``E``, ``S`` or ``W``."""

    row: int
    col: int
    side: str


class StraightLine(NamedTuple):
    """The straight line through a cell, by one of its directions: ``N`` or ``E``."""

    row: int
    col: int
    side: str


Place = Cell | Point | Link | Border | Side | StraightLine
Value = bool | int | str
SheetAnswer = dict[str, set[Place] | Mapping[Place, Value | None]]

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
"""A step to each side."""


class Sheet:
    """A puzzle on a rectangle of squares.

    Attributes:
        rows: of the rectangle.
        cols: of the rectangle.
        options: those of the genre that are set.
        assumed: those of them that the text does not give; see `nlc.language.syntax.Puzzle`.
        holes: cells of the rectangle that are not on the board.
        bridges: cells that are split into two lanes.
        walls: neighbours without a link.
        givens: the clues: for each given the value of each place.
        spans: of the clues in the text, by given and place.
        answer: a solution, if any: for a boolean variable the places at which it is true, for
            another variable the value of each place, or None if it is missing.
        faults: mistakes of the answer that no rule of the language covers.
    """

    def __init__(self, genre: str, rows: int, cols: int, title: str = "") -> None:
        self.genre = genre
        self.rows = rows
        self.cols = cols
        self.title = title
        self.options: dict[str, Value] = {}
        self.assumed: dict[str, Value] = {}
        self.holes: set[Cell] = set()
        self.bridges: set[Cell] = set()
        self.walls: set[Border] = set()
        self.givens: dict[str, dict[Place, Value]] = {}
        self.spans: dict[tuple[str, Place], Span] = {}
        self.answer: SheetAnswer | None = None
        self.faults: list[str] = []

    # ---------- filling ----------

    def put(self, given: str, place: Place, value: Value = True, span: Span | None = None) -> None:
        """Put a clue at a place; `span` is its place in the text."""
        self.givens.setdefault(given, {})[place] = value
        if span is not None:
            self.spans[given, place] = span

    def assume(self, **options: Value) -> None:
        """Set options that the text does not give."""
        self.options.update(options)
        self.assumed.update(options)

    @property
    def cells(self) -> list[Cell]:
        """The cells of the board, row by row, without holes."""
        every = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        return [cell for cell in every if cell not in self.holes]

    def puzzle(self, head: Span) -> s.Puzzle:
        """Return the syntax tree of the puzzle.

        The board is drawn empty and the clues are ``mark`` statements whose places have spans of
        the text, so that later errors point into it.

        Args:
            head: the span for mistakes of the whole puzzle, such as that of its size.
        """
        items: list[s.PuzzleItem] = [s.Topology(head, s.Ref(head, "square"), ())]
        for name, value in self.options.items():
            items.append(s.SetOption(head, s.Ref(head, name), literal(value, head)))
        if self.bridges:
            entry = s.LegendEntry(head, s.Str(head, "+"), s.Ref(head, "bridge"), None)
            items.append(s.Legend(head, (entry,)))
        items.append(s.BoardLiteral(head, self.draw_board(), head.line))
        for name, clues in self.givens.items():
            places: dict[Value, list[s.Loc]] = {}
            for place, value in clues.items():
                span = self.spans.get((name, place), head)
                places.setdefault(value, []).append(s.Loc(span, self.name(place)))
            for value, locs in places.items():
                span = locs[0].span
                items.append(s.Mark(span, s.Ref(span, name), literal(value, span), tuple(locs)))
        if self.walls:
            pairs = tuple(
                (s.Loc(head, self.name(wall.first)), s.Loc(head, self.name(wall.second)))
                for wall in sorted(self.walls)
            )
            items.append(s.Wall(head, pairs))
        assumed = tuple((name, value_text(value)) for name, value in self.assumed.items())
        genre, solution = s.Ref(head, self.genre), self.solution()
        faults = tuple(self.faults)
        return s.Puzzle(head, self.title, genre, tuple(items), assumed, solution, faults)

    def draw_board(self) -> tuple[str, ...]:
        """Return the board without its clues, a token a cell."""

        def token(cell: Cell) -> str:
            return "#" if cell in self.holes else "+" if cell in self.bridges else "."

        return tuple(
            "".join(token((row, col)) for col in range(self.cols)) for row in range(self.rows)
        )

    def name(self, place: Place) -> str:
        """Return the name of a place in the language."""
        if isinstance(place, Link | Border):
            if isinstance(place, Border):
                return f"{self.name(place.first)}|{self.name(place.second)}"
            lane = ".lane(E)" if place.first[0] == place.second[0] else ".lane(N)"
            return "-".join(
                self.name(cell) + lane * (cell in self.bridges)
                for cell in (place.first, place.second)
            )
        if isinstance(place, Point):
            return self._corner(place)
        name = f"r{place[0] + 1}c{place[1] + 1}"
        if isinstance(place, Side):
            return f"{name}.side({place.side})"
        if isinstance(place, StraightLine):
            return f"{name}.line({place.side})"
        return name

    def _corner(self, point: Point) -> str:
        """Return the name of a point, by one of the cells round it."""
        for row in (point.row, point.row - 1):
            for col in (point.col, point.col - 1):
                inside = 0 <= row < self.rows and 0 <= col < self.cols
                if inside and (row, col) not in self.holes | self.bridges:
                    corner = ("N" if row == point.row else "S") + ("W" if col == point.col else "E")
                    return f"r{row + 1}c{col + 1}.corner({corner})"
        return f"r{point.row + 1}c{point.col + 1}"

    def solution(self) -> Mapping[str, Any] | None:
        """Return the answer as ``nlc run --format json`` prints it, or None."""
        if self.answer is None:
            return None
        out: dict[str, Any] = {}
        for name, values in self.answer.items():
            if isinstance(values, Mapping):
                out[name] = {
                    self.name(place): None if value is None else value_text(value)
                    for place, value in values.items()
                }
            else:
                out[name] = [self.name(place) for place in values]
        return out

    def copy(self) -> Sheet:
        """Return a copy, from which clues can be taken."""
        other = copy(self)
        other.givens = {name: dict(clues) for name, clues in self.givens.items()}
        other.options, other.holes = dict(self.options), set(self.holes)
        return other

    # ---------- writing ----------

    def take(self, given: str) -> dict[Place, Value]:
        """Remove and return the clues of a given; none if the genre does not have it."""
        return self.givens.pop(given, {})

    def option(self, name: str) -> Value:
        """Remove an option and return its value."""
        return self.options.pop(name)

    def require_plain(self, form: str) -> None:
        """Refuse holes, walls and bridges."""
        for what, there in (
            ("holes", self.holes),
            ("bridges", self.bridges),
            ("walls", self.walls),
        ):
            if there:
                raise fail(f"the format {form} has no {what}")

    def finish(self, form: str, **assumed: Value) -> None:
        """Refuse the puzzle if clues are left, or options that the format cannot express.

        Args:
            form: name of the format.
            assumed: options that readers of the format take for granted, if not the defaults.
        """
        for name, clues in self.givens.items():
            if clues:
                where = self.name(next(iter(clues)))
                raise fail(f"the format {form} cannot express '{name}', which is given at {where}")
        usual: dict[str, Value] = {**defaults(self.genre), **assumed}
        for name, value in self.options.items():
            if name in usual and value_text(value) != value_text(usual[name]):
                wanted = f"{name}={value_text(usual[name])}"
                raise fail(
                    f"readers of the format {form} take {wanted} for granted, "
                    f"and here it is {value_text(value)}",
                    hint=f"make the puzzle for that rule: --set {wanted}",
                )


def link(one: Cell, other: Cell) -> Link:
    """Return the link between two cells."""
    return Link(min(one, other), max(one, other))


def border(one: Cell, other: Cell) -> Border:
    """Return the border between two cells."""
    return Border(min(one, other), max(one, other))


def step(cell: Cell, side: str) -> Cell:
    """Return the neighbour of a cell at a side; it may be off the board."""
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def edge(one: Cell, other: Cell, there: Container[Cell]) -> Border | Side:
    """Return the edge between two neighbours, one of which may be off the board."""
    if one in there and other in there:
        return border(one, other)
    inner, outer = (one, other) if one in there else (other, one)
    return Side(*inner, next(side for side in STEPS if step(inner, side) == outer))


def literal(value: Value, span: Span) -> s.Expr:
    """Return the literal of a value."""
    if isinstance(value, bool):
        return s.Bool(span, value)
    if isinstance(value, int):
        return s.Int(span, value)
    named = value.isascii() and value.isidentifier()
    return s.Ref(span, value) if named else s.Str(span, value)


def option_value(text: str) -> Value:
    """Return the value of an option from its text."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def value_text(value: Value) -> str:
    """Return a value in the notation of the language."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def neighbours(cell: Cell, cells: Iterable[Cell]) -> list[Cell]:
    """Return those of some cells that share a side with a cell."""
    there = cells if isinstance(cells, set | frozenset | dict) else set(cells)
    return [other for side in STEPS if (other := step(cell, side)) in there]
