"""Short ways from a text to a count by the frontier method."""

from __future__ import annotations

import numpy as np

from nlc.board import Sort
from nlc.engines.frontier.build import Diagram, build
from nlc.engines.problem import Problem, read_problem
from nlc.errors import Source
from nlc.ir.elaborate.grounding import ground_board
from nlc.language.resolve import Puzzle, load


def cases_of(texts: list[str]) -> list[Puzzle]:
    """Return the puzzles of several texts of one puzzle each, whose titles may be alike."""
    named = [text.replace('"random"', f'"random {number}"', 1) for number, text in enumerate(texts)]
    return load(Source("test.nl", "\n".join(named))).puzzles


def puzzle(genre: str, rows: list[str], topology: str = "square", **options: bool) -> Problem:
    """Return a puzzle by its rows."""
    sets = [f"set {name} = {str(value).lower()};" for name, value in options.items()]
    lines = [
        f'puzzle "p" is {genre} {{',
        f"topology {topology};",
        *sets,
        "board",
        *rows,
        "end",
        "}",
    ]
    (case,) = load(Source("test.nl", "\n".join(lines))).puzzles
    return read_problem(case)


def empty(rows: int, cols: int) -> list[str]:
    """Return the rows of a square board without clues."""
    return [" ".join("." * cols)] * rows


def corners(size: int) -> list[str]:
    """Return the rows of a square board with a pair in opposite corners."""
    first, *between, last = empty(size, size)
    return [f"A{first[1:]}", *between, f"{last[:-1]}A"]


def count(problem: Problem) -> int:
    """Return the number of solutions."""
    return build(problem).count()


def drawings(case: Puzzle, diagram: Diagram, sort: Sort) -> list[frozenset[str]]:
    """Return all solutions as the names of what is drawn."""
    names = ground_board(case).board.names(sort)
    return [frozenset(names[i] for i in np.flatnonzero(drawn)) for drawn in diagram.solutions()]
