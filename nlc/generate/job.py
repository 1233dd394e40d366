"""What ``nlc generate`` needs of a genre: puzzles, their texts and pictures, and a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from nlc.execute.base import Executor
from nlc.generate import batch
from nlc.generate.grade import Grade
from nlc.generate.report import report
from nlc.generate.written import Writer
from nlc.ir.nodes import Assignment, Program


class Item(Protocol):
    """A puzzle, or what was spent on one that was given up."""

    @property
    def number(self) -> int:
        """From 1."""

    @property
    def given_up(self) -> bool:
        """Whether there is no puzzle."""

    @property
    def unique(self) -> bool:
        """Whether it has been proved that there is exactly one solution."""

    @property
    def counts(self) -> Mapping[str, int]:
        """What was spent, by name."""

    @property
    def grade(self) -> Grade | None:
        """How hard it is, if that was asked for."""


M = TypeVar("M", bound=Item)


class Job(Protocol[M]):
    """Puzzles to be made and written."""

    @property
    def count(self) -> int:
        """How many."""

    def title(self, number: int) -> str:
        """Return the title of a puzzle."""

    def generate(self, executor: Executor | None = None) -> Iterator[M]:
        """Yield the puzzles by number; closing the iterator ends the processes.

        They are made in children of this process, unless an executor is given.

        Raises:
            RuntimeError: a fault of nlc, or a process died.
        """

    def text(self, made: M) -> str:
        """Return the text of a puzzle.

        Raises:
            UserError: the format cannot say it.
        """

    def board(self, made: M) -> tuple[Program, Assignment]:
        """Return a puzzle, elaborated, and its solution."""

    def report(self, made: Sequence[M]) -> str:
        """Return a table of what was made and what it cost."""


@dataclass(frozen=True)
class NumberlinkJob:
    """Numberlink puzzles."""

    order: batch.Order
    writer: Writer

    @property
    def count(self) -> int:
        """How many."""
        return self.order.count

    def title(self, number: int) -> str:
        """Return the title of a puzzle."""
        return self.writer.title(number)

    def generate(self, executor: Executor | None = None) -> Iterator[batch.Made]:
        """Yield the puzzles by number."""
        return batch.generate(self.order, executor)

    def text(self, made: batch.Made) -> str:
        """Return the text of a puzzle."""
        return self.writer.text(made)

    def board(self, made: batch.Made) -> tuple[Program, Assignment]:
        """Return a puzzle, elaborated, and its solution."""
        return self.writer.board(made)

    def report(self, made: Sequence[batch.Made]) -> str:
        """Return a table of what was made and what it cost."""
        return report(self.order.wish.shape.board, made)
