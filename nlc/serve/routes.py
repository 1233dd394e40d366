"""The routes of the API: their requests, answers and tasks; and the OpenAPI document of them."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from json import dumps
from typing import Any, get_args

from msgspec import Struct, json

from nlc.serve import answers as a
from nlc.serve import editing, formulas, making, puzzles, reference, solving
from nlc.serve import requests as r
from nlc.serve.answers import Refusal
from nlc.serve.task import Function
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


def _get(task: Function, answer: Any, summary: str) -> Route:
    return Route("GET", f"/api/{task.__name__}", summary, answer, task=task)


def _post(task: Function, request: Any, answer: Any, summary: str, stream: bool = False) -> Route:
    return Route("POST", f"/api/{task.__name__}", summary, answer, request, task, stream)


def _stream(task: Function, request: Any, answer: Any, summary: str) -> Route:
    return _post(task, request, answer, summary, stream=True)


ROUTES = (
    Route("GET", "/api/status", "What the server is doing, and its limits.", a.Status),
    _get(reference.genres, list[a.GenreDescription], "The genres, with their texts and rules."),
    _get(reference.examples, list[a.Example], "An example of every genre."),
    _get(reference.tilings, list[str], "The tilings."),
    _get(reference.solvers, list[a.SolverDescription], "The solvers and engines."),
    _get(reference.encodings, a.Encodings, "The encodings."),
    _get(reference.formats, list[a.FormatDescription], "The formats of puzzles."),
    _get(making.generators, list[a.GeneratorDescription], "The puzzles that can be generated."),
    Route("GET", "/api/buffers", "Puzzles that are ready to be taken.", a.Buffers),
    _get(reference.language, a.Language, "The words of the language, for editors."),
    _post(puzzles.parse, r.ParseRequest, a.Parsed, "Parse a text, with its board and a picture."),
    _post(editing.edit, r.EditRequest, a.Edited, "Edit the board of a text."),
    _post(reference.new, r.NewRequest, a.NewText, "The text of an empty board."),
    _post(puzzles.convert, r.ConvertRequest, a.Converted, "A puzzle in other formats."),
    _post(puzzles.picture, r.PictureRequest, None, "A picture, as a file."),
    _post(
        puzzles.check,
        r.DrawnRequest,
        a.Checked,
        "Check a drawn solution: the rules it breaks, and where.",
    ),
    _stream(solving.solve, r.SolveRequest, a.SolveLine, "Solve a puzzle; one line for each event."),
    _stream(solving.why, r.WhyRequest, a.WhyLine, "Why a puzzle has no solution."),
    _stream(
        solving.hint, r.DrawnRequest, a.HintLine, "The next step from a drawing, and its reasons."
    ),
    _stream(
        making.generate,
        r.GenerateRequest,
        a.GenerateLine,
        "Generate a puzzle, or take one from the buffer.",
    ),
    _stream(formulas.compare, r.CompareRequest, a.CompareLine, "Compare encodings and solvers."),
    _post(
        formulas.clauses,
        r.ClausesRequest,
        a.Clauses,
        "The sizes of the rules in a CNF, and the clauses of one rule.",
    ),
    _post(formulas.formula, r.FormulaRequest, None, "The CNF in DIMACS, as a file."),
)


_ABOUT = """\
The API that the page of `nlc serve` uses. Its objects are those of `--format json`.

- **Access**: the header `X-NLC-Token`, or the cookie that the page gets. The address that
  `nlc serve` prints holds the token.
- **Bodies** are JSON, of the type `application/json`; members that are not listed are refused.
- **Mistakes in a text** are `diagnostics`: in an answer of status 200 where the text itself is
  is the subject (`parse`, `edit`), in a line `error` of a stream, else with status 422.
- **Streams** are lines of JSON (`application/x-ndjson`); `event` is the type. A line is sent every
  second at least. The last line is `done`, `stopped` or `error`, and only that one. A client that
  closes the connection stops the job, and its processes are killed.
- **Limits** (`GET /api/status`) are those of the server. A job that reaches one ends with
  `stopped`, or the status `UNKNOWN` and a reason. If the queue is full, the status is 503.
- **Elements** are named as in the language: `r1c2`, `r1c1-r1c2`, `r1c2.side(N)`,
  `r1c2.corner(NW)`.
"""


_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of nlc serve</title>
<style>
:root {{ color-scheme: light dark; font-family: sans-serif; }}
body {{ margin: 1.5rem auto; max-width: 70rem; padding: 0 1rem; }}
body, li {{ line-height: 1.45; }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; }}
td a {{ overflow-wrap: anywhere; }}
td {{ padding: .2rem .8rem .2rem 0; vertical-align: top; }}
</style>
<h1>The API of nlc serve</h1>
<p>The same for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
{about}
<table>
<tr><th align="left">route<th align="left">what<th align="left">takes<th align="left">answers</tr>
{rows}
</table>
<h2>Types</h2>
{types}
</html>
"""


_MEMBER = re.compile(r"^ {8}(\w+): (.*(?:\n {12}.*)*)", re.MULTILINE)
"""A member of a structure in its docstring."""


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    types = [kind for route in ROUTES for kind in _types(route)]
    _, schemas = json.schema_components(types, ref_template="#/components/schemas/{name}")
    for name, schema in schemas.items():  # what docstrings say of members stands at them
        schema["description"] = schema["description"].partition("\n\nAttributes:\n")[0]
        for kind in (getattr(a, name, None) or getattr(r, name)).__mro__[:-2]:
            for member, text in _MEMBER.findall(kind.__doc__):
                schema["properties"][member]["description"] = " ".join(text.split())
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "nlc serve", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": "X-NLC-Token"},
            },
        },
        "security": [{"token": []}],
    }


def _types(route: Route) -> list[Any]:
    return [kind for kind in (route.request, route.answer, Refusal) if kind is not None]


def _operation(route: Route) -> dict[str, Any]:
    out: dict[str, Any] = {
        "operationId": route.path.removeprefix("/api/"),
        "summary": route.summary,
        "responses": {
            "200": {"description": "The answer.", "content": _content(route)},
            "default": {
                "description": "The request was refused.",
                "content": {"application/json": {"schema": _schema(Refusal)}},
            },
        },
    }
    if route.request is not None:
        body = {"application/json": {"schema": _schema(route.request)}}
        out["requestBody"] = {"required": True, "content": body}
    return out


def _content(route: Route) -> dict[str, Any]:
    if route.answer is None:
        return {"application/octet-stream": {}}
    if route.stream:
        lines = {"oneOf": [_schema(kind) for kind in get_args(route.answer)]}
        return {"application/x-ndjson": {"schema": lines}}
    return {"application/json": {"schema": _schema(route.answer)}}


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = json.schema_components([kind], ref_template="#/components/schemas/{name}")
    return schema


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
    return _PAGE.format(about=_html(_ABOUT), rows=rows, types=types)


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
