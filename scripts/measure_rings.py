"""Measures the encodings of one ring through all nodes on graphs that are hard for some.

    python scripts/measure_rings.py [SECONDS [WORD …]]

prints for each graph, whose name has one of the words, the seconds until it is decided, by the
default and by each encoding of rings: generalised Petersen graphs (those of n and 2 have no ring if
n is 5 more than a multiple of 6), random cubic graphs and knight's boards.
"""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter

import nlc

Edges = set[tuple[int, int]]

ENCODINGS = ("auto", "lazy", "propagator", "lfsr", "order-binary", "vertex-elimination")
"""What is chosen by default, inside Python; and encodings of graphs off the plane. The first three
need a solver inside Python; a file is `lfsr`, or `vertex-elimination` for a narrow graph."""


def petersen(n: int, k: int) -> Edges:
    """Return a ring of n nodes, joined to n others, each joined to the k-th after it."""
    pairs = [(i, (i + 1) % n) for i in range(n)] + [(i, n + i) for i in range(n)]
    pairs += [(n + i, n + (i + k) % n) for i in range(n)]
    return {(min(pair), max(pair)) for pair in pairs}


def cubic(n: int, seed: int) -> Edges:
    """Return a random graph of n nodes with three neighbours each."""
    random = Random(seed)
    while True:
        ends = [i for i in range(n) for _ in range(3)]
        random.shuffle(ends)
        found = {(min(a, b), max(a, b)) for a, b in zip(ends[::2], ends[1::2], strict=True)}
        if len(found) == 3 * n // 2 and all(a != b for a, b in found):
            return found


def knights(rows: int, cols: int) -> Edges:
    """Return the moves of a knight on a board."""
    places = [(i, j) for i in range(rows) for j in range(cols)]
    steps = ((1, 2), (2, 1), (2, -1), (1, -2))
    return {
        (i * cols + j, (i + a) * cols + j + b)
        for i, j in places
        for a, b in steps
        if i + a < rows and 0 <= j + b < cols
    }


GRAPHS = {
    **{f"petersen {n} 2": petersen(n, 2) for n in (17, 20, 23, 51, 101, 251)},
    **{f"petersen {n} 3": petersen(n, 3) for n in (50, 151, 499)},
    **{f"cubic {n} {seed}": cubic(n, seed) for n in (100, 300, 1000) for seed in (1, 2)},
    **{f"knights {n} {n}": knights(n, n) for n in (8, 14, 20, 30)},
    "knights 7 15": knights(7, 15),
}


def puzzle(name: str, edges: Edges) -> nlc.Puzzle:
    """Return the search for a ring through all nodes of a graph."""
    cells = " ".join(f"v{i}" for i in sorted({end for edge in edges for end in edge}))
    links = " ".join(f"v{a}-v{b}" for a, b in sorted(edges))
    head = f'puzzle "{name}" is hamilton {{ topology graph'
    (read,) = nlc.loads(f"{head} {{ cells {cells}; links {links}; }} }}")
    return read


def main() -> None:
    """Print a line for each graph."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    words = sys.argv[2:]
    print(f"{'graph':<16}", *(f"{each:>18}" for each in ENCODINGS))
    for name, edges in GRAPHS.items():
        if words and not any(word in name for word in words):
            continue
        read, line = puzzle(name, edges), []
        for encoding in ENCODINGS:
            start = perf_counter()
            limits = nlc.Limits(seconds=seconds)
            answer = nlc.solve(read, encoding=f"acyclic={encoding}", limits=limits)
            taken = perf_counter() - start
            known = {"SATISFIABLE": "yes", "UNSATISFIABLE": "no"}.get(answer.status, "?")
            line.append(f"{taken:.1f} {known}")
        print(f"{name:<16}", *(f"{each:>18}" for each in line), flush=True)


if __name__ == "__main__":
    main()
