"""Bounds on what a puzzle may expand to, checked before anything is built.

The arrays of elaboration call `require_room`, wherever they are made from smaller ones; whoever
knows the statement turns `TooLargeError` into a message that points at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from nlc.errors import Span, fail
from nlc.language import MAX_INSTANCES

MAX_STEPS = 50_000
"""Expressions and formulas that one statement may make, with those of the lets that it uses."""

_bound = ContextVar("instances", default=MAX_INSTANCES)
"""Rows of one batch: instances of a statement, members of sets in them, values of a variable."""


_steps: ContextVar[list[int]] = ContextVar("steps")
"""How many steps the statement at hand has taken, and how many lets it has evaluated."""


class TooManyStepsError(Exception):
    """A statement took more than `MAX_STEPS`."""


class TooLargeError(Exception):
    """What would be built has this many parts."""

    def __init__(self, parts: int) -> None:
        super().__init__(parts)
        self.parts = parts


def require_room(parts: int) -> None:
    """Raise `TooLargeError` if a batch of this many parts is beyond the bound."""
    if parts > _bound.get():
        raise TooLargeError(parts)


def begin_steps() -> None:
    """Count the steps of a statement from 0."""
    _steps.set([0, 0])


def note_let() -> None:
    """Count a let that is evaluated."""
    _steps.get([0, 0])[1] += 1


def spend_step() -> None:
    """Count an expression that is evaluated, or a formula that is made of another one.

    Raises:
        TooManyStepsError: there were too many in this statement.
    """
    taken = _steps.get([0, 0])
    taken[0] += 1
    if taken[0] > MAX_STEPS:
        raise TooManyStepsError


@contextmanager
def bounded(instances: int) -> Iterator[None]:
    """Let no batch within the block have more parts than this."""
    token = _bound.set(instances)
    try:
        yield
    finally:
        _bound.reset(token)


@contextmanager
def located(what: str, span: Span, parts: str = "instances") -> Iterator[None]:
    """Turn what is too large within the block into a message about a stretch of text.

    Args:
        what: the subject of the message, such as ``rule 'same'``.
        parts: what it has too many of.

    Raises:
        UserError: something is too large.
    """
    try:
        yield
    except TooManyStepsError:
        hint = "'any of S', 'all of S' and 'for x in S' take few steps, however large the set"
        if _steps.get()[1]:
            hint += "; a let that uses another one several times multiplies the steps each time"
        message = f"{what} takes more than {MAX_STEPS:,} steps to evaluate here"
        raise fail(message, span, hint) from None
    except TooLargeError as error:
        raise fail(
            f"{what} has {_number(error.parts)} {parts} here, more than {_number(_bound.get())}",
            span,
            f"--max-instances {error.parts} allows as many",
        ) from None


def _number(parts: int) -> str:
    return str(parts) if parts < 10**6 else f"{parts:.1e}"
