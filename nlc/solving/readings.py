"""Other readings of a puzzle's rules.

Where a puzzle has several solutions, a stricter reading that its genre prefers may have one; where
it has none, a looser one may have some.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.drivers.telling import tell
from nlc.errors import Diagnostics, UserError, fail
from nlc.ir.backbone import Backbone
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.ir.readings import preferred, read_with
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle
from nlc.process.own import LEAST_SECONDS, since
from nlc.solving.answer import Answer, Reading, named

Ask = Callable[[Puzzle, Program, Limits], Answer]
"""Looks for two solutions of a puzzle within limits."""

LOOSER_SECONDS = 2.0
"""For each looser reading: this is a help, and no answer to what was asked."""


def stricter(
    case: Puzzle,
    program: Program,
    ask: Ask,
    limits: Limits,
) -> Iterator[Reading]:
    """Yield the stricter readings in the order of the genre, up to one with one solution.

    Those that say no more than the puzzle does are left out, and those under which the puzzle, or
    the encoding, is refused.

    Args:
        case: the puzzle, which has several solutions as it stands.
        program: the same, elaborated.
        ask: looks for two solutions of a puzzle within limits.
        limits: for all readings together; with no time left, no reading is tried.

    Raises:
        UserError: a board of a reading breaks a rule of the puzzle, so that it is no stricter.
    """
    started = time.perf_counter()
    for preference, read in preferred(case, program):
        rest = since(limits, started)
        if LEAST_SECONDS in (rest.seconds, rest.cpu_seconds):
            return
        tell(f"several boards; is there one only with {named(read.options)}?")
        try:
            reading = Reading(read.options, ask(read.puzzle, read.program, rest))
        except UserError:  # the encoding refuses this reading
            continue
        for board in reading.answer.solutions:
            if broken := violations(program, board, limit=1):
                message = f"'{reading}' is preferred as a stricter reading, but is not stricter"
                raise fail(message, preference.span, f"a board of it: {broken[0].message}")
        yield reading
        if reading.answer.unique:
            return


def meant_first(
    program: Program, boards: tuple[Assignment, ...], meant: Assignment
) -> tuple[Assignment, ...]:
    """Return the only board of a reading, and one of some other boards that differs from it."""
    others = (board for board in boards if Backbone.of(program, meant, board).open)
    return meant, *list(others)[:1]


def explained(
    puzzle: Puzzle,
    program: Program,
    answer: Answer,
    ask: Ask,
    limits: Limits,
) -> Answer:
    """Return an answer that there is no solution with what `nlc check` sees, and looser readings.

    A reading sets one of the options that are true or false to the other value. One is told if it
    has solutions.

    Args:
        puzzle: that has no solution.
        program: the same, elaborated.
        answer: which says so.
        ask: looks for two solutions by each reading.
        limits: for all readings together; each has `LOOSER_SECONDS` at most.
    """
    from nlc.ir.lint import lint

    seen = Diagnostics()
    lint(program, puzzle, seen)
    tried = _looser(puzzle, program, ask, limits)
    looser = tuple(reading for reading in tried if reading.answer.solutions)
    return replace(answer, reasons=tuple(item.message for item in seen.items), looser=looser)


def _looser(puzzle: Puzzle, program: Program, ask: Ask, limits: Limits) -> Iterator[Reading]:
    """Yield the readings with one option turned round, and what came of them, within the limits."""
    started = time.perf_counter()
    for name, option in puzzle.rules.options.items():
        if option.type.kind != "bool":
            continue
        rest = since(limits, started)
        if LEAST_SECONDS in (rest.seconds, rest.cpu_seconds):
            return
        rest = replace(rest, seconds=min(rest.seconds or LOOSER_SECONDS, LOOSER_SECONDS))
        other = s.Bool(option.span, program.options[name] == "false")
        setting = s.SetOption(option.span, option.name, other)
        read = read_with(puzzle, program, {name: setting})
        if read is None:
            continue
        tell(f"no solution; is there one with {named(read.options)}?")
        try:
            found = ask(read.puzzle, read.program, rest)
        except UserError:  # the encoding or the engine refuses this reading
            continue
        yield Reading(read.options, found)
