"""What there is: genres, solvers, encodings, formats, generators, buffers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from nlc.serve.answers.texts import Option, Rule


class Example(Struct, kw_only=True):
    """A puzzle of a genre; `name` is the title of the genre."""

    genre: str
    name: str
    title: str
    text: str


class Declared(Struct, kw_only=True):
    """A given or a variable as a genre declares it."""

    name: str
    type: str
    text: str
    mark: str | None


class GenreDescription(Struct, kw_only=True):
    """What a genre says of itself: docs/genres.md."""

    name: str
    title: str
    comment: list[str]
    use: Annotated[str | None, Meta(description="The file that a puzzle has to `use` for it.")]
    extends: str | None
    options: list[Option]
    givens: list[Declared]
    shown: list[Declared]
    rules: list[Rule]
    text: Annotated[str, Meta(description="Its file, in the language.")]


class SolverDescription(Struct, kw_only=True):
    """A solver or an engine; `missing` says what to install, null where it is ready."""

    kind: Literal["solver", "engine"]
    name: str
    default: bool
    version: str | None
    summary: str
    missing: str | None


class EncodingDescription(Struct, kw_only=True):
    """A choice of one part of an encoding; `aliases` are other names."""

    name: str
    aliases: list[str]
    source: str
    size: str
    exact: bool
    preserves_models: bool


class Encodings(Struct, kw_only=True):
    """The presets, and the choices of each part of a spec such as `domains=log,acyclic=order`."""

    presets: dict[str, str]
    parts: dict[str, list[EncodingDescription]]


class FormatDescription(Struct, kw_only=True):
    """A format of puzzles."""

    name: str
    summary: str
    extensions: list[str]
    reads: bool
    writes: bool


class GeneratorOption(Struct, kw_only=True):
    """An option of a generator; `flag` takes true or false."""

    name: str
    kind: Literal["flag", "int", "choice"]
    choices: Annotated[list[str], Meta(description="Of `choice`, the default first.")]
    text: str
    default: Annotated[bool, Meta(description="Of a `flag`.")] = False
    setting: Annotated[
        bool, Meta(description="Whether it is an option of the genre, which the puzzle then sets.")
    ] = False


class GeneratorDescription(Struct, kw_only=True):
    """What puzzles of a genre can be made."""

    genre: str
    tilings: list[str]
    options: list[GeneratorOption]


class Buffer(Struct, kw_only=True):
    """The buffer of one kind of puzzle."""

    kind: Annotated[dict[str, Any], Meta(description="Genre, size, tiling and options.")]
    ready: Annotated[int, Meta(description="Puzzles that can be taken at once.")]
    target: Annotated[int, Meta(description="Up to which it is filled; grows with each wait.")]
    taken: int
    waits: int
    filling: bool


class Buffers(Struct, kw_only=True):
    """All buffers, and their bounds."""

    buffers: list[Buffer]
    most: Annotated[int, Meta(description="Of the puzzles of one kind.")]
    most_kinds: int
    problem: Annotated[
        str | None, Meta(description="Why nothing is kept, as on a full disk; null: it is.")
    ] = None


class Language(Struct, kw_only=True):
    """What an editor has to know of the language: for highlighting, and for completion."""

    keywords: list[str]
    names: list[str]


class Status(Struct, kw_only=True):
    """What the server is doing, and its limits."""

    version: str
    running: int
    waiting: int
    jobs: int
    queue: int
    seconds: float
    megabytes: int
    cells: int
    clauses: int
    bytes: int
