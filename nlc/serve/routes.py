"""The routes of the API: what is asked, what is answered, and by which task."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from nlc.serve import answers as a
from nlc.serve import requests as r


class Route(Struct, frozen=True):
    """A route.

    Attributes:
        method: ``GET`` or ``POST``.
        path: of the URL.
        summary: one sentence.
        answer: the type of the answer; of a stream, of its lines; None for a file.
        request: the type of the body.
        task: answers it in a worker; None where the server itself does.
        stream: whether the answer is a stream of lines.
        quick: whether it never waits for long jobs.
    """

    method: str
    path: str
    summary: str
    answer: Any
    request: Any = None
    task: str | None = None
    stream: bool = False
    quick: bool = True


def _get(path: str, answer: Any, summary: str, task: str | None = None) -> Route:
    return Route("GET", f"/api/{path}", summary, answer, task=task)


def _post(name: str, request: Any, answer: Any, summary: str) -> Route:
    return Route("POST", f"/api/{name}", summary, answer, request, name)


def _stream(name: str, request: Any, answer: Any, summary: str) -> Route:
    return Route("POST", f"/api/{name}", summary, answer, request, name, True, False)


ROUTES = (
    _get("status", a.Status, "What the server is doing, and its limits."),
    _get("genres", list[a.GenreDescription], "The genres, with their texts and rules.", "genres"),
    _get("examples", list[a.Example], "An example of every genre.", "examples"),
    _get("tilings", list[str], "The tilings.", "tilings"),
    _get("solvers", list[a.SolverDescription], "The solvers and engines.", "solvers"),
    _get("encodings", a.Encodings, "The encodings.", "encodings"),
    _get("formats", list[a.FormatDescription], "The formats of puzzles.", "formats"),
    _get("generators", list[a.GeneratorDescription], "What can be generated.", "generators"),
    _get("buffers", a.Buffers, "Puzzles that are ready to be taken."),
    _get("language", a.Language, "The words of the language, for editors.", "language"),
    _post("parse", r.ParseRequest, a.Parsed, "What a text says, with its board and a picture."),
    _post("edit", r.EditRequest, a.Edited, "A text with changes of its board made."),
    _post("new", r.NewRequest, a.NewText, "The text of an empty board."),
    _post("convert", r.ConvertRequest, a.Converted, "A puzzle in other formats."),
    _post("picture", r.PictureRequest, None, "A picture, as a file."),
    _post("check", r.DrawnRequest, a.Checked, "Which rules a drawn answer breaks, and where."),
    _stream("solve", r.SolveRequest, a.SolveLine, "Solve a puzzle; one line for each event."),
    _stream("why", r.WhyRequest, a.WhyLine, "Why a puzzle has no solution."),
    _stream("hint", r.DrawnRequest, a.HintLine, "What follows next from a drawing, and why."),
    _stream("generate", r.GenerateRequest, a.GenerateLine, "Make a puzzle, or take one."),
    _stream("compare", r.CompareRequest, a.CompareLine, "Compare encodings and solvers."),
    _post("clauses", r.ClausesRequest, a.Clauses, "What rules cost, and the clauses of one."),
    _post("formula", r.FormulaRequest, None, "The CNF in DIMACS, as a file."),
)
