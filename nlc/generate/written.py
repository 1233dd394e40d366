"""The text of a made puzzle, in the puzzle language or another format."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from nlc import formats
from nlc.errors import fail
from nlc.generate import judge
from nlc.generate.batch import Made, Order
from nlc.generate.draft import labels_of
from nlc.generate.grade import Grade
from nlc.ir.nodes import Assignment, Program

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
        require(self.form, self.solutions, self._blank)  # which is enough to tell

    def title(self, number: int) -> str:
        """Return the title of a puzzle."""
        order = self.order
        return f"{order.wish.shape.name}, {order.method}, seed {order.seed} #{number}"

    def board(self, made: Made) -> tuple[Program, Assignment]:
        """Return a puzzle, elaborated, and its solution."""
        assert made.links is not None
        program = replace(
            judge.program_of(self.order.wish, made.links, made.inner),
            title=self.title(made.number),
        )
        return program, judge.planted(program, made.links)

    def text(self, made: Made) -> str:
        """Return the text of a puzzle.

        Raises:
            UserError: the format cannot say it.
        """
        return dressed(
            self.form,
            self.solutions,
            made.grade,
            partial(self._plain, made),
            partial(self.board, made),
        )

    def _blank(self) -> Program:
        """Return a puzzle without labels."""
        wish = self.order.wish
        return judge.program_of(wish, np.zeros(len(wish.shape.board.link_cells), np.bool_))

    def _plain(self, made: Made) -> str:
        """Return the text in the puzzle language."""
        assert made.links is not None
        wish = self.order.wish
        labels = labels_of(wish.shape.board, made.links, made.inner)
        return wish.shape.text(
            self.title(made.number), judge.option_texts(wish), labels, wish.genre
        )


def require(form: str, solutions: bool, sample: Callable[[], Program]) -> None:
    """Refuse a format that cannot say what is to be made.

    Args:
        form: the name of the format.
        solutions: whether it is to tell solutions, in comments.
        sample: returns a puzzle of the kind.

    Raises:
        UserError: it cannot say such puzzles, or has no comments.
    """
    if solutions and form not in COMMENTS:
        raise fail(f"the format {form} has no comments, so no place for a solution")
    write = formats.FORMATS.get(form).write
    if write is not None:
        write(sample())


def dressed(
    form: str,
    solutions: bool,
    grade: Grade | None,
    plain: Callable[[], str],
    board: Callable[[], tuple[Program, Assignment]],
) -> str:
    """Return the text of a puzzle in a format, with what is told in comments before it.

    Args:
        form: the name of the format.
        solutions: tell the solution, as the JSON object that ``nlc verify`` reads.
        grade: how hard it is, or None.
        plain: returns the puzzle in the puzzle language.
        board: returns the puzzle, elaborated, and its solution.

    Raises:
        UserError: the format cannot say the puzzle.
    """
    write = formats.FORMATS.get(form).write
    text = plain() + "\n" if write is None else write(board()[0])
    head = "" if grade is None or form not in COMMENTS else f"{COMMENTS[form]}{grade}\n"
    if solutions:
        program, solution = board()
        told = {"line": program.solution_json(solution)["line"]}
        head += f"{COMMENTS[form]}{json.dumps({'puzzle': program.title, 'solutions': [told]})}\n"
    return head + text
