"""Boards without solution: a clue of a random puzzle changed or moved; and what explains them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from oracle import genres
from oracle.grid import Grid, GridPuzzle

import nlc
from nlc.ir.evaluate import violations
from nlc.reasons.why.boards import find_solution, is_unsolvable
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.why import CONTRADICTION, Why
from support.grids import written

MOST_GROUPS = 9
"""Groups of clues of which all subsets are tried."""


def invented(genre: str, random: Random, size: tuple[int, int]) -> GridPuzzle:
    """Return a random puzzle of a genre."""
    return genres.get(genre).invent(random, Grid(*size))


def mistyped(random: Random, puzzle: GridPuzzle) -> GridPuzzle:
    """Return a puzzle with a clue changed or moved; where all are rooms, with a cell in another."""
    places = [
        (name, cell)
        for name, clues in puzzle.givens.items()
        for cell in clues
        if len(clues) < len(puzzle.grid.cells) or name == "num"
    ]
    rooms = [name for name, clues in puzzle.givens.items() if name in ("room", "box") and clues]
    if not places and not rooms:
        return puzzle
    name, cell = random.choice(places or [(rooms[0], cell) for cell in puzzle.grid.cells])
    clues = dict(puzzle.givens[name])
    free = [c for c in puzzle.grid.cells if all(c not in given for given in puzzle.givens.values())]
    if free and random.random() < 0.5:
        clues[random.choice(free)] = clues.pop(cell)
    else:
        near = [str(int(clues[cell]) + k) for k in (-1, 1)] if clues[cell].isdecimal() else []
        clues[cell] = random.choice(
            sorted({*clues.values(), *near} - {clues[cell]}) or [*near, "1"]
        )
    return replace(puzzle, givens={**puzzle.givens, name: clues})


def broken(genre: str, seed: object, size: tuple[int, int]) -> Iterator[nlc.Puzzle]:
    """Yield puzzles, most of them without solution, for ever."""
    random = Random(f"{genre} {seed}")
    while True:
        text = written(genre, mistyped(random, invented(genre, random, size)))
        try:
            (puzzle,) = nlc.loads(text)
            Clues(puzzle)
        except nlc.InputError:  # a clue that no board can have
            continue
        yield puzzle


def faults(why: Why) -> list[str]:
    """Return what is wrong with an explanation, by boards elaborated anew, each by itself."""
    clues = Clues(why.puzzle)
    if why.status != CONTRADICTION:
        try:
            board = find_solution(clues.program(clues.every))
        except nlc.InputError:
            return [] if why.status == "refused" else [f"{why.status}, but clues are refused"]
        return [] if (board is not None) == (why.status == "solvable") else [why.status]
    out = []
    if not why.complete or not (why.rules or why.rules_smallest):
        out.append("not complete")
    for fault in why.faults:
        members = {i for i, group in enumerate(clues.groups) if group in fault.clues}
        if not is_unsolvable(clues, members):
            out.append(f"{fault} is none: there is a solution")
        out += [
            f"{fault}: {clues.groups[i].text} can go"
            for i in members
            if is_unsolvable(clues, members - {i})
        ]
        if not fault.checked:
            out.append(f"{fault} is not checked")
    first = why.faults[0]
    if first.smallest and len(clues.groups) <= MOST_GROUPS:
        for size in range(len(first.clues)):
            for some in combinations(range(len(clues.groups)), size):
                if is_unsolvable(clues, some):
                    out.append(f"{first} is not the smallest: {some}")
    if not first.smallest:
        out.append(f"{first} is not proved smallest")
    out += _repairs(why, clues)
    return out


def _repairs(why: Why, clues: Clues) -> Iterator[str]:
    for repair in why.repairs:
        kept = clues.every - set(repair.members)
        if repair.members and violations(clues.program(kept), repair.board):
            yield f"the board of {repair.members} breaks a rule"
        if not repair.members:  # all together, as of labels that are exchanged
            changed = {change.clue: change.value for change in repair.changes}
            if violations(clues.program(clues.every, changed), repair.board):
                yield f"the board of {changed} breaks a rule"
            continue
        # Of a single clue the board is that of the first change.
        for change in repair.changes[: 1 if len(repair.members) == 1 else None]:
            program = clues.program(clues.every, {change.clue: change.value})
            if len(repair.members) < 2 and violations(program, repair.board):
                yield f"the board of {change} breaks a rule"
    fewest = min((len(r.members) for r in why.repairs), default=0)
    if len(clues.groups) <= MOST_GROUPS:
        for size in range(1, fewest):
            for some in combinations(range(len(clues.groups)), size):
                if not is_unsolvable(clues, clues.every - set(some)):
                    yield f"{some} are fewer to take away"
