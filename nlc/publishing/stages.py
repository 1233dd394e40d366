"""A slide of one puzzle through all stages, for a class: text, IR, clauses, model and board."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import escape
from textwrap import dedent, wrap

from msgspec.structs import replace

from nlc.cnf.write import write_clauses
from nlc.convert import find_solution
from nlc.encode.puzzle_formula import compile_puzzles
from nlc.encode.spec import Encoding
from nlc.errors import fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.ir.printer import write_ir
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing, draw
from nlc.pictures.paths import tag

SPEC = "domains=direct,cardinality=pairwise,passes=none"
"""Encodings whose clauses are over the variables of the rules alone, as far as these go."""

_DULL = re.compile("aux:|exactly 0 of")
"""In constraints that show little."""

_NAMED = re.compile(r"\w+\[[^]]+\]")

WIDE, TOP, LINE, MOST = 36, 62.0, 20.0, 14
"""Letters of a line, units above the columns and from line to line, and the most lines of one."""


def stages(puzzle: Puzzle, style: str = "puzzle", *, answers: bool = True) -> Drawing:
    """Return the slide of a puzzle: one rule at one place through all stages.

    The place is the first constraint over the fewest variables, of two or more.

    Args:
        style: of the boards.
        answers: whether all columns are filled in; False: a worksheet, which has the text, the
            board and, in the other columns, lines to write on.

    Raises:
        UserError: there is no solution, or no rule whose constraints join two variables.
    """
    program = elaborate(puzzle)
    write_ir(program, ir := io.StringIO())
    rows = [(len(set(_NAMED.findall(line))), rule, line) for rule, line in _by_rule(ir.getvalue())]
    rows = [row for row in rows if row[0] > 1]
    if not rows:
        raise fail(f"no rule of {puzzle.title} joins two variables, which a slide shows")
    _, rule, constraint = min(rows, key=lambda row: (bool(_DULL.search(row[2])), row[0]))
    names = set(_NAMED.findall(constraint))
    cnf = compile_puzzles([puzzle], Encoding.parse(SPEC)).lowered.cnf
    cnf = replace(cnf, blocks=[block for block in cnf.blocks if block.rule == rule])
    write_clauses(cnf, out := io.BytesIO())
    clauses = [
        line
        for _, line in _by_rule(out.getvalue().decode())
        if (here := {*_NAMED.findall(line)})
        and here <= names
        and ("aux:" not in line or "aux:" in constraint)
    ]
    solution = find_solution(puzzle, program) if answers else None
    told = _values(program, solution) if solution is not None else ()
    values = [each for each in told if names.issuperset(_NAMED.findall(each))]
    before, after = draw(program, None, style), draw(program, solution, style)
    look = before.style
    source = dedent(f"  {puzzle.rules.rules[rule].span.text}").splitlines()
    columns = [
        ("text", source, before, "you write", True),
        ("IR", [constraint], None, "elaborate", answers),
        ("clauses", clauses, None, "encode", answers),
        ("model", values, None, "solve", answers),
        ("board", ["checked by the rules"] * answers, after, "decode, check", True),
    ]
    body, x, deep = "", 20.0, 0.0
    for title, lines, board, verb, filled in columns:
        width = max(board.width if board else 0.0, 8.0 * WIDE if lines else 0.0)
        body += _words(title, x, TOP, 22, look.ink, font_weight="bold")
        body += _words(f"→ {verb}" if title != "text" else verb, x, 24, 15, "#6b6b6b")
        y = TOP + 18
        if board is not None:
            body += tag("g", board.body, transform=f"translate({x - 10} {y})")
            y += board.height
        for line in _folded(lines) if filled else ["_" * (WIDE - 4)] * 8:
            y += LINE
            body += _words(line, x, y, 13, look.ink, font_family="'DejaVu Sans Mono', monospace")
        x, deep = x + width + 16, max(deep, y)
    title = f"{puzzle.title}: all stages"
    return replace(before, title=title, note=title, width=x, height=deep + 24, body=body)


def _by_rule(text: str) -> Iterator[tuple[str, str]]:
    """Yield each indented line with the name of its rule, from the line above that is not."""
    rule = ""
    for line in text.splitlines():
        if line.startswith("    "):
            continue  # what restates a constraint over the whole board
        if line.startswith("  "):
            yield rule, line.strip()
        else:
            rule = line.removeprefix("rule ").partition(" ")[0]


def _values(program: Program, solution: Assignment) -> Iterator[str]:
    """Yield ``name[element] = value`` of all variables."""
    for var in program.bools:
        held = solution.bools[var.part].tolist()
        for name, value in zip(program.board.names(var.sort), held, strict=True):
            yield f"{var.name}[{name}] = {str(value).lower()}"
    for domain in program.domains.values():
        texts = [*domain.values, "none"]  # the last for ABSENT, which is -1
        found = solution.domains[domain.name].tolist()
        for name, value in zip(program.board.names(domain.sort), found, strict=True):
            yield f"{domain.name}[{name}] = {texts[value]}"


def _folded(lines: list[str]) -> list[str]:
    """Return lines as they fit into a column, and how many more there are."""
    out = [
        part
        for line in lines
        for part in wrap(line, WIDE, subsequent_indent="    ", break_long_words=False)
    ]
    return out if len(out) <= MOST else [*out[: MOST - 1], f"… {len(out) - MOST + 1} more lines"]


def _words(words: str, x: float, y: float, size: float, color: str, **look: str) -> str:
    """Return a text that begins at a place."""
    place = {"x": x, "y": y, "font_size": size, "fill": color, "text_anchor": "start"}
    shown = words.lstrip(" ").rjust(len(words), "\N{NO-BREAK SPACE}")
    return tag("text", escape(shown), **place, **look) + "\n"
