#!/usr/bin/env python3
"""Draw the pictures of docs/pictures.md and the examples of docs/genres.md, and write the tables.

python scripts/pictures_page.py            # draw them anew
python scripts/pictures_page.py --check    # only tell which are not up to date
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import nlc
from nlc.language.catalogue import entries

ROOT = Path(__file__).resolve().parents[1]
PUZZLES = ROOT / "docs" / "pictures" / "boards.nl"
PLAIN = "puzzle"
GENRES = [nlc.loads(each.example)[0] for each in entries() if each.package == "nlc"]
OTHERS = nlc.load(ROOT / "fixtures" / "hexagons.nl")
PAGE = ROOT / "docs" / "pictures.md"
COLUMNS = 5


def pictures() -> dict[Path, str]:
    """Return the text of each picture: every board solved in the first style, two in the others."""
    out: dict[Path, str] = {}
    for number, puzzle in enumerate(nlc.load(PUZZLES)):
        name = puzzle.title.replace(" ", "-")
        answer = nlc.solve(puzzle)
        styles = (PLAIN, "tubes", "puzzlink") if number < 2 else (PLAIN,)
        for style in styles:
            out[PUZZLES.with_name(f"{name}-{style}.svg")] = answer.to_svg(style)
    for puzzle in GENRES:
        out[_of_genre(puzzle)] = nlc.solve(puzzle).to_svg(PLAIN)
        out[PUZZLES.with_name(f"example-{puzzle.genre}.svg")] = puzzle.to_svg(PLAIN)
    for puzzle in OTHERS:
        out[_of_other(puzzle)] = nlc.solve(puzzle).to_svg(PLAIN)
    out[PAGE] = _page()
    return out


def _of_genre(puzzle: nlc.Puzzle) -> Path:
    return PUZZLES.with_name(f"genre-{puzzle.genre}.svg")


def _of_other(puzzle: nlc.Puzzle) -> Path:
    return PUZZLES.with_name(f"hexagons-{puzzle.title}.svg")


def _page() -> str:
    """Return the document with tables of all genres, on squares and on other boards."""
    text = PAGE.read_text(encoding="utf-8")
    for name, puzzles, path in (("genres", GENRES, _of_genre), ("hexagons", OTHERS, _of_other)):
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        head, rest = text.split(begin)
        text = f"{head}{begin}\n{_table(puzzles, path)}\n{end}{rest.split(end)[1]}"
    return text


def _table(puzzles: Sequence[nlc.Puzzle], path: Callable[[nlc.Puzzle], Path]) -> str:
    cells = [f"{p.title} ![a solved {p.title}](pictures/{path(p).name})" for p in puzzles]
    cells += [""] * (-len(cells) % COLUMNS)
    rows = ["|" + " |" * COLUMNS, "|" + "---|" * COLUMNS]
    rows += [
        f"| {' | '.join(cells[start : start + COLUMNS])} |"
        for start in range(0, len(cells), COLUMNS)
    ]
    return "\n".join(rows)


def same(old: str, new: str) -> bool:
    """Return whether two pictures are alike; a graph's places depend on the libraries."""
    if re.search("<desc>(numberlink|colouring|hamilton)", new):
        return re.sub(r"[-\d.]+", "", old) == re.sub(r"[-\d.]+", "", new)
    return old == new


def main() -> int:
    """Run the command and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    old = 0
    for path, text in pictures().items():
        if path.exists() and same(path.read_text(encoding="utf-8"), text):
            continue
        old += 1
        print(path.relative_to(ROOT))
        if not check:
            path.write_text(text, encoding="utf-8")
    return int(check and old > 0)


if __name__ == "__main__":
    sys.exit(main())
