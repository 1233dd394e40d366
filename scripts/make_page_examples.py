#!/usr/bin/env python3
"""Make the examples of the page, one of each genre: of a usual size, with one solution.

    python scripts/make_page_examples.py                  # all genres
    python scripts/make_page_examples.py yajilin lits     # some; the others stay

A board of the suite `genres` is taken where there is one, of the size that is played most. Of other
genres nlc's generator makes one, or the ways of `make_genre_boards.py` do. Whether there is one
solution is asked anew of each.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from random import Random

from make_genre_boards import (
    FOLDER,
    ROOT,
    Found,
    cells_on,
    climbed,
    dark,
    even_rooms,
    lits,
    rehoused,
    room_clues,
    seeded,
    segment,
    thinned,
    written,
)
from oracle.grid import Cell, Grid, GridPuzzle

import nlc
from nlc.language.catalogue import entries

EXAMPLES = ROOT / "nlc" / "serve" / "examples" / "genres.nl"

HEAD = "// A puzzle of each genre, with one solution; scripts/make_page_examples.py made them.\n"

PUZZLE = re.compile(r'^puzzle "[^"]*" is (\w+) \{.*?^\}\n', re.MULTILINE | re.DOTALL)

GENERATED = {
    "multilink": ["numberlink", "8x8", "--group", "3", "--unique"],
    "numberlink": ["numberlink", "10x10", "--unique"],
    "slitherlink": ["slitherlink", "10x10"],
}
"""Arguments of `nlc generate`."""


def regions(random: Random, grid: Grid) -> GridPuzzle | None:
    """Return a Yajilin whose rooms count their shades; cells change rooms until that tells all."""
    blank = GridPuzzle(grid, {"clue": {}, "room": even_rooms(random, grid, 2, 5)})
    found = seeded(random, blank, "yajilinregions", segment(random, grid), 12)
    if found is None:
        return None
    shaded = set(grid.cells) - cells_on(found["line"])

    def clued(puzzle: GridPuzzle) -> GridPuzzle:
        room = puzzle.givens["room"]
        return GridPuzzle(grid, {"clue": room_clues(puzzle, shaded), "room": room})

    def change(puzzle: GridPuzzle, _: list[Found]) -> GridPuzzle | None:
        changed = rehoused(random, puzzle, random.choice(grid.cells))
        return None if changed is None else clued(changed)

    puzzle = climbed(random, clued(blank), "yajilinregions", change)
    return None if puzzle is None else thinned(random, puzzle, "yajilinregions", "clue")


def ayeheya(random: Random, grid: Grid) -> GridPuzzle | None:
    """Return a Heyawake with rooms that look the same when they are turned about."""
    room = {cell: f"z{k}" for k, part in enumerate(rectangles(random, grid.cells)) for cell in part}
    blank = GridPuzzle(grid, {"clue": {}, "room": room})
    found = seeded(random, blank, "ayeheya", dark(random), 30)
    if found is None:
        return None
    return GridPuzzle(grid, {"clue": room_clues(blank, found["dark"]), "room": room})


def rectangles(random: Random, cells: Sequence[Cell]) -> Iterator[list[Cell]]:
    """Yield the rooms of a rectangle that is cut across its longer side again and again."""
    sides = [len({cell[k] for cell in cells}) for k in (0, 1)]
    if max(sides) < 4 or len(cells) <= random.choice((6, 12)):
        yield list(cells)
        return
    k = sides.index(max(sides))
    low = min(cell[k] for cell in cells)
    cut = low + random.randrange(2, sides[k] - 1)
    yield from rectangles(random, [cell for cell in cells if cell[k] < cut])
    yield from rectangles(random, [cell for cell in cells if cell[k] >= cut])


MADE = {
    "ayeheya": (ayeheya, (10, 9, 8)),
    "yajilinregions": (regions, (8,)),
    "lits": (lits, (9, 8)),
}
"""What makes a board of a genre, and of which sizes, the one that is wanted most first."""


def texts(genre: str) -> Iterator[str]:
    """Yield boards of a genre, the best ones first."""
    if genre in GENERATED:
        for seed in range(1, 6):
            command = [sys.executable, "-m", "nlc", "generate", *GENERATED[genre]]
            ran = subprocess.run(
                [*command, "--seed", str(seed)], capture_output=True, text=True, check=True
            )
            yield from (found[0] for found in PUZZLE.finditer(ran.stdout))
    if genre in MADE:
        make, sizes = MADE[genre]
        for size in sizes:
            random = Random(f"{genre} {size}")
            for _ in range(60):
                puzzle = make(random, Grid(size, size))
                if puzzle is not None:
                    yield written(genre, puzzle)
    path = FOLDER / f"{genre}.nl"
    if path.exists():
        found = [each[0] for each in PUZZLE.finditer(path.read_text(encoding="utf-8"))]
        yield from sorted(found, key=_far)


def _far(text: str) -> int:
    """Return how far the side of a board is from ten cells."""
    rows = nlc.elaborate(nlc.loads(text)[0]).board.rows
    return abs(rows - 10)


def main() -> int:
    """Run the command and return the exit status."""
    titles = {entry.name: (entry.title or entry.name).split(" / ")[0] for entry in entries()}
    before = EXAMPLES.read_text(encoding="utf-8")
    kept = {found[1]: found[0] for found in PUZZLE.finditer(before)}
    wanted = sys.argv[1:] or sorted(titles)
    for genre in wanted:
        text = next((text for text in texts(genre) if nlc.unique(nlc.loads(text)[0])), None)
        if text is None:
            print("found none of", genre, file=sys.stderr)
            continue
        kept[genre] = re.sub(r'^puzzle "[^"]*"', f'puzzle "{titles[genre]}"', text)
        print(genre, nlc.elaborate(nlc.loads(text)[0]).board.rows, flush=True)
        EXAMPLES.write_text("\n".join([HEAD, *(kept[g] for g in sorted(kept))]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
