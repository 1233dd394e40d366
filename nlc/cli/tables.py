"""``nlc list passes`` and other lists without options of their own."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from nlc.board.tilings import TILINGS
from nlc.cli.console import EXIT_DECIDED, print_json, print_table
from nlc.generating.genre import GENRES
from nlc.ir.passes import PASSES
from nlc.pictures import PICTURES
from nlc.pictures.style import STYLES

EPILOG = None


TABLES = {
    "passes": ("passes over programs, and what each adds or removes", "size"),
    "tilings": ("tilings of boards, and their settings", "settings"),
    "pictures": ("formats of pictures", "summary"),
    "styles": ("looks of pictures", "summary"),
    "methods": ("methods of making puzzles", "makes"),
}
"""The contents of each list, and the title of its second column."""


def _rows(name: str) -> Iterator[tuple[str, str]]:
    """Yield the rows of a list."""
    if name == "passes":
        yield from ((each, PASSES.get(each).size) for each in PASSES.names())
    elif name == "tilings":
        yield from (
            (each, ", ".join(TILINGS.get(each).settings) or "-") for each in TILINGS.names()
        )
    elif name == "pictures":
        yield from ((each, PICTURES.get(each).summary) for each in PICTURES.names())
    elif name == "styles":
        yield from ((each, style.summary) for each, style in STYLES.items())
    else:
        for made in GENRES.names():
            genre = GENRES.get(made)
            (option,) = (option for option in genre.options if option.name == "method")
            yield from ((f"{made} {each}", genre.summary(each)) for each in option.choices)


ARGUMENTS = "--format text|json [text]  output"


def run(args: argparse.Namespace) -> int:
    """Print the list ``args.what`` and return the exit status."""
    _, head = TABLES[args.what]
    if args.format == "json":
        print_json(*({"name": name, head: text} for name, text in _rows(args.what)))
        return EXIT_DECIDED
    print_table(_rows(args.what), ["name", head])
    return EXIT_DECIDED
