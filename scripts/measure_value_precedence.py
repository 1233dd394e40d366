#!/usr/bin/env python3
"""Measure what values in their order bring on maps: conflicts and seconds, with the pass and not.

    python scripts/measure_value_precedence.py
    python scripts/measure_value_precedence.py --seeds 30 --solvers minisat22

Random graphs of draw_colourings.py, near the number of colours that they take. For each family and
solver it prints sums over the graphs: of processor seconds of the search alone, without compiling,
and of conflicts. A search that spends the limit of conflicts counts with what it has spent, and is
told as left open; CaDiCaL takes no such limit.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from draw_colourings import graph
from pysat.solvers import Solver
from tabulate import tabulate

from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.policy import IN_PROCESS
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load

FAMILIES = ((4, 150, 8.4), (5, 70, 12.6), (8, 100, 22), (12, 150, 38), (20, 200, 70))
"""Colours, cells, and links at a cell."""

PASSES = ("none", "value-precedence")


class Spent(NamedTuple):
    """What some searches took together, and how many of them were left open."""

    seconds: float
    conflicts: int
    open: int


def search(lowered: LoweredProgram, solver: str, most: int) -> Spent:
    """Return what a solver takes for a formula."""
    with Solver(solver) as sat:
        for block in lowered.cnf.blocks:
            sat.append_formula(block.clauses.tolist())
        started = time.process_time()
        if solver.startswith("cadical"):
            answer: bool | None = sat.solve()
        else:
            sat.conf_budget(most)
            answer = sat.solve_limited()
        seconds = time.process_time() - started
        return Spent(seconds, sat.accum_stats()["conflicts"], answer is None)


def measure(family: tuple[int, int, float], seeds: Sequence[int], args: Any) -> list[list[Any]]:
    """Return a row for each solver and encoding of a family of graphs."""
    took: dict[tuple[str, str], dict[str, list[Spent]]] = {}
    for seed in seeds:
        (puzzle,) = load(Source("graph.nl", graph(*family, seed))).puzzles
        program = elaborate(puzzle)
        for domains in args.domains:
            for passes in PASSES:
                lowered = lower(program, Encoding(domains=domains, passes=passes), IN_PROCESS)
                for solver in args.solvers:
                    spent = took.setdefault((solver, domains), {}).setdefault(passes, [])
                    spent.append(search(lowered, solver, args.conflicts))
        print(".", end="", file=sys.stderr, flush=True)
    colours, cells, degree = family
    rows = []
    for (solver, domains), each in took.items():
        plain, ordered = (Spent(*map(sum, zip(*each[name], strict=True))) for name in PASSES)
        title = f"{colours} colours, {cells} cells of degree {degree:g}"
        left = f"{plain.open}, {ordered.open}"
        ratio = ordered.seconds / max(plain.seconds, 0.001)
        rows.append([title, solver, domains, *plain[:2], *ordered[:2], left, ratio])
    return rows


def main() -> None:
    """Read the command line, measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=12, help="graphs of each family")
    parser.add_argument("--solvers", nargs="+", default=["minisat22", "cadical195"])
    parser.add_argument("--domains", nargs="+", default=["direct", "order"])
    parser.add_argument("--conflicts", type=int, default=100_000, help="the limit of a search")
    args = parser.parse_args()
    rows: list[list[Any]] = []
    for family in FAMILIES:
        rows += measure(family, range(1, args.seeds + 1), args)
    print(file=sys.stderr)
    plain, ordered = (f"{name}: s, conflicts" for name in PASSES)
    heads = ("graphs", "solver", "domains", plain, "", ordered, "", "left open", "ratio")
    formats = ("", "", "", ".2f", ",", ".2f", ",", "", ".3f")
    print(tabulate(rows, heads, tablefmt="github", floatfmt=formats, intfmt=","))


if __name__ == "__main__":
    main()
