"""Killer Sudoku: a Sudoku with cages whose numbers differ and have a sum."""

from __future__ import annotations

from random import Random

from oracle.genres import sudoku
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, random_rooms


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the numbers of each cage differ and have its sum."""
    number, totals = answer["number"], puzzle.numbers("total")
    assert isinstance(number, dict)
    for cage in puzzle.rooms("cage"):
        told = [number[cell] for cell in cage]
        if len({*told}) < len(told) or any(totals.get(c, sum(told)) != sum(told) for c in cage):
            return False
    return sudoku.judge(puzzle, answer)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw cages, and sums of a board that obeys the rest, mostly."""
    plain = sudoku.invent(random, grid)
    cage = random_rooms(random, plain.grid, 3)
    totals = dict[Cell, str]()
    givens = {**plain.givens, "cage": cage, "total": totals}
    free = GridPuzzle(plain.grid, givens, plain.options)
    right = [answer for answer in sudoku.answers(free) if judge(free, answer)]
    if right:
        number = random.choice(right)["number"]
        assert isinstance(number, dict)
        for cells in free.rooms("cage"):
            wrong = random.random() < 0.05
            if random.random() < 0.8:
                totals[random.choice(cells)] = str(sum(number[c] for c in cells) + wrong)
    return GridPuzzle(plain.grid, givens, plain.options)


GENRE = GridGenre(sudoku.answers, judge, invent, ("number",), 16)
