"""``nlc verify``: judge a solution by the rules, without any encoding."""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass, replace
from typing import Any

from nlc.cli import EXIT_DECIDED, EXIT_FAILED
from nlc.ir.nodes import Assignment, Program
from nlc.lang.diagnostics import Source, Span, UserError, fail
from nlc.lang.resolve import Case
from nlc.load import Setting, read_cases

_TEXT = re.compile(r"\S")


@dataclass(frozen=True, eq=False)
class _Given:
    """A solution that the user gives.

    Attributes:
        title: of the puzzle that it says to be for.
        value: a JSON value.
        span: where it stands.
    """

    title: str | None
    value: Any
    span: Span


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 0 if every solution is right, else 1."""
    from nlc.ir.elaborate import elaborate

    if args.file == args.solution == "-":
        raise fail("standard input ('-') can be read only once")
    settings = tuple(Setting(text) for text in args.settings)
    cases, _ = read_cases(args.file, args.form, settings, args.puzzle)
    given: dict[Case, list[_Given]] = {}
    for solution in _solutions(args.solution):
        given.setdefault(_case_of(cases, solution.title, args.file), []).append(solution)
    right = True
    for case, solutions in given.items():
        program = elaborate(case)
        for number, solution in enumerate(solutions, 1):
            name = program.title if len(solutions) == 1 else f"{program.title}, solution {number}"
            right &= _judge(program, solution, name, args.ascii)
    return EXIT_DECIDED if right else EXIT_FAILED


def _judge(program: Program, solution: _Given, name: str, plain: bool) -> bool:
    """Tell whether a solution is right and, where it is not, which rules it breaks and where."""
    from nlc.ir.complete import complete, read_solution
    from nlc.ir.evaluate import violations

    try:
        board = complete(program, *read_solution(program, solution.value))
    except UserError as error:
        placed = [replace(item, span=item.span or solution.span) for item in error.diagnostics]
        raise UserError(placed) from None
    broken = violations(program, board)
    if not broken:
        print(f"{name}: right, by every rule")
        return True
    print(f"{name}: wrong")
    for violation in broken:
        print(f"  {violation.message}")
    _draw(program, board, plain)
    return False


def _draw(program: Program, board: Assignment, plain: bool) -> None:
    from nlc.render.terminal import use_color, use_unicode
    from nlc.render.text import render

    style = "unicode" if use_unicode(sys.stdout) and not plain else "ascii"
    print(render(program, board, style=style, color=use_color(sys.stdout)))


def _case_of(cases: list[Case], title: str | None, path: str) -> Case:
    if title is None:
        if len(cases) == 1:
            return cases[0]
        raise fail(
            f"{path} holds {len(cases)} puzzles, and the solution does not say whose it is",
            None,
            "choose with --puzzle",
        )
    for case in cases:
        if case.puzzle.title == title:
            return case
    if len(cases) == 1:
        return cases[0]
    raise fail(f"{path} has no puzzle '{title}', which the solution is for")


def _solutions(path: str) -> list[_Given]:
    """Read solutions, one or several: objects of ``nlc run --format json`` or of ``nlc decode
    --format json``, or bare solutions.
    """
    from nlc.lang.parse import read_source

    out: list[_Given] = []
    for item, span in _documents(read_source(path)):
        if not isinstance(item, dict):
            raise fail("a solution is a JSON object", span, 'such as {"line": ["r1c1-r1c2"]}')
        if item.keys() == {"status", "solution"}:
            item = {"solutions": [] if item["solution"] is None else [item["solution"]]}
        if "solutions" not in item:
            out.append(_Given(None, item, span))
            continue
        title, several = item.get("puzzle"), item["solutions"]
        if not isinstance(several, list):
            raise fail("'solutions' is a list", span, "as nlc run --format json prints it")
        out += [_Given(title if isinstance(title, str) else None, one, span) for one in several]
    if not out:
        raise fail(f"{path} holds no solution")
    return out


def _documents(source: Source) -> list[tuple[Any, Span]]:
    """Return the JSON values of a text: one after the other, with or without line ends."""
    decoder = json.JSONDecoder()
    out: list[tuple[Any, Span]] = []
    at, text = 0, source.text
    while more := _TEXT.search(text, at):
        start = more.start()
        line = text.count("\n", 0, start) + 1
        column = start - text.rfind("\n", 0, start)
        span = Span(source, line, column, line, column + 1)
        try:
            value, at = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            span = Span(source, error.lineno, error.colno, error.lineno, error.colno + 1)
            raise fail(f"this is no JSON: {error.msg}", span) from None
        except RecursionError:
            raise fail("this is nested too deeply for a solution", span) from None
        out.append((value, span))
    return out
