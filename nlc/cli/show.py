"""Shows the answers of ``nlc run``: as text, as JSON, or in the language of SAT competitions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from nlc.cli import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED
from nlc.cli.common import heading, look, reading
from nlc.cli.console import give_up, say
from nlc.drivers.base import FAILURES
from nlc.printable import printable
from nlc.solving.answer import RULE_CHECK, Answer
from nlc.solving.question import Question
from nlc.solving.words import COUNTING

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing


def show(args: argparse.Namespace, answer: Answer, question: Question, found: list[Drawing]) -> int:
    """Show what came of a puzzle, and return the exit status that it calls for.

    Args:
        args: of the command.
        answer: what came of it.
        question: what was asked.
        found: takes the drawings, where they are the output.
    """
    about = f"nlc: {answer.title}:"
    for note in (*answer.notes, *filter(None, [answer.message])):
        say(f"{about} {note}")
    if args.verbose:
        for number, attempt in enumerate(answer.plan.attempts if answer.plan else (), 1):
            say(f"{about} plan, {number}: {attempt}")
        if answer.encoding is not None:
            say(f"{about} stated by {answer.encoding}")
        for step in answer.steps:
            which = "" if step.attempt is None else f"{step.attempt}: "
            say(f"{about} {which}{step.solver or answer.solver}, {step}")
        for bounds in answer.bounds:
            say(f"{about} after {bounds.seconds:.3f} s: {bounds}")
        for name, reason in (answer.portfolio or {}).items():
            say(f"{about} in the race, {name}: {reason}")
    if args.competition:
        return _show_model(answer)
    if args.format == "json":
        import json

        print(json.dumps(answer.to_json()), flush=True)
    elif args.format != "text":
        found += answer.drawings(args.style)
        say(f"{about} {answer.verdict()}")
    elif answer.program is not None:
        lines = [headline(answer), answer.text(*look(args))]
        if answer.status == "UNSATISFIABLE":
            command = "nlc why" if answer.path == "-" else f"nlc why {reading(args, answer.path)}"
            lines.append(printable(f"{command} shows which clues contradict each other"))
        print("\n".join([*lines, figures(answer), ""]), flush=True)
    if answer.reason in FAILURES:
        return EXIT_FAILED
    return EXIT_DECIDED if question.is_answered(answer) else EXIT_UNDECIDED


_LITERALS_PER_LINE = 12


def _show_model(answer: Answer) -> int:
    """Print the answer as a solver would and return its exit status: 10, 20 or 0."""
    if answer.model is None:
        print(f"s {answer.status}", flush=True)
        return 20 if answer.status == "UNSATISFIABLE" else 0
    print("s SATISFIABLE")
    lits = [i if value else -i for i, value in enumerate(answer.model.tolist())][1:]
    for start in range(0, len(lits), _LITERALS_PER_LINE):
        print("v", *lits[start : start + _LITERALS_PER_LINE])
    print("v 0", flush=True)
    return 10


def show_all(answers: Iterable[Answer]) -> None:
    """Print the JSON objects of answers; where nobody reads, nothing is said."""
    import json

    try:
        for answer in answers:
            print(json.dumps(answer.to_json()))
        sys.stdout.flush()
    except OSError:
        give_up(sys.stdout)


def headline(answer: Answer) -> str:
    """Return the title, the file, the genre, and what the reader of the file took for granted.

    Of that, what the genre says too is left out.
    """
    facts = ""
    if answer.puzzle is not None:
        facts, options = answer.puzzle.tree.genre.name, answer.puzzle.rules.options
        told = [
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
        elif told:
            facts += f"; its format means {', '.join(told)}"
    return heading(answer.title, answer.path, facts)


def figures(answer: Answer) -> str:
    """Return how much there was to search, by which solver, and how long all of it took."""
    if answer.encoding is not None:
        size = f"{answer.variables} variables, {answer.clauses} clauses ({answer.encoding.short()})"
    elif answer.solver == COUNTING:
        sizes = answer.statistics
        size = f"{sizes['states']} states, at most {sizes['widest']} at a time"
    elif answer.solver == RULE_CHECK:
        size = "nothing to search"
    else:
        told = (f"{value} {name}" for name, value in answer.statistics.items())
        size = ", ".join(told) or "no figures"
    return f"{size}; {answer.solver or 'no solver'}; {sum(answer.seconds.values()):.3f} s"
