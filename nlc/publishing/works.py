"""Puzzles with their texts for a booklet: solution, grade, rules in words, author."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from msgspec import Struct

from nlc.board import Sort
from nlc.convert import find_solution
from nlc.drivers.base import Limits
from nlc.errors import UserError
from nlc.grading.grade import LEVELS, Grade
from nlc.grading.grader import grade
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.catalogue import text_of
from nlc.language.resolve import Puzzle
from nlc.language.syntax import Ref, walk
from nlc.process.own_limits import OwnLimitError, within
from nlc.process.pool import in_order

T = TypeVar("T")

LIMITS = Limits(30.0)
"""For grading a puzzle; without a grade it is printed all the same."""


class Work(Struct, frozen=True, eq=False):
    """A puzzle that is to be printed.

    Attributes:
        puzzle: the puzzle.
        program: the same, elaborated.
        solution: its filled board.
        grade: how hard it is.
    """

    puzzle: Puzzle
    program: Program
    solution: Assignment
    grade: Grade

    @property
    def rank(self) -> tuple[int, float]:
        """Orders puzzles by how hard they are; those without a grade come last."""
        level = self.grade.level
        return (len(LEVELS) if level is None else LEVELS.index(level)), self.grade.score


class Task(Struct, frozen=True, eq=False):
    """A puzzle, with its solution and its grade where these are known."""

    puzzle: Puzzle
    solution: Assignment | None = None
    grade: Grade | None = None


def works(
    tasks: Sequence[Task], report: Callable[[str], object], limits: Limits
) -> Iterator[Work | UserError | OwnLimitError]:
    """Yield puzzles with their solutions and grades, in order, or what is in the way of one.

    A process for each core solves and grades.

    Args:
        report: called with the title of each before it is waited for.
        limits: for each puzzle.
    """
    found = in_order(partial(_work, tasks, limits), [task.puzzle.title for task in tasks], report)
    for task, done in zip(tasks, found, strict=True):
        if isinstance(done, UserError | OwnLimitError):
            yield done
        else:
            yield Work(task.puzzle, elaborate(task.puzzle), *done)


def _work(
    tasks: Sequence[Task], limits: Limits, number: int
) -> tuple[Assignment, Grade] | UserError | OwnLimitError:
    """Return the solution and the grade of a puzzle; those of the task if it has them."""
    task = tasks[number]
    try:
        with within(limits):
            board = task.solution or find_solution(task.puzzle, elaborate(task.puzzle))
        return board, task.grade or grade(task.puzzle, LIMITS)
    except (UserError, OwnLimitError) as error:
        return error


_AUTHOR = re.compile(r"^\W*(?:author|autor)\b\W*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)


def author_of(puzzle: Puzzle) -> str:
    """Return the author by a line ``author NAME`` of a puzzle's text, or an empty text.

    In the language that is a comment above or within the puzzle: ``// author: NAME``. In other
    formats only the first line of a puzzle is known, and ``[end]`` may end it.
    """
    lines, span = puzzle.tree.span.source.text.splitlines(), puzzle.tree.span
    first = span.line - 1
    while first > 0 and lines[first - 1].lstrip().startswith("//"):
        first -= 1
    last = span.end_line
    if last == span.line:
        ends = (i for i, line in enumerate(lines) if i >= last and line.strip() == "[end]")
        last = next(ends, len(lines))
    found = _AUTHOR.search("\n".join(lines[first:last]))
    return found[1] if found else ""


def genre_title(puzzle: Puzzle) -> str:
    """Return the common name of a puzzle's genre: the first one of its documentation."""
    return puzzle.rules.title.split(" / ")[0] or puzzle.rules.name.capitalize()


def rules_of(puzzle: Puzzle, program: Program) -> tuple[str, ...]:
    """Return the rules of a declared puzzle in words, with its house rules.

    Those that the text of the genre does not tell follow it, unless they have no documentation;
    then options that are not boolean; a choice is told where sentences are of one of its values.
    """
    rules, texts = puzzle.rules, [*program.text]
    texts += [text_of(rules.rules[name].doc) for name in program.rules if name not in rules.told]
    told = "".join(each.value for item in rules.text for each in item.sentences)
    cases = [node for item in rules.text if item.when for node in walk(item.when)]
    chosen = {node.name for node in cases if isinstance(node, Ref)}
    for name, option in rules.options.items():
        is_set = name in puzzle.settings or program.options[name] != "0"
        is_told = f"{{{name}}}" in told or (option.type.kind == "enum" and name in chosen)
        if option.type.kind != "bool" and is_set and not is_told:
            texts.append(f"{name} = {program.options[name]}: {text_of(option.doc) or name}")
    return tuple(f"{text[0].upper()}{text[1:].rstrip('.')}." for text in texts if text)


def caption(puzzle: Puzzle, program: Program, level: str | None) -> str:
    """Return the text after the number of a puzzle, such as ``Masyu 10x10, hard``.

    The size is columns by rows, and the tiling where it is not of squares.
    """
    board = program.board
    tiling = "" if board.topology == "square" else f" {board.topology}"
    size = f"{board.cols}x{board.rows}{tiling}" if board.rows else f"{board.count(Sort.CELL)} cells"
    named = f"{genre_title(puzzle)} {size}"
    return named if level is None else f"{named}, {level}"
