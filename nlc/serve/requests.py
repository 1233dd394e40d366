"""The bodies of requests. Members that are not declared here are refused."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Text = Annotated[
    str, Meta(max_length=1_000_000, description="A puzzle in any format, a URL or a game ID.")
]
Name = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=1, le=100_000)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
Style = Annotated[
    Literal["puzzle", "print", "tubes", "tubes-safe", "puzzlink"],
    Meta(description="Of pictures: docs/pictures.md."),
]


class PuzzleRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A text, and the number of the puzzle in it."""

    text: Text
    format: Annotated[
        Name,
        Meta(description="One of docs/formats.md or `auto`; `auto:GENRE` if it names no genre."),
    ] = "auto"
    puzzle: Annotated[Number, Meta(description="Which one of the text, from 1.")] = 1
    options: Annotated[
        dict[Name, bool | int | Name],
        Meta(max_length=100, description="Options of the genre in place of the puzzle's own."),
    ] = {}
    style: Style = "puzzle"


class ParseRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks to parse a text, and to draw it."""

    known: Annotated[
        Name | None,
        Meta(description="`board.key` of the last answer: if it is the same, `board` is null."),
    ] = None
    targets: Annotated[
        bool, Meta(description="Whether the picture has an area for a pointer on each element.")
    ] = False


class Edit(Struct, kw_only=True, forbid_unknown_fields=True):
    """One change of the drawn puzzle.

    `clue` sets the value of a given at an element, or takes it away. `hole` makes a cell a hole, or
    a cell of a hole. `wall` puts a wall between two cells, or takes it away.
    """

    element: Annotated[
        Name, Meta(description="A cell, border or vertex; for a wall, its link or border.")
    ]
    kind: Literal["clue", "hole", "wall"] = "clue"
    given: Annotated[
        Name | None, Meta(description="The given; null for the first over that sort of element.")
    ] = None
    value: Annotated[
        Name | int | bool | None,
        Meta(description="Of a clue, null for none; of a hole or wall, whether it exists."),
    ] = None
    step: Annotated[
        Literal[-1, 0, 1],
        Meta(
            description="In place of `value`: the next value (1), the one before (-1). The values "
            "repeat cyclically, with 'none'; a hole or wall is toggled."
        ),
    ] = 0


class EditRequest(ParseRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks to edit the board of a text."""

    edits: Annotated[list[Edit], Meta(min_length=1, max_length=1000)]


class NewRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """Asks for the text of an empty board."""

    genre: Name
    tiling: Name = "square"
    columns: Annotated[int, Meta(ge=1, le=1000)]
    rows: Annotated[int, Meta(ge=1, le=1000)]
    title: Annotated[str, Meta(max_length=200)] = ""


class SolveRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks a question about a puzzle."""

    question: Annotated[
        Literal["one", "unique", "all", "count", "facts"],
        Meta(description="`facts`: what all solutions share."),
    ] = "one"
    most: Annotated[
        int, Meta(ge=1, le=100_000, description="Of `all`: how many solutions at most.")
    ] = 100
    solver: Annotated[
        Name | None, Meta(description="A name of `GET /api/solvers`; null for the default.")
    ] = None
    encoding: Annotated[
        Name, Meta(description="A spec such as `domains=log,acyclic=order`; see /api/encodings.")
    ] = "default"
    seconds: Annotated[Seconds | None, Meta(description="At most the server's own limit.")] = None


class Drawn(Struct, kw_only=True, forbid_unknown_fields=True):
    """A partial solution that a user has drawn, by the names of shown variables."""

    yes: Annotated[
        dict[Name, list[Name]],
        Meta(description="Of boolean variables: the elements that are drawn."),
    ] = {}
    no: Annotated[
        dict[Name, list[Name]],
        Meta(description="Of boolean variables: the elements that are crossed out."),
    ] = {}
    values: Annotated[
        dict[Name, dict[Name, Name | int]],
        Meta(description="Of other variables: the value of each element that has one."),
    ] = {}


class DrawnRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks to check or to continue a drawn solution."""

    drawn: Drawn
    seconds: Seconds | None = None


class WhyRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks why a puzzle has no solution."""

    details: Annotated[bool, Meta(description="Add the places where each rule is needed.")] = False
    repair: Annotated[
        bool, Meta(description="Add the smallest sets of clues to remove or to change, up to ten.")
    ] = False
    every_fault: Annotated[bool, Meta(description="Add further faults that share no clue.")] = False
    seconds: Seconds | None = None


class GenerateRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """Asks to generate a puzzle."""

    genre: Name
    columns: Annotated[int, Meta(ge=1, le=1000)]
    rows: Annotated[int, Meta(ge=1, le=1000)]
    tiling: Name = "square"
    text: Annotated[
        Text | None,
        Meta(description="A text that defines the genre; the answer is a puzzle to append to it."),
    ] = None
    options: Annotated[
        dict[Name, bool | int | Annotated[str, Meta(max_length=10_000)]],
        Meta(
            max_length=50,
            description="Those of `GET /api/generators`, such as `unique`, and of the rules.",
        ),
    ] = {}
    seed: Annotated[
        Annotated[int, Meta(ge=0, le=2**53)] | None,
        Meta(description="Null: any, from the buffer if that has one."),
    ] = None
    style: Style = "puzzle"
    seconds: Seconds | None = None


class CompareRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for a table of encodings and solvers."""

    encodings: Annotated[list[Name], Meta(min_length=1, max_length=20)] = field(
        default_factory=lambda: ["default"]
    )
    solvers: Annotated[list[Name], Meta(min_length=1, max_length=20)] = field(
        default_factory=lambda: ["pysat:cadical195"]
    )
    repeat: Annotated[int, Meta(ge=1, le=20)] = 1
    seconds: Annotated[Seconds | None, Meta(description="Of each run.")] = None


class FormulaRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for the CNF of a puzzle."""

    encoding: Name = "default"
    annotate: Annotated[bool, Meta(description="Mark the clauses of each rule.")] = True
    names: Literal["none", "shown", "all"] = "all"


class ClausesRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for the clauses of a rule."""

    encoding: Name = "default"
    solver: Annotated[
        Name | None, Meta(description="Whose formula; null: as a file, with every clause.")
    ] = None
    rule: Annotated[Name | None, Meta(description="Null: the sizes by rule alone.")] = None
    first: Annotated[int, Meta(ge=0, description="The first clause, from 0.")] = 0
    most: Annotated[int, Meta(ge=1, le=1000)] = 100


class ConvertRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for a puzzle in other formats."""

    to: Annotated[Name | None, Meta(description="A format; null for all formats.")] = None


class PictureRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for a picture as a file."""

    to: Literal["svg", "png", "pdf", "html"] = "svg"
    drawn: Annotated[Drawn | None, Meta(description="Null: the puzzle alone.")] = None
