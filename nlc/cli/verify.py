"""``nlc verify``: judge a solution by the rules, without any encoding."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from nlc.cli import EXIT_DECIDED, EXIT_FAILED
from nlc.ir.nodes import Assignment, Program
from nlc.lang.diagnostics import Source, Span, fail
from nlc.lang.resolve import Case
from nlc.load import Setting, read_cases


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 0 if every solution is right, else 1."""
    from nlc.ir.complete import complete, read_solution
    from nlc.ir.elaborate import elaborate
    from nlc.ir.evaluate import violations

    settings = tuple(Setting(text) for text in args.settings)
    cases, _ = read_cases(args.file, args.form, settings, args.puzzle)
    worst = EXIT_DECIDED
    programs: dict[str, Program] = {}
    for number, (title, solution) in enumerate(_solutions(args.solution), 1):
        case = _case_of(cases, title, args.file)
        if case.puzzle.title not in programs:
            programs[case.puzzle.title] = elaborate(case)
        program = programs[case.puzzle.title]
        board = complete(program, *read_solution(program, solution))
        broken = violations(program, board)
        name = f"{program.title}, solution {number}"
        if not broken:
            print(f"{name}: right, by every rule")
            continue
        worst = EXIT_FAILED
        print(f"{name}: wrong")
        for violation in broken:
            print(f"  {violation.message}")
        _draw(program, board, args.ascii)
    return worst


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


def _solutions(path: str) -> list[tuple[str | None, dict[str, Any]]]:
    """Read solutions: objects of ``nlc run --format json``, or bare solutions, one or several."""
    from nlc.lang.parse import read_source

    source = read_source(path)
    out: list[tuple[str | None, dict[str, Any]]] = []
    for item, span in _documents(source):
        if not isinstance(item, dict):
            raise fail("a solution is a JSON object", span, 'such as {"line": ["r1c1-r1c2"]}')
        if "solutions" in item:
            title = item.get("puzzle")
            out += [(title if isinstance(title, str) else None, s) for s in item["solutions"]]
        else:
            out.append((None, item))
    if not out:
        raise fail(f"{path} holds no solution")
    return out


def _documents(source: Source) -> list[tuple[Any, Span]]:
    """Return the JSON values of a text: one after the other, with or without line ends."""
    decoder = json.JSONDecoder()
    out: list[tuple[Any, Span]] = []
    at, text = 0, source.text
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        line = text.count("\n", 0, at) + 1
        column = at - (text.rfind("\n", 0, at) + 1) + 1
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            span = Span(source, error.lineno, error.colno, error.lineno, error.colno + 1)
            raise fail(f"this is no JSON: {error.msg}", span) from None
        out.append((value, Span(source, line, column, line, column + 1)))
    return out
