"""``nlc list encodings``: the encodings with what they declare, and tables of their sizes."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from textwrap import fill

from msgspec import to_builtins

from nlc.cli.console import EXIT_DECIDED, print_json, print_table
from nlc.comparing.check import CASES, check
from nlc.encode import tables
from nlc.encode.references import references
from nlc.encode.spec import declarations, registry
from nlc.errors import fail, suggest

_TABLES = {
    "counts": ("exactly k of n: auxiliaries/clauses", tables.counts),
    "words": ("a cell with one of p labels: variables/clauses", tables.words),
    "links": ("a link that joins cells of one label: auxiliaries/clauses", tables.links),
    "sums": ("sums and products: auxiliaries/clauses", tables.sums),
    "runs": ("runs: auxiliaries/clauses", tables.runs),
}
"""The titles and the rows of tables of encodings."""

_EFFECTS = "passes on a puzzle of 10x10 cells, conflicts of minisat22 to the first solution"

_LEGEND = """\
UP detects conflicts, UP is complete: unit propagation finds a conflict where no solution is left,
and sets every forced literal (it is domain-consistent), on all partial assignments of the counts
with n <= 6, of two cells and a link with p <= 4, and of numbers with a known total; -: refused
settled: shown variables that unit propagation fixes before any decision"""


EPILOG = """\
examples:
  nlc list encodings              what --encoding takes, with sources
  nlc list encodings --tables     sizes, and how well they propagate
  nlc list encodings totalizer    what it is: clauses, an example, sources
  nlc list encodings --plugin nested.py --check nested
                                  compare one with brute force
"""


ARGUMENTS = """
NAME*  of an encoding (default: list all)
--check  compare each with brute force over small statements
--tables  variables, clauses and propagation strength of counts and labels, worked out now
--format text|json|markdown [text]  output
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if args.names:
        found = [(part, name) for name in args.names for part in _parts_of(name)]
        for part, name in found:
            (_check if args.check else _show)(part, name)
    elif args.check:
        raise fail("--check needs the name of an encoding", hint="nlc list encodings has them")
    elif args.tables:
        _print_tables(args.format)
    else:
        _print_declarations(args.format)
    return EXIT_DECIDED


def _parts_of(name: str) -> list[str]:
    """Return the parts of a spec that have an encoding of this name."""
    every = dict.fromkeys(d.node for d in declarations() if d.name == name)
    if not every:
        known = sorted({declaration.name for declaration in declarations()})
        raise fail(f"no encoding is called '{name}'", hint=suggest(name, known))
    return list(every)


def _check(part: str, name: str) -> None:
    """Compare an encoding with brute force."""
    number = check(part, name) if part in CASES else 0
    if number:
        print(f"{part}={name}: agrees with brute force on {number} of its small statements")
    else:
        print(f"{part}={name}: has no small statement of its own to be checked on")


def _show(part: str, name: str) -> None:
    """Print the page of an encoding, and the papers that it is after."""
    place = files("nlc.encode") / "pages"
    own = place / part / f"{name}.md"
    page = (own if own.is_file() else place / f"{part}.md").read_text(encoding="utf-8")
    _, found, text = page.partition(f"<!-- {part}={name} -->")
    if found:
        text = re.sub(r"<!--.*?-->\n*", "", text if own.is_file() else text.partition("\n## ")[0])
        print(f"{part}={name}\n{text.rstrip()}")
        return
    declaration = registry(part).get(name).declaration  # of another package
    print(f"{part}={name}\nSize: {declaration.size}. Source: {declaration.source}.")
    print("".join(f"\n{fill(paper, 100)}\n" for paper in references(declaration.source)), end="")


def _print_declarations(form: str) -> None:
    found = declarations()
    if form == "json":
        print_json(*(to_builtins(each) | {"aliases": found[each]} for each in found))
        return
    headers = ("name", "exact", "keeps models", "needs", "size", "source")
    for node in dict.fromkeys(declaration.node for declaration in found):
        rows = [
            (
                ", ".join([d.name, *aliases]),
                _word(d.exact),
                _word(d.preserves_models),
                ", ".join(d.needs) or "-",
                d.size,
                d.source,
            )
            for d, aliases in found.items()
            if d.node == node
        ]
        _print_table(node, headers, rows, form)
    if form == "text":
        print("keeps models: each solution has exactly one model. Choose with --encoding, such as")
        print(
            "domains=log,cardinality=binomial,passes=parity+fold. nlc list encodings --tables has"
        )
        print("sizes, propagation strengths, and the effect of each pass.")


def _print_tables(form: str) -> None:
    for name, (title, rows_of) in _TABLES.items():
        rows = [*rows_of()]
        headers = ["encoding", *rows[0].sizes]
        cells = [
            [row.encoding, *("/".join(map(str, s or "-")) for s in row.sizes.values())]
            for row in rows
        ]
        if rows[0].strength is not None:
            headers += ["UP detects conflicts", "UP is complete"]
            for line, row in zip(cells, rows, strict=True):
                line += [_word(found) for found in row.strength or ()]
        if form == "json":
            for row in rows:
                strength = {"strength": row.strength and row.strength._asdict()}
                print_json({"table": name} | to_builtins(row) | strength)
        else:
            _print_table(title, headers, cells, form)
    effects = [to_builtins(row) for row in tables.passes()]
    if form == "json":
        print_json(*({"table": "passes"} | row for row in effects))
    else:
        _print_table(_EFFECTS, list(effects[0]), [map(str, row.values()) for row in effects], form)
        print(_LEGEND)


def _print_table(
    title: str, headers: Sequence[str], rows: Iterable[Iterable[str]], form: str
) -> None:
    if form == "markdown":
        print(f"### {title}\n")
        print_table(rows, headers, tablefmt="pipe")
    else:
        wrapped = [44 if name in ("size", "source") else None for name in headers]
        print(title)
        print_table(rows, headers, maxcolwidths=wrapped)
    print()


def _word(fact: bool) -> str:
    return "yes" if fact else "no"
