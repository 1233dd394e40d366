"""Looking ahead: what follows because its opposite leads to a contradiction, to any depth.

What is concluded at depth 0 follows by rules alone. At depth k, a segment is also settled if its
opposite leads to a contradiction by all that is concluded at depth k - 1 (depth 1: failed literals;
Freeman, "Improvements to propositional satisfiability search algorithms", 1995; deeper: Stålmarck
and Säflund, "Modeling and verifying systems and software in propositional logic", 1990). Whatever
is concluded at a depth is concluded at every greater one.

Rules conclude no less from more. So where an assumption leads to no contradiction, neither does any
literal that follows from it, and these are not tried until something new is settled.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Generic, TypeVar

DEEPEST = 3
"""How far ahead a grader may be told to look."""

LOOKS = 50_000
"""How often rules may be followed at one depth of two or more. It is a count, not a time, so that
grades can be repeated. At greater depths the number of looks grows with a power of the segments."""

AHEAD = "look-ahead"

Known = TypeVar("Known")
"""What is known, in the grader's own form; not changed in place."""


def deep_levels(levels: Sequence[str], depth: int) -> tuple[str, ...]:
    """Return the levels of a genre, the deeper ones of looking ahead put in before the last.

    Args:
        levels: those of depth 1; the last one is search.
        depth: how far ahead the grader looks, from 1.
    """
    deeper = (f"{AHEAD}-{number}" for number in range(2, depth + 1))
    return (*levels[:-1], *deeper, levels[-1])


def depth_of(level: str | None) -> int:
    """Return how far ahead a grader must look to tell a level; 1 if it is no level of its own."""
    _, _, number = (level or "").partition(f"{AHEAD}-")
    return int(number) if number else 1


class _EnoughError(Exception):
    """The looks are spent."""


class LookAhead(Generic[Known]):
    """Settles segments by looking ahead.

    Attributes:
        settled: how many segments were settled so.
    """

    def __init__(
        self,
        follow: Callable[[Known, int], Known | None],
        literals: Callable[[Known], Collection[int]],
        lines: Sequence[int],
    ) -> None:
        """Take the rules.

        Args:
            follow: returns all that follows from what is known and a literal, or None: there is a
                contradiction.
            literals: returns the literals that are known.
            lines: the literal of each segment.
        """
        self.settled = 0
        self._follow = follow
        self._literals = literals
        self._lines = lines
        self._left: int | None = None

    def conclude(self, known: Known, depth: int, looks: int = LOOKS) -> Known:
        """Return all that is concluded at a depth; less if that takes too many looks.

        Args:
            known: closed under the rules; a solution has all of it.
            depth: from 1.
            looks: how many there may be at depth 2 or more; depth 1 has no bound.
        """
        self._left = looks if depth > 1 else None
        with contextlib.suppress(_EnoughError):
            for found in self._steps(known, depth - 1):
                assert found is not None  # the solution has all of it
                known = found
                self.settled += 1
        return known

    def _steps(self, known: Known, depth: int) -> Iterator[Known | None]:
        """Yield what is known, each time that an assumption contradicts itself at a depth.

        The last is None if both a literal and its opposite do.
        """
        have = set(self._literals(known))
        fine: set[int] = set()
        changed = True
        while changed:
            changed = False
            for line in self._lines:
                for lit in (line, -line):
                    if line in have or -line in have:
                        break
                    if lit in fine:
                        continue
                    then = self._assumed(known, lit, depth)
                    if then is not None:
                        fine.update(self._literals(then))
                        continue
                    opposite = self._assumed(known, -lit, depth)
                    yield opposite
                    if opposite is None:
                        return
                    known, changed = opposite, True
                    have = set(self._literals(known))
                    fine.clear()

    def _assumed(self, known: Known, lit: int, depth: int) -> Known | None:
        """Return what is concluded at a depth from what is known and a literal, or None."""
        if self._left is not None:
            if not self._left:
                raise _EnoughError
            self._left -= 1
        found = self._follow(known, lit)
        for less in range(depth):
            if found is not None:
                found = _last(self._steps(found, less), found)
        return found


def _last(steps: Iterator[Known | None], first: Known) -> Known | None:
    """Return the last of some things, or another one if there are none."""
    kept: deque[Known | None] = deque([first], maxlen=1)
    kept.extend(steps)
    return kept.pop()
