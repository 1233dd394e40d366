"""One HTML file that plays puzzles: no server, no network, nothing to install."""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from posixpath import join, normpath
from typing import Any

import msgspec

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.ir.elaborate.program import elaborate, elaborate_drawing
from nlc.ir.nodes import Program
from nlc.language.catalogue import text_of
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.playing.board import add_printed, board_of, describe, lanes_of
from nlc.playing.rules import rules_json
from nlc.playing.thin import thin_board, thin_picture
from nlc.reasons.facts import Fact, variables
from nlc.reasons.phrases import fact_words
from nlc.reasons.steps.hint import next_step
from nlc.reasons.steps.steps import Step, fact_json

STATIC = Path(__file__).parents[1] / "serve" / "static"
STYLES = ("base", "layout", "board", "play", "print")

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^ *(//.*|/\*\*[^/]*(?:[^*]/[^/]*)*\*/)\n", re.MULTILINE)


def sheet(
    puzzle: Puzzle, note: str = "", hints: bool = True, limits: Limits = NO_LIMITS
) -> dict[str, Any]:
    """Return a puzzle as the page takes it: its rules, picture, board, and steps as hints.

    Raises:
        UserError: the puzzle is wrong, or cannot be judged on a page.
    """
    program, (declared, drawn) = elaborate(puzzle), elaborate_drawing(puzzle)
    told = describe(1, puzzle, declared)
    told.options = []
    add_printed(told, program)
    for given in told.givens:
        given.values = []  # nobody edits them
    board = board_of(declared, drawn)
    picture, thin = svg(draw(declared, None, "puzzle")), thin_board(board)
    texts = {name: text_of(rule.doc) for name, rule in puzzle.rules.rules.items()}
    return {
        "told": told,
        "note": note,
        "board": board,
        "svg": picture if thin is board else thin_picture(picture, board),
        "rules": rules_json(puzzle, program) | {"texts": texts},
        "lit": lanes_of(program),
        "steps": _steps(puzzle, limits) if hints else [],
    }


def page(sheets: Sequence[dict[str, Any]], title: str) -> bytes:
    """Return the file; without puzzles that of the page that opens links."""
    data = packed(sheets, title) if sheets else ""
    script = bundle("play/alone.js")
    styles = [(STATIC / "style" / f"{name}.css").read_text() for name in STYLES]
    digest = b64encode(sha256(script.encode()).digest()).decode()
    index, template = ((STATIC / name).read_text() for name in ("index.html", "play.html"))
    side = "".join(re.findall("<!-- also in play.html -->(.*?)<!-- here alone -->", index, re.S))
    parts = {"digest": digest, "title": escape(title), "style": "".join(styles), "side": side}
    return template.format(**parts, data=data, script=script).encode()


def packed(sheets: Sequence[dict[str, Any]], title: str) -> str:
    """Return puzzles as JSON, deflated, in base 64; boards of one shape are stored once."""
    boards = {each["board"].key: thin_board(each["board"]) for each in sheets}
    puzzles = [each | {"board": each["board"].key} for each in sheets]
    data = msgspec.json.encode({"title": title, "boards": boards, "puzzles": puzzles})
    return b64encode(zlib.compress(data, 9, -15)).decode()


def link(found: dict[str, Any], base: str) -> str:
    """Return the address at which a page of links, made by `page`, plays a puzzle without hints."""
    data = packed([found | {"steps": []}], found["told"].title)
    return f"{base}#f={data.translate(str.maketrans('+/', '-_', '='))}"


def bundle(name: str) -> str:
    """Return a module of the page and all that it imports as one script."""
    found: dict[str, str] = {}

    def add(path: str) -> None:
        text, folder = (STATIC / "app" / path).read_text(), path.rpartition("/")[0]
        for _, other in _IMPORT.findall(text):
            if (target := normpath(join(folder, other))) not in found:
                add(target)
        body = _IMPORT.sub(
            lambda each: (
                f"const {{{each[1].replace(' as ', ': ')}}} = "
                f'modules["{normpath(join(folder, each[2]))}"];\n'
            ),
            _COMMENT.sub("", text),
        )
        names = ", ".join(name for _, name in _EXPORT.findall(body))
        body = _EXPORT.sub(r"\1", body)
        found[path] = f'modules["{path}"] = (() => {{\n{body}return {{{names}}};\n}})();\n'

    add(name)
    return f'"use strict";\nconst modules = {{}};\n{"".join(found.values())}'


def _steps(puzzle: Puzzle, limits: Limits) -> list[dict[str, Any]]:
    """Return the steps to the only solution; none if there are several, or it takes too long."""
    found = next_step(puzzle, whole=True, limits=limits)
    program, out = found.program, list[dict[str, Any]]()
    if found.status != "steps" or not found.complete or found.open:
        return out
    shown = {each.name for each in variables(program) if each.shown}
    unseen: dict[Fact, int] = {}  # what a step that draws nothing concludes
    for number, step in enumerate(found.steps):
        facts = [fact_json(program, fact) for fact in step.facts]
        marks = (
            [*step.cells] if step.words else [fact_json(program, x)["element"] for x in step.known]
        )
        cited = [] if step.words else step.rules
        marks += [x for rule in cited for x in (*rule.place, *(clue[1] for clue in rule.clues))]
        out.append(
            {
                "facts": facts,
                "marks": list(dict.fromkeys(marks)),
                "reasons": [step.technique if step.words else step.why],  # words tell the answer
                "so": step.words or "; ".join(fact_words(program, step.facts)),
                "assumed": fact_words(program, [step.denied] if step.denied else []),
                "needs": sorted({unseen[fact] for fact in _taken(step) if fact in unseen}),
            }
        )
        if not any(_is_drawn(program, fact, shown) for fact in step.facts):
            unseen |= dict.fromkeys(step.facts, number)
    return out


def _is_drawn(program: Program, fact: Fact, shown: set[str]) -> bool:
    """Return whether a fact can be drawn: a line or a cross, or a value; no excluded value."""
    whole = fact.variable not in program.domains or (fact.holds and fact.value >= 0)
    return fact.variable in shown and whole


def _taken(step: Step) -> Iterator[Fact]:
    """Yield the known facts of a step, and of those within an assumption."""
    yield from step.known
    for one in step.inner:
        yield from _taken(one)
