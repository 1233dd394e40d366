"""What ``nlc diff`` compares, and where it prints and draws."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct, field

from nlc.cli import EXIT_USER
from nlc.cli.common import (
    load_inputs,
    look,
)
from nlc.cli.console import say, tell
from nlc.comparing.split import split_encodings, split_solvers
from nlc.errors import Diagnostics, UserError, fail
from nlc.pictures import PICTURES

if TYPE_CHECKING:
    from nlc.comparing.job import Style
    from nlc.comparing.write import Form
    from nlc.language.resolve import Puzzle
    from nlc.pictures.drawing import Drawing


DEFAULT_ENCODINGS = ("default;domains=direct;acyclic=order",)


class Wanted(Struct, eq=False):
    """What is to be compared.

    Attributes:
        puzzles: with the files that they stand in.
        encodings: specs.
        drivers: names of SAT drivers.
        engines: names.
        style: of boards that break a rule.
        broken: mistakes in the input, told at the end.
    """

    puzzles: list[tuple[str, Puzzle]]
    encodings: list[str]
    drivers: list[str]
    engines: list[str]
    style: Style
    broken: Diagnostics = field(default_factory=Diagnostics)

    def conclude(self, args: argparse.Namespace, done: int, total: int, status: int) -> int:
        """Tell what is wrong with the input and what was not done; return the exit status."""
        if done < total and not self.broken.errors:
            say(f"nlc: {done} of {total} were done")
        tell(self.broken.items, args.error_format)
        return EXIT_USER if self.broken.errors else status


def wanted_of(args: argparse.Namespace) -> Wanted:
    """Return what the arguments name; what is wrong with files is told at the end."""
    from nlc.comparing.job import Style
    from nlc.drivers import DEFAULT, get
    from nlc.encode.spec import Encoding
    from nlc.engines.registry import find

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
    wanted = Wanted([], encodings, drivers, engines, Style(*look(args)))
    for path, read in load_inputs(args, wanted.broken):
        wanted.puzzles += [(path, puzzle) for puzzle in read]
    return wanted


def form_of(args: argparse.Namespace) -> Form:
    """Return the form of a table; beside pictures it is text."""
    form: Form = "text" if args.format in ("table", *PICTURES.names()) else args.format
    return form


def put(args: argparse.Namespace, text: str) -> None:
    """Print a table; where pictures take standard output, on standard error."""
    aside = args.format in PICTURES and args.out == "-"
    print(text, end="", flush=True, file=sys.stderr if aside else sys.stdout)


def draw_all(args: argparse.Namespace, found: Iterable[Drawing]) -> None:
    """Write pictures, if they are wanted."""
    if args.format not in PICTURES:
        return
    from nlc.pictures.gallery import write

    if drawings := list(found):
        write(args.format, drawings, args.out)
    else:
        say("nlc: there is no board to draw: none is disputed, none breaks a rule")
