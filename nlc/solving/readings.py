"""Other readings of a puzzle's rules.

If a puzzle has several solutions, a stricter reading that its genre prefers may have exactly one;
if it has none, a looser reading may have some.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from math import inf

from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.drivers.progress import report
from nlc.errors import Diagnostics, Span, UserError, fail
from nlc.ir import readings
from nlc.ir.backbone import Backbone
from nlc.ir.evaluate import violations
from nlc.ir.lint import lint
from nlc.ir.nodes import Program
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle
from nlc.process.own_limits import LEAST_SECONDS, remaining_since
from nlc.solving.answer import Answer, Reading, format_options

SolveReading = Callable[[Puzzle, Program, Limits], Answer]
"""Searches two solutions of a puzzle within limits."""

LOOSER_SECONDS = 2.0
"""The limit for each looser reading, which is a hint rather than an answer to the question."""


def stricter_readings(
    case: Puzzle, program: Program, solve: SolveReading, limits: Limits
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
    reads = ((preference.span, read) for preference, read in readings.preferred(case, program))
    for span, reading in _with_answers(reads, "several boards", solve, limits):
        for board in reading.answer.solutions:
            if broken := violations(program, board, limit=1):
                message = f"'{reading}' is preferred as a stricter reading, but is not stricter"
                raise fail(message, span, f"a board of it: {broken[0].message}")
        yield reading
        if reading.answer.unique:
            return


def add_stricter_readings(
    puzzle: Puzzle, program: Program, answer: Answer, solve: SolveReading, limits: Limits
) -> tuple[Answer, KeyboardInterrupt | None]:
    """Return an answer with the stricter readings that were tried, and the interruption if any.

    The single solution of a reading comes first, and then a given board that differs from it.
    """
    tried: list[Reading] = []
    interruption: KeyboardInterrupt | None = None
    try:
        for reading in stricter_readings(puzzle, program, solve, limits):
            tried.append(reading)
    except KeyboardInterrupt as stop:
        interruption = stop
    if tried and tried[-1].answer.unique and len(answer.solutions) == 2:
        (single,) = tried[-1].answer.solutions
        others = (b for b in answer.solutions if Backbone.of(program, single, b).open)
        answer = replace(answer, solutions=(single, *list(others)[:1]))
    return replace(answer, readings=tuple(tried)), interruption


def explain_refutation(
    puzzle: Puzzle, program: Program, answer: Answer, solve: SolveReading, limits: Limits
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
    reads = _looser_readings(puzzle, program)
    tried = _with_answers(reads, "no solution", solve, limits, LOOSER_SECONDS)
    looser = tuple(reading for _, reading in tried if reading.answer.solutions)
    return replace(answer, reasons=tuple(item.message for item in seen.items), looser=looser)


def _looser_readings(puzzle: Puzzle, program: Program) -> Iterator[tuple[Span, readings.Reading]]:
    """Yield the readings with one flipped option, with its place."""
    for name, option in puzzle.rules.options.items():
        if option.type.kind == "bool":
            other = s.Bool(option.span, program.options[name] == "false")
            setting = s.SetOption(option.span, option.name, other)
            if (read := readings.read_with(puzzle, program, {name: setting})) is not None:
                yield option.span, read


def _with_answers(
    reads: Iterable[tuple[Span, readings.Reading]],
    found: str,
    solve: SolveReading,
    limits: Limits,
    most: float = inf,
) -> Iterator[tuple[Span, Reading]]:
    """Yield readings with their answers while time is left, but those that are refused.

    Args:
        reads: each with its place.
        found: why they are tried, in words.
        most: seconds for each.
    """
    started = time.perf_counter()
    for span, read in reads:
        rest = remaining_since(limits, started)
        if LEAST_SECONDS in (rest.seconds, rest.cpu_seconds):
            return
        if most < inf:
            rest = replace(rest, seconds=min(rest.seconds or most, most))
        report(f"{found}; trying {format_options(read.options)}")
        with suppress(UserError):  # the encoding or the engine refuses this reading
            yield span, Reading(read.options, solve(read.puzzle, read.program, rest))
