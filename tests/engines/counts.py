"""Short ways from a text to a count by the frontier method."""

from __future__ import annotations

from itertools import islice

from nlc.engines.frontier.diagram import Watch
from nlc.engines.frontier.rules import read_rules
from nlc.engines.frontier.sweep import Counted, count_rules
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle, load
from nlc.process.limits import NO_LIMITS, Limits


def cases_of(texts: list[str]) -> list[Puzzle]:
    """Return the puzzles of several texts of one puzzle each, whose titles may be alike."""
    named = [text.replace('"random"', f'"random {number}"', 1) for number, text in enumerate(texts)]
    return load(Source("test.nl", "\n".join(named))).puzzles


def puzzle(genre: str, rows: list[str], topology: str = "square", **options: bool) -> Puzzle:
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
    return case


def empty(rows: int, cols: int) -> list[str]:
    """Return the rows of a square board without clues."""
    return [" ".join("." * cols)] * rows


def corners(size: int) -> list[str]:
    """Return the rows of a square board with a pair in opposite corners."""
    first, *between, last = empty(size, size)
    return [f"A{first[1:]}", *between, f"{last[:-1]}A"]


def counted(case: Puzzle, limits: Limits = NO_LIMITS, watch: Watch | None = None) -> Counted:
    """Return all solutions of a puzzle."""
    return count_rules(read_rules(elaborate(case)), limits, watch)


def count(case: Puzzle) -> int:
    """Return the number of solutions."""
    return counted(case).count()


def drawings(case: Puzzle, most: int | None = None) -> tuple[int, list[frozenset[str]]]:
    """Return the number of solutions, and the first of them as the names of what is drawn."""
    program = elaborate(case)
    found = counted(case)
    boards = islice(found.solutions(), most)
    return found.count(), [frozenset(program.solution_json(each)["line"]) for each in boards]
