"""Parts of random puzzles: paths and trees that grow over a board, and tokens on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from nlc.oracle.reference_board import Complex, Drawn


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
