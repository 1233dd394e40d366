"""Star Battle: so many stars in each row, column and room, none touching another."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, grown, random_rooms, subsets


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to place stars."""
    for star in subsets(puzzle.grid.cells):
        yield {"star": star}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the stars obey the rules."""
    star, grid = answer["star"], puzzle.grid
    assert isinstance(star, frozenset)
    each = puzzle.options.get("stars", 1)
    if any(star & set(grid.around(c)) for c in star):
        return False
    return all(len(star & set(line)) == each for line in [*grid.lines, *puzzle.rooms()])


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, mostly grown from stars that obey the rest."""
    options = {"stars": random.choice([1, 1, 1, 2])}
    room = random_rooms(random, grid)
    bare = GridPuzzle(grid, {"room": {}}, options)
    right = [a["star"] for a in answers(bare) if judge(bare, a)] if random.random() < 0.8 else []
    if right:
        star = random.choice(right)
        assert isinstance(star, frozenset)
        each = options["stars"]
        owner = {c: chr(97 + i // each) for i, c in enumerate(sorted(star))}
        room = grown(random, grid, owner)
    return GridPuzzle(grid, {"room": room}, options)


GENRE = GridGenre(answers, judge, invent, ("star",), 16)
