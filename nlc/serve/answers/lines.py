"""The lines of streams."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from nlc.serve.answers.texts import Diagnostic


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
    text: Annotated[str, Meta(description="What is being done, in a few words; may be empty.")]
    conflicts: int | None
    solutions: int
    done: Annotated[float | None, Meta(description="What part is done, 0 to 1, if known.")] = None


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
    """Where the first two solutions differ."""

    difference: dict[str, Any]
    svg: str


class Facts(Struct, kw_only=True, tag_field="event", tag="facts"):
    """What all solutions share."""

    facts: dict[str, Any]
    svg: str


class Picture(Struct, kw_only=True):
    """A picture, and what it shows in words."""

    note: str
    svg: str


class Explanation(Struct, kw_only=True, tag_field="event", tag="explanation"):
    """Why a puzzle has no solution; `status` is `solvable` if it has one.

    `faults` of `explanation` are clues that cannot stand together, `rules` what they contradict,
    `repairs` ways to mend it, as `nlc why --format json`. It comes again whenever more is known;
    the last one has the pictures, and is `complete` unless a limit was reached.
    """

    status: Literal["contradiction", "refused", "solvable", "unknown"]
    sentence: str
    explanation: dict[str, Any]
    pictures: list[Picture]


class HintFound(Struct, kw_only=True, tag_field="event", tag="hint"):
    """What follows next from a drawing, and why: `hint` as `nlc hint --format json`."""

    hint: dict[str, Any]
    words: Annotated[list[str], Meta(description="What the last step tells, or what is wrong.")]
    assumed: Annotated[list[str], Meta(description="What the last step shows to be impossible.")]


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
    """What one rule costs in an encoding."""

    rule: str
    text: str
    variables: int
    clauses: int
    literals: int


class Sizes(Struct, kw_only=True, tag_field="event", tag="sizes"):
    """What each rule costs in an encoding; `refused` says why there is no such CNF."""

    encoding: str
    rules: list[RuleSize]
    variables: int
    clauses: int
    refused: str | None = None


class Done(Struct, kw_only=True, tag_field="event", tag="done"):
    """The last line of a job that came to its end.

    Of `/api/solve`, `answer` is the object of `nlc run --format json`, and `verdict` a sentence.
    A limit that the solver reached is a status UNKNOWN with that reason.
    """

    seconds: float
    status: str = "done"
    reason: str = "answered"
    verdict: str = ""
    answer: dict[str, Any] | None = None


class Stopped(Struct, kw_only=True, tag_field="event", tag="stopped"):
    """The last line of a job that was ended: by a limit, or because its process died."""

    reason: Literal["wall-time", "memory", "cpu-time", "killed", "crashed", "full", "closing"]
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
