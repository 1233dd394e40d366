#!/usr/bin/env python3
"""Draw the slide of docs/how.md: the first row of its board through all stages.

python scripts/draw_stages.py
"""

from __future__ import annotations

import io
import re
from html import escape
from pathlib import Path

import numpy as np

import nlc
from nlc.ir.printer import write_ir

DOCS = Path(__file__).resolve().parents[1] / "docs"
SPEC = "domains=direct,passes=none"
NAMED, NUMBER = re.compile(r"rook\[\w+\]"), re.compile(r"[1-9]\d*|[a-z]")
ROW = {"rook[r1c1]", "rook[r1c2]", "rook[r1c3]"}

STEP, TOP, LINE, HEIGHT = 250, 62, 26, 370
"""From a column to the next, above the columns, from line to line, and in all, in pixels."""


def main() -> None:
    """Write the slide."""
    text = (DOCS / "how.md").read_text(encoding="utf-8")
    source = re.search(r"```nl [^\n]*\n(.*?)```", text, re.DOTALL)[1]
    (puzzle,) = nlc.loads(source)
    formula, answer = nlc.compile(puzzle, SPEC), nlc.solve(puzzle, encoding=SPEC)
    rule = re.search(r"exactly 1 of [^;]*;", source)[0]
    rule = rule.replace(" of ", " of\n  ").splitlines()
    write_ir(formula.program, ir := io.StringIO())
    (constraint,) = (x for x in ir.getvalue().splitlines() if {*NAMED.findall(x)} == ROW)
    lines = str(formula).splitlines()
    named = [line[2:] for line in lines if line.split()[-1] in ROW]
    numbers = {line.split()[1] for line in named}
    clauses = [line for line in lines if {*NUMBER.findall(line)} <= numbers and line[-2:] == " 0"]
    values = formula.program.bools[0].base + np.arange(3)
    model = [str(i if answer.solutions[0].bools[v] else -i) for i, v in enumerate(values, 1)]
    columns = [
        ("text", rule, puzzle.to_svg(), "you write"),
        ("IR", constraint.strip().replace(" rook", "\n  rook").splitlines(), "", "elaborate"),
        ("clauses", [*named, "", *clauses], "", "encode"),
        ("model", [f"v {' '.join(model)} …"], "", "solve"),
        ("board", ["checked by", "the rules"], answer.to_svg(), "decode, check"),
    ]
    (DOCS / "pictures" / "stages.svg").write_text(slide(columns), encoding="utf-8")


def slide(columns: list[tuple[str, list[str], str, str]]) -> str:
    """Return the slide: of each column the title, the lines, a picture and what leads to it."""
    size = f"{STEP * len(columns)} {HEIGHT}"
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {size}"'
        ' font-family="\'DejaVu Sans\', Verdana, sans-serif" font-size="15">',
        "<title>One board through all stages</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for number, (title, lines, picture, verb) in enumerate(columns):
        x = 20 + STEP * number
        out.append(f'<text x="{x}" y="{TOP}" font-size="22" font-weight="bold">{title}</text>')
        if number:
            out.append(f'<text x="{x}" y="24" fill="#6b6b6b">→ {verb}</text>')
        y = TOP + 18
        if picture:
            light = re.sub("<style>.*?</style>", "", picture.strip())
            out.append(light.replace("<svg", f'<svg x="{x - 10}" y="{y}"', 1))
            y += 150
        for line in lines:
            y += LINE
            out.append(
                f'<text x="{x}" y="{y}" font-family="\'DejaVu Sans Mono\', monospace" '
                f'xml:space="preserve">{escape(line)}</text>'
            )
    return "\n".join([*out, "</svg>\n"])


if __name__ == "__main__":
    main()
