"""Slitherlink puzzles for ``nlc generate``: their texts, and a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from nlc.execute.base import Executor
from nlc.generate.report import hard
from nlc.generate.slitherlink import written
from nlc.generate.slitherlink.batch import Made, Order, generate
from nlc.generate.written import dressed, require
from nlc.ir.nodes import Assignment, Program


@dataclass(frozen=True)
class SlitherlinkJob:
    """Slitherlink puzzles in a format.

    Attributes:
        order: what is to be made.
        form: the name of the format.
        solutions: put each solution before its puzzle, as a comment.

    Raises:
        UserError: the format cannot say such puzzles, or has no comments for the solutions.
    """

    order: Order
    form: str
    solutions: bool

    def __post_init__(self) -> None:
        require(self.form, self.solutions, self._blank)  # which is enough to tell

    def _blank(self) -> Program:
        """Return a puzzle without clues; any line of the kind will do."""
        shape = self.order.shape
        line = np.zeros(len(shape.board.border_cells), np.bool_)
        line[:1] = self.order.line.open
        return written.program(shape, written.TITLE, line, {})[0]

    @property
    def count(self) -> int:
        """How many."""
        return self.order.count

    def title(self, number: int) -> str:
        """Return the title of a puzzle."""
        kind = ", open line" if self.order.line.open else ""
        return f"{self.order.shape.name} slitherlink{kind}, seed {self.order.seed} #{number}"

    def generate(self, executor: Executor | None = None) -> Iterator[Made]:
        """Yield the puzzles by number."""
        return generate(self.order, executor)

    def text(self, made: Made) -> str:
        """Return the text of a puzzle."""
        assert made.line is not None
        title = self.title(made.number)
        plain = partial(written.text, self.order.shape, title, made.line, made.clues)
        return dressed(self.form, self.solutions, made.grade, plain, partial(self.board, made))

    def board(self, made: Made) -> tuple[Program, Assignment]:
        """Return a puzzle, elaborated, and its solution."""
        assert made.line is not None
        title = self.title(made.number)
        return written.program(self.order.shape, title, made.line, made.clues)

    def report(self, made: Sequence[Made]) -> str:
        """Return a table with a row for each puzzle and one for their medians.

        ``clues`` is how many cells have one, ``%`` in a hundred cells; then come the length of the
        line and how many clues there are of each number. Levels are told by number, from 1.
        """
        from tabulate import tabulate

        cells = self.order.shape.cells
        numbers = range(max((max(m.clues.values(), default=0) for m in made), default=0) + 1)
        extra = list(dict.fromkeys(name for item in made for name in item.counts))
        graded = any(item.grade is not None for item in made)
        heads = ["puzzle", "clues", "%", "line", *(f"{n}s" for n in numbers), "minimal"]
        heads += [*(["level", "looks", "conflicts"] if graded else []), *extra, "s"]
        rows = []
        for item in made:
            length = 0 if item.line is None else int(item.line.sum())
            spread = [list(item.clues.values()).count(n) for n in numbers]
            row = [len(item.clues), round(100 * len(item.clues) / cells), length, *spread]
            told = [int(item.minimal), *(hard(item.grade) if graded else [])]
            spent = [item.counts.get(name, 0) for name in extra]
            rows.append([*row, *told, *spent, round(item.seconds, 3)])
        body: list[list[object]] = [[m.number, *row] for m, row in zip(made, rows, strict=True)]
        body.append(["median", *np.median(np.array(rows, dtype=float), axis=0).tolist()])
        return tabulate(body, headers=heads, floatfmt="g")
