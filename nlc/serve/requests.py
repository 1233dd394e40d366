"""The bodies of requests. Members that are not declared here are refused."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Text = Annotated[
    str, Meta(max_length=1_000_000, description="A puzzle in any format, a URL or a game ID.")
]
Name = Annotated[str, Meta(max_length=200)]
Rows = Annotated[str, Meta(max_length=10_000)]
Number = Annotated[int, Meta(ge=1, le=100_000)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
Style = Annotated[
    Literal["puzzle", "print", "tubes", "tubes-safe", "puzzlink"],
    Meta(description="Of pictures: docs/pictures.md."),
]


class PuzzleRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A text, and the number of the puzzle in it.

    Attributes:
        format: one of docs/formats.md or `auto`; `auto:GENRE` if it names no genre.
        puzzle: which one of the text, from 1.
        options: options of the genre in place of the puzzle's own.
    """

    text: Text
    format: Name = "auto"
    puzzle: Number = 1
    options: Annotated[dict[Name, bool | int | Name], Meta(max_length=100)] = {}
    style: Style = "puzzle"


class ParseRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks to parse a text, and to draw it.

    Attributes:
        known: `board.key` of the last answer: if it is the same, `board` is null.
        targets: whether the picture has an area for a pointer on each element.
    """

    known: Name | None = None
    targets: bool = False


class Edit(Struct, kw_only=True, forbid_unknown_fields=True):
    """One change of the drawn puzzle.

    `clue` sets the value of a given at an element, or takes it away. `hole` makes a cell a hole, or
    a cell of a hole. `wall` puts a wall between two cells, or takes it away.

    Attributes:
        element: a cell, border or vertex; for a wall, its link or border.
        given: the given; null for the first over that sort of element.
        value: of a clue, null for none; of a hole or wall, whether it exists.
        step: in place of `value`: the next value (1), the one before (-1). The values repeat
            cyclically, with 'none'; a hole or wall is toggled.
    """

    element: Name
    kind: Literal["clue", "hole", "wall"] = "clue"
    given: Name | None = None
    value: Name | int | bool | None = None
    step: Literal[-1, 0, 1] = 0


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
    """Asks a question about a puzzle.

    Attributes:
        question: `facts`: what all solutions share.
        most: of `all`: how many solutions at most.
        solver: a name of `GET /api/solvers`; null for the default.
        encoding: a spec such as `domains=log,acyclic=order`; see /api/encodings.
        seconds: at most the server's own limit.
    """

    question: Literal["one", "unique", "all", "count", "facts"] = "one"
    most: Annotated[int, Meta(ge=1, le=100000)] = 100
    solver: Name | None = None
    encoding: Name = "default"
    seconds: Seconds | None = None


class Drawn(Struct, kw_only=True, forbid_unknown_fields=True):
    """A partial solution that a user has drawn, by the names of shown variables.

    Attributes:
        yes: of boolean variables: the elements that are drawn.
        no: of boolean variables: the elements that are crossed out.
        values: of other variables: the value of each element that has one.
    """

    yes: dict[Name, list[Name]] = {}
    no: dict[Name, list[Name]] = {}
    values: dict[Name, dict[Name, Name | int]] = {}


class DrawnRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks to check or to continue a drawn solution."""

    drawn: Drawn
    seconds: Seconds | None = None


class WhyRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks why a puzzle has no solution.

    Attributes:
        details: add the places where each rule is needed.
        repair: add the smallest sets of clues to remove or to change, up to ten.
        every_fault: add further faults that share no clue.
        make_unique: if there are several solutions, the fewest further clues that leave one.
    """

    details: bool = False
    repair: bool = False
    every_fault: bool = False
    make_unique: bool = False
    seconds: Seconds | None = None


class GenerateRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """Asks to generate a puzzle.

    Attributes:
        text: a text that defines the genre; the answer is a puzzle to append to it.
        options: those of `GET /api/generators`, such as `unique`, and of the rules.
        seed: null: any, from the buffer if that has one.
    """

    genre: Name
    columns: Annotated[int, Meta(ge=1, le=1000)]
    rows: Annotated[int, Meta(ge=1, le=1000)]
    tiling: Name = "square"
    text: Text | None = None
    options: Annotated[dict[Name, bool | int | Rows], Meta(max_length=50)] = {}
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    style: Style = "puzzle"
    seconds: Seconds | None = None


class CompareRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for a table of encodings and solvers.

    Attributes:
        seconds: of each run.
    """

    encodings: Annotated[list[Name], Meta(min_length=1, max_length=20)] = field(
        default_factory=lambda: ["default"]
    )
    solvers: Annotated[list[Name], Meta(min_length=1, max_length=20)] = field(
        default_factory=lambda: ["pysat:cadical195"]
    )
    repeat: Annotated[int, Meta(ge=1, le=20)] = 1
    seconds: Seconds | None = None


class FormulaRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for the CNF of a puzzle.

    Attributes:
        annotate: mark the clauses of each rule.
    """

    encoding: Name = "default"
    annotate: bool = True
    names: Literal["none", "shown", "all"] = "all"


class ClausesRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for the clauses of a rule.

    Attributes:
        solver: whose formula; null: as a file, with every clause.
        rule: null: the sizes by rule alone.
        first: the first clause, from 0.
    """

    encoding: Name = "default"
    solver: Name | None = None
    rule: Name | None = None
    first: Annotated[int, Meta(ge=0)] = 0
    most: Annotated[int, Meta(ge=1, le=1000)] = 100


class ConvertRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for a puzzle in other formats.

    Attributes:
        to: a format; null for all formats.
    """

    to: Name | None = None


class PictureRequest(PuzzleRequest, kw_only=True, forbid_unknown_fields=True):
    """Asks for a picture as a file.

    Attributes:
        to: `play` is a page that plays with hints; `link` the fragment of a link that plays.
        drawn: null: the puzzle alone.
    """

    to: Literal["svg", "png", "pdf", "html", "play", "link"] = "svg"
    drawn: Drawn | None = None
