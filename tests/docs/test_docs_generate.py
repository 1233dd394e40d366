"""The pictures of Numberlink in docs/generate.md are what the generator makes."""

from __future__ import annotations

from itertools import zip_longest

import pytest
from support import documents

from nlc.generating.batch import Batch
from nlc.generating.genre import genre
from nlc.generating.shape import blank
from nlc.generating.writer import Writer
from nlc.render.text import render

SEED = 3
ROWS = (
    (
        ("solution", "solution", "square", 9, 9, 2),
        ("loops", "loops", "square", 9, 9, 2),
        ("scatter", "scatter", "square", 9, 9, 2),
    ),
    (
        ("domino", "domino", "square", 9, 9, 2),
        ("path", "path", "square", 9, 9, 2),
        ("solution --group 3", "solution", "square", 9, 9, 3),
    ),
    (
        ("solution --tiling hex", "solution", "hex", 9, 9, 2),
        ("solution --tiling triangle", "solution", "triangle", 9, 9, 2),
    ),
)
"""Heading, method, tiling, columns, rows and cells with one label, side by side."""


def picture(heading: str, method: str, tiling: str, cols: int, rows: int, group: int) -> list[str]:
    """Return the lines of a picture of the first puzzle of a seed, with its solution."""
    options = {"method": method, "pairs": 9, "group": group}
    batch = Batch(genre("numberlink").generator(blank(tiling, cols, rows), options), SEED)
    program, board = Writer(batch).board(batch.make(1))
    drawn = render(program, board, style="unicode", color=False)
    return [heading, *drawn.splitlines()]


def beside(pictures: list[list[str]]) -> list[str]:
    """Return the lines of pictures side by side."""
    widths = [max(map(len, lines)) for lines in pictures]
    rows = zip_longest(*pictures, fillvalue="")
    return [
        "    ".join(line.ljust(width) for line, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


@pytest.mark.slow
def test_the_pictures_of_numberlink_are_those_of_the_generator() -> None:
    drawn = "\n\n".join("\n".join(beside([picture(*kind) for kind in row])) for row in ROWS)
    shown = documents.document("docs/generate.md").split("Puzzles of 9x9")[1].split("```")[1]
    assert shown.strip("\n") == drawn, drawn
