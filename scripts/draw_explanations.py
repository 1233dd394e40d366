#!/usr/bin/env python3
"""Draw the pictures of docs/explain.md.

python scripts/draw_explanations.py
"""

from __future__ import annotations

from pathlib import Path

import nlc

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"

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


def main() -> None:
    """Write a picture for each board."""
    for genre, rows in BOARDS.items():
        text = f'puzzle "{genre}" is {genre} {{ topology square; board{rows}\nend }}'
        (puzzle,) = nlc.loads(text)
        (PICTURES / f"why-{genre}.svg").write_text(nlc.why(puzzle).to_svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
