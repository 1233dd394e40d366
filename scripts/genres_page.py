#!/usr/bin/env python3
"""Rewrite the generated table of docs/genres.md, which lists the stock genres.

    python scripts/genres_page.py            # rewrite it
    python scripts/genres_page.py --check    # only tell whether it is not up to date

It stands between ``<!-- generated: table -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tabulate import tabulate

from nlc.language.catalogue import Description, Sentence, describe, entries

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "genres.md"

_PART = re.compile(r"(<!-- generated: table -->\n).*?(<!-- end -->)", re.DOTALL)


def rewritten(text: str) -> str:
    """Return the page with its table made anew."""
    stock = [g for e in entries() if e.package == "nlc" for g in describe(e.name)]
    return _PART.sub(lambda found: f"{found[1]}\n{_table_of(stock)}\n\n{found[2]}", text)


def _table_of(stock: Sequence[Description]) -> str:
    rows = [
        (
            f"[`{genre.name}`](../grammar/{genre.name}.nl)",
            f"![{genre.title}](pictures/example-{genre.name}.svg)",
            " ".join([f"**{genre.title}**.", *map(_said, genre.sentences)]),
            ", ".join(f"`{option.name}`" for option in genre.options),
            str(lines(Path(genre.path))),
        )
        for genre in stock
    ]
    headers = ["genre", "example", "rules", "options", "lines"]
    return tabulate(rows, headers, tablefmt="pipe", disable_numparse=True)


def _said(sentence: Sentence) -> str:
    return f"(`{sentence.when}`: {sentence.text})" if sentence.when else sentence.text


def lines(path: Path) -> int:
    """Return the lines of a file that are neither blank nor a comment alone."""
    text = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return sum(bool(line) and not line.startswith("//") for line in text)


def main() -> int:
    """Read the command line, rewrite or check the page, and return the exit status."""
    parser = argparse.ArgumentParser(description="Rewrite the table of docs/genres.md.")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if it changed")
    check = parser.parse_args().check
    old = PAGE.read_text(encoding="utf-8")
    new = rewritten(old)
    if new == old:
        return 0
    print(PAGE.relative_to(ROOT))
    if not check:
        PAGE.write_text(new, encoding="utf-8")
    return int(check)


if __name__ == "__main__":
    sys.exit(main())
