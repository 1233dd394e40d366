"""The answers of the API: bodies of responses and lines of streams."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct, convert, to_builtins

T = TypeVar("T")


def answer_of(kind: type[T], source: object, **more: object) -> T:
    """Return an answer with those members that a structure has as well, and more."""
    return convert(to_builtins(source) | more, kind)


class Cells(Struct, kw_only=True):
    """Cells as parallel lists: `x[i]` is of the cell `names[i]`.

    `radius` is that of the largest circle inside; `corners` are x1, y1, x2, y2, … clockwise,
    empty for lanes of bridges and cells of graphs.
    """

    names: list[str]
    x: list[float]
    y: list[float]
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


class Vertices(Struct, kw_only=True):
    """Corners of cells."""

    names: list[str]
    x: list[float]
    y: list[float]


class Lines(Struct, kw_only=True):
    """Straight lines, and the place of a clue of each outside of the board.

    The lists are empty if the genre has no clues over lines.
    """

    names: list[str]
    x: list[float]
    y: list[float]


class Holes(Struct, kw_only=True):
    """Places of the drawing without a cell; `hole` of `POST /api/edit` makes them cells."""

    names: list[str]
    corners: list[list[float]]


class Board(Struct, kw_only=True):
    """Coordinates of the elements in the units of the picture's `viewBox`; y points down."""

    key: Annotated[str, Meta(description="The same for boards of the same shape.")]
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
    type: Annotated[str, Meta(description="In the language, such as `bool`, `1..4`, `{a, b}`.")]
    default: str
    text: str
    value: str | None = None


class Given(Struct, kw_only=True):
    """A kind of clue."""

    name: str
    sort: Literal["cell", "link", "border", "vertex", "line"]
    kind: Annotated[
        Literal["bool", "int", "name", "enum", "side", "list"],
        Meta(
            description="`values` lists them but for `name`, which takes any, and `list`, which"
            " takes numbers with commas between them."
        ),
    ]
    values: list[str]
    optional: bool
    text: str
    clues: Annotated[dict[str, str], Meta(description="The value of each element that has one.")]


class Variable(Struct, kw_only=True):
    """A variable that a solver draws (`shown`), or one that follows from those."""

    name: str
    sort: Literal["cell", "link", "border", "vertex"]
    elements: Annotated[
        list[str] | None, Meta(description="Those that have a value; null for all of the sort.")
    ]
    kind: Literal["bool", "values"]
    values: Annotated[list[str], Meta(description="Empty for `bool`.")]
    optional: Annotated[bool, Meta(description="Whether an element may have no value.")]
    shown: bool
    mark: Annotated[
        str | None, Meta(description="How it is drawn: `line`, `shaded`, … (docs/pictures.md).")
    ]
    text: str
    printed: Annotated[
        list[str], Meta(description="Elements where a clue prints the value: nothing to draw.")
    ] = []


class Rule(Struct, kw_only=True):
    """A rule of a genre."""

    name: str
    text: str
    when: str | None


class Puzzle(Struct, kw_only=True):
    """A puzzle of a text, parsed."""

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
    """The contents of a text. Mistakes in it are `diagnostics`, and the status is 200."""

    format: str | None
    language: Annotated[
        str | None,
        Meta(description="The puzzle in nlc's language if `format` is another, and it can be."),
    ]
    puzzles: list[Title]
    diagnostics: list[Diagnostic]
    puzzle: Puzzle | None
    key: Annotated[str | None, Meta(description="`board.key`, also if `board` is left out.")]
    board: Annotated[Board | None, Meta(description="Null also if its key is `known`.")]
    svg: str | None


class Edited(Parsed, kw_only=True):
    """A text with the changes made, parsed."""

    text: str


class Violation(Struct, kw_only=True):
    """A broken rule, or one that is not yet satisfied."""

    rule: str
    text: Annotated[str, Meta(description="The text of the rule in the genre.")]
    message: str
    elements: Annotated[list[str], Meta(description="The names of the elements concerned.")]
    wrong: Annotated[bool, Meta(description="False: it can still be satisfied by drawing more.")]


class Checked(Struct, kw_only=True):
    """A drawn solution under the rules: `wrong` if one is broken whatever else is drawn."""

    status: Literal["solved", "unfinished", "wrong"]
    violations: list[Violation]
    finished: Annotated[
        list[str],
        Meta(description="Elements whose numbers are satisfied if nothing further is drawn."),
    ]
    lit: Annotated[
        list[str], Meta(description="Cells that the drawn lamps light, in a genre with lamps.")
    ]
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
    """A genre: docs/genres.md."""

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
    """An option of a generator; `flag` takes true or false."""

    name: str
    kind: Annotated[
        Literal["flag", "int", "choice", "text", "rows"],
        Meta(description="`rows` takes a text of several lines."),
    ]
    choices: Annotated[list[str], Meta(description="Of `choice`, the default first if it has one.")]
    text: str
    default: Annotated[bool, Meta(description="Of a `flag`.")] = False


class UsualPuzzle(Struct, kw_only=True):
    """The size and the options by default; some of these puzzles are buffered."""

    columns: int
    rows: int
    options: dict[str, bool | int | str] = {}


class GeneratorDescription(Struct, kw_only=True):
    """The generator of a genre."""

    genre: Annotated[str, Meta(description="Empty: the genre that the text of a request defines.")]
    tilings: list[str]
    options: Annotated[
        list[GeneratorOption],
        Meta(description="The method `open` has those of the empty name."),
    ]
    settings: Annotated[
        list[str],
        Meta(description="Options of its rules (`GET /api/genres`) that can be set as well."),
    ]
    usual: UsualPuzzle


class Buffer(Struct, kw_only=True):
    """The buffer of one kind of puzzle."""

    kind: Annotated[dict[str, Any], Meta(description="Genre, size, tiling and options.")]
    ready: Annotated[int, Meta(description="Puzzles that can be taken at once.")]
    target: Annotated[int, Meta(description="The number it is filled up to; grows with each wait.")]
    taken: int
    waits: int
    filling: bool


class Buffers(Struct, kw_only=True):
    """All buffers, and their limits."""

    buffers: list[Buffer]
    most: Annotated[int, Meta(description="The limit for the puzzles of one kind.")]
    most_kinds: int
    problem: Annotated[
        str | None,
        Meta(
            description="Why puzzles are not kept on disk, such as a full disk; null if they are."
        ),
    ] = None


class Language(Struct, kw_only=True):
    """The words of the language, for highlighting and completion in an editor."""

    keywords: list[str]
    names: list[str]


class Status(Struct, kw_only=True):
    """The load of the server, and its limits."""

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


class Queued(Struct, kw_only=True, tag_field="event", tag="queued"):
    """The job waits; sent again whenever `ahead` changes, and each second."""

    ahead: Annotated[int, Meta(description="Jobs that come first.")]
    seconds: float


class Progress(Struct, kw_only=True, tag_field="event", tag="progress"):
    """The job runs; sent at each stage and each second at least."""

    seconds: float
    stage: Annotated[
        str, Meta(description="`parse`, `compile`, `solve`, `check`, `generate`, `compare`.")
    ]
    text: Annotated[str, Meta(description="A message on the stage; may be empty.")]
    conflicts: int | None
    solutions: int
    done: Annotated[
        float | None, Meta(description="The part that is done, from 0 to 1, if known.")
    ] = None


class SolutionFound(Struct, kw_only=True, tag_field="event", tag="solution"):
    """A solution, checked against every rule."""

    number: int
    solution: Annotated[
        dict[str, Any],
        Meta(
            description="By variable: the elements where a boolean is true, or the values of "
            "elements, as `nlc run --format json`."
        ),
    ]
    svg: str


class Difference(Struct, kw_only=True, tag_field="event", tag="difference"):
    """The difference of the first two solutions."""

    difference: dict[str, Any]
    note: Annotated[str, Meta(description="A caption: what the signs of the picture say.")]
    svg: str


class Facts(Struct, kw_only=True, tag_field="event", tag="facts"):
    """What all solutions share."""

    facts: dict[str, Any]
    note: Annotated[str, Meta(description="A caption: what the signs of the picture say.")]
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
    """The next step from a drawing, and its reasons: `hint` as `nlc hint --format json`."""

    hint: dict[str, Any]
    words: Annotated[list[str], Meta(description="The facts of the last step, or what is wrong.")]
    assumed: Annotated[
        list[str], Meta(description="The facts that the last step shows to be impossible.")
    ]


class GeneratedPuzzle(Struct, kw_only=True, tag_field="event", tag="puzzle"):
    """A puzzle that was made, or taken from the buffer."""

    text: str
    seed: int
    unique: bool
    grade: str | None
    svg: str
    buffered: Annotated[bool, Meta(description="Whether it came from the buffer.")]


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
