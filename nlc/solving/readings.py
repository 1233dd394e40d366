"""Other readings of a puzzle's rules.

If a puzzle has several solutions, a stricter reading that its genre prefers may have exactly one;
if it has none, a looser reading may have some.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.drivers.progress import report
from nlc.errors import Diagnostics, UserError, fail
from nlc.ir.backbone import Backbone
from nlc.ir.evaluate import violations
from nlc.ir.lint import lint
from nlc.ir.nodes import Assignment, Program
from nlc.ir.readings import preferred, read_with
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle
from nlc.process.own_limits import LEAST_SECONDS, remaining_since
from nlc.solving.answer import Answer, Reading, format_options

SolveReading = Callable[[Puzzle, Program, Limits], Answer]
"""Searches two solutions of a puzzle within limits."""

LOOSER_SECONDS = 2.0
"""The limit for each looser reading, which is a hint rather than an answer to the question."""


def stricter_readings(
    case: Puzzle,
    program: Program,
    solve: SolveReading,
    limits: Limits,
) -> Iterator[Reading]:
    """Yield the stricter readings in the order of the genre, up to one with a single solution.

    Readings that add nothing to the puzzle's own rules are left out, and readings that the puzzle
    or the encoding refuses.

    Args:
        case: the puzzle, which has several solutions.
        program: the same, elaborated.
        solve: searches two solutions of a puzzle within limits.
        limits: for all readings together; without time left, no reading is tried.

    Raises:
        UserError: a board of a reading breaks a rule of the puzzle, so the reading is not stricter.
    """
    started = time.perf_counter()
    for preference, read in preferred(case, program):
        rest = remaining_since(limits, started)
        if LEAST_SECONDS in (rest.seconds, rest.cpu_seconds):
            return
        report(f"several boards; trying {format_options(read.options)}")
        try:
            reading = Reading(read.options, solve(read.puzzle, read.program, rest))
        except UserError:  # the encoding refuses this reading
            continue
        for board in reading.answer.solutions:
            if broken := violations(program, board, limit=1):
                message = f"'{reading}' is preferred as a stricter reading, but is not stricter"
                raise fail(message, preference.span, f"a board of it: {broken[0].message}")
        yield reading
        if reading.answer.unique:
            return


def unique_first(
    program: Program, boards: tuple[Assignment, ...], single: Assignment
) -> tuple[Assignment, ...]:
    """Return the single board of a reading, and one of the given boards that differs from it."""
    others = (board for board in boards if Backbone.of(program, single, board).open)
    return single, *list(others)[:1]


def explain_refutation(
    puzzle: Puzzle,
    program: Program,
    answer: Answer,
    solve: SolveReading,
    limits: Limits,
) -> Answer:
    """Add the contradictions that `nlc check` finds, and looser readings, to a refutation.

    Each looser reading flips one option that is true or false. Those with solutions are returned.

    Args:
        puzzle: the puzzle, which has no solution.
        program: the same, elaborated.
        answer: the refutation.
        solve: searches two solutions under each reading.
        limits: for all readings together; each takes `LOOSER_SECONDS` at most.
    """
    seen = Diagnostics()
    lint(program, puzzle, seen)
    tried = _looser_readings(puzzle, program, solve, limits)
    looser = tuple(reading for reading in tried if reading.answer.solutions)
    return replace(answer, reasons=tuple(item.message for item in seen.items), looser=looser)


def _looser_readings(
    puzzle: Puzzle, program: Program, solve: SolveReading, limits: Limits
) -> Iterator[Reading]:
    """Yield the readings with one flipped option, with their answers, within the limits."""
    started = time.perf_counter()
    for name, option in puzzle.rules.options.items():
        if option.type.kind != "bool":
            continue
        rest = remaining_since(limits, started)
        if LEAST_SECONDS in (rest.seconds, rest.cpu_seconds):
            return
        rest = replace(rest, seconds=min(rest.seconds or LOOSER_SECONDS, LOOSER_SECONDS))
        other = s.Bool(option.span, program.options[name] == "false")
        setting = s.SetOption(option.span, option.name, other)
        read = read_with(puzzle, program, {name: setting})
        if read is None:
            continue
        report(f"no solution; trying {format_options(read.options)}")
        try:
            found = solve(read.puzzle, read.program, rest)
        except UserError:  # the encoding or the engine refuses this reading
            continue
        yield Reading(read.options, found)
