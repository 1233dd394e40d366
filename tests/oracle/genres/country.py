"""Country Road: a loop visits each room once; numbers count visited cells; no two empty neighbours
of two rooms."""

from __future__ import annotations

from random import Random

from oracle.genres.simpleloop import answers
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, Link, loops, random_rooms, visited


def crossings(line: frozenset[Link], puzzle: GridPuzzle) -> dict[str, int]:
    """Return how often a line crosses the border of each room."""
    room = puzzle.givens["room"]
    out = dict.fromkeys(room.values(), 0)
    for a, b in line:
        if room[a] != room[b]:
            out[room[a]] += 1
            out[room[b]] += 1
    return out


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the loop obeys the rules."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    room, on = puzzle.givens["room"], visited(line)
    often = crossings(line, puzzle)
    skipped = {k for k in often if not any(room[c] == k for c in on)}
    if puzzle.options.get("skip"):
        once = all(count == 2 for k, count in often.items() if k not in skipped)
    else:
        once = all(count == 2 for count in often.values())
    counts = all(
        sum(room[c] == room[cell] for c in on) == k for cell, k in puzzle.numbers("size").items()
    )
    apart = all(a in on or b in on for a, b in puzzle.grid.links if room[a] != room[b])
    return once and counts and apart


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and numbers that a loop has in them."""
    room = random_rooms(random, grid, 5)
    sizes = {}
    found = list(loops(grid))
    if found:
        right = [p for p in found if judge(GridPuzzle(grid, {"room": room}), {"line": p})]
        on = visited(random.choice(right or found))
        for k in sorted(set(room.values())):
            cell = random.choice([c for c in room if room[c] == k])
            if random.random() < 0.5:
                sizes[cell] = str(sum(room[c] == k for c in on))
    return GridPuzzle(grid, {"size": sizes, "room": room}, {"skip": random.random() < 0.3})


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
