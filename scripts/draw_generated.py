#!/usr/bin/env python3
"""Draw two puzzles of twelve genres that `nlc generate` makes: docs/pictures/generated.svg.

    python scripts/draw_generated.py
    python scripts/draw_generated.py sheet.svg lits hitori   # of these, elsewhere

They have the usual size of the page and the seeds 1 and 2; the second is drawn with its solution.
"""

from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path

import nlc
from nlc.generating.genre import maker_of
from nlc.serve.making import usual_puzzle

SHEET = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "generated.svg"

GENRES = "battleships country fillomino galaxies kakuro nonogram shikaku skyscrapers slitherlink"
GENRES += " tapa tents yajilin"

SIDE, GAP, TITLE, ACROSS = 190, 10, 24, 2
"""Of a picture, between pictures, above them, and genres in a row."""

STYLE = re.compile(r"<style>.*?</style>")
PATHS = re.compile(r'(?:<path d="[^"]*"/>\s*){2,}')
NEEDLESS = re.compile(
    r'<title>.*?</desc>|<style>.*?</style>| data-e="[^"]*"| xmlns="[^"]*"'
    r'|<g fill="none" pointer-events="all">.*?</g>',
    re.DOTALL,
)


def main() -> None:
    """Draw the sheet."""
    path, *names = sys.argv[1:] or (SHEET, *GENRES.split())
    Path(path).write_text(sheet(names), encoding="utf-8")


def sheet(names: list[str]) -> str:
    """Return a picture of two puzzles of each genre."""
    body, style = [], ""
    wide = 2 * SIDE + 3 * GAP
    for i, name in enumerate(names):
        left, top = i % ACROSS * wide, i // ACROSS * (SIDE + TITLE + GAP)
        look = 'font-family="sans-serif" font-size="14" class="k"'
        body.append(f'<text x="{left + GAP}" y="{top + 18}" {look}>{escape(name)}</text>')
        for j, picture in enumerate(pictures(name)):
            x = left + GAP + j * (SIDE + GAP)
            place = f'x="{x}" y="{top + TITLE}" width="{SIDE}" height="{SIDE}"'
            style = max(style, *STYLE.findall(picture), key=len)
            picture = PATHS.sub(joined, NEEDLESS.sub("", picture))
            body.append(
                re.sub(
                    r'<svg (.*?) width="[^"]*" height="[^"]*"', rf"<svg {place}", picture, count=1
                )
            )
        print(name, flush=True)
    width, height = ACROSS * wide, -(-len(names) // ACROSS) * (SIDE + TITLE + GAP)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    ground = '<rect width="100%" height="100%" fill="#fff" class="g"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{style}{ground}{"".join(body)}</svg>\n'


def joined(paths: re.Match[str]) -> str:
    """Return paths of one look as one."""
    lines = "".join(re.findall(r'd="([^"]*)"', paths[0]))
    return f'<path d="{lines}"/>'


def pictures(name: str) -> list[str]:
    """Return a puzzle of a genre, and another one with its solution."""
    usual, genre = usual_puzzle(name), maker_of(name)[0]
    size = f"{usual.columns}x{usual.rows}"
    first, second = (
        next(nlc.generate(genre, size, seed=seed, **usual.options)).puzzle for seed in (1, 2)
    )
    return [first.to_svg(), nlc.solve(second).to_svg()]


if __name__ == "__main__":
    main()
