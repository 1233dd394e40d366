#!/usr/bin/env python3
"""Draw the pictures of docs/pictures.md, one of each genre among them, and write their table.

python scripts/pictures_page.py            # draw them anew
python scripts/pictures_page.py --check    # only tell which are not up to date
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import nlc

ROOT = Path(__file__).resolve().parents[1]
PUZZLES = ROOT / "docs" / "pictures" / "boards.nl"
PLAIN = "puzzle"
GENRES = ROOT / "fixtures" / "genres.nl"
PAGE = ROOT / "docs" / "pictures.md"
BEGIN, END = "<!-- genres: begin -->", "<!-- genres: end -->"
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
    for puzzle in nlc.load(GENRES):
        out[_of_genre(puzzle)] = nlc.solve(puzzle).to_svg(PLAIN)
    out[PAGE] = _page()
    return out


def _of_genre(puzzle: nlc.Puzzle) -> Path:
    return PUZZLES.with_name(f"genre-{puzzle.title}.svg")


def _page() -> str:
    """Return the document with a table of all genres."""
    cells = [
        f"[{p.title}](genres.md#{p.title}) ![a solved {p.title}](pictures/{_of_genre(p).name})"
        for p in nlc.load(GENRES)
    ]
    cells += [""] * (-len(cells) % COLUMNS)
    rows = ["|" + " |" * COLUMNS, "|" + "---|" * COLUMNS]
    rows += [
        f"| {' | '.join(cells[start : start + COLUMNS])} |"
        for start in range(0, len(cells), COLUMNS)
    ]
    text = PAGE.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    return f"{head}{BEGIN}\n" + "\n".join(rows) + f"\n{END}{rest.split(END)[1]}"


def same(old: str, new: str) -> bool:
    """Return whether two pictures are alike; a graph's places depend on the version of networkx."""
    if "<desc>numberlink" in new:
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
