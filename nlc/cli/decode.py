"""``nlc decode``: turn a solver's answer back into a solution, by the names in the CNF."""

from __future__ import annotations

import argparse
from typing import Any

from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, print_json, print_message
from nlc.cli.solutions import GivenSolution
from nlc.cnf import check_model
from nlc.cnf.decode import decode_comments
from nlc.cnf.read_costs import read_formula
from nlc.cnf.solver_output import parse_solver_output
from nlc.errors import Source, Span, fail
from nlc.files import open_binary
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.printable import printable

EPILOG = """\
examples:
  nlc decode out.cnf solver.log --puzzle-file puzzle.nl    draw the board
"""


ARGUMENTS = f"""
OUT.cnf  what nlc compile wrote
SOLVER.log  what the solver printed, or -
--puzzle-file FILE  the puzzle that was compiled: its rules are checked too, and the board is drawn
--format text|json [text]  output
{common.ASCII}
{common.PUZZLES}
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status.

    An answer that contradicts itself, the formula or the rules, or is cut off, is none.
    """
    common.refuse_twice([args.cnf, args.log, args.puzzle_file])
    cnf = read_formula(args.cnf)[0]
    names = {b.base + i: name for b in cnf.names for i, name in enumerate(b.make())}
    if not names:
        raise fail(f"{args.cnf} names no variables", None, "compile it with --names shown, or all")
    program = None
    if args.puzzle_file is not None:
        program = elaborate(common.load_one(args, args.puzzle_file, "a CNF"))
    with open_binary(args.log) as stream:
        answer = parse_solver_output(stream.read(), cnf.variables)
    problems, status, solution = list(answer.problems), answer.status, None
    if status == "SATISFIABLE" and not problems:
        if broken := check_model(cnf, answer.values):
            problems.append(f"the model falsifies {broken} of {cnf.clauses} clauses")
        elif not answer.values.any():
            problems.append("the model holds no literal")
        else:
            solution = decode_comments(names, answer.values, cnf.comments)
    board = None
    if program is not None and solution is not None:
        span = Span(Source(args.log, ""), 1, 1, 1, 1)
        board = GivenSolution(None, solution, span).board(program)
        problems += [f"the board breaks a rule: {v.message}" for v in violations(program, board)]
    for problem in problems:
        print_message(f"nlc: {args.log}: {problem}")
    if problems:
        status, solution = "UNKNOWN", None
    if args.format == "json":
        print_json({"status": status, "solution": solution})
    else:
        print(status)
        if program is not None and board is not None:
            print(common.picture(args, program, board))
        else:
            _list(solution or {})
    if problems:
        return EXIT_FAILED
    return EXIT_UNDECIDED if status == "UNKNOWN" else EXIT_DECIDED


def _list(solution: dict[str, Any]) -> None:
    for name, value in solution.items():
        items = value if isinstance(value, list) else [f"{k}={v}" for k, v in value.items()]
        print(printable(f"{name}: {' '.join(items)}"))
