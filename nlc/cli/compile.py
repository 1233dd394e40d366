"""``nlc compile``: write a puzzle as DIMACS CNF, as IR, or its sizes by rule."""

from __future__ import annotations

import argparse
import codecs
import hashlib
from typing import BinaryIO, TextIO, cast

from msgspec.structs import replace

from nlc.board import Board
from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED, print_diagnostics, print_message
from nlc.cli.progress import task
from nlc.cnf.write import write_clauses, write_cnf, write_groups, write_opb, write_wcnf
from nlc.encode.lower import LoweredProgram
from nlc.encode.puzzle_formula import compile_puzzles
from nlc.encode.spec import ALONE, AUTO, NONE, Encoding
from nlc.errors import fail
from nlc.files import NUMBER, atomic_writer
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
  nlc compile puzzle.nl --emit clauses       its clauses in words
  nlc compile many.nl -o 'g-{n}.cnf'         a file for each puzzle
"""


ARGUMENTS = f"""
FILE+  a puzzle file, or - for standard input
-o --output OUT [-]  where to write (default: standard output); .gz, .xz and .bz2 compress; {{n}} in
    the name makes a file for each puzzle
{common.OBJECTIVE}{common.ENCODING}
--emit cnf|gcnf|wcnf|opb|ir|stats|clauses  what to write; the CNF (default, unless OUT ends with
    another of these names), one with a group for each instance of a rule, with the costs of an
    objective as WCNF, the same as pseudo-Boolean constraints, the intermediate representation by
    rule, sizes by rule, or clauses by rule with the names of their variables
--names none|shown|all  which variables are named in comments (default: shown, those that nlc decode
    needs)
--annotate  mark the clauses of each rule with a comment
{common.PUZZLES}
"""


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
    if NUMBER in args.output:
        for number, case in enumerate(cases, 1):
            _compile(args, encoding, [case], args.output.replace(NUMBER, str(number)))
    else:
        _compile(args, encoding, cases, args.output)
    return EXIT_DECIDED


def _compile(
    args: argparse.Namespace, encoding: Encoding, cases: list[Puzzle], output: str
) -> None:
    """Write the formula of one puzzle, or of several that share it."""
    if len(cases) > 1 and (encoding.puzzles == ALONE or args.emit == "ir"):
        where = args.files[0] if len(args.files) == 1 else f"{len(args.files)} files"
        raise fail(
            f"{where} hold{'s' * (len(args.files) == 1)} {len(cases)} puzzles, and one is compiled"
            " at a time",
            None,
            f"a file for each: -o 'out-{{n}}.cnf'; or {common.puzzle_hint(cases)}",
        )
    if args.emit == "ir":
        with atomic_writer(output) as stream:
            # No TextIOWrapper: after an error it would close standard output.
            write_ir(elaborate(cases[0]), cast(TextIO, codecs.getwriter("utf-8")(stream)))
        return
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
    cnf, names = lowered.cnf, args.names or "shown"
    read = cases[0].tree.span.source.text.encode("utf-8", "surrogateescape")
    cnf.comments[0] += f" source=sha256:{hashlib.sha256(read).hexdigest()[:16]}"
    with task("writing", quiet=common.on_screen(output)), atomic_writer(output) as stream:
        if args.emit == "stats":
            stream.write(_sizes(lowered).encode())
        elif args.emit == "clauses":
            write_clauses(cnf, stream)
        elif args.emit == "gcnf":
            _write_groups(stream, lowered, elaborate(cases[0]).board, names)
        elif args.emit == "opb":
            write_opb(cnf, lowered.costs, stream, names=names)
        elif args.emit == "wcnf" and lowered.costs is not None:
            write_wcnf(cnf, lowered.costs, stream, names=names)
        else:
            write_cnf(cnf, stream, names=names, annotate=args.annotate)


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


def _write_groups(stream: BinaryIO, lowered: LoweredProgram, board: Board, names: str) -> None:
    """Write a formula as group CNF."""
    import numpy as np

    found = lowered.selectors
    groups = [name for block, _ in found for name in group_names(board, block)]
    selectors = np.concatenate([np.zeros(0, np.int32), *(variables for _, variables in found)])
    write_groups(lowered.cnf, stream, selectors, groups, selector_rule=SELECTED, names=names)


def _refuse(args: argparse.Namespace) -> None:
    """Refuse options that cannot work together, and an output that would replace the input."""
    if args.emit is None:
        named = common.format_named(args.output)
        args.emit = named if named in ("gcnf", "wcnf", "opb", "ir") else "cnf"
    why = f"{{}} is about comments in a CNF, and --emit {args.emit} writes none"
    if args.emit in ("ir", "stats", "clauses"):
        common.refuse(args, "names", why)
    if args.emit != "cnf":
        common.refuse(args, "annotate", why)
    common.refuse_twice(args.files)
    if any(common.same(args.output, source) for source in args.files):
        raise fail(f"{args.output} is the puzzle itself, and would be overwritten")
    common.require_name(args.output, args.emit)


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
