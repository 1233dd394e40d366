"""Genres whose edges are pairs of their own, against brute force."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from random import Random

import pytest
from oracle.genres import hashi
from oracle.grid import Grid, GridPuzzle
from support.number_puzzles import Cell, drawing, genre, placed

import nlc


def name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def solutions(text: str) -> list[dict[str, dict[str, str] | list[str]]]:
    """Return what is shown in each solution."""
    answer = nlc.solve(nlc.loads(text)[0], nlc.ALL)
    assert answer.complete and answer.program is not None
    return [answer.program.solution_json(solution) for solution in answer.solutions]


def ways(cells: list[Cell], moves: set[tuple[int, int]], start: Cell) -> list[list[Cell]]:
    """Return all ways through every cell."""
    out, way = [], [start]

    def go() -> None:
        if len(way) == len(cells):
            out.append([*way])
        r, c = way[-1]
        for y, x in moves:
            if (r + y, c + x) in cells and (r + y, c + x) not in way:
                way.append((r + y, c + x))
                go()
                way.pop()

    go()
    return out


KING = {(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1)} - {(0, 0)}
KNIGHT = {(y, x) for y, x in product((-2, -1, 1, 2), repeat=2) if abs(y * x) == 2}


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols", "tours"), [(5, 6, 8), (3, 10, 16), (4, 4, 0)])
def test_there_are_as_many_closed_tours_of_a_knight_as_is_known(rows, cols, tours):
    board = drawing("", [["."] * cols] * rows)
    found = solutions(f'puzzle "p" is knight {{ topology square;\n{board}}}')
    assert len(found) == tours
    cells = [*product(range(rows), range(cols))]
    reachable = {
        f"{name(a)}-{name(b)}"
        for a, b in combinations(cells, 2)
        if (b[0] - a[0], b[1] - a[1]) in KNIGHT
    }
    assert all(len(each["jump"]) == len(cells) and {*each["jump"]} <= reachable for each in found)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_bridges_between_pairs_are_those_of_brute_force(seed):
    random, grid, answers = Random(seed), Grid(4, 4), []
    while not answers:
        isles = sorted(random.sample(grid.cells, 6))
        blank = GridPuzzle(grid, {"clue": {}, "island": dict.fromkeys(isles, "true")})
        answers = [answer for answer in hashi.answers(blank) if hashi.judge(blank, answer)]
    chosen = random.choice(answers)
    ends = [cell for link in [*chosen["one"], *chosen["two"]] for cell in link]
    clues = {cell: str(ends.count(cell)) for cell in isles}
    puzzle = GridPuzzle(grid, {"clue": clues, "island": {}})
    right = {(answer["one"], answer["two"]) for answer in answers if hashi.judge(puzzle, answer)}
    board = drawing("", placed(4, 4, clues))
    text = f'{genre("bridges")}\npuzzle "p" is bridges {{ topology square;\n{board}}}'
    found = solutions(text)
    assert len(found) == len(right)
    assert {(links(each["bridge"]), links(each["double"])) for each in found} == right


def links(spans: list[str]) -> frozenset[tuple[Cell, Cell]]:
    """Return the links of the board under bridges."""
    out = set()
    for span in spans:
        (a, b), (c, d) = ((int(part[1]) - 1, int(part[3]) - 1) for part in span.split("-"))
        way = [*product(range(a, c + 1), range(b, d + 1))]
        out.update(pairwise(way))
    return frozenset(out)
