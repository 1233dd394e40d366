#!/usr/bin/env python3
"""Measure the search of the thesis beside its encoding in MiniSat, both in one process.

    python scripts/measure_backtracking.py boards/size6_*.txt
    python scripts/measure_backtracking.py --boards 10 --seconds 60 boards/size8_pairs8.txt

Means for the Numberlinks of each file: processor seconds of the search alone, which is machine code
if Numba is there; of stating the puzzle by the encoding `thesis`; and of MiniSat. What is short is
done again until some milliseconds have passed. The last column is the first over the other two.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import mean
from typing import Any

from pysat.solvers import Solver

import nlc
from nlc.engines import backtrack, library
from nlc.engines.base import EngineInput
from nlc.engines.problem import Method, read_problem

LINE = "{:<20}{:>8}{:>12}{:>10}{:>10}{:>10}{:>10}"

ENOUGH = 0.005
"""Seconds after which a mean is good enough."""


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor seconds of a call, and what it returned."""
    times: list[float] = []
    found = None
    while sum(times) < ENOUGH and len(times) < 1000:
        before = time.process_time()
        found = call()
        times.append(time.process_time() - before)
    return mean(times), found


def search(puzzle: nlc.Puzzle) -> tuple[float, int]:
    """Return the processor seconds of a search to its first solution, and its steps."""
    board = EngineInput(
        nlc.elaborate(puzzle).board, read_problem(puzzle, Method("backtracking", ""))
    )
    fast, times = backtrack.compiled_advance(), []
    while sum(times) < ENOUGH and len(times) < 1000:
        field, walk = backtrack.new_search(board)
        if fast is not None:
            field, walk = library.packed(field), library.packed(walk)
        before = time.process_time()
        result = library.MORE
        while result == library.MORE:
            result = (fast or backtrack.advance)(field, walk, backtrack.BUDGET)
        times.append(time.process_time() - before)
        assert result == library.FOUND
    return mean(times), int(walk.head[4])


def sat(puzzle: nlc.Puzzle) -> tuple[float, float]:
    """Return the processor seconds of stating a puzzle, and those of MiniSat."""
    program = nlc.elaborate(puzzle)
    stating, formula = timed(lambda: nlc.compile(program, "thesis"))
    clauses = [clause for b in formula.lowered.cnf.blocks for clause in b.clauses.tolist()]

    def solve() -> bool:
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            return bool(solver.solve())

    solving, found = timed(solve)
    assert found
    return stating, solving


def main() -> None:
    """Read the command line, measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE", help="Numberlinks with a solution")
    parser.add_argument("--boards", type=int, default=50, help="of each file (default: 50)")
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="after which no further board is begun"
    )
    args = parser.parse_args()
    heads = ["file", "boards", "steps", "search", "stating", "MiniSat", "ratio"]
    print(LINE.format(*heads), flush=True)
    for path in args.files:
        searched, sats, started = [], [], time.process_time()
        for puzzle in nlc.load(path)[: args.boards]:
            if time.process_time() - started > args.seconds:
                break
            searched.append(search(puzzle))
            sats.append(sat(puzzle))
        seconds, steps = (mean(each) for each in zip(*searched, strict=True))
        stating, solving = (mean(each) for each in zip(*sats, strict=True))
        figures = seconds, stating, solving, seconds / (stating + solving)
        told = [f"{each:.3g}" for each in figures]
        row = [path.rpartition("/")[2], len(searched), f"{steps:.0f}", *told]
        print(LINE.format(*row), flush=True)


if __name__ == "__main__":
    main()
