"""The text of a made puzzle, in the puzzle language or another format."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import numpy as np

from nlc import formats
from nlc.generate import judge
from nlc.generate.batch import Made, Order
from nlc.generate.draft import labels_of
from nlc.ir.nodes import Assignment, Program
from nlc.lang.diagnostics import fail

COMMENTS = {"nl": "// ", "text": "# ", "thesis": "# "}
"""How a line starts that a reader of the format skips."""


@dataclass(frozen=True)
class Writer:
    """Writes the puzzles of an order.

    Attributes:
        order: what was made.
        form: the name of the format.
        solutions: put each solution before its puzzle, as a comment: the JSON object that ``nlc
            verify`` reads.

    Raises:
        UserError: the format cannot say such puzzles, or has no comments for the solutions.
    """

    order: Order
    form: str
    solutions: bool

    def __post_init__(self) -> None:
        if self.solutions and self.form not in COMMENTS:
            raise fail(f"the format {self.form} has no comments, so no place for a solution")
        wish = self.order.wish
        write = formats.get(self.form).write
        if write is not None:  # the board and the rules are enough to tell
            write(judge.program_of(wish, np.zeros(len(wish.shape.board.link_cells), np.bool_)))

    def title(self, number: int) -> str:
        """Return the title of a puzzle."""
        order = self.order
        return f"{order.wish.shape.name}, {order.method}, seed {order.seed} #{number}"

    def board(self, made: Made) -> tuple[Program, Assignment]:
        """Return a puzzle, elaborated, and its solution."""
        assert made.links is not None
        program = replace(
            judge.program_of(self.order.wish, made.links), title=self.title(made.number)
        )
        return program, judge.planted(program, made.links)

    def text(self, made: Made) -> str:
        """Return the text of a puzzle.

        Raises:
            UserError: the format cannot say it.
        """
        assert made.links is not None
        wish = self.order.wish
        write = formats.get(self.form).write
        if write is None:
            labels = labels_of(wish.shape.board, made.links)
            text = wish.shape.text(self.title(made.number), judge.option_texts(wish), labels) + "\n"
        else:
            text = write(self.board(made)[0])
        head = self._solution(made) if self.solutions else ""
        if made.grade is not None and self.form in COMMENTS:
            head = f"{COMMENTS[self.form]}{made.grade}\n{head}"
        return head + text

    def _solution(self, made: Made) -> str:
        program, board = self.board(made)
        told = program.solution_json(board)
        solution = {"puzzle": program.title, "solutions": [{"line": told["line"]}]}
        return f"{COMMENTS[self.form]}{json.dumps(solution)}\n"
