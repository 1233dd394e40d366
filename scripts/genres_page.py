#!/usr/bin/env python3
"""Rewrite the generated parts of docs/genres.md, which describe the stock genres.

    python scripts/genres_page.py            # rewrite them
    python scripts/genres_page.py --check    # only tell whether they are not up to date

A generated part stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from textwrap import fill as fill_text

from tabulate import tabulate

from nlc.language.catalogue import Description, Item, describe, entries

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "genres.md"

fill = partial(fill_text, width=100, break_long_words=False, break_on_hyphens=False)

_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def rewritten(text: str) -> str:
    """Return the page with its generated parts made anew."""
    stock = [g for e in entries() if e.package == "nlc" for g in describe(e.name)]
    made = {"table": _table_of(stock), "genres": "\n\n".join(map(_section, stock))}
    return _PART.sub(lambda found: f"{found[1]}\n{made[found[2]]}\n\n{found[3]}", text)


def _table_of(stock: Sequence[Description]) -> str:
    rows = [
        (
            f"[`{genre.name}`](#{genre.name})",
            genre.title,
            ", ".join(f"`{option.name}`" for option in genre.options),
            str(lines(Path(genre.path))),
        )
        for genre in stock
    ]
    headers = ["genre", "title", "options", "lines"]
    return tabulate(rows, headers, tablefmt="pipe", disable_numparse=True)


def lines(path: Path) -> int:
    """Return the lines of a file that are neither blank nor a comment alone."""
    text = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return sum(bool(line) and not line.startswith("//") for line in text)


def _section(genre: Description) -> str:
    """Return the part of the page about a genre."""
    file = f"[{genre.name}.nl](../grammar/{genre.name}.nl)"
    if genre.extends:
        file += f", extends [`{genre.extends}`](#{genre.extends})"
    items = [
        f"- option `{each.name} : {each.type} = {each.default}`: {each.text}"
        for each in genre.options
    ]
    items += [_item("given", each) for each in genre.givens]
    items += [_item("var", each) for each in genre.shown]
    items += [_item("var", each) + ", reported" for each in genre.reported]
    items += [
        f"- `{rule.name}`" + (f", when `{rule.when}`" if rule.when else "") + _said(rule.text)
        for rule in genre.rules
    ]
    comment = " ".join(genre.comment or [f"{genre.title}."])
    listed = "\n".join(fill(item, subsequent_indent="  ") for item in items)
    return "\n\n".join([f"## {genre.name}", fill(f"{comment} ({file})"), listed])


def _item(kind: str, item: Item) -> str:
    mark = f"as `{item.mark}`" if item.mark else ""
    return f"- {kind} `{item.name} : {item.type}`" + _said(
        ", ".join(filter(None, (item.text, mark)))
    )


def _said(text: str) -> str:
    return f": {text}" if text else ""


def main() -> int:
    """Read the command line, rewrite or check the page, and return the exit status."""
    parser = argparse.ArgumentParser(description="Rewrite the generated parts of docs/genres.md.")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if they changed")
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
