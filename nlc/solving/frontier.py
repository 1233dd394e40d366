"""Counts solutions by the frontier method; every board that is shown is checked by the rules."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice

from nlc.drivers.base import Limits, Outcome
from nlc.engines.frontier.diagram import LimitReached
from nlc.engines.frontier.rules import read_rules
from nlc.engines.frontier.sweep import count_rules
from nlc.ir.nodes import Assignment
from nlc.solving.answer import COUNTING
from nlc.solving.record import Record, SearchTask


def count(task: SearchTask, limits: Limits, record: Record) -> Generator[Assignment, None, None]:
    """Count all solutions of a puzzle, whatever number is asked for, and yield those to be shown.

    The statistics of the record are the number of states and the size of the largest layer.

    Raises:
        UserError: the puzzle is none that the frontier method can count.
    """
    program, question = task.program, task.question
    rules = read_rules(program)

    def report(done: int, work: int, states: int) -> None:
        if task.watch is not None:
            task.watch(f"{program.title}: {states} states", done, work)

    listed = record.count
    record.lowered, record.sizes = None, {}
    record.statistics = {}
    try:
        counted = count_rules(rules, limits, report)
    except LimitReached as stop:
        figures = {"states": stop.states, "widest": stop.widest}
        reason, message = stop.reason, f"stopped at {stop}"
        if stop.reason == "memory" and limits.megabytes is None:
            reason = "budget"
            record.note("too many states to count by them: the solutions are listed")
        record.add_outcome(COUNTING, Outcome("UNKNOWN", reason, message, statistics=figures))
        return
    record.add_outcome(COUNTING, Outcome("SATISFIABLE", statistics=counted.diagram.figures))
    wanted = min((n for n in (question.most, question.keep) if n is not None), default=None)
    for board in islice(counted.solutions(), None if wanted is None else wanted + listed):
        if wanted is not None and len(record.boards) >= wanted:
            break
        new = record.check_board(board, finder="the frontier method")
        if record.wrong_board is not None:
            return
        if question.backbone:
            record.backbone = counted.backbone(board)
        if new is not None:
            yield new
    found = counted.count()
    record.refuted = question.most != 1 or question.backbone or not found
    if question.most != 1:
        record.count = found
    if listed:
        record.note(f"counted by states, after {listed} solutions had been listed")
