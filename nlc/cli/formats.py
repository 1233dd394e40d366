"""``nlc list formats``: the formats of puzzles, and what each can hold of each genre."""

from __future__ import annotations

import argparse

from msgspec import to_builtins

from nlc.cli.console import EXIT_DECIDED, print_json, print_table
from nlc.formats import FORMATS
from nlc.formats.genres import support_table

EPILOG = """\
examples:
  nlc list formats                list them, and what is read and written of each genre
  nlc list formats pzpr           the genres of one format
"""


ARGUMENTS = """
NAME*  of a format (default: all)
--format text|json [text]  output
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    forms = [FORMATS.get(name) for name in args.names or FORMATS.names()]
    genres, table = support_table(forms)
    if args.format == "json":
        for form in forms:
            found = {g: to_builtins(row[form.name]) for g, row in table.items() if form.name in row}
            print_json({"name": form.name, "summary": form.summary, "genres": found})
        return EXIT_DECIDED
    print_table([(f.name, f.summary) for f in forms], ["format", ""])
    rows = [
        [genre, *(str(table[genre].get(form.name, "")) for form in forms)]
        for genre in genres
        if not args.names or table[genre]
    ]
    print()
    print_table(rows, ["genre", *(f.name for f in forms)])
    print("\nr is read, w is written, s with solutions.")
    return EXIT_DECIDED
