"""Random puzzles of one shape: one board with other clues and options each time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from oracle.case import GENRES, Case
from oracle.random_boards import random_case, write
from oracle.reference_board import Complex


def alike(random: Random, genre: str, tiling: str, count: int) -> list[Case]:
    """Return `count` puzzles on one board; the options, and so the rules, may differ."""
    first = random_case(random, genre, tiling)
    out = [first]
    while len(out) < count:
        options = tuple((name, random.random() < 0.5) for name in GENRES[genre])
        out.append(replace(_moved(random, first), options=options))
    return out


def _moved(random: Random, case: Case) -> Case:
    """Return a puzzle with some of its clues at other places, and perhaps fewer labels."""
    board = Complex(case.drawn)
    cells = list(range(len(board.names)))
    tokens = [board.tokens[cell] for cell in cells]
    if case.genre != "slitherlink" and random.random() < 0.3:
        fewest = min((t for t in tokens if t), default=None)
        if len({t for t in tokens if t}) > 1:
            tokens = [None if t == fewest else t for t in tokens]
    for _ in range(random.choice((0, 1, 2, 9))):
        a, b = random.choice(cells), random.choice(cells)
        tokens[a], tokens[b] = tokens[b], tokens[a]
    if case.genre == "slitherlink":
        most = [len(sides) for sides in board.sides]
        fits = all(t is None or int(t) <= n for t, n in zip(tokens, most, strict=True))
        if not fits:
            return case
    named = {name: token or "." for name, token in zip(board.names, tokens, strict=True)}
    return replace(case, drawn=write(case.drawn, named))
