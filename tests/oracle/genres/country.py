"""Country Road: a loop visits each room once; numbers count visited cells; no two empty neighbours
with a border between them."""

from __future__ import annotations

from random import Random

from oracle.genres.simpleloop import answers
from oracle.grid import (
    Answer,
    Grid,
    GridGenre,
    GridPuzzle,
    Link,
    loops,
    random_fences,
    random_rooms,
    visited,
)


def crossings(line: frozenset[Link], puzzle: GridPuzzle) -> dict[str, int]:
    """Return how often a line crosses a border of each room; one within it has two sides."""
    room = puzzle.givens["room"]
    out = dict.fromkeys(room.values(), 0)
    for a, b in line:
        if puzzle.parted(a, b):
            out[room[a]] += 1
            out[room[b]] += 1
    return out


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the loop obeys the rules."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    room, on = puzzle.givens["room"], visited(line)
    once = all(count <= 2 for count in crossings(line, puzzle).values())
    if not puzzle.options.get("skip") and {room[c] for c in on} != set(room.values()):
        return False
    counts = all(
        sum(room[c] == room[cell] for c in on) == k for cell, k in puzzle.numbers("size").items()
    )
    apart = all(a in on or b in on for a, b in puzzle.grid.links if puzzle.parted(a, b))
    return once and counts and apart


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and numbers that a loop has in them."""
    room = random_rooms(random, grid, random.choice((5, 5, 5, 0)))
    fences = random_fences(random, grid, room)
    blank = GridPuzzle(grid, {"room": room}, fences=fences)
    sizes = {}
    found = list(loops(grid))
    if found:
        right = [p for p in found if judge(blank, {"line": p})]
        on = visited(random.choice(right or found))
        for k in sorted(set(room.values())):
            cell = random.choice([c for c in room if room[c] == k])
            if random.random() < 0.5:
                sizes[cell] = str(sum(room[c] == k for c in on))
    options = {"skip": random.random() < 0.3}
    return GridPuzzle(grid, {"size": sizes, "room": room}, options, fences=fences)


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
