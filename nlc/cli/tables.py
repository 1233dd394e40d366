"""``nlc list passes`` and other lists without options of their own."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from nlc.board.tilings import TILINGS
from nlc.cli.console import EXIT_DECIDED, print_json, print_table
from nlc.generating.genre import GENRES
from nlc.ir.passes import PASSES
from nlc.pictures import PICTURES
from nlc.pictures.style import STYLES

EPILOG = None


def _methods() -> Iterable[tuple[str, str]]:
    for name in GENRES.names():
        genre = GENRES.get(name)
        (option,) = (option for option in genre.options if option.name == "method")
        yield from ((f"{name} {each}", genre.summary(each)) for each in option.choices)


TABLES: dict[str, tuple[str, str, Callable[[], Iterable[tuple[str, str]]]]] = {
    "passes": (
        "passes over programs, and what each adds or removes",
        "size",
        lambda: ((name, PASSES.get(name).size) for name in PASSES.names()),
    ),
    "tilings": (
        "tilings of boards, and their settings",
        "settings",
        lambda: ((name, ", ".join(TILINGS.get(name).settings) or "-") for name in TILINGS.names()),
    ),
    "pictures": (
        "formats of pictures",
        "summary",
        lambda: ((name, PICTURES.get(name).summary) for name in PICTURES.names()),
    ),
    "styles": (
        "looks of pictures",
        "summary",
        lambda: ((name, style.summary) for name, style in STYLES.items()),
    ),
    "methods": ("methods of making puzzles", "makes", _methods),
}
"""The contents of each list, the title of its second column, and its rows."""


ARGUMENTS = "--format text|json [text]  output"


def run(args: argparse.Namespace) -> int:
    """Print the list ``args.what`` and return the exit status."""
    _, head, rows = TABLES[args.what]
    if args.format == "json":
        print_json(*({"name": name, head: text} for name, text in rows()))
        return EXIT_DECIDED
    print_table(rows(), ["name", head])
    return EXIT_DECIDED
