"""Where a puzzle has no solution: what can be seen at a glance, and readings that have some."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nlc.dataclasses import replace
from nlc.drivers.base import Limits
from nlc.errors import Diagnostics
from nlc.ir.readings import read_with
from nlc.language import syntax as s
from nlc.solve.answer import Answer
from nlc.solve.policy import Policy
from nlc.solve.question import UNIQUE
from nlc.solve.readings import Reading

if TYPE_CHECKING:
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solve.search import Solver

SECONDS = 2.0
"""For each other reading: this is a help, and no answer to what was asked."""


def explained(
    puzzle: Puzzle,
    program: Program,
    answer: Answer,
    solver: Solver,
    policy: Policy,
    limits: Limits,
) -> Answer:
    """Return an answer that there is no solution with what `nlc check` sees, and looser readings.

    A reading sets one of the options that are true or false to the other value. One is told if it
    has solutions.

    Args:
        puzzle: that has no solution.
        program: the same, elaborated.
        answer: which says so.
        solver: is asked for two solutions by each reading.
        policy: how.
        limits: for each reading, beside `SECONDS`.
    """
    from nlc.ir.lint import lint

    seen = Diagnostics()
    lint(program, puzzle, seen)
    seconds = SECONDS if limits.seconds is None else min(SECONDS, limits.seconds)
    tried = _readings(puzzle, program, solver, policy, replace(limits, seconds=seconds))
    looser = tuple(reading for reading in tried if reading.answer.solutions)
    return replace(answer, reasons=tuple(item.message for item in seen.items), looser=looser)


def _readings(
    puzzle: Puzzle, program: Program, solver: Solver, policy: Policy, limits: Limits
) -> Iterator[Reading]:
    """Yield the readings with one option turned round, and what came of them."""
    from nlc.errors import UserError

    for name, option in puzzle.rules.options.items():
        if option.type.kind != "bool":
            continue
        other = s.Bool(option.span, program.options[name] == "false")
        setting = s.SetOption(option.span, option.name, other)
        read = read_with(puzzle, program, {name: setting})
        if read is None:
            continue
        try:
            found = solver.read(read.puzzle, read.program, UNIQUE, policy).ask(limits)
        except UserError:  # the encoding or the engine refuses this reading
            continue
        yield Reading(read.options, found)
