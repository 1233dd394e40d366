#!/usr/bin/env python3
"""Draw the moving pictures of the README: a hint after a hint, and a mistyped clue found.

    python scripts/readme_pictures.py

Each is one SVG without scripts: its frames take turns by animations of CSS.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap

import nlc
from nlc.cli import main as main_of_nlc
from nlc.pictures.svg import svg

README = Path(__file__).resolve().parents[1] / "README.md"
PICTURES = README.parent / "docs" / "pictures"
LINK = "https://puzz.link/p?slither/7/7/gdh3agd22dl31ci730cckd"
MISTYPED = (8, "2", "1")
"""The character of the body of that link that is typed wrong, as it was and as it is."""

SEED = 7
MADE = {
    "sudoku": "9x9",
    **dict.fromkeys(("slitherlink", "nurikabe", "masyu", "kakuro", "tents"), "7x7"),
    **dict.fromkeys(("akari", "galaxies", "hashi", "heyawake"), "7x7"),
    **dict.fromkeys(("battleships", "nonogram"), "8x8"),
}
"""The genres of the puzzles that are made, and their sizes."""

STEPS, SECONDS = 9, 2.5
WIDE, LINES = 300, 3
"""Units of a frame; lines of words below each picture, of 15 units."""


def main() -> None:
    """Write all."""
    for genre, size in MADE.items():
        out = str(PICTURES / f"made-{genre}.svg")  # by the command that the README names
        main_of_nlc(["generate", genre, size, "--unique", "--seed", str(SEED), "-o", out])
    mines = re.search(r"```nl file=mines.nl\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    with TemporaryDirectory() as folder:
        (path := Path(folder) / "mines.nl").write_text(mines[1] if mines else "", encoding="utf-8")
        (made,) = nlc.generate(path, "6x4", seed=1, difficulty="easy")
    (PICTURES / "field.svg").write_text(made.puzzle.to_svg(), encoding="utf-8")

    (puzzle,) = nlc.loads(LINK)
    way = puzzle.steps()
    frames = [(puzzle.to_svg(), "a Slitherlink from puzz.link: nlc hint LINK")]
    for drawing in way.drawings()[:STEPS]:
        frames.append((svg(drawing), " ".join(drawing.note.partition("\n")[2].split())))
    frames.append((puzzle.solve().to_svg(), f"and so on: {len(way.steps)} steps in all"))
    write("moving-hint", "Hints on a Slitherlink, one step after another", frames)

    body = LINK.rpartition("/")[2]
    place, _, typed = MISTYPED
    (puzzle,) = nlc.loads(f"{LINK.rpartition('/')[0]}/{body[:place]}{typed}{body[place + 1 :]}")
    found = puzzle.why(repair=True)
    fault, mended, *_ = found.drawings()
    frames = [
        (puzzle.to_svg(), "a clue of this Slitherlink was mistyped: nlc why"),
        (svg(fault), "these clues contradict each other"),
        (svg(mended), "changed like this, there is one solution"),
    ]
    write("moving-mistyped", "A mistyped clue of a Slitherlink is found", frames)


def write(name: str, title: str, frames: list[tuple[str, str]]) -> None:
    """Write a picture whose frames take turns."""
    sizes = [re.search(r'width="([\d.]+)" height="([\d.]+)"', picture) for picture, _ in frames]
    wide = max(WIDE, *(float(size[1]) for size in sizes if size))
    high = max(float(size[2]) for size in sizes if size)
    total, share = SECONDS * len(frames), 100 / len(frames)
    style = (
        f".f{{opacity:0;animation:t {total}s step-end infinite}}"
        f"@keyframes t{{0%{{opacity:1}}{share:.3f}%{{opacity:0}}}}"
        "@media(prefers-reduced-motion){.f{animation:none}.f:last-child{opacity:1}}"
    )
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{wide:g}"'
        f' height="{high + 15 * LINES + 8:g}" font-family="\'DejaVu Sans\', Verdana, sans-serif">',
        f"<title>{title}</title><style>{style}</style>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for number, (picture, words) in enumerate(frames):
        light = re.sub("<style>.*?</style>", "", picture.strip(), flags=re.DOTALL)
        lines = wrap(words, int(wide / 6.6))[:LINES]
        below = "".join(
            f'<text x="10" y="{high + 14 + 15 * at:g}" font-size="12">{escape(line)}</text>'
            for at, line in enumerate(lines)
        )
        delay = f'style="animation-delay:{SECONDS * number:g}s"'
        out.append(f'<g class="f" {delay}>{light}{below}</g>')
    (PICTURES / f"{name}.svg").write_text("\n".join([*out, "</svg>\n"]), encoding="utf-8")


if __name__ == "__main__":
    main()
