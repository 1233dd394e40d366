"""Aquarium: water flows down and to the sides, and is level in each body; numbers count it."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, random_fences, random_rooms
from oracle.relations import parts


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether water neither could flow on nor has two levels, and all numbers are met."""
    water, grid = answer["dark"], puzzle.grid
    assert isinstance(water, frozenset)
    joined = [(a, b) for a, b in grid.links if not puzzle.parted(a, b)]
    for a, b in joined:
        if (a in water and b not in water) or (a[0] == b[0] and b in water and a not in water):
            return False
    tops = []
    for body in parts(set(water), [(a, b) for a, b in joined if a in water and b in water]):
        top = min(i for i, _ in body)
        tops.append((top, body))
        above = {b: a for a, b in joined if a[0] < b[0]}
        if any(cell[0] > top and cell in above and above[cell] not in water for cell in body):
            return False
    room = puzzle.givens["room"]
    if puzzle.options.get("whole") and any(
        room[c] == room[d] and d[0] >= c[0] and d not in water for c in water for d in grid.cells
    ):
        return False
    counts = puzzle.numbers("number").items()
    return all(len(water & {*grid.heads[head]}) == k for head, k in counts)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw tanks, and counts of water that stands in some of them."""
    room = random_rooms(random, grid, 6)
    fences = random_fences(random, grid, room)
    options = {"whole": random.random() < 0.3}
    depth = {k: random.randint(0, grid.rows) for k in sorted(set(room.values()))}
    water = {cell for cell in grid.cells if cell[0] >= depth[room[cell]]}
    clues: dict[Cell, str] = {}
    for head, line in grid.heads.items():
        if random.random() < 0.5:
            clues[head] = str(len(water & {*line}) + (random.random() < 0.03))
    givens = {"room": room, "number": clues}
    return GridPuzzle(grid, givens, options, outside=("number",), fences=fences)


GENRE = GridGenre(answers, judge, invent, ("dark",))
