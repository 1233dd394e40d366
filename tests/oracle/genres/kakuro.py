"""Kakuro: the digits of a run differ, and add up to the number before it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def runs(puzzle: GridPuzzle) -> list[tuple[list[Cell], int]]:
    """Return the white cells of each run, and its sum or 0."""
    grid, out = puzzle.grid, []
    black = puzzle.givens["block"]
    for (i, j), name, side in (((0, 1), "right", "E"), ((1, 0), "below", "S")):
        for cell in grid.cells:
            before = (cell[0] - i, cell[1] - j)
            if cell in black or (grid.has(before) and before not in black):
                continue
            run = [cell]
            for other in grid.ray(cell, (i, j)):
                if other in black:
                    break
                run.append(other)
            at = f"r{cell[0] + 1}c{cell[1] + 1}.line({side})"
            outside = 0 if grid.has(before) else int(puzzle.marks.get(("total", at), 0))
            out.append((run, puzzle.numbers(name).get(before, outside)))
    return out


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write digits, those of each run different and not above its sum."""
    of: dict[Cell, list[tuple[list[Cell], int]]] = {}
    for run in runs(puzzle):
        for cell in run[0]:
            of.setdefault(cell, []).append(run)
    cells = sorted(of)

    def fill(number: dict[Cell, int]) -> Iterator[Answer]:
        if len(number) == len(cells):
            yield {"number": number}
            return
        cell = cells[len(number)]
        for digit in range(1, 10):
            new = number | {cell: digit}
            there = [([new[c] for c in run if c in new], len(run), k) for run, k in of[cell]]
            if all(
                len(set(digits)) == len(digits)
                and (not k or (sum(digits) == k if len(digits) == size else sum(digits) < k))
                for digits, size, k in there
            ):
                yield from fill(new)

    yield from fill({})


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether no digit comes twice in a run, and sums are right."""
    number = answer["number"]
    assert isinstance(number, dict)
    told = [([number[cell] for cell in run], total) for run, total in runs(puzzle)]
    return all(len(set(k)) == len(k) and total in (0, sum(k)) for k, total in told)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay black cells, and tell most sums, a few of them wrong."""
    black = {cell for cell in grid.cells if random.random() < 0.4 or sum(cell) == 0}
    blank = GridPuzzle(grid, {"block": dict.fromkeys(black, "true")})
    givens: dict[str, dict[Cell, str]] = {"below": {}, "right": {}}
    marks = {}
    solution = next(iter(answers(blank)), {"number": {}})["number"]
    assert isinstance(solution, dict)
    if solution and (shift := random.randint(0, 5)):
        solution = {cell: (digit + shift) % 9 + 1 for cell, digit in solution.items()}
    for run, _ in runs(blank):
        total = str(sum(solution[cell] for cell in run))
        if random.random() < 0.1:
            total = random.choice(("0", "17", "45"))
        flat = len(run) > 1 and run[0][0] == run[1][0]
        for name, (i, j), side in (("right", (0, 1), "E"), ("below", (1, 0), "S")):
            if len(run) > 1 and flat != (name == "right"):
                continue
            before = (run[0][0] - i, run[0][1] - j)
            if before in black:
                givens[name][before] = total
            elif not grid.has(before) and len(run) > 1:
                marks["total", f"r{run[0][0] + 1}c{run[0][1] + 1}.line({side})"] = total
    keep = dict(some(random, {(k, 0): "" for k in range(len(marks))}, 0.9))
    marks = {key: marks[key] for number, key in enumerate(marks) if (number, 0) in keep}
    return GridPuzzle(grid, {**givens, **blank.givens}, marks=marks)


GENRE = GridGenre(answers, judge, invent, ("number",), 9)
