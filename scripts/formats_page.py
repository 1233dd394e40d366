#!/usr/bin/env python3
"""Rewrite the generated tables of docs/formats.md: the formats, and what each can say.

    python scripts/formats_page.py            # rewrite them
    python scripts/formats_page.py --check    # only tell whether they are not up to date

A generated part stands between ``<!-- generated: NAME -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from tabulate import tabulate

from nlc.formats import FORMATS
from nlc.formats.base import Format
from nlc.formats.genres import FILLED, heads, support_table
from nlc.formats.parts import BareBoard, Janko, Parts, PenpaTags, Pzpr, Tatham
from nlc.formats.pzpr.blocks import BLOCKS
from nlc.formats.pzpr.genre import rows_of
from nlc.formats.pzpr.layers import LAYERS
from nlc.formats.sheet import value_text
from nlc.formats.tatham_codes import CODES, SOLUTIONS

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "formats.md"

_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def rewritten(text: str) -> str:
    """Return the page with its generated parts made anew."""
    forms = [FORMATS.get(name) for name in FORMATS.own]
    made = {
        "formats": _formats(forms),
        "genres": _genres(forms),
        "pzpr": _pzpr(),
        "words": _words(),
        "codecs": _codecs(),
    }
    return _PART.sub(lambda found: f"{found[1]}\n{made[found[2]]}\n\n{found[3]}", text)


def _formats(forms: Sequence[Format]) -> str:
    rows = [
        (f"`{form.name}`", form.summary.replace("|", "\\|"), ", ".join(form.extensions) or "-")
        for form in forms
    ]
    return tabulate(rows, ["format", "a puzzle", "extensions"], tablefmt="pipe")


def _genres(forms: Sequence[Format]) -> str:
    genres, table = support_table(forms)
    rows = []
    for form in forms:
        of: dict[str, list[str]] = {}
        for genre in genres:
            of.setdefault(str(table[genre].get(form.name, "")), []).append(genre)
        missing = of.pop("", [])
        for support, names in of.items():
            listed = ", ".join(names)
            if len(of) == 1 and len(names) > len(missing):
                listed = "all" + (" but " + ", ".join(missing) if missing else "")
            rows.append((f"`{form.name}`", support, listed))
    return tabulate(rows, ["format", "", "genres"], tablefmt="pipe")


def _pzpr() -> str:
    plain, rows = [], []
    found = [row for genre in heads("pzpr") for row in rows_of(genre)]
    for row in sorted(found, key=lambda row: (row.genre, row.pid)):
        flags = [f"`{flag}`: `{n}={value_text(value)}`" for flag, (n, value) in row.flag.items()]
        names = ", ".join(f"`{name}`" for name in row.pids[1:])
        assumed = ", ".join(f"`{n}={value_text(value)}`" for n, value in row.assumed.items())
        if row.genre == row.pid and not (flags or names or assumed):
            plain.append(row.genre)
        else:
            rows.append((row.genre, f"`{row.pid}`", names, ", ".join(flags), assumed))
    headers = ["genre", "written as", "also read as", "flags", "taken for granted"]
    own = fill(f"By their own names, without flags: {', '.join(plain)}.", 100)
    return f"{own}\n\n{tabulate(rows, headers, tablefmt='pipe')}"


def _words() -> str:
    rows = []
    tables = {"parts": Parts, "bare": BareBoard, "pzpr": Pzpr, "janko": Janko}
    for line, cls in {**tables, "tatham": Tatham, "penpa": PenpaTags}.items():
        _, _, about = (inspect.getdoc(cls) or "").partition("Attributes:\n")
        for name, text in re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", about, re.MULTILINE):
            if name not in FILLED:
                rows.append(
                    (line, f"`{name}`", " ".join(text.split()).rstrip(".").replace("``", "`"))
                )
    return tabulate(rows, ["line", "word", "what follows it"], tablefmt="pipe")


def _codecs() -> str:
    tables = {
        "pzpr: body, older": LAYERS,
        "pzpr: file, layout, kanpen": BLOCKS,
        "tatham: code": CODES,
        "tatham: answer": SOLUTIONS,
    }
    rows = [
        (word, f"`{name}`", registry.get(name).text)
        for word, registry in tables.items()
        for name in registry.own
    ]
    return tabulate(rows, ["after", "codec", "reads and writes"], tablefmt="pipe")


def main() -> int:
    """Read the command line, rewrite or check the page, and return the exit status."""
    parser = argparse.ArgumentParser(description="Rewrite the tables of docs/formats.md.")
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
