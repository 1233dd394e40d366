#!/usr/bin/env python3
"""Rewrite the generated table of docs/genres.md, which lists the stock genres.

    python scripts/genres_page.py            # rewrite it
    python scripts/genres_page.py --check    # only tell whether it is not up to date

It stands between ``<!-- generated: table -->`` and ``<!-- end -->``; `scripts/measure_genres.py`
has measured what it tells.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tabulate import tabulate

import nlc
from nlc.ir.elaborate.program import elaborate_drawing
from nlc.language.catalogue import Description, describe, entries
from nlc.publishing.works import rules_of

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "genres.md"
MEASURED = ROOT / "docs" / "lab" / "genres.json"

_PART = re.compile(r"(<!-- generated: table -->\n).*?(<!-- end -->)", re.DOTALL)


def rewritten(text: str) -> str:
    """Return the page with its table made anew."""
    stock = [g for e in entries() if e.package == "nlc" for g in describe(e.name)]
    return _PART.sub(lambda found: f"{found[1]}\n{_gallery_of(stock)}\n\n{found[2]}", text)


def _gallery_of(stock: Sequence[Description]) -> str:
    measured = json.loads(MEASURED.read_text(encoding="utf-8"))
    parts = []
    for group in sorted({genre.group for genre in stock}):
        rows = [_row(each, measured.get(each.name, {})) for each in stock if each.group == group]
        table = tabulate(rows, HEADERS, tablefmt="pipe", disable_numparse=True)
        parts += [f"### {group.capitalize()}", re.sub(r" {2,}|-{3,}", _short, table)]
    return "\n\n".join(parts)


HEADERS = ("a puzzle", "genre and rules", "lines", "boards", "seconds", "CP-SAT", "steps", "made")


def _row(genre: Description, told: Mapping[str, Any]) -> list[str]:
    names = f"[`{genre.name}`](../grammar/{genre.name}.nl)"
    puzzle = nlc.loads(genre.example)[0] if genre.example else None
    said = [each.text for each in genre.sentences if not each.when]
    if puzzle is not None:
        said = [*rules_of(puzzle, elaborate_drawing(puzzle)[0])]
    rules = " ".join([f"**{genre.title}**, {names}.", *said]).replace("|", r"\|")
    options = "; ".join(f"`{each.name}`: {each.text}" for each in genre.options)
    return [
        f"![{genre.title}](pictures/example-{genre.name}.svg)",
        rules + (f" Options: {options}." if options else ""),
        str(lines(Path(genre.path))),
        f"{told['unique']} of {told['boards']}" if "boards" in told else "-",
        *(_seconds(told, who) for who in ("nlc", "cpsat")),
        told.get("level") or "-",
        told.get("made") or "-",
    ]


def _seconds(told: Mapping[str, Any], who: str) -> str:
    if who not in told:
        return "-"
    return ">20" if told[who] is None else f"{told[who]:.3f}"


def _short(found: re.Match[str]) -> str:
    """Return the padding of a table without its length, which would change all lines."""
    return found[0][: 1 if found[0][0] == " " else 3]


_BESIDE = re.compile(
    r"^  (?:(?:example|published|generate) \{(?:[^\n]*\}|.*?^  \})|(?:text|technique)\b.*?;)$",
    re.DOTALL | re.MULTILINE,
)
"""What a genre says beside its rules."""


def lines(path: Path) -> int:
    """Return the lines of a genre's rules, without blank lines and those of comments alone."""
    text = (line.strip() for line in _BESIDE.sub("", path.read_text(encoding="utf-8")).splitlines())
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
