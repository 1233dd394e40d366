"""The routes of the API: their requests, answers and tasks; and the OpenAPI document of them."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from json import dumps
from types import NoneType
from typing import Any, get_args, get_type_hints

from msgspec import Struct, json

from nlc.playing import answers as board
from nlc.serve import answers as a
from nlc.serve import editing, formulas, making, puzzles, reference, solving
from nlc.serve import requests as r
from nlc.serve.answers import Refusal
from nlc.serve.task import Blob, Function
from nlc.version import __version__


class Route(Struct, frozen=True):
    """A route.

    Attributes:
        answer: the type of the answer; of a stream, of its lines; None for a file.
        request: the type of the body.
        task: answers it in a worker, and has the name of the path; None: the server itself answers.
        stream: whether the answer is a stream of lines.
    """

    method: str
    path: str
    summary: str
    answer: Any
    request: Any = None
    task: Function | None = None
    stream: bool = False


def _route(task: Function, summary: str, lines: Any = None) -> Route:
    """Return the route of a task, whose types say what it takes and, but for `lines`, answers."""
    types = get_type_hints(task)
    (request,) = (kind for name, kind in types.items() if name != "return")
    (answer,) = get_args(types["return"])
    stream, path = lines is not None, f"/api/{task.__name__}"
    if request is NoneType:
        return Route("GET", path, summary, answer, task=task)
    answer = lines if stream else None if answer is Blob else answer
    return Route("POST", path, summary, answer, request, task, stream)


ROUTES = (
    Route("GET", "/api/status", "What the server is doing, and its limits.", a.Status),
    _route(reference.genres, "The genres, with their texts and rules."),
    _route(reference.examples, "An example of every genre."),
    _route(reference.tilings, "The tilings."),
    _route(reference.solvers, "The solvers and engines."),
    _route(reference.encodings, "The encodings."),
    _route(reference.formats, "The formats of puzzles."),
    _route(making.generators, "The puzzles that can be generated."),
    Route("GET", "/api/buffers", "Puzzles that are ready to be taken.", a.Buffers),
    _route(reference.language, "The words of the language, for editors."),
    _route(puzzles.parse, "Parse a text, with its board and a picture."),
    _route(editing.edit, "Edit the board of a text."),
    _route(reference.new, "The text of an empty board."),
    _route(puzzles.convert, "A puzzle in other formats."),
    _route(puzzles.picture, "A picture, as a file."),
    _route(puzzles.check, "Check a drawn solution: the rules it breaks, and where."),
    _route(solving.solve, "Solve a puzzle; one line for each event.", a.SolveLine),
    _route(solving.why, "Why a puzzle has no solution.", a.WhyLine),
    _route(solving.hint, "The next step from a drawing, and its reasons.", a.HintLine),
    _route(making.generate, "Generate a puzzle, or take one from the buffer.", a.GenerateLine),
    _route(formulas.compare, "Compare encodings and solvers.", a.CompareLine),
    _route(formulas.clauses, "The sizes of the rules in a CNF, and the clauses of one rule."),
    _route(formulas.formula, "The CNF in DIMACS, as a file."),
)


_FOLDER = files("nlc.serve")
_ABOUT = (_FOLDER / "api.txt").read_text(encoding="utf-8")

_MEMBER = re.compile(r"^ {8}(\w+): (.*(?:\n {12}.*)*)", re.MULTILINE)
"""A member of a structure in its docstring."""


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    types = [x for route in ROUTES for x in (route.request, route.answer, Refusal) if x is not None]
    _, schemas = json.schema_components(types, ref_template="#/components/schemas/{name}")
    for name, schema in schemas.items():  # what docstrings say of members stands at them
        schema["description"] = schema["description"].partition("\n\nAttributes:\n")[0]
        (own,) = {vars(module)[name] for module in (a, board, r) if name in vars(module)}
        for kind in own.__mro__[:-2]:
            for member, text in _MEMBER.findall(kind.__doc__):
                schema["properties"][member]["description"] = " ".join(text.split())
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    token = {"type": "apiKey", "in": "header", "name": "X-NLC-Token"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "nlc serve", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"token": token}},
        "security": [{"token": []}],
    }


def _operation(route: Route) -> dict[str, Any]:
    refused = {"description": "The request was refused.", "content": _content(Refusal)}
    answered = {"description": "The answer.", "content": _content(route.answer, route.stream)}
    out: dict[str, Any] = {
        "operationId": route.path.removeprefix("/api/"),
        "summary": route.summary,
        "responses": {"200": answered, "default": refused},
    }
    if route.request is not None:
        out["requestBody"] = {"required": True, "content": _content(route.request)}
    return out


def _content(kind: Any, stream: bool = False) -> dict[str, Any]:
    """Return the schema of a message by its media type; None is a file."""
    if kind is None:
        return {"application/octet-stream": {}}
    members = get_args(kind) if stream else [kind]
    found, _ = json.schema_components(members, ref_template="#/components/schemas/{name}")
    if stream:
        return {"application/x-ndjson": {"schema": {"oneOf": list(found)}}}
    return {"application/json": {"schema": found[0]}}


def page() -> str:
    """Return the document as a page of HTML."""
    rows = "".join(
        f"<tr><td><code>{route.method} {route.path}</code></td><td>{escape(route.summary)}</td>"
        f"<td>{_links(route.request)}</td><td>{_links(route.answer) or 'a file'}</td></tr>"
        for route in ROUTES
    )
    schemas = document()["components"]["schemas"]
    types = "".join(
        f'<h3 id="{name}">{name}</h3><pre>{escape(dumps(schema, indent=1))}</pre>'
        for name, schema in sorted(schemas.items())
    )
    filled = (_FOLDER / "api.html").read_text(encoding="utf-8")
    return filled.format(about=_html(_ABOUT), rows=rows, types=types)


def _html(text: str) -> str:
    """Return Markdown as HTML: a paragraph and a list, with code and strong text."""
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    head, *items = re.split(r"\n+- ", text)
    return f"<p>{head}</p>\n<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _links(kind: Any) -> str:
    """Return links to the types of a message."""
    if kind is None:
        return ""
    names = [part.__name__ for part in get_args(kind) or (kind,) if part is not str]
    return ", ".join(f'<a href="#{name}">{name}</a>' for name in names) or "texts"
