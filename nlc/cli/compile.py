"""``nlc compile``: write a puzzle as DIMACS CNF, as IR, or its sizes by rule."""

from __future__ import annotations

import argparse
import hashlib
import sys
from typing import TYPE_CHECKING

from nlc.cli import EXIT_DECIDED
from nlc.lang.diagnostics import fail
from nlc.load import Setting, read_cases

if TYPE_CHECKING:
    from nlc.encode.lower import Lowered
    from nlc.lang.resolve import Case


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    from nlc.encode.spec import Encoding
    from nlc.files import atomic_writer
    from nlc.ir.elaborate import elaborate

    encoding = Encoding.parse(args.encoding)
    settings = tuple(Setting(text) for text in args.settings)
    cases, diagnostics = read_cases(args.file, args.form, settings, args.puzzle)
    for item in diagnostics.items:
        print(item.render(), file=sys.stderr)
    if len(cases) != 1:
        titles = ", ".join(f'{i} "{c.puzzle.title}"' for i, c in enumerate(cases[:20], 1))
        raise fail(
            f"{args.file} holds {len(cases)} puzzles, and one is compiled at a time",
            None,
            f"choose with --puzzle: {titles}" if cases else None,
        )
    program = elaborate(cases[0])
    if args.emit == "ir":
        from nlc.ir.printer import write_ir

        with atomic_writer(args.output) as stream:
            write_ir(program, stream)
        return EXIT_DECIDED
    from nlc.encode.lower import lower

    lowered = lower(program, encoding, comments=(f"source sha256 {_digest(cases[0])}",))
    if args.emit == "stats":
        with atomic_writer(args.output) as stream:
            stream.write(_sizes(lowered).encode())
        return EXIT_DECIDED
    from nlc.dimacs.write import write

    with atomic_writer(args.output) as stream:
        write(lowered.cnf, stream, names=args.names, annotate=args.annotate)
    return EXIT_DECIDED


def _digest(case: Case) -> str:
    """Return a digest of the text that the puzzle was read from."""
    text = case.puzzle.span.source.text
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _sizes(lowered: Lowered) -> str:
    """Return a table of variables, clauses and literals by rule."""
    from tabulate import tabulate

    rows: list[tuple[str, int, int, int]] = [
        (rule, *sizes) for rule, sizes in lowered.rule_statistics().items()
    ]
    cnf = lowered.cnf
    rows.append(("all", cnf.variables, cnf.clauses, cnf.literals))
    table = tabulate(rows, headers=("rule", "variables", "clauses", "literals"))
    return f"{lowered.encoding}\n{table}\n"
