"""The board and the description of a puzzle, as the page has them with or without a server."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec import Struct, convert, to_builtins

T = TypeVar("T")


def answer_of(kind: type[T], source: object, **more: object) -> T:
    """Return an answer with those members that a structure has as well, and more."""
    return convert(to_builtins(source) | more, kind)


class Points(Struct, kw_only=True):
    """Places by name, as parallel lists."""

    names: list[str]
    x: list[float]
    y: list[float]


class Cells(Points, kw_only=True):
    """Cells as parallel lists: `x[i]` is of the cell `names[i]`.

    `radius` is that of the largest circle inside; `corners` are x1, y1, x2, y2, … clockwise,
    empty for lanes of bridges and cells of graphs.
    """

    radius: list[float]
    corners: list[list[float]]


class Links(Struct, kw_only=True):
    """Links: two neighbours each, as indices of cells.

    `lines` are x1, y1, x2, y2: one from centre to centre, or two stubs of a warp; `border` is the
    index of the side that it crosses, -1 for none.
    """

    names: list[str]
    cells: list[list[int]]
    border: list[int]
    lines: list[list[float]]


class Borders(Struct, kw_only=True):
    """Sides of cells: the cells on both sides (-1: none), its ends as indices of vertices.

    `lines` are x1, y1, x2, y2, and four numbers more where its two cells see it at two places.
    """

    names: list[str]
    cells: list[list[int]]
    vertices: list[list[int]]
    lines: list[list[float]]


class Vertices(Points, kw_only=True):
    """Corners of cells."""


class Lines(Points, kw_only=True):
    """Straight lines, and the place of a clue of each outside of the board.

    The lists are empty if the genre has no clues over lines.
    """


class Holes(Struct, kw_only=True):
    """Places of the drawing without a cell; `hole` of `POST /api/edit` makes them cells."""

    names: list[str]
    corners: list[list[float]]


class Board(Struct, kw_only=True):
    """Coordinates of the elements in the units of the picture's `viewBox`; y points down.

    Attributes:
        key: the same for boards of the same shape.
    """

    key: str
    topology: str
    rows: int
    columns: int
    width: float
    height: float
    cells: Cells
    links: Links
    borders: Borders
    vertices: Vertices
    lines: Lines
    holes: Holes


class Option(Struct, kw_only=True):
    """An option of a genre; `value` is the puzzle's.

    Attributes:
        type: in the language, such as `bool`, `1..4`, `{a, b}`.
    """

    name: str
    type: str
    default: str
    text: str
    value: str | None = None


class Given(Struct, kw_only=True):
    """A kind of clue.

    Attributes:
        kind: `values` lists them but for `name`, which takes any, and `list`, which takes numbers
            with commas between them.
        clues: the value of each element that has one.
    """

    name: str
    sort: Literal["cell", "link", "border", "vertex", "line"]
    kind: Literal["bool", "int", "name", "enum", "side", "list"]
    values: list[str]
    optional: bool
    text: str
    clues: dict[str, str]


class Variable(Struct, kw_only=True):
    """A variable that a solver draws (`shown`), or one that follows from those.

    Attributes:
        elements: those that have a value; null for all of the sort.
        values: empty for `bool`.
        optional: whether an element may have no value.
        mark: how it is drawn: `line`, `shaded`, … (docs/pictures.md).
        printed: elements where a clue prints the value: nothing to draw.
    """

    name: str
    sort: Literal["cell", "link", "border", "vertex"]
    elements: list[str] | None
    kind: Literal["bool", "values"]
    values: list[str]
    optional: bool
    shown: bool
    mark: str | None
    text: str
    printed: list[str] = []


class Title(Struct, kw_only=True):
    """A puzzle of a text."""

    number: int
    title: str
    genre: str


class Puzzle(Title, kw_only=True):
    """A puzzle of a text, parsed.

    Attributes:
        name: the title of the genre.
        rules: sentences of the rules with these options.
    """

    name: str
    options: list[Option]
    givens: list[Given]
    variables: list[Variable]
    rules: list[str]
    cells: int
