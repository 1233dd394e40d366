"""Moon or Sun: a loop visits each room once, by its moons or by its suns, by turns from room to
room."""

from __future__ import annotations

from random import Random

from oracle.genres.country import crossings
from oracle.genres.simpleloop import answers
from oracle.grid import (
    Answer,
    Grid,
    GridGenre,
    GridPuzzle,
    arcs,
    grown,
    loops,
    random_fences,
    random_rooms,
    visited,
)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the loop obeys the rules."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    room, sky = puzzle.givens["room"], puzzle.givens["sky"]
    on = visited(line)
    if any(count > 2 for count in crossings(line, puzzle).values()):
        return False
    kind = {}
    for k in set(room.values()):
        signs = {sign: {c for c in sky if room[c] == k and sky[c] == sign} for sign in "ms"}
        passed = {sign for sign, cells in signs.items() if cells & on}
        if len(passed) != 1:
            return False
        (kind[k],) = passed
        if signs[kind[k]] - on:
            return False
    return all(kind[room[a]] != kind[room[b]] for a, b in line if room[a] != room[b])


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms along a loop, with moons and suns by turns, and sometimes anything."""
    room = random_rooms(random, grid, random.choice((6, 6, 0)))
    sky = {c: random.choice("ms") for c in grid.cells if random.random() < 0.5}
    long = [line for line in loops(grid) if len(line) >= 6]
    if long and random.random() < 0.9:
        line = random.choice(long)
        pieces = arcs(random, line, random.choice([2, 2, 4]))
        owner = {c: chr(97 + i) for i, piece in enumerate(pieces) for c in piece}
        room = grown(random, grid, owner)
        for i, piece in enumerate(pieces):
            sky[random.choice(piece)] = "ms"[i % 2]
        for c in sky:
            kind = (ord(room[c]) - 97) % 2
            sky[c] = "ms"[kind if c in owner else 1 - kind]
    fences = random_fences(random, grid, room)
    return GridPuzzle(grid, {"sky": sky, "room": room}, fences=fences)


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
