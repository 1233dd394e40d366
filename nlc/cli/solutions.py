"""Loads the solutions that users give, in the form that other commands print."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import Source, Span, UserError, fail
from nlc.files import read_source
from nlc.ir.complete import read_solution
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.solving.judging import complete

_TEXT = re.compile(r"\S")
_COMMENT = re.compile(r'[ \t]*(?://|#)[ \t]*\{"puzzle": ')


class GivenSolution(Struct, frozen=True, eq=False):
    """A solution that the user gives.

    Attributes:
        title: of its puzzle, or None.
        value: a JSON value.
        span: its place.
        faults: mistakes that are no matter of rules.
    """

    title: str | None
    value: Any
    span: Span
    faults: tuple[str, ...] = ()

    def board(self, program: Program) -> Assignment:
        """Return the board, completed where the solution leaves values out; it may break rules.

        Raises:
            UserError: the solution names something that does not exist.
        """
        try:
            return complete(program, *read_solution(program, self.value))
        except UserError as error:
            raise self.with_place(error) from None

    def with_place(self, error: UserError) -> UserError:
        """Return an error of which each message has a place, that of the solution if no other."""
        return UserError([replace(item, span=item.span or self.span) for item in error.diagnostics])


def load_solutions(path: str) -> list[GivenSolution]:
    """Load solutions, one or several: objects of ``nlc run --format json`` or of ``nlc decode
    --format json``, or bare solutions.

    Raises:
        UserError: there is none, or the text is not of that form.
    """
    out: list[GivenSolution] = []
    source = read_source(path)
    for item, span in _documents(source):
        if not isinstance(item, dict):
            raise fail("a solution is a JSON object", span, 'such as {"line": ["r1c1-r1c2"]}')
        if item.keys() == {"status", "solution"}:
            item = {"solutions": [] if item["solution"] is None else [item["solution"]]}
        if "solutions" not in item:
            out.append(GivenSolution(None, item, span))
            continue
        title, several = item.get("puzzle"), item["solutions"]
        if not isinstance(several, list):
            raise fail("'solutions' is a list", span, "as nlc run --format json prints it")
        out += [
            GivenSolution(title if isinstance(title, str) else None, one, span) for one in several
        ]
    if not out:
        raise fail(f"{source.path} holds no solution")
    return out


def puzzle_of(puzzles: Sequence[Puzzle], given: GivenSolution, path: str, what: str) -> Puzzle:
    """Return the puzzle of a file that a solution is for.

    Raises:
        UserError: there are several, and none has the title that the solution gives.
    """
    named = [puzzle for puzzle in puzzles if puzzle.tree.title == given.title]
    if named or len(puzzles) == 1:
        return (named or puzzles)[0]
    if given.title is not None:
        raise fail(f"{path} has no puzzle '{given.title}', which the {what} is for")
    message = f"{path} holds {len(puzzles)} puzzles, and the {what} does not say whose it is"
    raise fail(message, None, "choose with --puzzle")


def solution_in_comment(source: Source, below: int) -> list[GivenSolution]:
    """Return the solution in the comments right above a line, as ``nlc convert`` writes it."""
    number = below - 1
    while number and (line := source.line(number)).lstrip().startswith(("//", "#")):
        if _COMMENT.match(line):
            start = line.index("{")
            try:
                item = json.loads(line[start:])
            except (ValueError, RecursionError):
                return []  # an ordinary comment
            span = Span(source, number, start + 1, number, len(line) + 1)
            return [GivenSolution(item["puzzle"], one, span) for one in item.get("solutions", [])]
        number -= 1
    return []


def _documents(source: Source) -> list[tuple[Any, Span]]:
    """Return the JSON values of a text: one after the other, with or without line ends."""
    decoder = json.JSONDecoder()
    out: list[tuple[Any, Span]] = []
    at, text = 0, source.text
    while more := _TEXT.search(text, at):
        start = more.start()
        span = source.span(start)
        try:
            value, at = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            span = Span(source, error.lineno, error.colno, error.lineno, error.colno + 1)
            raise fail(f"this is not JSON: {error.msg}", span) from None
        except RecursionError:
            raise fail("this is nested too deeply for a solution", span) from None
        except ValueError:  # Python reads no number of more than 4,300 digits
            raise fail("this holds a number that is too large", span) from None
        out.append((value, span))
    return out
