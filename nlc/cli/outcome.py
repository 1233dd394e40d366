"""Shows what came of a puzzle: as text, as JSON, or in the language of SAT competitions."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import Any

from nlc.encode.lower import Lowered
from nlc.ir.nodes import Program
from nlc.solve.result import Result

_LITERALS_PER_LINE = 12


@dataclass(frozen=True, eq=False)
class Solved:
    """A puzzle and what came of it.

    Attributes:
        path: the file, as the user named it.
        solver: name of the driver.
        seconds: wall-clock time by stage, and ``total``.
    """

    path: str
    program: Program
    lowered: Lowered
    solver: str
    result: Result
    seconds: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the puzzle."""
        program, result = self.program, self.result
        return {
            "file": self.path,
            "puzzle": program.title,
            "genre": program.genre,
            "topology": program.board.topology,
            "rows": program.board.rows,
            "cols": program.board.cols,
            "status": result.status,
            "reason": result.reason,
            "solver": self.solver,
            "encoding": str(self.lowered.encoding),
            "variables": self.lowered.cnf.variables,
            "clauses": self.lowered.cnf.clauses,
            "seconds": {name: round(value, 6) for name, value in self.seconds.items()},
            "verified": bool(result.solutions),
            "unique": result.unique,
            "count": result.count,
            "count_complete": result.complete or None,
            "solutions": [program.solution_json(board) for board in result.solutions],
        }

    def show(self, args: argparse.Namespace) -> None:
        """Print the boards and the verdict."""
        from nlc.render.terminal import use_color, use_unicode
        from nlc.render.text import render

        color = args.color == "always" or (args.color == "auto" and use_color(sys.stdout))
        style = "unicode" if use_unicode(sys.stdout) and not args.ascii else "ascii"
        print(f"{self.program.title}  ({self.path}, {self.program.genre})")
        for number, board in enumerate(self.result.solutions, 1):
            if len(self.result.solutions) > 1:
                print(f"solution {number}")
            print(render(self.program, board, style=style, color=color))
        print(verdict(self.result))
        print(
            f"{self.lowered.cnf.variables} variables, {self.lowered.cnf.clauses} clauses "
            f"({self.lowered.encoding}); {self.solver}; {self.seconds['total']:.3f} s"
        )
        print(flush=True)


def verdict(result: Result) -> str:
    """Return the outcome in a sentence."""
    if result.status == "UNKNOWN":
        return f"undecided: {result.reason}"
    if result.status == "UNSATISFIABLE":
        return "no solution"
    if result.count is None:
        return "solved, and checked against every rule"
    if result.unique:
        return "exactly 1 solution, checked against every rule"
    plural = "" if result.count == 1 else "s"
    more = "" if result.complete else "at least "
    reason = f" (stopped: {result.reason})" if result.reason else ""
    return f"{more}{result.count} solution{plural}, checked against every rule{reason}"


def print_competition(result: Result) -> int:
    """Print the answer as a solver would and return its exit status: 10, 20 or 0."""
    if result.model is None:
        print(f"s {result.status}", flush=True)
        return 20 if result.status == "UNSATISFIABLE" else 0
    print("s SATISFIABLE")
    lits = [i if value else -i for i, value in enumerate(result.model.tolist())][1:]
    for start in range(0, len(lits), _LITERALS_PER_LINE):
        print("v", *lits[start : start + _LITERALS_PER_LINE])
    print("v 0", flush=True)
    return 10
