"""Covered Numberlink boards, on any tiling, with a known solution whose paths keep off themselves.

nlc draws them itself. The cells of a board get one of six tints so that each has one or two
neighbours of its own tint, and those of one tint hold no ring: then the cells of a tint are paths,
and no path passes beside itself. Their ends are the terminals of the puzzle.
"""

from __future__ import annotations

from random import Random

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Sort
from nlc.drivers.base import NO_LIMITS
from nlc.drivers.registry import DEFAULT, get
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import load
from nlc.solve.strategy import solve

_FOREST = """\
genre forest "paths that keep off themselves, through every cell" {
  option ends : 2..9999 = 9999  "at most so many cells are the end of a path";
  given hint : cell -> 0..5?;
  var line : link -> bool;
  var tint : cell -> 0..5;
  rule same { for l in links { line[l] iff tint[a(l)] = tint[b(l)]; } }
  rule path { for c in cells { exactly 1 or 2 of line[links(c)]; } }
  rule open { acyclic(line); }
  rule few  { count {c for c in cells if exactly 1 of line[links(c)]} <= ends; }
  rule told { for c in cells where has hint(c) { tint[c] = hint(c); } }
  show line;
}
"""

_HINTED = 0.05
"""The part of the cells whose tint is chosen beforehand, which makes boards differ."""


def puzzle(tiling: str, size: int, pairs: int, seed: int) -> str:
    """Return a Numberlink puzzle with ``touch = false`` as a ``.nl`` text.

    Its `size` rows have `size` cells each; every other row of hexagons is shifted by half a cell.

    Args:
        tiling: ``square``, ``hex`` or ``triangle``.
        size: rows and columns.
        pairs: at most so many paths.
        seed: another one gives another board.
    """
    random = Random(f"{tiling} {size} {pairs} {seed}")
    while True:
        tokens = ["."] * size**2
        for cell in random.sample(range(size**2), round(_HINTED * size**2)):
            tokens[cell] = str(random.randrange(6))
        body = _body(tiling, size, tokens, f"set ends = {2 * pairs};")
        drawn = _drawn(f'{_FOREST}puzzle "paths" is forest {body}')
        if drawn is not None:
            break
    title = f"{tiling} {size}x{size}, at most {pairs} pairs, seed {seed}"
    body = _body(tiling, size, _ends(*drawn), "set touch = false;")
    return f'puzzle "{title}" is numberlink {body}'


def _body(tiling: str, size: int, tokens: list[str], setting: str) -> str:
    width = max(map(len, tokens)) | 1  # odd, so that half the distance of two tokens is whole
    rows = []
    for row in range(size):
        indent = " " * ((width + 1) // 2) if tiling == "hex" and row % 2 else ""
        cells = tokens[row * size : (row + 1) * size]
        rows.append("    " + indent + " ".join(token.ljust(width) for token in cells).rstrip())
    drawing = "\n".join(rows)
    return f"{{\n  topology {tiling};\n  {setting}\n  board\n{drawing}\n  end\n}}\n"


def _drawn(text: str) -> tuple[Program, Bools] | None:
    """Return a program and, for each of its links, whether it is drawn; None if that cannot be."""
    program = elaborate(load(Source("untouching.nl", text)).puzzles[0])
    lowered = lower(program, Encoding(), in_process=True)
    result = solve(program, lowered, get(DEFAULT), NO_LIMITS)
    if not result.solutions:
        return None
    (line,) = program.bools
    return program, result.solutions[0].bools[line.base : line.base + line.size]


def _ends(program: Program, line: Bools) -> list[str]:
    """Return the token of each cell: a number at the two ends of each path, else a dot."""
    path = list(range(program.board.count(Sort.CELL)))
    pairs = program.board.link_cells[line].tolist()
    for a, b in pairs:
        path = [path[a] if label == path[b] else label for label in path]
    degree = np.bincount(np.ravel(pairs), minlength=len(path))
    numbers = {label: str(i) for i, label in enumerate(dict.fromkeys(path), 1)}
    return [numbers[label] if degree[c] == 1 else "." for c, label in enumerate(path)]
