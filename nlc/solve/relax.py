"""Assume, then relax: a solution is looked for by a stricter reading of the rules first.

Most Numberlink boards have a solution in which no path touches itself, and with that rule a solver
finds it at once. A genre names such readings (``prefer touch = false;``). The programs of both
readings are merged (`nlc.ir.passes.merge`), the stricter is asked first, and where it has no
solution the puzzle is asked as it stands, with all that has been learnt. A board counts if it
obeys the puzzle's own rules, and only the puzzle as it stands can be UNSATISFIABLE.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from nlc.board.board import Sort
from nlc.drivers.base import Limits, Outcome, summed
from nlc.drivers.pysat.asking import Asking
from nlc.drivers.pysat.assumption_schedule import Attempt
from nlc.encode.lower import Lowered, lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program
from nlc.ir.passes.failed_pairs import without_dead_pairs
from nlc.ir.passes.merge import merge, shape
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle
from nlc.solve.answer import Answer
from nlc.solve.policy import DEFAULT, Policy
from nlc.solve.step import Stated, Step

CELLS = 128
"""From so many cells on, a search costs more than stating a stricter reading."""

PAIRS = 2000
"""From so many cells on, denying turns that lead to no label saves more than it costs."""


def is_large(case: Puzzle, program: Program, least: int | None = None) -> bool:
    """Return whether a puzzle is large, and of a genre that names stricter readings.

    Such a puzzle gains from `solve_relaxing` even where it is of the strictest reading itself: by a
    quicker solver, and by rows that are stated only where a model breaks them.
    """
    least = CELLS if least is None else least
    return bool(case.rules.preferences) and program.board.count(Sort.CELL) >= least


@dataclass(frozen=True, eq=False)
class Readings:
    """The programs of a puzzle that are asked in turn.

    Attributes:
        programs: the last is the puzzle as it stands; all are of one `shape`, and none is folded.
        assumed: for each, the options that it assumes beside the puzzle's own; empty for the last.
        denied_from: how many cells a board has whose vain turns are denied, if not `PAIRS`.
    """

    programs: tuple[Program, ...]
    assumed: tuple[str, ...] = ("",)
    denied_from: int | None = None


def readings(case: Puzzle, program: Program, least: int | None = None) -> Readings:
    """Return the readings that are worth asking for one solution of a puzzle.

    They are the puzzle and, if it is large, the reading that its genre prefers last, which is the
    strictest. One that says no more than the puzzle, or refuses its clues, is left out.

    Args:
        case: the puzzle.
        program: the same, elaborated.
        least: how many cells a large board has, if not `CELLS`.
    """
    alone = Readings((program,))
    if not is_large(case, program, least):
        return alone
    chosen = {setting.name.name: setting for setting in case.rules.preferences[-1].settings}
    if all(program.options[name] == _text(setting.value) for name, setting in chosen.items()):
        return alone
    try:
        strict = elaborate(replace(case, settings={**case.settings, **chosen}))
    except UserError:
        return alone
    if shape(strict) != shape(program):
        return alone
    assumed = ", ".join(f"{name}={strict.options[name]}" for name in chosen)
    return Readings((strict, program), (assumed, ""))


def _text(value: s.Expr) -> str | None:
    """Return an option's value as a program tells it, or None for what no option can be."""
    match value:
        case s.Bool(value=truth):
            return "true" if truth else "false"
        case s.Int(value=number):
            return str(number)
        case s.Ref(name=text) | s.Str(value=text):
            return text
        case _:
            return None


def solve_relaxing(
    puzzle: Readings,
    driver: Asking,
    encoding: Encoding,
    limits: Limits,
    policy: Policy = DEFAULT,
) -> Answer:
    """Look for one solution of a puzzle, by its readings in turn.

    Args:
        puzzle: its readings.
        driver: a solver that is incremental.
        encoding: an exact one that is not of the whole puzzle.
        limits: for the whole search.
        policy: says how many conflicts each reading may have in the first round.

    Returns:
        The answer. Of its `seconds`, ``compile`` is the time to make the formula.

    Raises:
        UserError: the encoding refuses a part of a program, or a reading is not stricter.
    """
    started = time.perf_counter()
    lowered, questions = state(puzzle, encoding)
    made = time.perf_counter()
    tried = list(
        driver.attempt(
            lowered.cnf, questions, conflicts(puzzle, policy), limits, lowered.separators
        )
    )
    answer = judge(puzzle, lowered, driver.name, tried)
    return replace(answer, seconds={"compile": made - started, **answer.seconds})


def conflicts(puzzle: Readings, policy: Policy) -> int:
    """Return how many conflicts each reading may have in the first round."""
    return max(1, policy.conflicts * puzzle.programs[-1].board.count(Sort.CELL))


def state(puzzle: Readings, encoding: Encoding) -> tuple[Lowered, list[list[int]]]:
    """Return the formula of all readings of a puzzle, and the assumptions that choose each.

    Raises:
        UserError: the encoding refuses a part of a program.
    """
    if len(puzzle.programs) == 1:
        return stated(*puzzle.programs, encoding, puzzle.denied_from), [[]]
    merged = merge(puzzle.programs)
    lowered = stated(merged.program, encoding, puzzle.denied_from)
    assert lowered.literals is not None
    each = range(len(puzzle.programs))
    return lowered, [lowered.literals(merged.assumptions(i)).tolist() for i in each]


def stated(program: Program, encoding: Encoding, denied_from: int | None = None) -> Lowered:
    """Return the formula of a program with the clauses that help a solver in process.

    Args:
        program: what to state.
        encoding: how.
        denied_from: how many cells a board has whose vain turns are denied, if not `PAIRS`.

    Raises:
        UserError: the encoding refuses a part of the program.
    """
    if program.board.count(Sort.CELL) >= (PAIRS if denied_from is None else denied_from):
        program = without_dead_pairs(program)
    return lower(program, encoding, in_process=True, propagators=False, lazily=True)


def judge(
    puzzle: Readings,
    lowered: Lowered,
    solver: str,
    tried: Sequence[Attempt],
    known: Stated | None = None,
) -> Answer:
    """Return what comes of the questions that were asked, the board checked.

    Args:
        puzzle: its readings, by the numbers of the questions.
        lowered: the formula.
        solver: its name.
        tried: at least one attempt.
        known: what the formula states beforehand, where that has been looked up.

    Raises:
        UserError: a board of a stricter reading breaks a rule of the puzzle.
    """
    started = time.perf_counter()
    known = Stated.of(lowered.cnf) if known is None else known
    steps = tuple(_step(puzzle, *attempt, known) for attempt in tried)
    number, outcome = tried[-1]
    asked = [puzzle.assumed[n] for n, _ in tried]
    program, statistics = puzzle.programs[-1], summed(each.statistics for _, each in tried)
    answer = Answer(
        outcome.status,
        outcome.reason,
        outcome.message,
        statistics=statistics,
        program=program,
        solver=solver,
        steps=steps,
        **used(each for _, each in tried),
    ).stated_by(lowered)
    if outcome.model is not None:
        board = lowered.assignment(outcome.model)
        if broken := violations(puzzle.programs[number], board, limit=1):
            told = f"{solver} with {lowered.encoding} gave a board that breaks a rule"
            message = f"{told}: {broken[0].message}"
            answer = replace(
                answer, status="UNKNOWN", reason="bad-model", message=message, rejected=board
            )
        elif asked[-1] and (broken := violations(program, board, limit=1)):
            message = f"'{asked[-1]}' is preferred as a stricter reading, and is none"
            raise fail(message, None, f"a board of it: {broken[0].message}")
        else:
            answer = replace(answer, solutions=(board,), model=outcome.model)
    solving = sum(each.seconds for _, each in tried)
    seconds = {"solve": solving, "decode": time.perf_counter() - started}
    return replace(answer, seconds=seconds)


class Used(TypedDict):
    """What a solver tells of its time and its memory, by the attributes of `Answer`."""

    solver_seconds: float
    cpu_seconds: float | None
    megabytes: float | None


def used(outcomes: Iterable[Outcome]) -> Used:
    """Return what some questions took together: times are sums, and memory is the most of any."""
    each = list(outcomes)
    cpu = [one.cpu_seconds for one in each if one.cpu_seconds is not None]
    return {
        "solver_seconds": sum(one.seconds for one in each),
        "cpu_seconds": sum(cpu) if len(cpu) == len(each) else None,
        "megabytes": max((one.megabytes for one in each if one.megabytes), default=None),
    }


def _step(puzzle: Readings, number: int, outcome: Outcome, known: Stated) -> Step:
    conflicts = outcome.statistics.get("conflicts")
    lazy = outcome.statistics.get("lazy_clauses")
    assumed, status = puzzle.assumed[number], outcome.status
    return Step(assumed, status, conflicts, outcome.seconds, lazy, stated=known)
