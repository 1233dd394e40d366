"""The input of ``nlc diff``, and its output of tables and boards that break a rule or differ."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.cli import EXIT_USER
from nlc.cli.common import load_inputs, look
from nlc.cli.console import print_diagnostics, print_message
from nlc.comparing.job import Style
from nlc.comparing.markup import Form
from nlc.comparing.models_report import ModelsResult
from nlc.comparing.samples import Sample
from nlc.drivers import DEFAULT, get
from nlc.encode.spec import Encoding
from nlc.engines.registry import find
from nlc.errors import Diagnostics, UserError, fail
from nlc.ir.complete import complete, read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.pictures import PICTURES
from nlc.pictures.drawing import Drawing
from nlc.pictures.gallery import draw_violations, write

DEFAULT_ENCODINGS = ("default;domains=direct;acyclic=order",)


class DiffInput(Struct, eq=False):
    """Puzzles and encodings to be compared.

    Attributes:
        puzzles: with their files.
        encodings: specs.
        drivers: names of SAT drivers.
        engines: names.
        style: of boards that break a rule.
        broken: mistakes in the input, printed at the end.
    """

    puzzles: list[tuple[str, Puzzle]]
    encodings: list[str]
    drivers: list[str]
    engines: list[str]
    style: Style
    broken: Diagnostics = field(default_factory=Diagnostics)

    def conclude(self, args: argparse.Namespace, done: int, total: int, status: int) -> int:
        """Print the mistakes in the input and how much was done; return the exit status."""
        if done < total and not self.broken.errors:
            print_message(f"nlc: {done} of {total} were done")
        print_diagnostics(self.broken.items, args.error_format)
        return EXIT_USER if self.broken.errors else status


def parse_input(args: argparse.Namespace) -> DiffInput:
    """Return what the arguments name; mistakes in files are printed at the end."""
    errors = Diagnostics()
    encodings = split_encodings(args.encodings or DEFAULT_ENCODINGS)
    for spec in encodings:
        try:
            Encoding.parse(spec)
        except UserError as error:
            errors.absorb(error)
    drivers: list[str] = []
    engines: list[str] = []
    for name in split_solvers(args.solvers or [DEFAULT]):
        try:
            if (engine := find(name)) is not None:
                engines.append(engine.name)
                continue
            driver = get(name)
        except UserError as error:
            errors.absorb(error)
            continue
        driver.missing()  # this imports, once, what every child would import for itself
        drivers.append(driver.name)
    errors.raise_errors()
    if not (engines or (encodings and drivers)):
        raise fail("there is nothing to compare: --encodings or --solvers names none")
    drivers, engines = list(dict.fromkeys(drivers)), list(dict.fromkeys(engines))
    wanted = DiffInput([], encodings, drivers, engines, Style(*look(args)))
    for path, read in load_inputs(args, wanted.broken):
        wanted.puzzles += [(path, puzzle) for puzzle in read]
    return wanted


def split_encodings(texts: Iterable[str]) -> list[str]:
    """Return the specs of several lists, each once, in order.

    ``;`` divides specs. So does a comma, but before ``part=name``, which belongs to the spec that
    it follows unless that spec has this part already: ``thesis,domains=log,domains=direct`` are
    ``thesis,domains=log`` and ``domains=direct``.
    """
    specs: list[list[str]] = []
    for text in texts:
        for group in text.split(";"):
            spec: list[str] = []
            for piece in filter(None, map(str.strip, group.split(","))):
                part = _part(piece)
                if not spec or part is None or part in map(_part, spec):
                    spec = []
                    specs.append(spec)
                spec.append(piece)
    return list(dict.fromkeys(",".join(spec) for spec in specs))


def split_solvers(texts: Iterable[str]) -> list[str]:
    """Return the solvers of several lists, each once, in order.

    ``;`` and commas divide them; after ``cmd:`` only ``;`` does.
    """
    found: list[str] = []
    for text in texts:
        for group in text.split(";"):
            plain, command, rest = group.partition("cmd:")
            found += [*map(str.strip, plain.split(",")), (command + rest).strip()]
    return list(dict.fromkeys(filter(None, found)))


def _part(piece: str) -> str | None:
    part, equals, _ = piece.partition("=")
    return part.strip() if equals else None


def form_of(args: argparse.Namespace) -> Form:
    """Return the form of a table; with pictures it is text."""
    form: Form = "text" if args.format in ("table", *PICTURES.names()) else args.format
    return form


def print_table(args: argparse.Namespace, text: str) -> None:
    """Print a table; where pictures take standard output, on standard error."""
    aside = args.format in PICTURES and args.out == "-"
    print(text, end="", flush=True, file=sys.stderr if aside else sys.stdout)


def draw_all(args: argparse.Namespace, found: Iterable[Drawing]) -> None:
    """Write pictures, if they are wanted."""
    if args.format not in PICTURES:
        return
    if drawings := list(found):
        write(args.format, drawings, args.out)
    else:
        print_message("nlc: there is no board to draw: none is disputed, none breaks a rule")


def wrong_boards(
    samples: Sequence[Sample], puzzles: Sequence[tuple[str, Puzzle]], style: str
) -> Iterator[Drawing]:
    """Yield each board of a comparison that breaks a rule, once.

    Args:
        samples: of ``nlc diff``.
        puzzles: that were compared, with their files.
        style: of pictures.
    """
    seen: set[tuple[str | None, str | None]] = set()
    for sample in samples:
        about, last = sample.puzzle, sample.last
        if last.wrong_board is None or (about.id, last.board) in seen:
            continue
        seen.add((about.id, last.board))
        named = (each for path, each in puzzles if (path, each.title) == (about.file, about.title))
        if (puzzle := next(named, None)) is not None:
            who = f"accepted by {sample.who.name}"
            yield _drawing(elaborate(puzzle), last.wrong_board, who, style)


def disputed_boards(result: ModelsResult, program: Program, style: str) -> Iterator[Drawing]:
    """Yield the boards of a result of ``nlc diff --models``."""
    for witness in result.witnesses:
        who = f"accepted by {', '.join(witness.accepted_by)}"
        if witness.rejected_by:
            who += f", rejected by {', '.join(witness.rejected_by)}"
        yield _drawing(program, witness.solution, who, style)


def _drawing(program: Program, solution: Mapping[str, Any], who: str, style: str) -> Drawing:
    board = complete(program, *read_solution(program, solution))
    one = draw_violations(program, board, violations(program, board), style)
    return replace(one, title=f"{one.title}: {who}")
