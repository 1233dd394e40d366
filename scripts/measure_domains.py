#!/usr/bin/env python3
"""Measure the default choice of `domains` beside every encoding, puzzle by puzzle.

    python scripts/measure_domains.py                          # of draw_colourings.py
    python scripts/measure_domains.py fixtures/benchmark/*.nl  # the first puzzles of files

For each puzzle it prints the processor seconds from the elaborated puzzle to the checked board, of
nlc and of its solver's process, as `nlc run` solves it: the least of some rounds, in each of which
all encodings have their turn. `default / best` divides those of the default by the least of all
others; where both are below FLOOR seconds the ratio says nothing and is left out. What reaches the
limit is told as more than that.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from draw_colourings import graph, queens, queens_graph, signs, square
from tabulate import tabulate

import nlc
from nlc.errors import Source
from nlc.language.resolve import Puzzle, load

SPECS: Mapping[str, str] = {
    "default": "default",
    "log": "domains=log",
    "direct": "domains=direct,passes=fold",
    "order": "domains=order",
    "direct, permutations": "domains=direct,passes=permutations+fold",
}
"""What is compared, by its name in the table; the last of them are named by `--specs`."""

FLOOR = 0.05
"""Seconds of processor time, below which other work of the machine is not small beside them."""


def made() -> Iterator[Puzzle]:
    """Yield Sudokus, Latin squares, colourings, queens and numbers in order."""
    texts = [square(size, True, None, 0) for size in (9, 16, 25, 36)]
    for size, holes in ((9, 0.62), (16, 0.58), (25, 0.5), (36, 0.42)):
        texts += [square(size, True, holes, seed) for seed in (1, 2)]
    texts += [square(size, False, None, 0) for size in (10, 20, 30)]
    for size, holes in ((20, 0.42), (25, 0.4), (30, 0.38)):
        texts += [square(size, False, holes, seed) for seed in (1, 2)]
    kinds = ((3, 150, 4.6), (4, 100, 8.4), (6, 1000, 10), (12, 150, 36), (20, 200, 70))
    for colours, cells, degree in kinds:
        texts += [graph(colours, cells, degree, seed) for seed in (1, 2)]
    texts += [queens_graph(size, size + 2) for size in (6, 8, 10)]
    texts += [queens(size) for size in (8, 16, 30)]
    orders = ((20, 9, 1, False), (20, 30, 1, False), (20, 9, 2, True), (15, 30, 2, True))
    texts += [signs(*order) for order in orders]
    for text in texts:
        yield load(Source("made.nl", text)).puzzles[0]


def seconds(puzzle: Puzzle, spec: str, limit: float) -> tuple[float | None, str]:
    """Return the processor seconds, or None where they reach the limit; and what was stated.

    Raises:
        RuntimeError: the puzzle was not decided for another reason.
    """
    started = time.process_time()
    policy = nlc.Policy(readings=False, confirm=False, explain=False, share=False)
    answer = nlc.solve(puzzle, encoding=spec, limits=nlc.Limits(cpu_seconds=limit), policy=policy)
    own = time.process_time() - started
    stated = str(answer.encoding)
    if answer.status == "UNKNOWN":
        if answer.reason in ("cpu-time", "timeout"):
            return None, stated
        raise RuntimeError(f"{puzzle.title}, {spec}: {answer.reason}: {answer.message}")
    return own + (answer.cpu_seconds or 0.0), stated


def measure(
    puzzle: Puzzle, specs: Mapping[str, str], limit: float, rounds: int
) -> tuple[dict[str, float | None], str]:
    """Return the least seconds by each spec, and what the first one chose."""
    found: dict[str, float | None] = {}
    stated = ""
    for number in range(rounds):
        for name, spec in specs.items():
            if number and found[name] is None:
                continue
            took, encoding = seconds(puzzle, spec, limit)
            before = found.get(name)
            found[name] = took if before is None or took is None else min(took, before)
            stated = stated or encoding
    return found, stated


def ratio(found: Mapping[str, float | None], limit: float) -> float | None:
    """Return the seconds of the first spec over the least of the others; None if too short."""
    first, *others = (limit if each is None else each for each in found.values())
    best = min(others)
    return None if max(first, best) < FLOOR else first / max(best, FLOOR)


def main() -> None:
    """Read the command line, measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", help="of puzzles, the first of each")
    parser.add_argument("--limit", type=float, default=20.0, help="processor seconds of a search")
    parser.add_argument("--rounds", type=int, default=2, help="of which the least seconds count")
    parser.add_argument("--specs", nargs="*", default=[], help="more specs to compare with")
    args = parser.parse_args()
    specs = {**SPECS, **{spec: spec for spec in args.specs}}
    puzzles = (nlc.load(path)[0] for path in args.files) if args.files else made()
    rows: list[Sequence[str]] = []
    ratios: list[float] = []
    for number, puzzle in enumerate(puzzles):
        if not number:  # imports are not to be charged to the first
            measure(puzzle, specs, args.limit, 1)
        found, stated = measure(puzzle, specs, args.limit, args.rounds)
        over = ratio(found, args.limit)
        ratios += [] if over is None else [over]
        times = [f"> {args.limit:g}" if t is None else f"{t:.2f}" for t in found.values()]
        parts = dict(part.split("=", 1) for part in stated.split(",") if "=" in part)
        chosen = ", ".join(parts[name] for name in ("domains", "passes") if name in parts)
        rows.append([puzzle.title, chosen, *times, "" if over is None else f"{over:.2f}"])
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    heads = ["puzzle", "chosen", *specs, "default / best"]
    print(tabulate(rows, heads, tablefmt="pipe", disable_numparse=True))
    if ratios:
        print(f"\ndefault / best: median {median(ratios):.2f}, worst {max(ratios):.2f}")


if __name__ == "__main__":
    main()
