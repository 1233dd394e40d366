"""Hints and whole paths: the next step, and all steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Fact, parse_state
from nlc.reasons.groups import GroupSolver
from nlc.reasons.known import backbone
from nlc.reasons.steps.checker import Checker
from nlc.reasons.steps.deduction import SOLVER, Deduction
from nlc.reasons.steps.nearness import nearest_first
from nlc.reasons.steps.reason import Reason
from nlc.reasons.steps.step_builder import StepBuilder
from nlc.reasons.steps.steps import Status, Step, Steps
from nlc.reasons.steps.telling import Telling

if TYPE_CHECKING:
    from nlc.ir.nodes import Program

CONFIRMER = "minicard"
"""The solver that confirms the steps; it keeps to limits of conflicts."""

AS_EASY: Literal["as easy"] = "as easy"
"""In place of a status: steps that are as easy as that of a hint."""

Message = tuple[Status | Literal["as easy"], tuple[Step, ...], tuple[Fact, ...], int]
"""What a worker yields: the status, further steps, wrong facts, and how much is open."""


def explain(
    puzzle: Puzzle,
    state: Mapping[str, Any] | None = None,
    *,
    whole: bool = False,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
) -> Steps:
    """Return the next step, or all steps, from what is drawn.

    Args:
        puzzle: the puzzle.
        state: what is drawn; see `nlc.reasons.facts.parse_state`; None for nothing.
        whole: whether to go on to the end.
        limits: for all steps together; those that were found in time are returned.
        report: called with the number of steps whenever it grows.

    Raises:
        UserError: the puzzle, or what is drawn, is wrong.
    """
    from nlc.ir.elaborate.program import elaborate
    from nlc.process.pool import stream
    from nlc.process.worker import WorkerStoppedError

    begun = time.monotonic()
    program = elaborate(puzzle, apart=True)
    drawn = tuple(parse_state(program, state or {}))
    out = Steps(puzzle, program, drawn, "undecided")
    try:
        for status, steps, wrong, is_open in stream(
            lambda: _work(puzzle, program, drawn, whole), limits
        ):
            if status == AS_EASY:
                out = replace(out, as_easy=(*out.as_easy, *steps))
                continue
            found = (*out.steps, *steps)
            out = replace(out, status=status, steps=found, wrong=wrong, open=is_open)
            if report is not None:
                report(len(found))
        out = replace(out, complete=whole and out.status in ("steps", "solved", "open"))
    except WorkerStoppedError as error:
        out = replace(out, stopped=limits.words(error.reason))
    steps = nearest_first(program, out.steps) if whole else out.steps
    return replace(out, steps=steps, seconds=time.monotonic() - begun)


def _work(
    puzzle: Puzzle, program: Program, drawn: Sequence[Fact], whole: bool
) -> Iterator[Message]:
    with (
        GroupSolver(puzzle, program, solver=SOLVER) as solver,
        GroupSolver(puzzle, program, lazy=False, solver=CONFIRMER) as stated,
        GroupSolver(puzzle, program, solver=CONFIRMER) as lazy,
        GroupSolver(puzzle, program, solver=CONFIRMER, apart=False) as together,
    ):
        if not together.solve(()):
            yield "no solution", (), (), 0
            return
        given = [together.literal(fact) for fact in drawn]
        impossible = tuple(fact for fact, x in zip(drawn, given, strict=True) if not x)
        if impossible or not together.solve(given):
            yield "wrong", (), impossible[:1] or _wrong(together, drawn), 0
            return
        deduction = Deduction(solver, stated, backbone(together, given), drawn)
        is_open = deduction.open
        if not deduction.missing:
            yield ("open" if is_open else "solved"), (), (), is_open
            return
        builder = StepBuilder(solver, Checker(stated, lazy, together))
        for status, reasons in (_all if whole else _next)(deduction):
            yield status, tuple(map(builder.step, reasons)), (), is_open


def _all(deduction: Deduction) -> Iterator[tuple[Status, list[Reason]]]:
    """Yield the steps to the solution, each after those that it needs."""
    telling, told = Telling(deduction), set[int]()
    for wave in deduction.waves():
        for x in filter(deduction.is_target, wave.literals):
            yield "steps", list(telling.steps(x, told))


def _next(deduction: Deduction) -> Iterator[tuple[Status | Literal["as easy"], list[Reason]]]:
    """Yield the next step after those that it needs, then others that need as few."""
    telling, told = Telling(deduction), set[int]()
    waves = ({*filter(deduction.is_target, wave.literals)} for wave in deduction.waves())
    found = next(filter(None, waves))
    ways = {x: list(telling.steps(x, set())) for x in deduction.goal if x in found}
    least = min(map(len, ways.values()))
    easy = [x for x, steps in ways.items() if len(steps) == least]
    easy.sort(key=lambda x: (ways[x][-1].cost, len(ways[x][-1].facts)))
    yield "steps", list(telling.steps(easy[0], told))
    for x in easy[1:]:
        if x not in told:  # facts of an earlier step are no step of their own
            yield AS_EASY, list(telling.steps(x, told))[-1:]


def _wrong(together: GroupSolver, drawn: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return facts that cannot all be right, such that without any one of them they could."""
    left = {together.literal(fact): fact for fact in drawn}
    for x in list(left):
        if x in left:
            fewer = [y for y in left if y != x]
            if not together.solve(fewer):
                core = set(together.core())
                left = {y: fact for y, fact in left.items() if y in core and y != x}
    return tuple(left.values())
