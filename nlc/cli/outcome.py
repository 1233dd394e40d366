"""Shows what came of a puzzle: as text, as JSON, or in the language of SAT competitions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nlc.encode.lower import Lowered
from nlc.ir.nodes import Assignment, Program
from nlc.solve.facts import difference_json
from nlc.solve.readings import Reading
from nlc.solve.result import Result, Stated, Step

COUNTING = "frontier"
"""The engine that counts solutions without looking at each."""

_LITERALS_PER_LINE = 12


@dataclass(frozen=True, eq=False)
class Solved:
    """A puzzle and what came of it.

    Attributes:
        path: the file, as the user named it.
        lowered: its CNF, or None where there was none.
        solver: name of the driver, or of the engine.
        seconds: wall-clock time by stage, and ``total``.
        readings: stricter readings that were tried, the last perhaps with one solution; None where
            it was not asked whether there is only one.
        portfolio: why each solver of a portfolio ended, by name; None where one ran alone.
    """

    path: str
    program: Program
    lowered: Lowered | None
    solver: str
    result: Result
    seconds: dict[str, float]
    readings: tuple[Reading, ...] | None = None
    portfolio: Mapping[str, str] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the puzzle."""
        program, lowered, result = self.program, self.lowered, self.result
        return {
            "file": self.path,
            "puzzle": program.title,
            "genre": program.genre,
            "topology": program.board.topology,
            "rows": program.board.rows,
            "cols": program.board.cols,
            "status": result.status,
            "reason": None if result.reason == "answered" else result.reason,
            "solver": self.solver,
            "encoding": str(lowered.encoding) if lowered else None,
            "variables": lowered.cnf.variables if lowered else None,
            "clauses": lowered.cnf.clauses if lowered else None,
            "seconds": {name: round(value, 6) for name, value in self.seconds.items()},
            "verified": bool(result.solutions),
            "unique": result.unique,
            "count": result.count,
            "count_complete": result.complete or None,
            "solutions": [program.solution_json(board) for board in result.solutions],
            "difference": difference_json(program, *self._pair) if self._pair else None,
            "readings": self.readings
            and [
                {
                    "options": dict(reading.options),
                    "status": reading.result.status,
                    "unique": reading.result.unique,
                }
                for reading in self.readings
            ],
            "strategy": [step.to_json() for step in self.steps] or None,
            "facts": result.facts.to_json(program) if result.facts else None,
            "portfolio": self.portfolio and dict(self.portfolio),
        }

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was asked on the way to the answer; one step where that was all."""
        result = self.result
        if result.steps or self.lowered is None:
            return result.steps
        figures, seconds = result.statistics, self.seconds.get("solve", 0.0)
        conflicts, lazy = figures.get("conflicts"), figures.get("lazy_clauses")
        stated = Stated.of(self.lowered.cnf)
        return (Step("", result.status, conflicts, seconds, lazy, stated=stated),)

    @property
    def _pair(self) -> tuple[Assignment, Assignment] | None:
        """The two boards that show that neither is the only one."""
        if self.readings is None or len(self.result.solutions) != 2:
            return None
        one, two = self.result.solutions
        return one, two

    def show(self, args: argparse.Namespace) -> None:
        """Print the boards and the verdict."""
        from nlc.render.facts import facts_sentence, render_difference, render_facts
        from nlc.render.terminal import use_color, use_unicode
        from nlc.render.text import render

        color = args.color == "always" or (args.color == "auto" and use_color(sys.stdout))
        style = "unicode" if use_unicode(sys.stdout) and not args.ascii else "ascii"
        print(f"{self.program.title}  ({self.path}, {self.program.genre})")
        program, facts = self.program, self.result.facts
        if facts is not None:
            print(render_facts(program, facts, style=style, color=color))
        else:
            for number, board in enumerate(self.result.solutions, 1):
                if len(self.result.solutions) > 1:
                    print(f"solution {number}")
                print(render(program, board, style=style, color=color))
        if self._pair:
            print("where they differ")
            print(render_difference(program, *self._pair, style=style, color=color))
        if facts is not None and self.result.status == "SATISFIABLE":
            print(facts_sentence(program, facts) + stopped(self.result))
        else:
            print(self._verdict())
        for reading in self.readings or ():
            print(reading.sentence())
        print(f"{self._size()}; {self.solver}; {self.seconds['total']:.3f} s")
        print(flush=True)

    def _verdict(self) -> str:
        """Return the outcome in a sentence; where all were counted, not all need be seen."""
        result = self.result
        if self.solver != COUNTING or result.status != "SATISFIABLE" or result.count is None:
            return verdict(result)
        plural = "" if result.count == 1 else "s"
        return f"exactly {result.count} solution{plural}, counted without a solver"

    def _size(self) -> str:
        """Return how much there was to search."""
        if self.lowered is None:
            sizes = self.result.statistics
            if self.solver == COUNTING:
                return f"{sizes['states']} states, at most {sizes['widest']} at a time"
            return ", ".join(f"{value} {name}" for name, value in sizes.items()) or "no figures"
        cnf = self.lowered.cnf
        return f"{cnf.variables} variables, {cnf.clauses} clauses ({self.lowered.encoding})"


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
    return f"{more}{result.count} solution{plural}, checked against every rule{stopped(result)}"


def stopped(result: Result) -> str:
    """Return what has cut an answer short, to stand after it."""
    return "" if result.reason == "answered" else f" (stopped: {result.reason})"


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
