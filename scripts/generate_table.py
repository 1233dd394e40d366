#!/usr/bin/env python3
"""Measure how long puzzles of each genre take to make, and write it into docs/generate.md.

    python scripts/generate_table.py [SIZE [GENRE …]] [--count N] [--timeout S]

The table of 10x10 stands between ``<!-- generated: 10x10 -->`` and ``<!-- end -->``; others are
only printed. Each puzzle is made in this process, one after the other, and its processor time is
taken; one that takes longer than the limit counts as not made.
"""

from __future__ import annotations

import argparse
import re
import signal
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import nlc
from nlc.drivers.base import Limits
from nlc.drivers.pysat.incremental import SolverError
from nlc.generating.batch import ATTEMPTS
from nlc.generating.difficulty import DEFAULT_LEVEL
from nlc.generating.genre import OPEN, Generator, Genre, genre
from nlc.generating.shape import blank, parse_size
from nlc.grading.grade import LEVELS
from nlc.language.files import stock_genres

PAGE = Path(__file__).resolve().parents[1] / "docs" / "generate.md"

SUDOKU = {"10x10": "9x9", "20x20": "16x16"}
"""The size of a Sudoku beside boards of a size."""

HEAD = (
    *("genre", "made", "median s", "worst s", "clues", "grades"),
    *("of medium, median s", "grades then"),
)

GRADING = Limits(seconds=10)
"""A puzzle that takes longer to grade has no grade; this is not part of its time."""


def main() -> None:
    """Print a row for each genre, and write all into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", nargs="?", default="10x10")
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--timeout", type=int, default=30, help="processor seconds for a puzzle")
    args = parser.parse_args()
    rows = [_line(HEAD), "|---" * len(HEAD) + "|"]
    print(*rows, sep="\n", flush=True)
    for name in args.genres or stock_genres():
        for label, options in methods(name):
            rows.append(_line(row(name, label, options, args)))
            print(rows[-1], flush=True)
    if not args.genres:
        part = re.compile(rf"(<!-- generated: {args.size} -->\n).*?(<!-- end -->)", re.DOTALL)
        table = "\n".join(rows)
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(part.sub(lambda found: f"{found[1]}{table}\n\n{found[2]}", text))


def methods(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield in what ways puzzles of a genre are made: a name and the options of each."""
    if name in ("numberlink", "multilink"):
        yield name, {"unique": True} | ({"group": 3} if name == "multilink" else {})
    elif name == "slitherlink":
        yield name, {"unique": True}
        yield f"{name}, `--method {OPEN}`", {"method": OPEN}
    else:
        yield name, {}


def row(name: str, label: str, options: dict[str, Any], args: argparse.Namespace) -> list[str]:
    """Make puzzles of a genre and return what they took."""
    size = SUDOKU.get(args.size, args.size) if name == "sudoku" else args.size
    kind = genre("numberlink" if name == "multilink" else name, options.get("method"))
    seconds, clues, levels = measure(kind, size, options, args)
    wished: list[str] = ["–", "–"]
    if not options.get("unique") or name == "slitherlink":
        wish = options | {"difficulty": DEFAULT_LEVEL, "soft": True}
        slower, _, eased = measure(kind, size, wish, args)
        wished = [_seconds(statistics.median(slower), args.timeout), _grades(eased)]
    number = "–".join(map(str, sorted({min(clues), max(clues)}))) if any(clues) else "–"
    times = [_seconds(each, args.timeout) for each in (statistics.median(seconds), max(seconds))]
    named = label if size == args.size else f"{label} {size}"
    made = f"{len(clues)}/{args.count}"
    return [named, made, *times, number, _grades(levels), *wished]


def measure(
    kind: Genre, size: str, options: dict[str, Any], args: argparse.Namespace
) -> tuple[list[float], list[int], Counter[str]]:
    """Return the seconds that puzzles took, their clues and their levels."""
    generator = kind.generator(blank("square", *parse_size(size)), options)
    seconds, clues, levels = [], [], Counter[str]()
    for seed in range(1, args.count + 1):
        began = time.process_time()
        made = attempts(generator, seed, args.timeout)
        seconds.append(args.timeout if made is None else time.process_time() - began)
        if made is not None:
            clues.append(int(made.figures.get("clues", made.figures.get("pairs", 0))))
            (puzzle,) = nlc.loads(generator.rules.text(made.body))
            levels[nlc.grade(puzzle, limits=GRADING).level or "not graded"] += 1
    return seconds, clues, levels


def _grades(levels: Counter[str]) -> str:
    every = (f"{level} {n}" for level in (*LEVELS, "not graded") if (n := levels[level]))
    return ", ".join(every) or "–"


def _seconds(seconds: float, timeout: int) -> str:
    return f"over {timeout}" if seconds >= timeout else f"{seconds:.{1 if seconds >= 1 else 2}f}"


def attempts(generator: Generator, seed: int, timeout: int) -> Any:
    """Return a puzzle, or None where there is none in time."""

    def late(signum: int, frame: FrameType | None) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, timeout, 1)  # again, in case a handler swallows it
    try:
        for attempt in range(ATTEMPTS):
            made = generator.attempt(seed, 1, attempt, Counter())
            if made is not None:
                return made
    except (TimeoutError, SolverError):  # wherever it is when the time is up
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
