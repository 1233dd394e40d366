"""Converts a puzzle of any format to another format."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from nlc.errors import UserError, fail
from nlc.formats import FORMATS, writable
from nlc.formats.genres import is_stock, scope_of, stock_genre
from nlc.formats.nl import genre_text, nl_text, solution_line
from nlc.ir.complete import complete, read_solution
from nlc.ir.elaborate.program import elaborate, elaborate_clues
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.process.limits import LIMITS_REACHED, NO_LIMITS

if TYPE_CHECKING:
    from nlc.language.resolve import Puzzle
    from nlc.solving.solution import Solution


def convert_puzzle(puzzle: Puzzle, name: str, solution: bool | Assignment = False) -> str:
    """Return the text of a puzzle in a format, as one; see `convert_parts`."""
    return "".join(convert_parts(puzzle, name, solution))


def convert_parts(
    puzzle: Puzzle, name: str, solution: bool | Assignment = False
) -> tuple[str, str]:
    """Return what must stand above a puzzle in a format, mostly nothing, and its text.

    The text has the end of its last line.

    Args:
        name: of the format.
        solution: a solution to write, too; True: the one that came with the puzzle if it is
            correct, else one that a solver finds.

    Raises:
        UserError: the format cannot express the puzzle, or has no place for a solution; or there
            is no solution.
    """
    with scope_of(puzzle.rules):
        return _parts(puzzle, name, solution)


def _parts(puzzle: Puzzle, name: str, solution: bool | Assignment) -> tuple[str, str]:
    form = FORMATS.get(name)
    write, head = form.write, ""
    if name == "nl":
        write, head = partial(nl_text, puzzle), genre_text(puzzle)
    elif stock_genre(puzzle.genre) is not None and not (
        is_stock(puzzle.rules) or (form.check is not None and puzzle.rules.published)
    ):
        message = f"the format {name} knows another genre '{puzzle.genre}', that of nlc"
        raise fail(message, puzzle.tree.genre.span)
    if write is None and form.write_solved is None:
        hint = f"these can be written: {', '.join(writable())}"
        raise fail(f"the format {name} can be read, but not written", hint=hint)
    if solution is False:
        if write is not None:
            return head, write(elaborate_clues(puzzle))
        known = form.genres() if form.genres else {}
        if known and puzzle.genre not in known:
            raise fail(f"the format {name} is for {', '.join(known)}, not for {puzzle.genre}")
        raise fail(f"the format {name} needs a solution, too", hint="add --solution")
    if form.write_solved is None and form.comment is None:
        raise fail(f"the format {name} has no place for a solution")
    program = elaborate(puzzle)
    program.text = elaborate_clues(puzzle).text
    answer = find_solution(puzzle, program) if solution is True else solution
    if form.write_solved is not None:
        return "", form.write_solved(program, answer)
    assert write is not None
    text = write(program)
    line = solution_line(program, program.solution_json(answer))
    return head, f"{form.comment}{line}\n{text}"


def require_solution(puzzle: Puzzle, solution: Solution) -> Assignment:
    """Return the values of a solution of a puzzle.

    Raises:
        UserError: it is of another puzzle.
    """
    program = elaborate(puzzle)
    values = solution.of(program)
    for broken in violations(program, values, limit=1):
        raise fail(f"the board is not a solution of this puzzle: {broken.message}")
    return values


def find_solution(puzzle: Puzzle, program: Program) -> Assignment:
    """Return the solution that came with a puzzle if it is correct, else one that a solver finds.

    Raises:
        UserError: there is none, or none was found.
        OwnLimitError: a limit was reached before.
    """
    from nlc.process.own_limits import OwnLimitError, narrowed
    from nlc.solving.choice import SolverChoice
    from nlc.solving.question import ONE
    from nlc.solving.solve import solve_one

    if puzzle.tree.solution is not None and not puzzle.tree.faults:
        with suppress(UserError):  # it names places or values that are not on the board
            given = complete(program, *read_solution(program, puzzle.tree.solution))
            if not violations(program, given, 1):
                return given
    answer = solve_one(puzzle, ONE, SolverChoice())
    if answer.reason in LIMITS_REACHED:
        raise OwnLimitError(answer.reason, narrowed(NO_LIMITS))
    if answer.board is None:
        reason = "it has none" if answer.status == "UNSATISFIABLE" else answer.reason
        raise fail(f'no solution of "{puzzle.title}" can be written: {reason}')
    return answer.board.values
