"""Small random puzzles whose solutions can be had by brute force.

About two thirds are made around a solution, so that many of them have one. A board may have cells
that nothing can reach, or a clue that nothing can meet; such a puzzle has no solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from oracle.case import GENRES, Case
from oracle.reference_board import Complex, Drawn, Point


def grow(
    random: Random, board: Complex, free: set[int], size: int, tree: bool
) -> tuple[set[int], set[str]]:
    """Return the cells and links of a random path or tree of up to so many free cells."""
    if not free:
        return set(), set()
    tip = random.choice(sorted(free))
    grown: set[int] = {tip}
    links: set[str] = set()
    while len(grown) < size:
        ways = [
            (link, b if a in grown else a)
            for link, (a, b) in board.links.items()
            if (a in grown) != (b in grown) and {a, b} <= free and (tree or tip in (a, b))
        ]
        if not ways:
            break
        link, tip = random.choice(ways)
        grown.add(tip)
        links.add(link)
    return grown, links


def ends_of(board: Complex, grown: set[int], links: set[str]) -> list[int]:
    """Return the cells of a path or tree that have one link of it, ascending."""
    return [cell for cell in sorted(grown) if sum(cell in board.links[link] for link in links) == 1]


def write(drawn: Drawn, tokens: Mapping[str, str]) -> Drawn:
    """Return a board with other tokens for some of its cells, by name."""
    rows = [list(row) for row in drawn.rows]
    for name, token in tokens.items():
        row, ordinal = (int(part) - 1 for part in name[1:].split("c"))
        column = [i for i, old in enumerate(rows[row]) if old != " "][ordinal]
        rows[row][column] = token
    return replace(drawn, rows=tuple("".join(row) for row in rows))


def random_case(random: Random, genre: str, tiling: str, **fixed: bool) -> Case:
    """Return a puzzle of a genre of `GENRES` on a tiling of `TILINGS`.

    Args:
        random: where all choices come from.
        genre: the genre.
        tiling: the tiling.
        fixed: options with a given value; the others are random.
    """
    options = {name: fixed.get(name, random.random() < 0.5) for name in GENRES[genre]}
    if genre == "slitherlink":
        drawn, ports = _slitherlink(random, tiling, (0.1,) if options["full"] else (0.2, 0.5, 0.9))
        return Case(genre, drawn, tuple(options.items()), ports)
    cells = 10 if options.get("branch") else 14
    drawn = _grouped(random, blank(random, tiling, cells), options)
    return Case(genre, drawn, tuple(options.items()))


def seeded_cases(
    genre: str, tiling: str, count: int, seed: int = 0, **fixed: bool
) -> Iterator[Case]:
    """Yield the same `count` puzzles at every call with the same arguments."""
    random = Random(f"{genre} {tiling} {seed} {sorted(fixed.items())}")
    for _ in range(count):
        yield random_case(random, genre, tiling, **fixed)


# ---------- boards ----------


def blank(random: Random, tiling: str, cells: int) -> Drawn:
    """Return a board without clues, of two to `cells` cells and some holes."""
    height = random.randint(1, 4)
    width = random.randint(2, max(2, min(6, cells // height)))
    rows = []
    indent = 0 if tiling == "square" else 8
    for row in range(height):
        if row and tiling == "hex":
            indent += random.choice((-1, 1))
        elif row and tiling == "triangle":
            indent += random.choice((-2, 0, 0, 0, 2))
        shorter = tiling != "square" and width > 2 and random.random() < 0.3
        tokens = ["." if random.random() < 0.92 else "#" for _ in range(width - shorter)]
        if row == 0:
            tokens[:2] = ".."
        rows.append(" " * indent + " ".join(tokens))
    margin = min(len(row) - len(row.lstrip()) for row in rows)
    return Drawn(tiling, tuple(row[margin:] for row in rows))


def _grouped(random: Random, drawn: Drawn, options: dict[str, bool]) -> Drawn:
    """Put terminals on a board: pairs for Numberlink, groups where there is an option to branch."""
    board = Complex(drawn)
    symbols = random.choice(("1234", "ABCD", "7bX0"))[: random.randint(1, 4)]
    groups = "branch" in options
    tokens: dict[int, str] = {}
    free = set(range(len(board.names)))
    kept: set[str] = set()
    planted = random.random() < 0.65
    for symbol in symbols:
        if planted:
            size = random.randint(2, 7)
            grown, links = grow(random, board, free, size, options.get("branch", False))
            free -= grown
            kept |= links
            ends = ends_of(board, grown, links)
            inner = sorted(grown - set(ends))
            extra = random.sample(inner, random.randint(0, len(inner))) if groups else []
            chosen = [*ends, *extra]
        else:
            size = random.choice((2, 2, 3, 4)) if groups else 2
            chosen = random.sample(sorted(free), size) if len(free) >= size else []
            free -= set(chosen)
        if len(chosen) > 1:
            tokens |= dict.fromkeys(chosen, symbol)
    if not tokens:
        tokens = dict.fromkeys(random.sample(range(len(board.names)), 2), symbols[0])
    elif planted and options["cover"]:
        tokens |= {cell: "#" for cell in sorted(free) if random.random() < 0.8}
    loose = [link for link in board.links if link not in kept]
    walls = random.sample(loose, min(len(loose), random.choice((0, 0, 1, 2))))
    drawn = write(drawn, {board.names[cell]: token for cell, token in tokens.items()})
    pairs = (tuple(wall.split("-")) for wall in walls)
    whole = set(Complex(drawn).names)
    return replace(drawn, walls=tuple((a, b) for a, b in pairs if {a, b} <= whole))


def _slitherlink(
    random: Random, tiling: str, densities: tuple[float, ...]
) -> tuple[Drawn, tuple[str, ...]]:
    """Return a board with clues of which most agree with one line, and its ports.

    The density is how many of the cells get a clue.
    """
    drawn = blank(random, tiling, 9)
    board = Complex(drawn)
    line: set[str] = set()
    ports: tuple[str, ...] = ()
    if random.random() < 0.3:
        line, ends = _walk(random, board)
        ports = tuple(
            random.choice([name for name, point in board.corners.items() if point == end])
            for end in ends
        )
    else:
        cells = set(range(len(board.names)))
        inside, _ = grow(random, board, cells, random.randint(2, 7), True)
        for cell in inside:
            line ^= set(board.sides[cell])
    density = random.choice(densities)
    wrong = random.choice((0.0, 0.0, 0.1))
    tokens = {}
    for name, sides in zip(board.names, board.sides, strict=True):
        if random.random() < density:
            truth = len(line & set(sides))
            tokens[name] = str(random.randint(0, len(sides)) if random.random() < wrong else truth)
    return write(drawn, tokens), ports


def _walk(random: Random, board: Complex) -> tuple[set[str], tuple[Point, Point]]:
    """Return the borders of a random line over vertices, and its two ends."""
    tip = start = random.choice(sorted(board.corners.values()))
    line: set[str] = set()
    seen = {tip}
    for _ in range(random.randint(1, 8)):
        ways = [
            (border, p if q == tip else q)
            for border, (p, q) in board.borders.items()
            if (p == tip and q not in seen) or (q == tip and p not in seen)
        ]
        if not ways:
            break
        border, tip = random.choice(ways)
        line.add(border)
        seen.add(tip)
    return line, (start, tip)
