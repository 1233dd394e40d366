"""Grades by unit propagation in stages, then by looking ahead, of puzzles of any genre.

A stage is a set of rules, each stage holding those of the one before it, from which literals of
what is drawn are concluded by unit propagation. Then comes looking ahead: what leads to a
contradiction by propagation does not hold, to any depth (`nlc.generating.lookahead`). What is left
is search, whose conflicts a solver counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding
from nlc.generating.genre import GENRES
from nlc.generating.grade import Grade
from nlc.generating.lookahead import AHEAD, LookAhead, deep_levels
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError

Stages = Mapping[str, frozenset[str] | None]
"""The rules of each stage, by its name; the last has all of them: None."""

ALL_RULES: Stages = {"rules": None}
"""The only stage of a genre of which nothing more is known."""

_SOLVER = "glucose4"


def levels(stages: Stages) -> tuple[str, ...]:
    """Return the levels, easy ones first: the first stage that settles everything."""
    return (*stages, AHEAD, "search")


def grade(
    program: Program, stages: Stages = ALL_RULES, depth: int = 1, spec: str = "domains=direct"
) -> Grade:
    """Grade a puzzle; to be called in a process that may end at any moment.

    PySAT leaves a solver by a ``longjmp`` at Ctrl-C; see `nlc.drivers.pysat.driver`.

    Args:
        depth: how far to look ahead, from 1.
        spec: the encoding, over which rules propagate; of passes it takes none.
    """
    from pysat.solvers import Solver

    lowered = lower(program, Encoding.parse(f"{spec},passes=none"))
    lines = lowered.cnf.projection.tolist()
    # What unit clauses imply on their own would not be told: they are to hold under an assumption.
    given = lowered.cnf.variables + 1
    known = [given]
    settled = []
    for rules in stages.values():
        with Solver(_SOLVER, bootstrap_with=_clauses(lowered, rules, given)) as solver:
            found = _propagated(solver, known, lines)
            assert found is not None  # there is a solution
            known = found
            settled.append(len(known) - 1)
            if rules is None:
                ahead = LookAhead(partial(_following, solver, lines), set, lines)
                for reach in range(1, depth + 1):
                    known = ahead.conclude(known, reach)
                    settled.append(len(known) - 1)
    # Propagation leaves traces in a solver, and the conflicts are to tell of the puzzle alone.
    conflicts = 0
    if settled[-1] < len(lines):
        with Solver(_SOLVER, bootstrap_with=_clauses(lowered, None, given)) as solver:
            solver.solve(assumptions=known)
            conflicts = solver.accum_stats()["conflicts"]
    every = deep_levels(levels(stages), depth)
    return Grade(tuple(settled), len(lines), ahead.settled, conflicts, every)


def _clauses(
    lowered: LoweredProgram, rules: Collection[str] | None, given: int
) -> Iterator[list[int]]:
    """Yield the clauses of some rules, or of all; those of one literal hold if `given` does."""
    for block in lowered.cnf.blocks:
        if rules is None or block.rule in rules:
            unit = [-given] if block.clauses.shape[1] == 1 else []
            for clause in block.clauses.tolist():
                yield clause + unit


def _propagated(solver: Any, known: list[int], lines: list[int]) -> list[int] | None:
    """Return the literals of segments that follow from some of them by propagation.

    None tells of a contradiction.
    """
    wanted = set(lines)
    fine, found = solver.propagate(assumptions=known)
    if not fine:
        return None
    return sorted({*known, *(lit for lit in found if abs(lit) in wanted)}, key=abs)


def _following(solver: Any, lines: list[int], known: list[int], lit: int) -> list[int] | None:
    return _propagated(solver, [*known, lit], lines)


def grade_puzzle(puzzle: Puzzle, depth: int = 1, limits: Limits = NO_LIMITS) -> Grade | None:
    """Return how hard a puzzle is, by the grader of its genre, if it has one, or by all rules.

    None: there was no time.

    Args:
        depth: how far to look ahead, from 1.
    """
    try:
        found: list[Grade] = list(stream(partial(_grades, puzzle, depth), limits))
    except WorkerStoppedError as error:
        if error.reason not in ("wall-time", "cpu-time", "memory"):
            raise RuntimeError(str(error)) from error
        return None
    return found[0]


def _grades(puzzle: Puzzle, depth: int) -> Iterator[Grade]:
    program = elaborate(puzzle)
    genre = GENRES.find(puzzle.genre)
    own = genre.graded(program, depth) if genre is not None else None
    yield own or grade(program, depth=depth)
