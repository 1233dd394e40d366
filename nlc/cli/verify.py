"""``nlc verify``: check a solution by the rules, without any encoding."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, print_message
from nlc.cli.solutions import GivenSolution, load_solutions, puzzle_of, solution_in_comment
from nlc.errors import fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import Violation, violations
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing
from nlc.pictures.gallery import draw_violations
from nlc.printable import printable
from nlc.process.own_limits import OwnLimitError, within

MAX_VIOLATIONS = 20_000
"""Places at most where rules are checked."""

MAX_MESSAGES = 8
"""Messages shown of one rule."""


EPILOG = """\
examples:
  nlc verify puzzle.nl solution.json                        check one
  nlc run --format json puzzle.nl | nlc verify puzzle.nl -  check each

exit status: 0 every solution is right, 1 one is wrong, 2 the input is wrong,
3 a limit was reached first
"""


ARGUMENTS = f"""
FILE  the puzzle
SOLUTION?  JSON, as nlc run or nlc decode --format json prints it, or -; left out, what FILE itself
    gives as the solution, also in a comment above the puzzle
{common.PUZZLES}{common.limits()}
output:
{common.pictures("text")}
{common.ASCII}
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 0 if every solution is right, else 1."""
    files = [args.file] if args.solution is None else [args.file, args.solution]
    common.refuse_twice(files)
    common.require_pictures(args, files)
    cases, _ = common.load_input(args, args.file)
    given: dict[Puzzle, list[GivenSolution]] = {}
    if args.solution is None:
        given = {case: _own_solutions(case, args.file) for case in cases}
    else:
        for solution in load_solutions(args.solution):
            puzzle = puzzle_of(cases, solution, args.file, "solution")
            given.setdefault(puzzle, []).append(solution)
    status = EXIT_DECIDED
    found: list[Drawing] = []
    for case, solutions in given.items():
        try:
            with within(common.limits_of(args)):
                program = elaborate(case)
                for number, solution in enumerate(solutions, 1):
                    title = program.title
                    name = title if len(solutions) == 1 else f"{title}, solution {number}"
                    if not _check(args, case, program, solution, name, found):
                        status = EXIT_FAILED
        except OwnLimitError as stop:
            print_message(f"nlc: {case.title}: not decided: {stop}")
            status = status or EXIT_UNDECIDED
    common.draw_to(args, found)
    return status


def _own_solutions(case: Puzzle, path: str) -> list[GivenSolution]:
    """Return the solution that comes with a puzzle, or that a comment above it has."""
    tree = case.tree
    if tree.solution is None:
        if found := solution_in_comment(tree.span.source, tree.span.line):
            return found
        message = f'"{tree.title}" comes without a solution'
        raise fail(message, tree.span, f"name a file with one: nlc verify {path} solution.json")
    return [GivenSolution(tree.title, tree.solution, tree.span, tree.faults)]


def _check(
    args: argparse.Namespace,
    case: Puzzle,
    program: Program,
    solution: GivenSolution,
    name: str,
    found: list[Drawing],
) -> bool:
    """Print whether a solution is right, with the rules that it breaks; draw it."""
    board = solution.board(program)
    broken = violations(program, board, MAX_VIOLATIONS)
    wrong = bool(broken or solution.faults)
    lines = [f"{name}: {'wrong' if wrong else 'right, by every rule'}"]
    lines += [f"  {text}" for text in (*_listed(case, broken), *_some(solution.faults))]
    text = "\n".join(map(printable, lines))
    if args.format == "text":
        print(f"{text}\n{common.picture(args, program, board)}")
    else:
        print_message(text)
        found.append(draw_violations(program, board, broken, args.style))
    return not wrong


def _listed(case: Puzzle, broken: list[Violation]) -> Iterator[str]:
    """Yield messages, the first of each rule after its text."""
    rules = dict.fromkeys(violation.rule for violation in broken)
    for rule in rules:
        if (text := case.rules.rule_text(rule)) != rule:
            yield f'{rule}: "{text}" is broken'
        yield from _some([each.message for each in broken if each.rule == rule], f"{rule}: ")


def _some(messages: Sequence[str], prefix: str = "") -> Iterator[str]:
    yield from messages[:MAX_MESSAGES]
    if len(messages) > MAX_MESSAGES:
        yield f"{prefix}{len(messages) - MAX_MESSAGES} more like these"
