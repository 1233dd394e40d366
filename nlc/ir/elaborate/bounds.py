"""Limits on the size of elaboration, checked before anything is built.

`require_room` is called before arrays are expanded; `located` turns its `TooLargeError` into a
message with the span of the statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from nlc.errors import Span, fail
from nlc.language import MAX_INSTANCES

MAX_STEPS = 50_000
"""The most expressions and formulas of one statement, with those of the lets that it uses."""

_bound = ContextVar("instances", default=MAX_INSTANCES)
"""The most rows of a batch: instances of a statement, members of sets, values of a variable."""


_steps: ContextVar[list[int]] = ContextVar("steps")
"""The steps of the present statement, and its evaluated lets."""


class TooManyStepsError(Exception):
    """A statement took more than `MAX_STEPS`."""


class TooLargeError(Exception):
    """A batch would have too many parts: their number."""


def require_room(parts: int) -> None:
    """Raise `TooLargeError` if the parts of a batch exceed the limit."""
    if parts > _bound.get():
        raise TooLargeError(parts)


def begin_steps() -> None:
    """Reset the steps of the present statement."""
    _steps.set([0, 0])


def note_let() -> None:
    """Count an evaluation of a let."""
    _steps.get([0, 0])[1] += 1


def spend_step() -> None:
    """Count an evaluation of an expression, or a new formula.

    Raises:
        TooManyStepsError: the statement has too many steps.
    """
    taken = _steps.get([0, 0])
    taken[0] += 1
    if taken[0] > MAX_STEPS:
        raise TooManyStepsError


@contextmanager
def bounded(instances: int) -> Iterator[None]:
    """Limit the parts of batches within the block."""
    token = _bound.set(instances)
    try:
        yield
    finally:
        _bound.reset(token)


@contextmanager
def located(what: str, span: Span, parts: str = "instances") -> Iterator[None]:
    """Turn errors of size within the block into messages with a span.

    Args:
        what: the subject of the message, such as ``rule 'same'``.
        span: the span of the message.
        parts: the name of the parts that are too many.

    Raises:
        UserError: a limit was exceeded.
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
        size, most = (str(n) if n < 10**6 else f"{n:.1e}" for n in (error.args[0], _bound.get()))
        message = f"{what} has {size} {parts} here, more than {most}"
        raise fail(message, span, f"--max-instances {error.args[0]} allows as many") from None
