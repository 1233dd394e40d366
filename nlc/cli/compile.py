"""``nlc compile``: write a puzzle as DIMACS CNF, as IR, or its sizes by rule."""

from __future__ import annotations

import argparse
import codecs
import hashlib
from pathlib import Path
from typing import TextIO, cast

from msgspec.structs import replace

from nlc.board import Board
from nlc.cli import EXIT_DECIDED, common
from nlc.cli.console import print_diagnostics, print_message
from nlc.cli.progress import task
from nlc.cnf.write import write_cnf, write_groups, write_opb, write_wcnf
from nlc.encode.lists import ALONE
from nlc.encode.lower import LoweredProgram
from nlc.encode.puzzle_formula import compile_puzzles
from nlc.encode.spec import AUTO, NONE, Encoding
from nlc.errors import fail
from nlc.files import atomic_writer
from nlc.ir.elaborate.program import elaborate
from nlc.ir.passes.groups import SELECTED, Groups, group_names
from nlc.ir.printer import write_ir
from nlc.language.resolve import Puzzle

EPILOG = """\
examples:
  nlc compile puzzle.nl -o out.cnf           the clauses, for any SAT solver
  nlc compile --minimize 'count line' puzzle.nl -o out.wcnf
                                             for MaxSAT solvers; out.opb for pseudo-Boolean ones
  nlc compile puzzle.nl --emit ir            the rules for this board
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    common.declare(
        parser,
        f"""
FILE+  a puzzle file, or - for standard input
-o --output OUT [-]  where to write (default: standard output); .gz, .xz and .bz2 compress
{common.OBJECTIVE}{common.ENCODING}
--emit cnf|gcnf|wcnf|opb|ir|stats  what to write; the CNF (default, unless OUT ends with another of
    these names), one with a group for each instance of a rule, with the costs of an objective as
    WCNF, the same as pseudo-Boolean constraints, the intermediate representation by rule, or sizes
    by rule
--names none|shown|all  which variables are named in comments (default: shown, those that nlc decode
    needs)
--annotate  mark the clauses of each rule with a comment
{common.puzzles()}
""",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    _refuse(args)
    encoding = Encoding.parse(args.encoding)
    if args.emit == "gcnf":
        encoding = _in_groups(encoding)
    cases: list[Puzzle] = []
    for path in args.files:
        found, diagnostics = common.load_input(args, path)
        print_diagnostics(diagnostics.items, args.error_format)
        if not found:
            raise fail(f"{path} holds no puzzle")
        cases += found
    if len(cases) > 1 and (encoding.puzzles == ALONE or args.emit == "ir"):
        where = args.files[0] if len(args.files) == 1 else f"{len(args.files)} files"
        raise fail(
            f"{where} hold{'s' * (len(args.files) == 1)} {len(cases)} puzzles, and one is compiled"
            " at a time",
            None,
            common.puzzle_hint(cases),
        )
    if args.emit == "ir":
        program = elaborate(cases[0])
        with atomic_writer(args.output) as stream:
            # No TextIOWrapper: after an error it would close standard output.
            write_ir(program, cast(TextIO, codecs.getwriter("utf-8")(stream)))
        return EXIT_DECIDED
    with task("compiling"):
        lowered = compile_puzzles(cases, encoding).lowered
    if args.emit == "wcnf" and lowered.costs is None:
        hint = "such as nlc compile --minimize 'count line'"
        raise fail(f"{cases[0].title} has no objective, which WCNF is for", None, hint)
    if lowered.left_out:
        rules = ", ".join(dict.fromkeys(rule for rule, _ in lowered.left_out))
        print_message(
            f"nlc: {args.files[0]}: not all is written: {rules}; a solver is to add it lazily"
        )
    lowered.cnf.comments[0] += f" source=sha256:{_digest(cases[0])}"
    if args.emit == "gcnf":
        with task("writing", quiet=common.on_screen(args.output), delay=0):
            _write_groups(args, lowered, elaborate(cases[0]).board)
        return EXIT_DECIDED
    if args.emit == "stats":
        with atomic_writer(args.output) as stream:
            stream.write(_sizes(lowered).encode())
        return EXIT_DECIDED
    if args.emit in ("wcnf", "opb"):
        with (
            task("writing", quiet=common.on_screen(args.output)),
            atomic_writer(args.output) as stream,
        ):
            if args.emit == "opb":
                write_opb(lowered.cnf, lowered.costs, stream, names=args.names or "shown")
            elif lowered.costs is not None:
                write_wcnf(lowered.cnf, lowered.costs, stream, names=args.names or "shown")
        return EXIT_DECIDED
    with task("writing", quiet=common.on_screen(args.output)), atomic_writer(args.output) as stream:
        write_cnf(lowered.cnf, stream, names=args.names or "shown", annotate=args.annotate)
    return EXIT_DECIDED


def _in_groups(encoding: Encoding) -> Encoding:
    """Return an encoding whose only pass puts rows into groups."""
    if encoding.numberlink != NONE:
        raise fail(f"{encoding} states no single rules", hint="leave it out")
    if encoding.passes not in (AUTO, Groups.name):
        raise fail(
            f"--emit gcnf keeps the rules apart, and passes={encoding.passes} does not",
            hint="leave out passes=…",
        )
    return replace(encoding, passes=Groups.name)


def _write_groups(args: argparse.Namespace, lowered: LoweredProgram, board: Board) -> None:
    """Write a formula as group CNF."""
    import numpy as np

    found = lowered.selectors
    names = [name for block, _ in found for name in group_names(board, block)]
    selectors = np.concatenate([np.zeros(0, np.int32), *(variables for _, variables in found)])
    with atomic_writer(args.output) as stream:
        write_groups(
            *(lowered.cnf, stream, selectors, names),
            selector_rule=SELECTED,
            names=args.names or "shown",
        )


def _refuse(args: argparse.Namespace) -> None:
    """Refuse options that cannot work together, and an output that would replace the input."""
    if args.emit is None:
        named = common.format_named(args.output)
        args.emit = named if named in ("gcnf", "wcnf", "opb", "ir") else "cnf"
    for option in ("names", "annotate"):
        written = ("cnf", "gcnf", "wcnf", "opb") if option == "names" else ("cnf",)
        if args.emit not in written and getattr(args, option):
            raise fail(f"--{option} is about comments in a CNF, and --emit {args.emit} writes none")
    common.refuse_twice(args.files)
    target = Path(args.output)
    for source in map(Path, args.files):
        if args.output != "-" and source.is_file() and target.exists() and target.samefile(source):
            raise fail(f"{args.output} is the puzzle itself, and would be overwritten")
    common.require_name(args.output, args.emit)


def _digest(case: Puzzle) -> str:
    """Return a digest of the text that the puzzle was read from."""
    text = case.tree.span.source.text
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _sizes(lowered: LoweredProgram) -> str:
    """Return a table of variables, clauses and literals by rule."""
    from tabulate import tabulate

    rows: list[tuple[str, int, int, int]] = [
        (rule, *sizes) for rule, sizes in lowered.rule_statistics().items()
    ]
    cnf = lowered.cnf
    rows.append(("all", cnf.variables, cnf.clauses, cnf.literals))
    table = tabulate(rows, headers=("rule", "variables", "clauses", "literals"))
    return f"{lowered.encoding}\n{table}\n"
