#!/usr/bin/env python3
"""Make the booklet of docs/generate.md by its three commands, and draw its pages.

    python scripts/draw_booklet.py

writes docs/pictures/booklet-1.png and so on, and takes away what it wrote before.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2

DOCS = Path(__file__).resolve().parents[1] / "docs"

SCALE, GREYS = 1.0, 12
"""Pixels of a point, and shades of grey."""


def commands() -> str:
    """Return the commands that the document shows."""
    text = (DOCS / "generate.md").read_text(encoding="utf-8")
    return text.partition("<!-- booklet -->")[2].partition("```sh\n")[2].partition("```")[0]


def main() -> None:
    """Run the commands in a folder of their own and draw the pages."""
    for old in DOCS.glob("pictures/booklet-*.png"):
        old.unlink()
    with TemporaryDirectory() as folder:
        subprocess.run(["bash", "-ec", commands()], cwd=folder, check=True)
        pages = pypdfium2.PdfDocument(next(Path(folder).glob("*.pdf")))
        for number, page in enumerate(pages, 1):
            image = page.render(scale=SCALE, grayscale=True).to_pil()
            image.quantize(GREYS).save(DOCS / "pictures" / f"booklet-{number}.png", optimize=True)


if __name__ == "__main__":
    main()
