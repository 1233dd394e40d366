"""The answers of the API: bodies of responses and lines of streams."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from nlc.playing.answers import Board, Option, Puzzle
from nlc.playing.answers import Title as Title


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


class Rule(Struct, kw_only=True):
    """A rule of a genre."""

    name: str
    text: str
    when: str | None


class Parsed(Struct, kw_only=True):
    """The contents of a text. Mistakes in it are `diagnostics`, and the status is 200.

    Attributes:
        language: the puzzle in nlc's language if `format` is another, and it can be.
        key: `board.key`, also if `board` is left out.
        board: null also if its key is `known`.
    """

    format: str | None
    language: str | None
    puzzles: list[Title]
    diagnostics: list[Diagnostic]
    puzzle: Puzzle | None
    key: str | None
    board: Board | None
    svg: str | None


class Edited(Parsed, kw_only=True):
    """A text with the changes made, parsed."""

    text: str


class Violation(Struct, kw_only=True):
    """A broken rule, or one that is not yet satisfied.

    Attributes:
        text: the text of the rule in the genre; null where a variable lacks a value.
        elements: the names of the elements concerned.
        wrong: false: it can still be satisfied by drawing more.
    """

    rule: str
    text: str | None
    message: str
    elements: list[str]
    wrong: bool


class Checked(Struct, kw_only=True):
    """A drawn solution under the rules: `broken` if one is, whatever else is drawn.

    Attributes:
        finished: elements whose numbers are satisfied if nothing further is drawn.
        lit: cells that the drawn lamps light, in a genre with lamps.
    """

    status: Literal["possible", "broken", "complete"]
    violations: list[Violation]
    finished: list[str]
    lit: list[str]
    diagnostics: list[Diagnostic] = []


class NewText(Struct, kw_only=True):
    """The text of a new puzzle."""

    text: str


class Conversion(Struct, kw_only=True):
    """A puzzle in a format, or why the format cannot express it."""

    format: str
    summary: str
    extension: str
    text: str | None
    refusal: str | None


class Converted(Struct, kw_only=True):
    """A puzzle in formats."""

    formats: list[Conversion]
    diagnostics: list[Diagnostic] = []


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
    """A genre: docs/genres.md.

    Attributes:
        use: the file that a puzzle has to `use` for it.
        text: its file, in the language.
    """

    name: str
    title: str
    use: str | None
    extends: str | None
    options: list[Option]
    givens: list[Declared]
    shown: list[Declared]
    rules: list[Rule]
    text: str


class SolverDescription(Struct, kw_only=True):
    """A solver or an engine; `missing` says what to install, null if it is ready."""

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
    """An option of a generator; `flag` takes true or false.

    Attributes:
        kind: `rows` takes a text of several lines.
        choices: of `choice`, the default first if it has one.
        default: of a `flag`.
    """

    name: str
    kind: Literal["flag", "int", "choice", "text", "rows"]
    choices: list[str]
    text: str
    default: bool = False


class UsualPuzzle(Struct, kw_only=True):
    """The size and the options by default; some of these puzzles are buffered."""

    columns: int
    rows: int
    options: dict[str, bool | int | str] = {}


class GeneratorDescription(Struct, kw_only=True):
    """The generator of a genre.

    Attributes:
        genre: empty: the genre that the text of a request defines.
        options: the method `open` has those of the empty name.
        settings: options of its rules (`GET /api/genres`) that can be set as well.
    """

    genre: str
    tilings: list[str]
    options: list[GeneratorOption]
    settings: list[str]
    usual: UsualPuzzle


class Buffer(Struct, kw_only=True):
    """The buffer of one kind of puzzle.

    Attributes:
        kind: genre, size, tiling and options.
        ready: puzzles that can be taken at once.
        target: the number it is filled up to; grows with each wait.
    """

    kind: dict[str, Any]
    ready: int
    target: int
    taken: int
    waits: int
    filling: bool


class Buffers(Struct, kw_only=True):
    """All buffers, and their limits.

    Attributes:
        most: the limit for the puzzles of one kind.
        problem: why puzzles are not kept on disk, such as a full disk; null if they are.
    """

    buffers: list[Buffer]
    most: int
    most_kinds: int
    problem: str | None = None


class Language(Struct, kw_only=True):
    """The words of the language, for highlighting and completion in an editor."""

    keywords: list[str]
    names: list[str]


class Status(Struct, kw_only=True):
    """The load of the server, and its limits.

    Attributes:
        share: the address of the page that opens links that play; empty if none is known.
    """

    version: str
    running: int
    waiting: int
    jobs: int
    queue: int
    seconds: float
    megabytes: int | None
    cells: int
    clauses: int
    bytes: int
    share: str


class Queued(Struct, kw_only=True, tag_field="event", tag="queued"):
    """The job waits; sent again whenever `ahead` changes, and each second.

    Attributes:
        ahead: jobs that come first.
    """

    ahead: int
    seconds: float


class Progress(Struct, kw_only=True, tag_field="event", tag="progress"):
    """The job runs; sent at each stage and each second at least.

    Attributes:
        stage: `parse`, `compile`, `solve`, `check`, `generate`, `compare`.
        text: a message on the stage; may be empty.
        done: the part that is done, from 0 to 1, if known.
    """

    seconds: float
    stage: str
    text: str
    conflicts: int | None
    solutions: int
    done: float | None = None


class SolutionFound(Struct, kw_only=True, tag_field="event", tag="solution"):
    """A solution, checked against every rule.

    Attributes:
        solution: by variable: the elements where a boolean is true, or the values of elements, as
            `nlc run --format json`.
    """

    number: int
    solution: dict[str, Any]
    svg: str


class Difference(Struct, kw_only=True, tag_field="event", tag="difference"):
    """The difference of the first two solutions.

    Attributes:
        note: a caption: what the signs of the picture say.
    """

    difference: dict[str, Any]
    note: str
    svg: str


class Facts(Struct, kw_only=True, tag_field="event", tag="facts"):
    """What all solutions share.

    Attributes:
        note: a caption: what the signs of the picture say.
    """

    facts: dict[str, Any]
    note: str
    svg: str


class Picture(Struct, kw_only=True):
    """A picture, and a caption."""

    note: str
    svg: str


class Explanation(Struct, kw_only=True, tag_field="event", tag="explanation"):
    """Why a puzzle has no solution; `status` is `solvable` if it has one.

    `faults` of `explanation` are sets of contradictory clues with the `rules` that they contradict,
    and `repairs` are ways to mend the puzzle, as `nlc why --format json`. It is sent again whenever
    more is found; the last one has the pictures, and is `complete` unless a limit was reached.
    """

    status: Literal["contradiction", "refused", "solvable", "unknown"]
    sentence: str
    explanation: dict[str, Any]
    pictures: list[Picture]


class HintFound(Struct, kw_only=True, tag_field="event", tag="hint"):
    """The next step from a drawing, and its reasons: `hint` as `nlc hint --format json`.

    Attributes:
        words: the facts of the last step, or what is wrong.
        assumed: the facts that the last step shows to be impossible.
    """

    hint: dict[str, Any]
    words: list[str]
    assumed: list[str]


class GeneratedPuzzle(Struct, kw_only=True, tag_field="event", tag="puzzle"):
    """A puzzle that was made, or taken from the buffer.

    Attributes:
        buffered: whether it came from the buffer.
    """

    text: str
    seed: int
    unique: bool
    grade: str | None
    svg: str
    buffered: bool


class Row(Struct, kw_only=True, tag_field="event", tag="row"):
    """One pair of encoding and solver, as `nlc diff --format json`."""

    row: dict[str, Any]


class RuleSize(Struct, kw_only=True):
    """The size of a rule in an encoding."""

    rule: str
    text: str
    variables: int
    clauses: int
    literals: int


class Sizes(Struct, kw_only=True, tag_field="event", tag="sizes"):
    """The size of each rule in an encoding, as the first SAT solver is given it.

    `refused` is why the encoding does not apply.
    """

    encoding: str
    solver: str
    rules: list[RuleSize]
    variables: int
    clauses: int
    refused: str | None = None


class Done(Struct, kw_only=True, tag_field="event", tag="done"):
    """The last line of a job that is complete.

    From `/api/solve`, `answer` is the object of `nlc run --format json`, and `verdict` a sentence.
    If the solver reaches a limit, `status` is UNKNOWN, and `reason` names the limit.
    """

    seconds: float
    status: str = "done"
    reason: str = "answered"
    verdict: str = ""
    answer: dict[str, Any] | None = None


class Stopped(Struct, kw_only=True, tag_field="event", tag="stopped"):
    """The last line of a job that was ended: by a limit, or because its process died."""

    reason: Literal[
        "wall-time", "memory", "cpu-time", "killed", "crashed", "full", "closing", "not-found"
    ]
    message: str
    hint: str | None
    seconds: float


class Failed(Struct, kw_only=True, tag_field="event", tag="error"):
    """The last line of a job whose input is wrong."""

    diagnostics: list[Diagnostic]
    seconds: float


SolveLine = Queued | Progress | SolutionFound | Difference | Facts | Done | Stopped | Failed
GenerateLine = Queued | Progress | GeneratedPuzzle | Done | Stopped | Failed
WhyLine = Queued | Progress | Explanation | Done | Stopped | Failed
HintLine = Queued | Progress | HintFound | Done | Stopped | Failed
CompareLine = Queued | Progress | Row | Sizes | Done | Stopped | Failed


class Clause(Struct, kw_only=True):
    """A clause: literals as in DIMACS, and their names."""

    literals: list[int]
    names: list[str]


class Clauses(Struct, kw_only=True):
    """The rules of a CNF, and some clauses of one of them."""

    encoding: str
    rules: list[RuleSize]
    variables: int
    clauses: int
    rule: str | None
    first: int
    shown: list[Clause]
    diagnostics: list[Diagnostic] = []
