"""Joins the answers of two parts of a search for one puzzle, which share its limits."""

from __future__ import annotations

from msgspec.structs import replace

from nlc.drivers.base import Limits, summed
from nlc.solving.answer import DISCREDITING, Answer


def both(found: Answer, more: Answer) -> Answer:
    """Return the answer with a first board together with that of the search for another one."""
    counts = more.reason not in DISCREDITING
    return replace(
        after(found, more),
        status="SATISFIABLE" if counts else "UNKNOWN",
        solutions=found.solutions + more.solutions,
        count=1 + len(more.solutions) if counts else None,
        complete=more.status == "UNSATISFIABLE",
        program=found.program,
        model=found.model,
    )


def after(first: Answer | None, second: Answer) -> Answer:
    """Return the answer of a later stage with what the stage before it took, if there was one."""
    if first is None:
        return second
    names = {**first.seconds, **second.seconds}
    return replace(
        second,
        seconds={name: first.seconds.get(name, 0) + second.seconds.get(name, 0) for name in names},
        statistics=summed((first.statistics, second.statistics)),
        steps=first.steps + second.steps,
        solver_seconds=(first.solver_seconds or 0) + (second.solver_seconds or 0),
        cpu_seconds=added(first.cpu_seconds, second.cpu_seconds),
        megabytes=max(first.megabytes or 0, second.megabytes or 0) or None,
    )


def added(one: float | None, other: float | None) -> float | None:
    """Return a sum; None where a part is not known."""
    return None if one is None or other is None else one + other


def left(limits: Limits, answer: Answer) -> Limits:
    """Return what a search has left of its limits, as if all of its time were processor time."""
    used = sum(answer.seconds.values())
    return replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds - used,
        cpu_seconds=None if limits.cpu_seconds is None else limits.cpu_seconds - used,
    )
