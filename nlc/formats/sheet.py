"""A puzzle on a rectangle of squares, of any genre, for parsing and writing formats.

A `Sheet` holds the clues of a puzzle under the names that its genre gives them, each at its place.
A parser makes one, puts clues in and returns `Sheet.puzzle`; a writer gets one from
`sheet_of`, takes out all clues that it writes, and refuses the puzzle if clues
are left (`Sheet.finish`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from math import isqrt
from typing import Any, NamedTuple, cast

import numpy as np
from msgspec import Struct

from nlc.errors import Span, fail
from nlc.formats.genres import defaults, find_parts, rules_of
from nlc.formats.parts import IGNORED, Parts, Value
from nlc.graph import components
from nlc.ir.nodes import ABSENT, Assignment, Program
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
Givens = Mapping[str, Mapping[Any, Value]]
"""The value of each clue, by given and place."""

SheetAnswer = dict[str, set[Place] | Mapping[Place, Value | None]]

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
"""A step to each side."""


class Sheet(Struct):
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
        parts: the names that its genre gives to parts.
    """

    genre: str
    rows: int
    cols: int
    title: str = ""
    options: dict[str, Value] = {}
    assumed: dict[str, Value] = {}
    holes: set[Cell] = set()
    bridges: set[Cell] = set()
    walls: set[Border] = set()
    givens: dict[str, dict[Place, Value]] = {}
    spans: dict[tuple[str, Place], Span] = {}
    answer: SheetAnswer | None = None
    faults: list[str] = []
    parts: Parts = Parts()

    def __post_init__(self) -> None:
        self.parts = find_parts(self.genre) or Parts()

    # ---------- filling ----------

    def put(self, given: str, place: Place, value: Value = True, span: Span | None = None) -> None:
        """Put a clue at a place; `span` is its place in the text."""
        self.givens.setdefault(given, {})[place] = value
        if span is not None:
            self.spans[given, place] = span

    def put_number(self, cell: Place, number: int | str | None, span: Span) -> None:
        """Put a number into a cell; None is an unknown number.

        Raises:
            UserError: the genre has no unknown numbers.
        """
        if number is not None:
            self.put(self.parts.number, cell, number, span)
        elif not self.parts.unknown:
            raise fail(f"{self.genre} has no clue with an unknown number", span)
        elif self.parts.unknown != IGNORED:
            self.put(self.parts.unknown, cell, True, span)

    def put_sign(self, part: Sequence[Value], place: Place, index: int, span: Span) -> None:
        """Put one of the values of a part, which are told behind its given, at a place."""
        given, *values = part
        self.put(str(given), place, values[index], span)

    def put_circle(self, cell: Cell, black: bool, span: Span) -> None:
        """Put a circle into a cell, of a genre that has some."""
        self.put_sign(self.parts.circle or (), cell, black, span)

    def put_blocked(self, cell: Cell, span: Span | None) -> None:
        """Exclude a cell from the puzzle: by a clue if the genre has one, else as a hole."""
        if self.parts.blocked:
            self.put(self.parts.blocked, cell, True, span)
        else:
            self.holes.add(cell)

    def put_rooms(
        self, rooms: Mapping[Cell, Value], span: Span | None, borders: Iterable[Border] = ()
    ) -> list[Border]:
        """Put the room of each cell, and the borders within rooms if the genre has fences.

        Returns:
            The borders within rooms, if the genre has no fences and they have no meaning.
        """
        for cell, room in rooms.items():
            self.put(self.parts.room, cell, str(room), span)
        within = [x for x in sorted(borders) if rooms.get(x.first, x) == rooms.get(x.second)]
        for each in within if self.parts.fence else ():
            self.put(self.parts.fence, each, True, span)
        return [] if self.parts.fence else within

    def join(self, given: str, cells: Sequence[Cell], span: Span, step: int = 1) -> None:
        """Number cells in their order, or all alike, with a gap after those that have a number.

        Raises:
            UserError: a cell would have two numbers, and the given has no lists.
        """
        listed, told = self.kind_of(given) == "list", self.givens.setdefault(given, {})
        last = max((int(n) for text in told.values() for n in str(text).split(",")), default=-step)
        for at, cell in enumerate(cells, 1):
            number: Value = last + 1 + at * step
            if listed:
                number = f"{told[cell]},{number}" if cell in told else f"{number}"
            elif cell in told:
                raise fail(f"there are two clues '{given}' at {self.name(cell)}", span)
            self.put(given, cell, number, span)

    def put_boxes(self, span: Span | None = None) -> None:
        """Put the usual boxes of a Sudoku; see `box_sides`.

        Raises:
            UserError: the board is not a square, or its side is a prime.
        """
        usual = self.usual_boxes()
        if not usual:
            shape = f"a board of {self.rows} rows and {self.cols} columns"
            raise fail(f"{shape} has no usual boxes", span, "draw them in the language: board box")
        self.put_rooms(usual, span)

    def assume(self, **options: Value) -> None:
        """Set options that the text does not give."""
        self.options.update(options)
        self.assumed.update(options)

    @property
    def cells(self) -> list[Cell]:
        """The cells of the board, row by row, without holes."""
        every = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        return [cell for cell in every if cell not in self.holes]

    @property
    def clued(self) -> dict[Place, Value]:
        """The numbers in cells by their places, known or unknown."""
        return {**self.givens.get(self.parts.number, {}), **self.givens.get(self.parts.unknown, {})}

    def given(self, name: str) -> s.Given | None:
        """Return the declaration of a given, or None if the genre has none of that name."""
        rules = rules_of(self.genre)
        return None if rules is None else rules.givens.get(name)

    def kind_of(self, name: str) -> str:
        """Return the kind of the values of a given, such as ``range`` or ``list``; may be empty."""
        given = self.given(name)
        return "" if given is None else given.type.kind

    def rim(self, given: str, side: str) -> list[Place | None]:
        """Return the places of a clue outside at a side, by column or row; None if it has no cells.

        The place is a straight line, or for a given over borders the outer side of its first cell.
        """
        found, upright = self.given(given), side in "NS"
        ends = found is not None and found.sort == "border"
        out: list[Place | None] = [None] * (self.cols if upright else self.rows)
        for cell in self.cells if ends and side in "SE" else reversed(self.cells):
            line = StraightLine(*cell, "N" if upright else "E")
            out[cell[upright]] = Side(*cell, side) if ends else line
        return out

    def usual_boxes(self) -> dict[Cell, int]:
        """Return the usual box of each cell of a Sudoku, or none for another board."""
        high, wide = box_sides(self.rows)
        if not self.parts.boxes or self.rows != self.cols or (high == 1 and wide > 1):
            return {}
        return boxes(self.cells, high, wide)

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
                at = self.name(place).replace("-", "|")  # as marks name links
                places.setdefault(value, []).append(s.Loc(span, at))
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
        signs = dict.fromkeys(self.bridges, "+") | dict.fromkeys(self.holes, "#")
        every = ([(row, col) for col in range(self.cols)] for row in range(self.rows))
        return tuple("".join(signs.get(cell, ".") for cell in row) for row in every)

    def name(self, place: Place) -> str:
        """Return the name of a place in the language."""
        if isinstance(place, Link | Border):
            lane, joint = "", "|"
            if isinstance(place, Link):
                lane, joint = f".lane({'E' if place.first[0] == place.second[0] else 'N'})", "-"
            return joint.join(self.name(cell) + lane * (cell in self.bridges) for cell in place)
        if isinstance(place, Point):
            return self._corner(place)
        name = f"r{place[0] + 1}c{place[1] + 1}"
        if isinstance(place, Side | StraightLine):
            name += f".{'side' if isinstance(place, Side) else 'line'}({place.side})"
        return name

    def _corner(self, point: Point) -> str:
        """Return the name of a point, by one of the cells round it."""
        for letters in ("NW", "NE", "SW", "SE"):
            row, col = point.row - ("S" in letters), point.col - ("E" in letters)
            inside = 0 <= row < self.rows and 0 <= col < self.cols
            if inside and (row, col) not in self.holes | self.bridges:
                return f"r{row + 1}c{col + 1}.corner({letters})"
        return f"r{point.row + 1}c{point.col + 1}"

    def solution(self) -> Mapping[str, Any] | None:
        """Return the answer as ``nlc run --format json`` prints it, or None."""
        out: dict[str, Any] = {}
        for name, values in (self.answer or {}).items():
            if isinstance(values, Mapping):
                told = ((self.name(place), value) for place, value in values.items())
                out[name] = {at: None if x is None else value_text(x) for at, x in told}
            else:
                out[name] = [self.name(place) for place in values]
        return None if self.answer is None else out

    # ---------- writing ----------

    def take(self, given: str) -> dict[Place, Value]:
        """Remove and return the clues of a given; none if the genre does not have it."""
        return self.givens.pop(given, {})

    def take_cells(self, given: str) -> dict[Cell, Value]:
        """Remove and return the clues of a given over cells, row by row."""
        return dict(sorted(cast("dict[Cell, Value]", self.take(given)).items()))

    def take_numbers(self) -> dict[Cell, int | str | None]:
        """Take the numbers in cells; None is an unknown number."""
        unknown = dict.fromkeys(self.take_cells(self.parts.unknown))
        return dict(sorted((unknown | self.take_cells(self.parts.number)).items()))

    def take_circles(self) -> dict[Cell, bool]:
        """Take the circles; return for each cell with one whether it is black."""
        name, _, black = self.parts.circle or ("", "", "")
        return {cell: value == black for cell, value in self.take_cells(name).items()}

    def take_blocked(self) -> set[Cell]:
        """Take the cells that are not part of the puzzle."""
        holes, self.holes = self.holes, set()
        return {*self.take_cells(self.parts.blocked)} | holes

    def option(self, name: str) -> Value:
        """Remove an option and return its value."""
        return self.options.pop(name)

    def require_plain(self, form: str) -> None:
        """Refuse holes, walls and bridges."""
        for what in ("holes", "bridges", "walls"):
            if getattr(self, what):
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
                there = f"for granted, and here it is {value_text(value)}"
                hint = f"make the puzzle for that rule: --set {wanted}"
                raise fail(f"readers of the format {form} take {wanted} {there}", hint=hint)


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


def strings(clues: Mapping[Any, Value]) -> list[list[Cell]]:
    """Return the lines through cells whose numbers follow each other, from their first cells."""
    out, last = list[list[Cell]](), -1
    told = [(int(n), cell) for cell, text in clues.items() for n in str(text).split(",")]
    for number, cell in sorted(told):
        if (
            number != last + 1
            or max(abs(a - b) for a, b in zip(cell, out[-1][-1], strict=True)) > 1
        ):
            out.append([])
        out[-1].append(cell)
        last = number
    return sorted(out)


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


def box_sides(side: int) -> tuple[int, int]:
    """Return height and width of the boxes of a Sudoku: the nearest factors of its side."""
    high = next((n for n in range(isqrt(side), 0, -1) if side % n == 0), 1)
    return high, side // high


def connected_rooms(cells: Sequence[Cell], borders: Container[Place]) -> dict[Cell, int]:
    """Return the rooms that borders enclose, by cell, numbered from 0 by their first cells."""
    number = {cell: i for i, cell in enumerate(cells)}
    pairs = [
        (i, number[other])
        for cell, i in number.items()
        for other in (step(cell, "E"), step(cell, "S"))
        if other in number and (cell, other) not in borders  # equal to a `Border`
    ]
    first = components(len(number), np.array(pairs, np.int32).reshape(-1, 2)).tolist()
    rooms = {cell: room for room, cell in enumerate(dict.fromkeys(first))}
    return dict(sorted((cell, rooms[first[i]]) for cell, i in number.items()))


def owners(sheet: Sheet, rooms: Mapping[Cell, Any]) -> dict[Place, Value | None]:
    """Return for each cell the cell of the first clue in its room, or None; or its first cell."""
    roots: dict[int | None, Value] = {}
    clued: set[Any] = {*sheet.clued, *sheet.givens.get("".join(sheet.parts.sign[:1]), {})}
    for place in (place for name in sheet.parts.dots for place in sheet.givens.get(name, {})):
        above = (place[0] - 1, place[1] - 1) if isinstance(place, Point) else place
        clued.add(place.first if isinstance(place, Border) else above)
    firsts = rooms.keys() - sheet.givens.get(sheet.parts.marked, {})
    for place in sorted(firsts if sheet.parts.firsts else clued):
        roots.setdefault(rooms.get(cast("Cell", place)), sheet.name(place))
    return {cell: roots.get(room) for cell, room in rooms.items()}


def boxes(cells: Sequence[Cell], high: int, wide: int) -> dict[Cell, int]:
    """Return the box of each cell in a square of boxes of size `high` times `wide`."""
    return {(row, col): row // high * high + col // wide for row, col in cells}


def same_rooms(one: Mapping[Any, object], other: Mapping[Any, object]) -> bool:
    """Return whether two namings of the rooms of cells are the same partition."""
    pairs = {(name, other.get(cell)) for cell, name in one.items()}
    counts = {len(pairs), len({*one.values()}), len({*other.values()})}
    return one.keys() == other.keys() and len(counts) <= 1


_CELL = re.compile(r"r(\d+)c(\d+)")
_PART = re.compile(r"r(\d+)c(\d+)\.(side|corner|line)\((\w+)\)")


def sheet_of(
    program: Program, form: str, answer: Assignment | None = None, *, own: bool = False
) -> Sheet:
    """Return the sheet of a puzzle.

    Args:
        form: name of the format that it is for, for messages.
        answer: a solution.
        own: whether the format can express puzzles of genres that do not come with nlc.

    Raises:
        UserError: the board does not consist of squares, or has warps; or the puzzle has rules of
            its own.
    """
    if not own or rules_of(program.genre) is not None:
        require_genre(program, form)
    board = program.board
    if board.topology != "square":
        raise fail(f"the format {form} is for boards of squares")
    sheet = Sheet(program.genre, board.rows, board.cols, program.title)
    sheet.options.update({name: option_value(text) for name, text in program.options.items()})
    rows, cols = board.row_of.tolist(), board.col_of.tolist()
    places = list(zip(rows, cols, strict=True))
    there = set(places)
    sheet.holes = {*sheet.cells} - there
    sheet.bridges = {places[i] for i in np.flatnonzero(board.lanes >= 0).tolist()}
    found = {Border(places[a], places[b]) for a, b in board.link_cells.tolist()}
    adjacent = {border(cell, other) for cell in places for other in neighbours(cell, there)}
    if found - adjacent:
        raise fail(f"the format {form} is for boards that neither wrap around nor have warps")
    sheet.walls = adjacent - found
    for name, texts in program.givens.items():
        kind, sort = program.value_kinds[name], program.given_sorts[name]
        names = board.names(sort)
        for element, text in texts.items():
            value: Value = int(text) if kind == "int" else True if kind == "bool" else text
            sheet.put(name, parse_place(names[element]), value)
    if answer is not None:
        sheet.answer = _answer(program, answer)
    return sheet


def require_genre(program: Program, form: str) -> None:
    """Refuse a genre that formats do not know, and rules of the puzzle's own.

    Raises:
        UserError: the puzzle has one of these, which only the language can express.
    """
    found = rules_of(program.genre)
    if found is None:
        raise fail(f"the format {form} does not know the genre '{program.genre}'")
    known = found.rules
    for rule in program.rules:
        if rule not in known:
            raise fail(f"the format {form} cannot express the rule '{rule}'")
    for rule in known:
        if rule not in program.rules:
            raise fail(f"the format {form} cannot express that the rule '{rule}' is dropped")


def parse_place(name: str) -> Place:
    """Return the place with a name of the language, such as ``r1c2.side(N)``."""
    for joint, kind in (("-", Link), ("|", Border)):
        if joint in name:
            first, second = (_cell(part) for part in name.split(joint))
            return kind(first, second)
    part = _PART.fullmatch(name)
    if part is None:
        return _cell(name)
    row, col, letters = int(part[1]) - 1, int(part[2]) - 1, part[4]
    if part[3] == "corner":
        return Point(row + ("S" in letters), col + ("E" in letters))
    return Side(row, col, letters) if part[3] == "side" else StraightLine(row, col, letters)


def _cell(name: str) -> Cell:
    found = _CELL.match(name)
    assert found is not None, name
    return int(found[1]) - 1, int(found[2]) - 1


def _answer(program: Program, answer: Assignment) -> SheetAnswer:
    out: SheetAnswer = {}
    for var in program.bools:
        if (var.shown or var.reported) and var.sort.placed:
            chosen = np.flatnonzero(answer.bools[var.part]).tolist()
            names = program.board.names(var.sort)
            out[var.name] = {parse_place(names[i]) for i in chosen}
    for domain in program.domains.values():
        if (domain.shown or domain.reported) and domain.sort.placed:
            values = answer.domains[domain.name]
            names = program.board.names(domain.sort)
            held = np.flatnonzero(values != ABSENT).tolist()
            out[domain.name] = {parse_place(names[i]): domain.values[values[i]] for i in held}
    return out
