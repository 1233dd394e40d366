"""Shimaguni: an island in each room, none beside another one; neighbours have other sizes."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import (
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    hang_together,
    random_fences,
    random_rooms,
)


def sizes(puzzle: GridPuzzle, dark: frozenset[Cell]) -> dict[str, int] | None:
    """Return the size of each room's shaded group; None if one is missing, broken or too near."""
    room = puzzle.givens["room"]
    if any(a in dark and b in dark and puzzle.parted(a, b) for a, b in puzzle.grid.links):
        return None
    groups = [dark & set(cells) for cells in puzzle.rooms()]
    if not all(groups) or not all(hang_together(puzzle.grid, group) for group in groups):
        return None
    found = {room[min(group)]: len(group) for group in groups}
    told = puzzle.numbers("size").items()
    return found if all(found[room[cell]] == k for cell, k in told) else None


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, room = answer["dark"], puzzle.givens["room"]
    assert isinstance(dark, frozenset)
    found, pairs = sizes(puzzle, dark), [(room[a], room[b]) for a, b in puzzle.grid.links]
    return found is not None and all(j == k or found[j] != found[k] for j, k in pairs)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and number some of them."""
    room = random_rooms(random, grid, 6)
    size = {}
    for k in sorted(set(room.values())):
        cells = [c for c in room if room[c] == k]
        if random.random() < 0.3:
            size[random.choice(cells)] = str(random.randint(1, min(3, len(cells))))
    fences = random_fences(random, grid, room)
    return GridPuzzle(grid, {"size": size, "room": room}, fences=fences)


GENRE = GridGenre(answers, judge, invent, ("dark",))
