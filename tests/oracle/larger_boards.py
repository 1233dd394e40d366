"""Random puzzles of up to 6 rows and columns, and all Numberlink puzzles on small boards.

For some of the random ones, brute force takes too long. Mirror images are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random

from oracle.case import GENRES, TILINGS, Case
from oracle.random_boards import ends_of, grow, write
from oracle.reference_board import Complex, Drawn


def larger_case(random: Random, genre: str, tiling: str) -> Case:
    """Return a puzzle of up to 6 rows and columns, most often made around a solution."""
    options = {name: random.random() < 0.5 for name in GENRES[genre]}
    drawn = _blank(random, tiling)
    if genre == "slitherlink":
        tokens = _clues(
            random, Complex(drawn), 0.2 if options["full"] else random.choice((0.5, 0.9))
        )
        return Case(genre, write(drawn, tokens), tuple(options.items()))
    board = Complex(drawn)
    tokens, kept = _groups(random, board, "branch" in options, options.get("branch", False))
    free = [name for name in board.names if name not in tokens and name not in kept]
    if options["cover"]:
        tokens |= {name: "#" for name in free if random.random() < 0.9}
    links = [(board.names[a], board.names[b]) for a, b in board.links.values()]
    loose = [(a, b) for a, b in links if f"{a}-{b}" not in kept]
    loose = [pair for pair in loose if all(tokens.get(name) != "#" for name in pair)]
    walls = random.sample(loose, min(len(loose), random.choice((0, 0, 1, 3))))
    drawn = replace(write(drawn, tokens), walls=tuple(walls))
    return Case(genre, drawn, tuple(options.items()))


def _blank(random: Random, tiling: str) -> Drawn:
    """Return a board with holes; now and then a row or column of them cuts it in two."""
    rows, cols = random.randint(2, 6), random.randint(2, 6)
    share = random.choice((0.0, 0.08, 0.2))
    holes = [[random.random() < share for _ in range(cols)] for _ in range(rows)]
    if cols > 2 and random.random() < 0.15:
        column = random.randrange(1, cols - 1)
        for row in holes:
            row[column] = True
    if rows > 2 and random.random() < 0.15:
        holes[random.randrange(1, rows - 1)] = [True] * cols
    holes[0][:2] = False, False
    indents = [0]
    for _ in range(rows - 1):
        indents.append(indents[-1] + (random.choice((-1, 1)) if tiling == "hex" else 0))
    lines = [" ".join("#" if hole else "." for hole in row) for row in holes]
    least = min(indents)
    shifted = [" " * (n - least) + line for n, line in zip(indents, lines, strict=True)]
    return Drawn(tiling, tuple(shifted))


def _groups(
    random: Random, board: Complex, more: bool, tree: bool
) -> tuple[dict[str, str], set[str]]:
    """Return ends of paths or trees by cell, and the names of the cells and links of these."""
    tokens: dict[str, str] = {}
    kept: set[str] = set()
    free = set(range(len(board.names)))
    planted = random.random() < 0.8
    for symbol in "ABCDEFGH"[: random.randint(2, 8)]:
        grown, links = grow(random, board, free, random.randint(2, 12), tree)
        ends = ends_of(board, grown, links)
        if len(ends) < 2:
            continue
        free -= grown
        if planted:
            kept |= links | {board.names[cell] for cell in grown}
        else:
            ends = random.sample(sorted(grown), 2)
        inner = sorted(grown - set(ends))
        extra = random.sample(inner, random.randint(0, min(2, len(inner)))) if more else []
        tokens |= {board.names[cell]: symbol for cell in [*ends, *extra]}
    if not tokens:
        tokens = dict.fromkeys(random.sample(board.names, 2), "A")
    return tokens, kept


def _clues(random: Random, board: Complex, density: float) -> dict[str, str]:
    """Return clues by cell that agree with one line, but for a wrong one now and then."""
    inside, _ = grow(random, board, set(range(len(board.names))), random.randint(1, 14), True)
    line: set[str] = set()
    for cell in inside:
        line ^= set(board.sides[cell])
    clues = {}
    for name, sides in zip(board.names, board.sides, strict=True):
        if random.random() < density:
            wrong = random.random() < 0.01
            clues[name] = str(random.randint(0, len(sides)) if wrong else len(line & set(sides)))
    return clues


def larger_cases(seed: int) -> Iterator[Case]:
    """Yield puzzles of all genres and tilings in turn, without end."""
    random = Random(seed)
    kinds = list(product(GENRES, TILINGS))
    while True:
        for genre, tiling in kinds:
            yield larger_case(random, genre, tiling)


Placement = tuple[tuple[int, int], ...]
"""Pairs of cells."""


def small_cases(tilings: tuple[str, ...] = TILINGS, most_cells: int = 12) -> Iterator[Case]:
    """Yield the puzzles with one or two pairs on boards of up to 3 rows and 4 columns, by size.

    Cells may have to be covered or not, and paths may touch themselves or not.
    """
    for size in range(2, most_cells + 1):
        for tiling in tilings:
            for blank in blanks(tiling, size):
                for cover, touch in product((True, False), repeat=2):
                    yield from placements(blank, cover=cover, touch=touch)


def blanks(tiling: str, cells: int) -> Iterator[Drawn]:
    """Yield the empty boards of up to 3 rows, 4 columns and a number of cells.

    Squares are turned so that they have no more rows than columns. The rows of hexagons are shifted
    to and fro (offset rows) or, if there are three, also always the same way (axial rows).
    """
    for rows, cols in product((1, 2, 3), (1, 2, 3, 4)):
        if rows * cols != cells or (tiling == "square" and rows > cols):
            continue
        line = " ".join("." * cols)
        if tiling != "hex":
            yield Drawn(tiling, (line,) * rows)
            continue
        yield Drawn(tiling, tuple(" " * (row % 2) + line for row in range(rows)))
        if rows == 3:
            yield Drawn(tiling, tuple(" " * row + line for row in range(rows)))


def placements(blank: Drawn, **options: bool) -> list[Case]:
    """Return all puzzles with one or two pairs on a blank board; see `small_cases`."""
    board = Complex(blank)
    settings = {"cover": True, "touch": True, "no2x2": False} | options
    return [
        Case("numberlink", _write(blank, placement), tuple(settings.items()))
        for placement in _placements(len(board.names), _mirrors(blank))
    ]


def _write(blank: Drawn, placement: Placement) -> Drawn:
    cells = [(r, c) for r, row in enumerate(blank.rows) for c, t in enumerate(row) if t == "."]
    rows = [list(row) for row in blank.rows]
    for label, pair in zip("AB", placement, strict=False):
        for cell in pair:
            row, column = cells[cell]
            rows[row][column] = label
    return Drawn(blank.tiling, tuple("".join(row) for row in rows))


def _mirrors(blank: Drawn) -> list[list[int]]:
    """Return symmetries of a board as permutations of its cells, the identity first.

    They are those mirrorings and turns of its rows and columns that keep all neighbours.
    """
    rows, widths = len(blank.rows), {row.count(".") for row in blank.rows}
    numbers = list(range(sum(row.count(".") for row in blank.rows)))
    if len(widths) > 1 or any("#" in row for row in blank.rows):
        return [numbers]
    (cols,) = widths
    grid = [numbers[row * cols : (row + 1) * cols] for row in range(rows)]
    found = [grid, grid[::-1], [row[::-1] for row in grid], [row[::-1] for row in grid[::-1]]]
    if rows == cols:
        found += [[list(column) for column in zip(*turned, strict=True)] for turned in found]
    links = {frozenset(ends) for ends in Complex(blank).links.values()}
    images = [[cell for row in turned for cell in row] for turned in found]
    return [m for m in images if {frozenset(m[a] for a in ends) for ends in links} == links]


def _placements(cells: int, mirrors: list[list[int]]) -> Iterator[Placement]:
    pairs = list(combinations(range(cells), 2))
    seen: set[Placement] = set()
    for placement in [*combinations(pairs, 1), *combinations(pairs, 2)]:
        ends = [cell for pair in placement for cell in pair]
        images = (
            tuple(sorted((min(m[a], m[b]), max(m[a], m[b])) for a, b in placement)) for m in mirrors
        )
        if len(set(ends)) == len(ends) and (least := min(images)) not in seen:
            seen.add(least)
            yield placement
