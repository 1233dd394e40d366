#!/usr/bin/env python3
"""Draw docs/pictures/house.svg: the rooms of nlc, floor by floor, and what each stands on.

    python scripts/house_picture.py            # draw it
    python scripts/house_picture.py --check    # only tell whether it is not up to date

The arrows are those of the imports that no longer way replaces; what `nlc run` of a small puzzle
enters is tinted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.house import reduced, room, rooms  # noqa: E402

PICTURE = ROOT / "docs" / "pictures" / "house.svg"

SAYS = {
    "api": "the names of import nlc",
    "board": "drawings, tilings, cells and links",
    "cli": "one module a command",
    "cnf": "clauses as arrays, DIMACS",
    "comparing": "nlc diff, suites",
    "drivers": "one module a solver",
    "encode": "from the IR to clauses",
    "engines": "solving without clauses",
    "formats": "links and files of others",
    "generating": "making puzzles",
    "grading": "how hard",
    "grammar": "the stock genres",
    "graph": "components, forests, faces",
    "ir": "rules over a board as arrays",
    "language": "text, names, types",
    "models": "constraints in Python",
    "oracle": "brute force, on its own",
    "pictures": "SVG, PNG, pages",
    "playing": "one file that plays",
    "process": "limits, programs, workers",
    "proof": "DRAT, LRAT, checkers",
    "publishing": "booklets",
    "reasons": "why not; the next step",
    "render": "boards as text",
    "serve": "the page and its API",
    "solving": "plans, answers, checked boards",
    "tools": "errors, files, registry",
}
"""What each room is for."""

WIDE, HIGH, GAP, FLOOR = 184, 44, 22, 84
"""Of a room its width and height, then the least distance of two, and the height of a floor."""

SCRIPT = "import sys; from nlc.cli import main; main(sys.argv[1:]); print(*sys.modules)"


def entered() -> set[str]:
    """Return the rooms that a run of a small puzzle enters."""
    words = [sys.executable, "-c", SCRIPT, "run", "fixtures/first.nl"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    names = done.stdout.splitlines()[-1].split()
    return {room(name) for name in names if name.startswith("nlc.") and name != "nlc.__main__"}


def places() -> dict[str, tuple[float, float]]:
    """Return the middle of each room: its floor is above all that it stands on."""
    below = rooms()
    floors: dict[str, int] = {}
    while len(floors) < len(below):
        for name, others in below.items():
            if others <= floors.keys():
                floors[name] = 1 + max((floors[other] for other in others), default=-1)
    rows = [sorted(n for n in floors if floors[n] == i) for i in range(max(floors.values()) + 1)]
    most = max(map(len, rows))
    found = {}
    for floor, row in enumerate(rows):
        for i, name in enumerate(row):
            x = (i + 0.5 + (most - len(row)) / 2) * (WIDE + GAP)
            found[name] = (x, (len(rows) - floor - 0.5) * FLOOR)
    return found


def picture() -> str:
    """Return the SVG."""
    at, arrows, ran = places(), reduced(rooms()), entered()
    width = max(x for x, _ in at.values()) + (WIDE + GAP) / 2
    height = max(y for _, y in at.values()) + FLOOR / 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        ' font-family="sans-serif" font-size="12" text-anchor="middle" role="img">',
        "<title>The rooms of nlc; each stands on those below that its lines lead to</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for name in sorted(arrows):
        x, y = at[name]
        for other in sorted(arrows[name]):
            to, end = at[other]
            half = (y + end) / 2
            way = f"M{x:g} {y:g}C{x:g} {half:g} {to:g} {half:g} {to:g} {end - HIGH / 2:g}"
            out.append(f'<path d="{way}" fill="none" stroke="#888"/>')
    for name, (x, y) in sorted(at.items()):
        left, top, tint = x - WIDE / 2, y - HIGH / 2, "#dcebf9" if name in ran else "#fff"
        out += [
            f'<rect x="{left:g}" y="{top:g}" width="{WIDE}" height="{HIGH}" rx="5"'
            f' fill="{tint}" stroke="#444"/>',
            f'<text x="{x:g}" y="{y - 3:g}" font-weight="bold">{name}</text>',
            f'<text x="{x:g}" y="{y + 13:g}">{SAYS[name]}</text>',
        ]
    return "\n".join([*out, "</svg>\n"])


def main() -> int:
    """Draw or check; the exit code is 1 where the picture is not up to date."""
    parser = argparse.ArgumentParser(description="Draw the rooms of nlc.")
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    made = picture()
    if PICTURE.is_file() and PICTURE.read_text(encoding="utf-8") == made:
        return 0
    if check:
        print(f"{PICTURE} is not up to date: python scripts/house_picture.py")
        return 1
    PICTURE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
