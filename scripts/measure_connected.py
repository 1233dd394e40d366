#!/usr/bin/env python3
"""Measure encodings of connectedness: a solution, and the proof that there is no other.

    python scripts/measure_connected.py fixtures/connected/*.nl --limit 20
    python scripts/measure_connected.py fixtures/connected/*.nl --solver minisat \\
        --encodings 'connected=dual;connected=arborescence'

For each file it prints the median and the largest processor time of its puzzles, from elaboration
on. ``cpsat`` among the encodings is the model of puzzlekit (PyPI) in CP-SAT, with one worker, where
that has the genre; the time to build the model counts. A search that reaches the limit counts as
the limit, and is told.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from tabulate import tabulate

from nlc.drivers import get
from nlc.drivers.base import Limits
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.loading import load_puzzles

ENCODINGS = "connected=lazy;connected=dual;connected=arborescence;cpsat"

CPSAT = {
    "yinyang": ("yin_yang", "YinYangSolver"),
    "creek": ("creek", "CreekSolver"),
    "heyawake": ("heyawake", "HeyawakeSolver"),
}
"""Module and class of puzzlekit for a genre."""


def ours(puzzle: Puzzle, spec: str, solver: str, limit: float) -> tuple[float, int | None]:
    """Return the processor time, and the number of solutions up to two, None for the limit."""
    start = time.process_time()
    program = elaborate(puzzle)
    driver = get(solver)
    lowered = lower(program, Encoding.parse(spec), driver.capabilities.offers)
    spent, found = time.process_time() - start, 0
    limits = Limits(cpu_seconds=limit)
    for outcome in driver.enumerate(lowered.cnf, limits, lowered.separators):
        spent += outcome.cpu_seconds or 0.0
        if outcome.status == "UNKNOWN":
            return limit, None
        found += outcome.model is not None
        if found == 2:
            break
    return spent, found


def theirs(program: Program, limit: float) -> tuple[float, int | None]:
    """Return the same of the model of puzzlekit, in a process that ends at the limit.

    Raises:
        KeyError: puzzlekit is not asked about this genre.
    """
    module, name = CPSAT[program.genre]
    kind: Callable[..., Any] = getattr(importlib.import_module(f"puzzlekit.solvers.{module}"), name)
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        spent = time.process_time()
        resource.setrlimit(resource.RLIMIT_CPU, (round(spent + limit), round(spent + limit) + 1))
        found = _asked_twice(kind(*_given(program)))
        os.write(writer, json.dumps([time.process_time() - spent, found]).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="ascii") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    if not told:
        return limit, None
    seconds, found = json.loads(told)
    return seconds, found


def _asked_twice(model: Any) -> int:
    """Return the number of solutions of a model of puzzlekit, up to two."""
    from ortools.sat.python import cp_model

    model._add_constr()
    model.solver.parameters.num_workers = 1
    found = 0
    while found < 2:
        status = model.solver.Solve(model.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        found += 1
        values = [(x, model.solver.Value(x)) for x in model.x.values()]
        model.model.AddBoolOr([x.Not() if value else x for x, value in values])
    return found


def _given(program: Program) -> tuple[Any, ...]:
    """Return the arguments of puzzlekit for a full board of squares."""
    rows, cols = program.board.rows, program.board.cols

    def grid(texts: Mapping[int, str], rows: int, cols: int) -> list[list[str]]:
        return [[texts.get(r * cols + c, "-") for c in range(cols)] for r in range(rows)]

    if program.genre == "creek":
        return rows, cols, grid(program.givens["clue"], rows + 1, cols + 1)
    if program.genre == "heyawake":
        rooms = grid(program.givens["room"], rows, cols)
        return rows, cols, grid(program.givens["size"], rows, cols), rooms
    return rows, cols, grid(program.givens["stone"], rows, cols)


def main() -> int:
    """Read the command line, measure, print a table, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", help="of puzzles")
    parser.add_argument("--encodings", default=ENCODINGS, help="specs, with ; between them")
    parser.add_argument("--solver", default="pysat:cadical195")
    parser.add_argument("--limit", type=float, default=20.0, help="of processor time, in seconds")
    args = parser.parse_args()
    specs = args.encodings.split(";")
    rows, wrong = [], 0
    for file in args.files:
        puzzles, _ = load_puzzles(file)
        times: dict[str, list[float]] = {spec: [] for spec in specs}
        open_: dict[str, int] = dict.fromkeys(specs, 0)
        for puzzle in puzzles:
            counts = set()
            for spec in specs:
                try:
                    if spec == "cpsat":
                        spent, found = theirs(elaborate(puzzle), args.limit)
                    else:
                        spent, found = ours(puzzle, spec, args.solver, args.limit)
                except KeyError:
                    continue
                times[spec].append(spent)
                open_[spec] += found is None
                counts |= {found} - {None}  # None: undecided
            if len(counts) > 1:
                print(f"{file}: {puzzle.title}: numbers of solutions differ: {counts}")
                wrong = 1
        rows.append([Path(file).stem, len(puzzles), *(_told(times[s], open_[s]) for s in specs)])
        print(rows[-1], file=sys.stderr, flush=True)
    print(tabulate(rows, ["genre", "puzzles", *specs], tablefmt="pipe", disable_numparse=True))
    return wrong


def _told(times: list[float], undecided: int) -> str:
    if not times:
        return "-"
    beyond = f", {undecided} undecided" if undecided else ""
    return f"{median(times):.3f} / {max(times):.2f}{beyond}"


if __name__ == "__main__":
    sys.exit(main())
