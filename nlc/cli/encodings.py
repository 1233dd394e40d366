"""``nlc list encodings``: the encodings with what they declare, and tables of their sizes."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from msgspec import to_builtins

from nlc.cli.console import EXIT_DECIDED, print_table
from nlc.encode import tables
from nlc.encode.spec import declarations
from nlc.encode.tables import TableRow

_TITLES = {
    "counts": "exactly k of n: auxiliaries/clauses",
    "words": "a cell with one of p labels: variables/clauses",
    "passes": "passes on a puzzle of 10x10 cells, conflicts of minisat22 to the first solution",
    "sums": "sums and products: auxiliaries/clauses",
    "runs": "runs: auxiliaries/clauses",
    "links": "a link that joins cells of one label: auxiliaries/clauses",
}

_LEGEND = """\
UP detects conflicts, UP is complete: unit propagation finds a conflict where no solution is left,
and sets every forced literal (it is domain-consistent), on all partial assignments of the counts
with n <= 6, of two cells and a link with p <= 4, and of numbers with a known total; -: refused
settled: shown variables that unit propagation fixes before any decision"""


EPILOG = """\
examples:
  nlc list encodings              what --encoding takes, with sources
  nlc list encodings --tables     sizes, and how well they propagate
"""


def arguments() -> str:
    """Return the arguments of the command."""
    return """
--tables  variables, clauses and propagation strength of counts and labels, worked out now
--format text|json|markdown [text]  output
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if args.tables:
        _print_tables(args.format)
    else:
        _print_declarations(args.format)
    return EXIT_DECIDED


def _print_declarations(form: str) -> None:
    found = declarations()
    if form == "json":
        for declaration, aliases in found.items():
            print(json.dumps(to_builtins(declaration) | {"aliases": aliases}))
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
    for name, rows in (
        ("counts", tables.counts()),
        ("words", tables.words()),
        ("links", tables.links()),
        ("sums", tables.sums()),
        ("runs", tables.runs()),
    ):
        if form == "json":
            for row in rows:
                print(json.dumps({"table": name} | to_builtins(row) | {"strength": _strength(row)}))
            continue
        headers = ["encoding", *rows[0].sizes]
        cells = [
            [row.encoding, *("/".join(map(str, s or "-")) for s in row.sizes.values())]
            for row in rows
        ]
        if rows[0].strength is not None:
            headers += ["UP detects conflicts", "UP is complete"]
            for line, row in zip(cells, rows, strict=True):
                line += [_word(found) for found in row.strength or ()]
        _print_table(_TITLES[name], headers, cells, form)
    _print_worth(form)
    if form != "json":
        print(_LEGEND)


def _print_worth(form: str) -> None:
    """Print the effect of each pass on one puzzle."""
    rows = tables.passes()
    if form == "json":
        for row in rows:
            print(json.dumps({"table": "passes"} | to_builtins(row)))
        return
    cells = [list(map(str, to_builtins(row).values())) for row in rows]
    _print_table(_TITLES["passes"], list(to_builtins(rows[0])), cells, form)


def _strength(row: TableRow) -> dict[str, bool] | None:
    return row.strength and row.strength._asdict()


def _print_table(
    title: str, headers: Sequence[str], rows: Sequence[Sequence[str]], form: str
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
