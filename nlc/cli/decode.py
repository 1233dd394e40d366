"""``nlc decode``: turn a solver's answer back into a solution, by the names in the CNF."""

from __future__ import annotations

import argparse
import json

from nlc.cli import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED
from nlc.cli.console import say


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("cnf", metavar="OUT.cnf", help="what nlc compile wrote")
    parser.add_argument("log", metavar="SOLVER.log", help="what the solver printed, or -")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output")


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    from nlc.cnf.answers import parse_answer
    from nlc.cnf.decode import decode_comments
    from nlc.cnf.read import read_head
    from nlc.errors import fail
    from nlc.files import open_binary

    if args.cnf == args.log == "-":
        raise fail("standard input ('-') can be read only once")
    with open_binary(args.cnf) as stream:
        head = read_head(stream)
    if not head.names:
        raise fail(f"{args.cnf} names no variables", None, "compile it with --names shown, or all")
    with open_binary(args.log) as stream:
        answer = parse_answer(stream.read(), head.variables)
    for problem in answer.problems:
        say(f"nlc: {args.log}: {problem}")
    # What contradicts itself, or is cut off, is no answer.
    status = "UNKNOWN" if answer.problems else answer.status
    solution = None
    if status == "SATISFIABLE":
        solution = decode_comments(head.names, answer.values, head.comments)
    if args.format == "json":
        print(json.dumps({"status": status, "solution": solution}))
    else:
        print(status)
        for name, value in (solution or {}).items():
            items = value if isinstance(value, list) else [f"{k}={v}" for k, v in value.items()]
            print(f"{name}: {' '.join(items)}")
    if answer.problems:
        return EXIT_FAILED
    return EXIT_UNDECIDED if status == "UNKNOWN" else EXIT_DECIDED
