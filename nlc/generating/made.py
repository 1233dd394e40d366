"""Puzzles that were made, and the rules of their genre."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from nlc.errors import Source, UserError, fail
from nlc.grading.grade import Grade
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.language.inherit import Rules
from nlc.language.resolve import Puzzle
from nlc.loading import parse_puzzles

if TYPE_CHECKING:
    from nlc.solving.answer import Answer

PROVER = "pysat:cadical195"
"""The solver that verifies uniqueness with the formula of the finished puzzle."""

TITLE = "generated"
"""The title of puzzles that are not written yet."""


class RuleText(Struct, frozen=True):
    """The genre of puzzles to be made, which can be sent to other processes.

    Attributes:
        name: of the genre.
        head: the text before its puzzles, such as its definition; empty for a stock genre.
        path: of the file of the text; files that it uses are searched in the same folder.
    """

    name: str
    head: str = ""
    path: str = TITLE

    @property
    def rules(self) -> Rules:
        """The rules."""
        return _rules(self)

    def text(self, body: str, title: str = TITLE) -> str:
        """Return a puzzle, of which the body is all but its title and genre, with the head."""
        return f'{self.head}puzzle "{title}" is {self.name} {body}'

    def puzzle(self, body: str, title: str = TITLE) -> Puzzle:
        """Return a puzzle.

        Raises:
            UserError: its text cannot be read back.
        """
        try:
            (puzzle,), _ = parse_puzzles(Source(self.path, self.text(body, title)), "nl")
        except UserError as error:
            why = error.diagnostics[0]
            if why.span is None or why.span.line <= self.head.count("\n"):
                raise  # the mistake is the genre's
            line = why.span.source.line(why.span.line).strip()
            raise fail(why.message, hint=f"a puzzle of {self.name} would say: {line}") from error
        return puzzle


@lru_cache(maxsize=8)
def _rules(genre: RuleText) -> Rules:
    return genre.puzzle("{\n topology square;\n board\n .\n end }").rules


class Made(Struct, frozen=True, eq=False):
    """A puzzle with the solution that it was made from.

    Attributes:
        body: see `RuleText.text`.
        unique: whether it has been proved that there is no other solution.
        grade: the difficulty, if puzzles are graded.
        note: a remark for the reader, or an empty text.
        figures: by name, for a report.
    """

    body: str
    solution: Assignment
    unique: bool = True
    grade: Grade | None = None
    note: str = ""
    figures: Mapping[str, float] = {}


def prove(puzzle: Puzzle) -> Answer:
    """Return the answer of another solver, and of the whole formula, to whether it is unique."""
    from nlc.solving.choice import choose_solvers
    from nlc.solving.question import UNIQUE
    from nlc.solving.solve import solve_one

    return solve_one(puzzle, UNIQUE, choose_solvers(PROVER))


def require_solution(program: Program, board: Assignment) -> None:
    """Check a planted solution.

    Raises:
        RuntimeError: it breaks a rule, which is a fault of the generator.
    """
    broken = violations(program, board, limit=1)
    if broken:
        raise RuntimeError(f"a planted solution breaks a rule: {broken[0].message}")
