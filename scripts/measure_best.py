"""Measures the methods that look for the best solution, on boards of growing size.

    python scripts/measure_best.py [SECONDS]

prints for each puzzle and plan the best number, its bound and the processor seconds of the solver.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

import nlc

FIXTURES = Path(__file__).parents[1] / "fixtures" / "best.nl"
PLANS = {
    "default": None,
    "core": "{solver=pysat:cadical195 best=core}",
    "counter": "{solver=pysat:cadical195 best=counter}",
    "cpsat": "{solver=cpsat}",
}


def board(genre: str, size: int, blocks: float = 0.0) -> str:
    """Return a puzzle of a genre of the fixtures on a square board."""
    random = Random(1)
    cells = [["x" if random.random() < blocks else "." for _ in range(size)] for _ in range(size)]
    rows = "\n".join(map(" ".join, cells))
    legend = 'legend { "x" = block: true; }' if blocks else ""
    head = f'puzzle "{genre} {size}x{size}" is {genre} {{ topology square; {legend}'
    return f"{head}\nboard\n{rows}\nend }}"


def wiring(size: int, pairs: int) -> str:
    """Return a Numberlink that has a wiring, its ends drawn at random."""
    random = Random(1)
    while True:
        cells = random.sample(range(size * size), 2 * pairs)
        tokens = ["."] * size * size
        for number, cell in enumerate(cells):
            tokens[cell] = chr(ord("A") + number // 2)
        rows = "\n".join(" ".join(tokens[i : i + size]) for i in range(0, size * size, size))
        head = f'puzzle "wiring {size}x{size}" is numberlink {{ topology square; set cover = false;'
        text = f"{head}\nboard\n{rows}\nend"
        (puzzle,) = nlc.loads(text + " }")
        if nlc.solve(puzzle, limits=nlc.Limits(seconds=5)).status == "SATISFIABLE":
            return f"{text}\nminimize count line; }}"


def main() -> None:
    """Print a line for each puzzle."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    text = FIXTURES.read_text(encoding="utf-8")
    genres = "\n".join(re.findall(r"^genre .*?^}", text, re.DOTALL | re.MULTILINE))
    texts = [board("stars", n) for n in (12, 16, 20)] + [board("queens", n) for n in (10, 16)]
    texts += [board("lights", n, 0.15) for n in (10, 14, 20)]
    texts += [board("independent", n) for n in (12, 20)]
    texts += [wiring(n, n // 2) for n in (8, 10, 12)]
    for each in texts:
        (puzzle,) = nlc.loads(f"{genres}\n{each}")
        found = []
        for name, plan in PLANS.items():
            limits, policy = nlc.Limits(cpu_seconds=seconds), nlc.Policy(confirm=False)
            answer = nlc.solve(puzzle, plan=plan, limits=limits, policy=policy)
            spent = f"{answer.cpu_seconds:.2f}" if answer.cpu_seconds is not None else "-"
            found.append(f"{name} {answer.objective}/{answer.bound} {spent} s")
        print(puzzle.title, "; ".join(found), sep=": ", flush=True)


if __name__ == "__main__":
    main()
