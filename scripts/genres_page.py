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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from oracle import genres as oracle
from tabulate import tabulate

from nlc.language.catalogue import Description, Item, describe, entries
from nlc.oracle.case import GENRES

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "genres.md"

_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def rewritten(text: str) -> str:
    """Return the page with its generated parts made anew."""
    stock = [g for e in entries() if e.package == "nlc" for g in describe(e.name)]
    made = {"table": _table_of(stock), "genres": "\n\n".join(map(_section, stock))}
    return _PART.sub(lambda found: f"{found[1]}\n{made[found[2]]}\n\n{found[3]}", text)


def _table_of(stock: Sequence[Description]) -> str:
    tested = {*oracle.names(), *GENRES}
    rows = [
        (
            f"[`{genre.name}`](#{genre.name})",
            genre.title,
            ", ".join(f"`{option.name}`" for option in genre.options) or "-",
            str(lines(Path(genre.path))),
            "yes" if genre.name in tested else "no",
        )
        for genre in stock
    ]
    return _table(["genre", "title", "options", "lines", "tested"], rows)


def lines(path: Path) -> int:
    """Return the lines of a file that are neither blank nor a comment alone."""
    text = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return sum(bool(line) and not line.startswith("//") for line in text)


def _section(genre: Description) -> str:
    """Return what the page says of a genre."""
    file = f"{genre.name}.nl"
    link = f"[grammar/{file}](../grammar/{file})"
    if genre.extends:
        link += f", which extends [`{genre.extends}`](#{genre.extends})"
    parts = [f"## {genre.name}", *(genre.comment or [f"{genre.title}."]), f"File: {link}."]
    if genre.options:
        rows = [
            (_code(o.name), _code(o.type), _code(o.default or ""), o.text) for o in genre.options
        ]
        parts.append(_table(["option", "type", "default", "meaning"], rows))
    if genre.givens:
        rows3 = [(_code(g.name), _code(g.type), _variable(g)) for g in genre.givens]
        parts.append(_table(["given", "type", "meaning"], rows3))
    variables = [(_code(v.name), _code(v.type), _variable(v)) for v in genre.shown]
    variables += [
        (_code(v.name), _code(v.type), "; ".join(filter(None, (v.text, "reported"))))
        for v in genre.reported
    ]
    parts.append(_table(["variable", "type", "meaning"], variables))
    rules = [
        f"- `{rule.name}`"
        + (f", when `{rule.when}`" if rule.when else "")
        + f": {rule.text or '-'}"
        for rule in genre.rules
    ]
    return "\n\n".join([*parts, "\n".join(rules)])


def _variable(item: Item) -> str:
    return "; ".join(filter(None, (item.text, f"drawn as `{item.mark}`" if item.mark else "")))


def _code(text: str) -> str:
    return f"`{text}`" if text else ""


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    filled = [[cell or "-" for cell in row] for row in rows]
    return tabulate(filled, headers, tablefmt="pipe", disable_numparse=True)


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
