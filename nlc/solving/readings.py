"""Other readings of a puzzle's rules.

Where a puzzle has several solutions, a stricter reading that its genre prefers may have one; where
it has none, a looser one may have some.
"""

from __future__ import annotations

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
from nlc.solving.answer import Answer, Reading, named
from nlc.solving.joined import left
from nlc.solving.policy import Policy
from nlc.solving.search import UNIQUE, Solver

LOOSER_SECONDS = 2.0
"""For each looser reading: this is a help, and no answer to what was asked."""


def stricter(
    case: Puzzle,
    program: Program,
    ask: Callable[[Puzzle, Program, Limits], Answer],
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
    for preference, read in preferred(case, program):
        if any(rest is not None and rest <= 0 for rest in (limits.seconds, limits.cpu_seconds)):
            return
        tell(f"several boards; is there one only with {named(read.options)}?")
        try:
            reading = Reading(read.options, ask(read.puzzle, read.program, limits))
        except UserError:  # the encoding refuses this reading
            continue
        for board in reading.answer.solutions:
            if broken := violations(program, board, limit=1):
                message = f"'{reading}' is preferred as a stricter reading, but is not stricter"
                raise fail(message, preference.span, f"a board of it: {broken[0].message}")
        yield reading
        if reading.answer.unique:
            return
        limits = left(limits, reading.answer)


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
        limits: for each reading, beside `LOOSER_SECONDS`.
    """
    from nlc.ir.lint import lint

    seen = Diagnostics()
    lint(program, puzzle, seen)
    seconds = LOOSER_SECONDS if limits.seconds is None else min(LOOSER_SECONDS, limits.seconds)
    tried = _looser(puzzle, program, solver, policy, replace(limits, seconds=seconds))
    looser = tuple(reading for reading in tried if reading.answer.solutions)
    return replace(answer, reasons=tuple(item.message for item in seen.items), looser=looser)


def _looser(
    puzzle: Puzzle, program: Program, solver: Solver, policy: Policy, limits: Limits
) -> Iterator[Reading]:
    """Yield the readings with one option turned round, and what came of them."""
    for name, option in puzzle.rules.options.items():
        if option.type.kind != "bool":
            continue
        other = s.Bool(option.span, program.options[name] == "false")
        setting = s.SetOption(option.span, option.name, other)
        read = read_with(puzzle, program, {name: setting})
        if read is None:
            continue
        tell(f"no solution; is there one with {named(read.options)}?")
        try:
            found = solver.read(read.puzzle, read.program, UNIQUE, policy).ask(limits)
        except UserError:  # the encoding or the engine refuses this reading
            continue
        yield Reading(read.options, found)
