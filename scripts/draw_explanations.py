#!/usr/bin/env python3
"""Draw the pictures of docs/explain.md.

python scripts/draw_explanations.py
"""

from __future__ import annotations

from pathlib import Path

import nlc
from nlc.pictures.drawing import Drawing
from nlc.pictures.svg import svg

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"

BOARDS = {
    "numberlink": """
A . B . D . .
. . . C . . .
. B . . . . A
. . . . . . .
. . E . . . .
. . . . . . E
C . . D . . .""",
    "slitherlink": """
4 . . 4 .
. . . . .
. . 0 . .
. . . . .""",
}

STUCK = """
. . . . 2 . . 3
. 3 . . . 3 . .
. 1 1 . . . . .
. 3 . 2 2 . 3 .
. 1 . 0 . . . .
. 1 2 . 3 . . 2
. . . . . . 1 2
2 . . 1 1 . 2 3"""
"""A Slitherlink with a step that assumes what three rules refute."""


def main() -> None:
    """Write a picture for each board."""
    for genre, rows in BOARDS.items():
        text = f'puzzle "{genre}" is {genre} {{ topology square; board{rows}\nend }}'
        (puzzle,) = nlc.loads(text)
        save(f"why-{genre}", nlc.why(puzzle).drawings()[0])
    for puzzle in nlc.load(str(ROOT / "fixtures" / "mistyped.nl")):
        fault, mended, *_ = nlc.why(puzzle, repair=True).drawings()
        save(f"mistyped-{puzzle.genre}", fault)
        save(f"mended-{puzzle.genre}", mended)
    text = f'puzzle "stuck" is slitherlink {{ topology square; board{STUCK}\nend }}'
    way = nlc.steps(nlc.loads(text)[0])
    number = next(i for i, step in enumerate(way.steps) if step.cost == 3 and step.inner)
    save("stuck", way.drawings()[number])


def save(name: str, drawing: Drawing) -> None:
    """Write a picture."""
    (PICTURES / f"{name}.svg").write_text(svg(drawing), encoding="utf-8")


if __name__ == "__main__":
    main()
