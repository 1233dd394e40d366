"""``nlc list genres``: the genres that every puzzle may name, and their rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from textwrap import fill

from msgspec import to_builtins

from nlc.cli.console import EXIT_DECIDED, print_json, print_table
from nlc.errors import fail
from nlc.language.catalogue import Description, Entry, Item, describe, entries

EPILOG = """\
examples:
  nlc list genres                 list the genres that every puzzle may name
  nlc list genres slitherlink     its options, clues, variables and rules
  nlc list genres masyu --example | nlc run -     a puzzle of it, solved
  nlc list genres mine.nl         the same of the genres of a file
"""


ARGUMENTS = """
NAME*  of a genre, or a file NAME.nl (default: list all)
--example  print a puzzle of each, as text for other commands
--format text|json [text]  output
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if not args.names and not args.example:
        _list(entries(), args.format)
        return EXIT_DECIDED
    names = args.names or [entry.name for entry in entries() if entry.problem is None]
    found = [description for name in names for description in describe(name)]
    if args.example:
        if not (texts := [genre.example for genre in found if genre.example]):
            raise fail(f"{' and '.join(args.names)} has no example")
        print("\n".join(texts), end="")
        return EXIT_DECIDED
    for number, description in enumerate(found):
        if args.format == "json":
            print_json(to_builtins(description))
        else:
            print("\n" * (number > 0), end="")
            _show(description)
    return EXIT_DECIDED


def _list(found: Sequence[Entry], form: str) -> None:
    if form == "json":
        print_json(*map(to_builtins, found))
        return
    others = any(entry.package != "nlc" for entry in found)
    headers = ["group", "genre", "title", "options", *["from"] * others]
    rows, last = [], ""
    for e in sorted(found, key=lambda e: (e.group or "~", e.name)):
        shown = "" if e.group == last else e.group or "-"
        rows.append([shown, e.name, _title(e), ", ".join(e.options) or "-", *[e.package] * others])
        last = e.group
    print_table(rows, headers)
    print("\nnlc list genres NAME describes a genre.")


def _title(entry: Entry) -> str:
    if entry.problem is not None:
        return f"cannot be used: {entry.problem}"
    return (entry.title or "-") + (f'  (use "{entry.use}";)' if entry.use else "")


def _show(genre: Description) -> None:
    """Print the description of a genre; what it has none of is left out."""
    print(f"{genre.name}: {genre.title}" if genre.title else genre.name)
    if genre.group:
        print(f"group: {genre.group}")
    if genre.names:
        print(fill(f"also called {', '.join(genre.names)}", 96))
    print(genre.path)
    if genre.use:
        print(f'a puzzle of another file names it after: use "{genre.use}";')
    if genre.extends:
        print(f"extends {genre.extends}; what it inherits is listed here too")
    said = [" ".join(each.text for each in genre.sentences if not each.when)]
    said += [f"When {each.when}: {each.text}" for each in genre.sentences if each.when]
    for paragraph in filter(None, said):
        print(f"\n{fill(paragraph, 96)}")
    _part(
        ["option", "type", "default", "meaning"],
        [(o.name, o.type, o.default or "-", o.text or "-") for o in genre.options],
    )
    _part(["given", "type", "meaning"], [_variable(g) for g in genre.givens])
    _part(["shown", "type", "meaning"], [_variable(v) for v in genre.shown])
    _part(["reported", "type", "meaning"], [_variable(v) for v in genre.reported])
    columns = 3 if any(rule.when for rule in genre.rules) else 2
    rules = [(rule.name, rule.text or "-", rule.when or "always") for rule in genre.rules]
    _part(["rule", "says", "when"][:columns], [rule[:columns] for rule in rules])
    _part(["check of the clues", "says"], [(c.name, c.text) for c in genre.checks])
    _part(["stricter reading"], [(reading,) for reading in genre.readings])
    _part(["technique", "by the rules"], [(each.name, each.text) for each in genre.techniques])
    if genre.example:
        print(f"\n{genre.example}", end="")


def _variable(item: Item) -> tuple[str, str, str]:
    drawn = f"drawn as {item.mark}" if item.mark else ""
    return item.name, item.type, "; ".join(filter(None, (item.text, drawn))) or "-"


def _part(headers: list[str], rows: Sequence[tuple[str, ...]]) -> None:
    if rows:
        print()
        print_table(rows, headers)
