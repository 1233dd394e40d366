"""How hard a puzzle is: what has to be concluded, and how, until every segment is known.

A stage is a set of rules, each stage holding those of the one before it, from which segments are
concluded by unit propagation. Then comes looking ahead: a segment that leads to a contradiction by
propagation is not there, and the other way round (failed literals; Freeman 1995). What is left is
search, whose conflicts a solver counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Program

STAGES: Mapping[str, frozenset[str] | None] = {
    "counts": frozenset({"terminal", "through", "covered"}),
    "corners": frozenset({"terminal", "through", "covered", "turn", "away"}),
    "colours": None,
}
"""The rules of each stage: what the number of segments at a cell says, most of it at the rim; then
what no path may do round a corner; then all rules, with colours and rings."""

LEVELS = (*STAGES, "look-ahead", "search")
"""The levels, easy ones first: the first stage that settles every segment."""

_SOLVER = "glucose4"


@dataclass(frozen=True)
class Grade:
    """What it takes to solve a puzzle.

    Attributes:
        settled: how many segments are known, drawn or not, after each level but the last.
        segments: how many there are.
        looks: segments that were settled by looking ahead.
        conflicts: of a solver that starts from all that is settled.
        levels: the levels of the genre, easy ones first.
    """

    settled: tuple[int, ...]
    segments: int
    looks: int
    conflicts: int
    levels: tuple[str, ...] = LEVELS

    def __str__(self) -> str:
        settled = ", ".join(map(str, self.settled))
        return (
            f"{self.level}: {settled} of {self.segments} segments, "
            f"{self.looks} looks ahead, {self.conflicts} conflicts"
        )

    @property
    def level(self) -> str:
        """The first of its levels at which every segment is known."""
        for name, count in zip(self.levels, self.settled, strict=False):
            if count == self.segments:
                return name
        return self.levels[-1]


def grade(program: Program) -> Grade:
    """Grade a puzzle; to be called in a process that may end at any moment.

    PySAT leaves a solver by a ``longjmp`` at Ctrl-C; see `nlc.drivers.pysat`.
    """
    from pysat.solvers import Solver

    lowered = lower(program, Encoding(fold="no"))
    lines = lowered.cnf.projection.tolist()
    # What unit clauses imply on their own would not be told: they are to hold under an assumption.
    given = lowered.cnf.variables + 1
    known = [given]
    settled = []
    for rules in STAGES.values():
        with Solver(_SOLVER) as solver:
            for block in lowered.cnf.blocks:
                if rules is None or block.rule in rules:
                    unit = [-given] if block.clauses.shape[1] == 1 else []
                    for clause in block.clauses.tolist():
                        solver.add_clause(clause + unit)
            known = _propagated(solver, known, lines)
            settled.append(len(known) - 1)
            if rules is None:
                looks, known = _look_ahead(solver, known, lines)
                settled.append(len(known) - 1)
                solver.solve(assumptions=known)
                conflicts = solver.accum_stats()["conflicts"]
    return Grade(tuple(settled), len(lines), looks, conflicts)


def _propagated(solver: Any, known: list[int], lines: list[int]) -> list[int]:
    """Return the literals of segments that follow from some of them by propagation."""
    wanted = set(lines)
    _, found = solver.propagate(assumptions=known)
    return sorted({*known, *(lit for lit in found if abs(lit) in wanted)}, key=abs)


def _look_ahead(solver: Any, known: list[int], lines: list[int]) -> tuple[int, list[int]]:
    """Return how many segments looking ahead settles, and all that are settled in the end."""
    looks = 0
    changed = True
    while changed:
        changed = False
        for line in lines:
            for lit in (line, -line):
                if line in map(abs, known):
                    break
                if not solver.propagate(assumptions=[*known, lit])[0]:
                    looks += 1
                    changed = True
                    known = _propagated(solver, [*known, -lit], lines)
    return looks, known
