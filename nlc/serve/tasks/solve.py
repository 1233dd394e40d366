"""Answers to questions about a puzzle, each solution as it is found."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.drivers.telling import counted_by, heard_by
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import draw
from nlc.pictures.svg import svg
from nlc.process.own import OwnLimitError, less, within
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.names import require_solver
from nlc.serve.reading import chosen
from nlc.serve.requests import SolveRequest
from nlc.serve.task import tell
from nlc.solving.answer import Answer
from nlc.solving.confirm import confirmed
from nlc.solving.joined import left
from nlc.solving.one import solve_one, uncompiled
from nlc.solving.policy import DEFAULT
from nlc.solving.search import ALL, BACKBONE, COUNT, ONE, UNIQUE
from nlc.solving.solver import get

POLICY = replace(DEFAULT, portfolio=False, jobs=1)
"""One process solves: others wait for a core, too."""

TOLD_SECONDS = 0.2
"""Conflicts are told no more often."""

_QUESTIONS = {"one": ONE, "unique": UNIQUE, "count": COUNT, "facts": BACKBONE}
_COUNTED = re.compile(r"(\d+) solutions?")


def solve(request: SolveRequest) -> Iterator[Struct]:
    """Yield the lines of an answer.

    Raises:
        UserError: the text, the solver or the encoding is wrong.
    """
    if request.solver is not None:
        require_solver(request.solver)
    tell("parse")
    puzzle, limits = chosen(request), limits_of(request.seconds)
    tell("compile")
    if request.question == "all":
        yield from _all(request, puzzle, limits)
        return
    solver = get(request.solver, request.encoding, POLICY)
    with heard():
        answer = solve_one(puzzle, _QUESTIONS[request.question], solver, POLICY, limits)
    if answer.program is None:  # it was not compiled within the limits
        yield done(answer)
        return
    style, board = request.style, answer.program
    for number, solution in enumerate(answer.solutions, 1):
        yield found(number, board, solution, style)
    if answer.difference is not None:
        first, second = answer.solutions
        picture = svg(draw(board, (first, second), style))
        yield a.Difference(difference=answer.difference, svg=picture)
    if answer.backbone is not None:
        picture = svg(draw(board, answer.backbone, style))
        yield a.Facts(facts=answer.backbone.to_json(board), svg=picture)
    yield done(answer)


def limits_of(seconds: float | None) -> Limits:
    """Return what is left of the limits of a task."""
    return less(whole_limits(seconds), task.used())


def whole_limits(seconds: float | None) -> Limits:
    """Return the limits of a task: those of the server, or less time."""
    most = task.bounds
    return Limits(min(seconds or most.seconds, most.seconds), most.megabytes)


@contextmanager
def heard() -> Iterator[None]:
    """Pass on what the search says."""

    said, counts = "", {"solutions": 0}
    before = now = 0
    due = 0.0

    def hear(text: str) -> None:
        nonlocal said
        counted = _COUNTED.search(text)
        said, counts["solutions"] = text, int(counted[1]) if counted else 0
        tell("solve", said, **counts)

    def count(conflicts: int) -> None:
        nonlocal before, now, due
        if conflicts < now:  # of another search
            before += now
        now = conflicts
        counts["conflicts"] = before + now
        if time.monotonic() > due:
            due = time.monotonic() + TOLD_SECONDS
            tell("solve", said, **counts)

    with heard_by(hear), counted_by(count):
        yield


def found(number: int, program: Program, board: Assignment, style: str) -> a.SolutionFound:
    """Return a solution as it is sent."""
    return a.SolutionFound(
        number=number, solution=program.solution_json(board), svg=svg(draw(program, board, style))
    )


def done(answer: Answer) -> a.Done:
    """Return the last line."""
    verdict = answer.verdict()
    if answer.status == "UNKNOWN" and answer.message:
        verdict = f"{verdict}: {answer.message}"
    return a.Done(
        seconds=0.0,
        status=answer.status,
        reason=answer.reason,
        verdict=verdict,
        answer=answer.to_json(),
    )


def _all(request: SolveRequest, puzzle: Puzzle, limits: Limits) -> Iterator[Struct]:
    """Yield solutions as they are found, as many as are wanted."""
    solver = get(request.solver, request.encoding, POLICY)
    try:
        with within(limits):
            program = elaborate(puzzle)
            search = solver.read(puzzle, program, ALL, POLICY)
    except OwnLimitError as stop:
        yield done(uncompiled(puzzle, ALL, solver, stop.reason, limits.seconds or 0.0))
        return
    tell("solve")
    limits = limits_of(request.seconds)
    if search.begin is None:
        some = replace(ALL, most=request.most)
        answer = solver.read(puzzle, program, some, POLICY).ask(limits)
        for number, board in enumerate(answer.solutions, 1):
            yield found(number, program, board, request.style)
        yield done(replace(answer, puzzle=puzzle))
        return
    number, more = 0, False
    with heard():
        checked, outcomes = search.begin(limits)
        with closing(checked.boards(outcomes)) as boards:
            for _, board in boards:
                if number == request.most:
                    more = True
                    break
                number += 1
                yield found(number, program, board, request.style)
    answer = checked.listed(number, complete=not more)
    answer = confirmed(answer, program, ALL, POLICY, left(limits, answer), search.lowered)
    yield done(replace(answer, puzzle=puzzle))


TASK = solve
