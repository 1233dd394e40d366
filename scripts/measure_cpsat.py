#!/usr/bin/env python3
"""Measure what the redundant constraints of two models for CP-SAT bring.

    nlc generate numberlink 40x20 --method loops -n 3 --seed 1 -o boards.nl
    python scripts/measure_cpsat.py boards.nl --limit 30

For each puzzle it prints the processor time to the first solution, of each model as it is
registered and of the same without something: `cpsat-edge` without the rule about corners, which
follows where no path touches itself, and `cpsat-circuit` without the degrees of cells. A search
that reaches the limit is told as more than that.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from tabulate import tabulate

from nlc.drivers.base import Limits
from nlc.engines.answers import answers
from nlc.engines.base import Engine, Puzzle
from nlc.engines.cpsat_circuit import CpSatCircuitEngine
from nlc.engines.cpsat_edge import CpSatEdgeEngine
from nlc.engines.problem import read_problem
from nlc.errors import UserError
from nlc.ir.elaborate.grounding import ground_board
from nlc.loading import load_puzzles

MODELS: Mapping[str, tuple[Engine, Engine]] = {
    "cpsat-edge, corners": (CpSatEdgeEngine(), CpSatEdgeEngine(turns=False)),
    "cpsat-circuit, degrees": (CpSatCircuitEngine(), CpSatCircuitEngine(degrees=False)),
}
"""A model with something, and the same without it."""


def seconds(engine: Engine, puzzle: Puzzle, limit: float) -> float | None:
    """Return the processor time to the first solution, or None where it reaches the limit.

    Raises:
        RuntimeError: it ended otherwise.
    """
    found = answers(engine, puzzle, Limits(cpu_seconds=limit))
    outcome, _ = next(found)
    found.close()
    if outcome.status == "SATISFIABLE" and outcome.cpu_seconds is not None:
        return outcome.cpu_seconds
    if outcome.reason == "cpu-time":
        return None
    raise RuntimeError(f"{engine.name}: {outcome.status}, {outcome.reason}: {outcome.message}")


def main() -> None:
    """Read the command line, measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", help="of puzzles")
    parser.add_argument("--limit", type=float, default=30.0, help="of processor time, in seconds")
    args = parser.parse_args()
    rows = []
    cases, _ = load_puzzles(args.file)
    for case in cases:
        puzzle = Puzzle(ground_board(case).board, read_problem(case))
        for name, (whole, part) in MODELS.items():
            given = seconds(whole, puzzle, args.limit)
            lacking = seconds(part, puzzle, args.limit)
            least = args.limit if lacking is None else lacking
            more = ">" * (lacking is None)
            ratio = "" if given is None else f"{more}{least / given:.1f}"
            told = [f">{args.limit:g}" if t is None else f"{t:.2f}" for t in (given, lacking)]
            rows.append([case.tree.title, name, *told, ratio])
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{len(rows)} of {len(cases) * len(MODELS)} measured ")
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    print(
        tabulate(rows, ["puzzle", "model", "with, s", "without, s", "ratio"], disable_numparse=True)
    )


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
