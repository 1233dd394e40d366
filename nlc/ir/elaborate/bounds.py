"""What a few lines may make is counted before it is made, and refused beyond a bound.

The arrays of elaboration call `require_room`, wherever they are made from smaller ones; whoever
knows the statement turns `TooLargeError` into a message that points at it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from nlc.errors import Span, fail
from nlc.language.resolve import MAX_INSTANCES

MAX_STEPS = 100_000
"""Expressions that one statement may evaluate, with the lets that it uses."""

_bound = ContextVar("instances", default=MAX_INSTANCES)
"""Rows of one batch: instances of a statement, members of sets in them, values of a variable."""


class TooLargeError(Exception):
    """What would be made has so many parts."""

    def __init__(self, parts: int) -> None:
        super().__init__(parts)
        self.parts = parts


def require_room(parts: int) -> None:
    """Raise `TooLargeError` if a batch of so many parts is beyond the bound."""
    if parts > _bound.get():
        raise TooLargeError(parts)


@contextmanager
def bounded(instances: int) -> Iterator[None]:
    """Let no batch within the block have more parts than this."""
    token = _bound.set(instances)
    try:
        yield
    finally:
        _bound.reset(token)


@contextmanager
def told_at(what: str, span: Span, parts: str = "instances") -> Iterator[None]:
    """Turn what is too large within the block into a message about a stretch of text.

    Args:
        what: the subject of the message, such as ``rule 'same'``.
        span: where it stands.
        parts: what it has too many of.

    Raises:
        UserError: something is too large.
    """
    try:
        yield
    except TooLargeError as error:
        raise fail(
            f"{what} has {error.parts:.1e} {parts} here, more than {_bound.get():.1e}",
            span,
            f"--max-instances {error.parts} allows as many",
        ) from None
