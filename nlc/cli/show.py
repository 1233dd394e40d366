"""Shows the answers of ``nlc run``: as text, as JSON, or in the language of SAT competitions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from nlc.cli import console
from nlc.cli.common import clues_to_add, heading, look, why_command
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, print_message
from nlc.drivers.base import FAILURES
from nlc.errors import UserError
from nlc.printable import printable
from nlc.solving.answer import COUNTING, RULE_CHECK, Answer
from nlc.solving.plan import CHECK
from nlc.solving.question import Question

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing


def show(args: argparse.Namespace, answer: Answer, question: Question, found: list[Drawing]) -> int:
    """Show the answer for a puzzle, and return its exit status.

    Args:
        args: of the command.
        answer: of the puzzle.
        question: that was to be answered.
        found: takes the drawings, where they are the output.
    """
    about = f"nlc: {answer.title}:"
    for note in (*answer.notes, *filter(None, [answer.message])):
        print_message(f"{about} {note}")
    if args.verbose:
        for number, attempt in enumerate(answer.plan.attempts if answer.plan else (), 1):
            print_message(f"{about} plan, {number}: {attempt}")
        for line in _searched(answer):
            print_message(f"{about} {line}")
        for bounds in answer.bounds:
            print_message(f"{about} after {bounds.seconds:.3f} s: {bounds}")
        for name, reason in (answer.portfolio or {}).items():
            print_message(f"{about} in the race, {name}: {reason}")
    if args.competition:
        return _show_model(answer)
    if args.format == "json":
        console.print_json(answer.to_json())
    elif args.format != "text":
        found += answer.drawings(args.style)
        print_message(f"{about} {answer.verdict()}")
    elif answer.program is not None:
        lines = [headline(answer), answer.text(*look(args))]
        if answer.status == "UNSATISFIABLE":
            command = why_command(args, answer.path)
            lines.append(printable(f"{command} shows which clues contradict each other"))
        if args.unique and answer.unique is False and answer.puzzle is not None:
            lines += filter(None, [clues_to_add(args, answer.puzzle)])
        if args.count and answer.count and not answer.complete:
            lines.append(instead_of_listing(answer))
        print("\n".join([*lines, figures(answer), ""]), flush=True)
    if answer.reason in FAILURES:
        return EXIT_FAILED
    return EXIT_DECIDED if question.is_answered(answer) else EXIT_UNDECIDED


def instead_of_listing(answer: Answer) -> str:
    """Return how long it takes to list a million solutions, and what counts without a list."""
    from nlc.engines.frontier.rules import read_rules

    assert answer.count is not None and answer.program is not None
    hours = sum(answer.seconds.values()) / answer.count * 1e6 / 3600
    ways = "a projected model counter on the file of nlc compile counts"
    try:
        read_rules(answer.program)
        if all(step.solver != COUNTING for step in answer.steps):
            ways = f"--solver {COUNTING}, or {ways}"
    except UserError:
        pass  # it has a rule that is not local
    return f"listed one by one, a million in {max(hours, 0.1):.1f} h;\n{ways} without a list"


def _searched(answer: Answer) -> Iterator[str]:
    """Yield each step of a search, with the encodings, and the attempts that were left out."""
    encoding = None
    for step in answer.steps:
        which = "" if step.attempt is None else f"{step.attempt}: "
        if step.encoding not in (None, encoding):
            encoding = step.encoding
            yield f"{which}encoded by {encoding}"
        yield f"{which}{step.solver or answer.solver}, {step}"
    for number, why in answer.left_out.items():
        yield f"{number}: left out: {why}"
    made = {*answer.left_out, *(step.attempt for step in answer.steps)}
    ran = {CHECK, answer.solver, *(answer.portfolio or {})}
    idle = [
        str(number)
        for number, each in enumerate(answer.plan.attempts if answer.plan else (), 1)
        if number not in made and each.solver not in ran
    ]
    if idle:
        yield f"{', '.join(idle)}: not begun, as the search had ended"


def model_lines(literals: Sequence[int]) -> list[str]:
    """Return the lines of a model, as solvers print it."""
    rows = (literals[start : start + 12] for start in range(0, len(literals), 12))
    return [*(" ".join(["v", *map(str, row)]) for row in rows), "v 0"]


def _show_model(answer: Answer) -> int:
    """Print the answer as a solver would and return its exit status: 10, 20 or 0."""
    if answer.model is None:
        print(f"s {answer.status}", flush=True)
        return 20 if answer.status == "UNSATISFIABLE" else 0
    print("s SATISFIABLE")
    lits = [i if value else -i for i, value in enumerate(answer.model.tolist())][1:]
    print("\n".join(model_lines(lits)), flush=True)
    return 10


def show_all(answers: Iterable[Answer]) -> None:
    """Print the JSON objects of answers; a closed output is ignored."""
    try:
        console.print_json(*(answer.to_json() for answer in answers))
    except OSError:
        console.give_up(sys.stdout)


def headline(answer: Answer) -> str:
    """Return the title, the file, the genre, and the assumptions of the file's format.

    Those that the genre makes as well are left out.
    """
    facts = ""
    if answer.puzzle is not None:
        facts, options = answer.puzzle.tree.genre.name, answer.puzzle.rules.options
        assumed = [
            f"{name}={value}"
            for name, value in answer.puzzle.tree.assumed
            if name in options
            and value != str(getattr(options[name].default, "value", None)).lower()
        ]
        if "genre" in dict(answer.puzzle.tree.assumed):
            facts = f"genre guessed: {facts}"
            if answer.program is not None:
                board = answer.program.board
                facts = f"{board.rows}x{board.cols}; {facts}"
        elif assumed:
            facts += f"; its format means {', '.join(assumed)}"
    return heading(answer.title, answer.path, facts)


def figures(answer: Answer) -> str:
    """Return the size of the search, the solver, and the time of all of it."""
    if answer.encoding is not None:
        size = f"{answer.variables} variables, {answer.clauses} clauses ({answer.encoding.short()})"
    elif answer.solver == COUNTING:
        sizes = answer.statistics
        size = f"{sizes['states']} states, at most {sizes['widest']} at a time"
    elif answer.solver == RULE_CHECK:
        size = "nothing to search"
    else:
        counts = (f"{value} {name}" for name, value in answer.statistics.items())
        size = ", ".join(counts) or "no figures"
    return f"{size}; {answer.solver or 'no solver'}; {sum(answer.seconds.values()):.3f} s"
