"""What a text says, and a drawing under its rules."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from nlc.serve.answers.places import Board


class Diagnostic(Struct, kw_only=True):
    """A message about a text; lines and columns count from 1, and the end is exclusive.

    Columns are code points.
    """

    severity: Literal["error", "warning"]
    message: str
    hint: str | None
    file: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None


class Refusal(Struct, kw_only=True):
    """The body of every status from 400 up."""

    error: str
    hint: str | None = None
    diagnostics: list[Diagnostic] = []


class Title(Struct, kw_only=True):
    """A puzzle of a text."""

    number: int
    title: str
    genre: str


class Option(Struct, kw_only=True):
    """An option of a genre; `value` is the puzzle's."""

    name: str
    type: Annotated[str, Meta(description="As it is written, such as `bool`, `1..4`, `{a, b}`.")]
    default: str
    text: str
    value: str | None = None


class Given(Struct, kw_only=True):
    """A kind of clue."""

    name: str
    sort: Literal["cell", "link", "border", "vertex", "line"]
    kind: Annotated[
        Literal["bool", "int", "name", "enum", "side"],
        Meta(description="`values` lists them but for `name`, which takes any."),
    ]
    values: list[str]
    optional: bool
    text: str
    clues: Annotated[dict[str, str], Meta(description="The value of each element that has one.")]


class Variable(Struct, kw_only=True):
    """What is drawn by a person who solves the puzzle (`shown`), or follows from it."""

    name: str
    sort: Literal["cell", "link", "border", "vertex"]
    kind: Literal["bool", "values"]
    values: Annotated[list[str], Meta(description="Of `values`.")]
    optional: Annotated[bool, Meta(description="Of `values`: whether an element may have none.")]
    shown: bool
    mark: Annotated[
        str | None, Meta(description="How it is drawn: `line`, `shaded`, … (docs/pictures.md).")
    ]
    text: str


class Rule(Struct, kw_only=True):
    """A rule of a genre."""

    name: str
    text: str
    when: str | None


class Puzzle(Struct, kw_only=True):
    """A puzzle that was understood."""

    number: int
    title: str
    genre: str
    name: Annotated[str, Meta(description="The title of the genre.")]
    options: list[Option]
    givens: list[Given]
    variables: list[Variable]
    rules: Annotated[list[Rule], Meta(description="Those that hold with these options.")]
    cells: int


class Parsed(Struct, kw_only=True):
    """What a text says. Mistakes in it are `diagnostics`, and the status is 200."""

    format: str | None
    language: Annotated[
        str | None,
        Meta(description="The puzzle in nlc's language where `format` is another and it can be."),
    ]
    puzzles: list[Title]
    diagnostics: list[Diagnostic]
    puzzle: Puzzle | None
    key: Annotated[str | None, Meta(description="`board.key`, also where `board` is left out.")]
    board: Annotated[Board | None, Meta(description="Null also where it is `known`.")]
    svg: str | None


class Edited(Parsed, kw_only=True):
    """A text with the changes made, and what it says."""

    text: str


class Violation(Struct, kw_only=True):
    """A broken rule, or one that is not yet satisfied."""

    rule: str
    text: Annotated[str, Meta(description="What the rule says, in the words of the genre.")]
    message: str
    elements: Annotated[list[str], Meta(description="Where, by name.")]
    wrong: Annotated[bool, Meta(description="False: more may be drawn that satisfies it.")]


class Checked(Struct, kw_only=True):
    """A drawn answer under the rules: `wrong` if one is broken whatever else is drawn."""

    status: Literal["solved", "unfinished", "wrong"]
    violations: list[Violation]
    finished: Annotated[
        list[str],
        Meta(description="Elements whose numbers are met, were nothing further drawn."),
    ]
    lit: Annotated[
        list[str], Meta(description="Cells that are lit, of a genre with lamps, by what is drawn.")
    ]
    diagnostics: list[Diagnostic] = []


class NewText(Struct, kw_only=True):
    """The text of a new puzzle."""

    text: str


class Conversion(Struct, kw_only=True):
    """A puzzle in a format, or why that cannot say it."""

    format: str
    summary: str
    extension: str
    text: str | None
    refusal: str | None


class Converted(Struct, kw_only=True):
    """A puzzle in formats."""

    formats: list[Conversion]
    diagnostics: list[Diagnostic] = []
