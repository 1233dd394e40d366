"""Solves, explains and hints."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.drivers.progress import counting_conflicts, reporting_to
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing, draw
from nlc.pictures.svg import svg
from nlc.process import emit
from nlc.process.own_limits import OwnLimitError, within
from nlc.reasons.phrases import fact_words
from nlc.reasons.steps.hint import next_step
from nlc.reasons.why.search import Wanted, explain_contradiction
from nlc.reasons.why.why import REFUSED, UNKNOWN, Why
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.inputs import puzzle_of, require_solver
from nlc.serve.requests import Drawn, DrawnRequest, SolveRequest, WhyRequest
from nlc.serve.task import line, report
from nlc.solving.answer import Answer
from nlc.solving.choice import choose_solvers
from nlc.solving.question import BACKBONE, COUNT, ONE, UNIQUE, Question
from nlc.solving.solve import Search, compile_limit_answer, solve_one

_PLAN = "alone"
"""One process solves: other jobs need the cores, too."""

_QUESTIONS = {"one": ONE, "unique": UNIQUE, "count": COUNT, "facts": BACKBONE}
_SOLUTION_COUNT = re.compile(r"(\d+) solutions?")


def solve(request: SolveRequest) -> Iterator[Struct]:
    """Yield the lines of an answer.

    Raises:
        UserError: the text, the solver or the encoding is wrong.
    """
    if request.solver is not None:
        require_solver(request.solver)
    report("parse")
    puzzle, limits = puzzle_of(request), task.limits_left(request.seconds)
    report("compile")
    if request.question == "all":
        yield from _all_solutions(request, puzzle, limits)
        return
    choice = choose_solvers(request.solver, request.encoding, _PLAN)
    with _progress():
        answer = solve_one(puzzle, _QUESTIONS[request.question], choice, limits=limits)
    if answer.program is None:  # it was not compiled within the limits
        yield _last_line(answer)
        return
    style, board = request.style, answer.program
    for number, solution in enumerate(answer.solutions, 1):
        yield _solution(number, board, solution, style)
    if answer.difference is not None:
        first, second = answer.solutions
        drawing = draw(board, (first, second), style)
        yield a.Difference(difference=answer.difference, note=drawing.note, svg=svg(drawing))
    if answer.backbone is not None:
        drawing = draw(board, answer.backbone, style)
        facts = answer.backbone.to_json()
        yield a.Facts(facts=facts, note=drawing.note, svg=svg(drawing))
    yield _last_line(answer)


@contextmanager
def _progress() -> Iterator[None]:
    """Report the messages and the conflicts of a search."""
    told: dict[str, Any] = {"solutions": 0}
    before, now, due = 0, 0, 0.0

    def on_message(text: str) -> None:
        found = _SOLUTION_COUNT.search(text)
        told.update(text=text, solutions=int(found[1]) if found else 0)
        report("solve", **told)

    def count(conflicts: int) -> None:
        nonlocal before, now, due
        if conflicts < now:  # of another search
            before += now
        now = conflicts
        told["conflicts"] = before + now
        if time.monotonic() > due:
            due = time.monotonic() + 0.2
            report("solve", **told)

    with reporting_to(on_message), counting_conflicts(count):
        yield


def _solution(number: int, program: Program, board: Assignment, style: str) -> a.SolutionFound:
    """Return a solution as a line."""
    return a.SolutionFound(
        number=number, solution=program.solution_json(board), svg=svg(draw(program, board, style))
    )


def _last_line(answer: Answer) -> a.Done:
    """Return the last line of an answer."""
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


def _all_solutions(request: SolveRequest, puzzle: Puzzle, limits: Limits) -> Iterator[Struct]:
    """Yield solutions as they are found, up to the number requested."""
    choice = choose_solvers(request.solver, request.encoding, _PLAN)
    question = Question(request.most + 1)  # one more shows whether there are others
    try:
        with within(limits):
            program = elaborate(puzzle)
            left = task.limits_left(request.seconds)
            search = Search(puzzle, program, question, choice, limits=left)
    except OwnLimitError as stop:
        yield _last_line(
            compile_limit_answer(puzzle, question, choice, stop, limits.seconds or 0.0)
        )
        return
    report("solve")
    number, more = 0, False
    with _progress(), closing(search.boards()) as boards:
        for board in boards:
            more = number == request.most
            if not more:
                number += 1
                yield _solution(number, program, board, request.style)
    answer = replace(search.conclude(), puzzle=puzzle)
    yield _last_line(replace(answer, count=number) if more else answer)


def why(request: WhyRequest) -> Iterator[Struct]:
    """Yield the last lines of an explanation; earlier ones are sent as soon as more is found.

    Raises:
        UserError: the text is wrong.
    """
    puzzle = puzzle_of(request)
    report("explain")
    sent_state: list[object] = []

    def heard(found: Why) -> None:
        count = len(found.clues)
        report("explain", f"{count} clue{'s' * (count != 1)} so far" if found.faults else "")
        state = [found.faults[:1], found.settled, len(found.repairs), found.places_smallest]
        state.append(found.added)
        if found.status != UNKNOWN and state != sent_state:
            sent_state[:] = state
            emit(line(_explanation(found)))

    wanted = Wanted(request.details, request.repair, request.every_fault, request.make_unique)
    found = explain_contradiction(puzzle, wanted, task.limits_left(request.seconds), heard)
    yield _explanation(found, found.drawings(request.style))
    yield a.Done(
        seconds=0.0, status=found.status, reason="answered" if found.complete else "wall-time"
    )


def _explanation(found: Why, drawn: Sequence[Drawing] = ()) -> a.Explanation:
    told = found.faults[:1] if found.status != REFUSED else ()
    sentence = str(told[0]) if told else found.message or found.text().partition("\n")[0]
    return a.Explanation(
        status=found.status,  # type: ignore[arg-type]
        sentence=sentence,
        explanation=found.to_json(),
        pictures=[a.Picture(note=drawing.note, svg=svg(drawing)) for drawing in drawn],
    )


def hint(request: DrawnRequest) -> Iterator[Struct]:
    """Yield the next step from a drawing, and its reasons.

    Raises:
        UserError: the text is wrong, or the drawing names an unknown element or value.
    """
    puzzle = puzzle_of(request)
    report("explain")
    limits = task.limits_left(request.seconds)
    found = next_step(puzzle, _state(request.drawn), limits=limits)
    step = found.steps[-1] if found.steps else None
    yield a.HintFound(
        hint=found.to_json(),
        words=fact_words(found.program, step.facts if step else found.wrong),
        assumed=fact_words(found.program, [step.denied] if step and step.denied else []),
    )
    reason = "wall-time" if found.status == "undecided" else "answered"
    yield a.Done(seconds=0.0, status=found.status, reason=reason)


def _state(drawn: Drawn) -> dict[str, Any]:
    """Return a drawing in the form of `nlc.reasons.facts.parse_state`."""
    out: dict[str, Any] = {name: dict(values) for name, values in drawn.values.items()}
    for name in {*drawn.yes, *drawn.no}:
        out[name] = {"true": drawn.yes.get(name, []), "false": drawn.no.get(name, [])}
    return out
