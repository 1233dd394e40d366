"""Genres of regions, pieces, ships and shortest paths in few lines, against brute force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product
from random import Random

import pytest
from support.number_puzzles import Cell, drawing, genre, placed

import nlc
from nlc.errors import UserError

Cells = frozenset[Cell]
Link = tuple[Cell, Cell]


def cell_of(name: str) -> Cell:
    row, _, column = name[1:].partition("c")
    return int(row) - 1, int(column) - 1


def puzzle(name: str, body: str) -> str:
    return f'{genre(name)}\npuzzle "p" is {name} {{ topology square;\n{body}}}\n'


def solutions(text: str, name: str) -> list[dict[str, str] | list[str]]:
    """Return what a variable is in each solution."""
    answer = nlc.solve(nlc.loads(text)[0], nlc.ALL)
    assert answer.complete and answer.program is not None
    return [answer.program.solution_json(solution)[name] for solution in answer.solutions]


def dark(text: str, name: str) -> list[Cells]:
    """Return the cells for which a condition holds, in order."""
    return sorted((frozenset(map(cell_of, s)) for s in solutions(text, name)), key=sorted)


def grid(rows: int, cols: int) -> list[Cell]:
    return list(product(range(rows), range(cols)))


def beside(cells: Iterable[Cell]) -> list[Link]:
    """Return the pairs of cells that share a side."""
    return [
        (c, d)
        for c, d in combinations(sorted(cells), 2)
        if abs(c[0] - d[0]) + abs(c[1] - d[1]) == 1
    ]


def parts(cells: Iterable[Cell], links: Sequence[Link]) -> frozenset[Cells]:
    """Return the connected parts of cells by links."""
    part = {cell: frozenset([cell]) for cell in cells}
    for c, d in links:
        whole = part[c] | part[d]
        part.update(dict.fromkeys(whole, whole))
    return frozenset(part.values())


def joins(links: Sequence[Link], labels: dict[Cell, str]) -> bool:
    """Tell whether links are paths between equal labels and nothing else."""
    ends = [cell for link in links for cell in link]
    regions = parts(grid(3, 3), links)
    return all(
        ends.count(cell) == 1 if cell in labels else ends.count(cell) in (0, 2)
        for cell in grid(3, 3)
    ) and all(
        sum({*link} <= region for link in links) == len(region) - 1  # a tree
        and len({labels[cell] for cell in region & {*labels}}) < 2
        for region in regions
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_shortest_wirings_are_those_of_brute_force(seed):
    random = Random(seed)
    links = beside(grid(3, 3))
    labels = dict(zip(random.sample(grid(3, 3), 4), "aabb", strict=True))
    sets = product((False, True), repeat=len(links))
    chosen = [[x for x, on in zip(links, ons, strict=True) if on] for ons in sets]
    wirings = [wiring for wiring in chosen if joins(wiring, labels)]
    fewest = min(map(len, wirings), default=0)
    right = {frozenset(wiring) for wiring in wirings if len(wiring) == fewest}
    text = puzzle("wiring", drawing("", placed(3, 3, labels)))
    found = [
        frozenset((cell_of(c), cell_of(d)) for c, _, d in (name.partition("-") for name in s))
        for s in solutions(text, "line")
    ]
    assert len(found) == len(right)
    assert set(found) == right


SHAPES = {
    "I": [(0, 0), (0, 1), (0, 2)],
    "V": [(0, 0), (0, 1), (1, 0)],
    "S": [(0, 1), (0, 2), (1, 0), (1, 1)],
    "P": [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],
}


def turned(shape: Sequence[Cell], quarter: int) -> list[Cell]:
    """Return a shape after quarter turns, from 4 on of its mirror image."""
    out = [(r, -c) if quarter > 3 else (r, c) for r, c in shape]
    for _ in range(quarter % 4):
        out = [(c, -r) for r, c in out]
    return out


def drawn_as(shape: Sequence[Cell]) -> str:
    rows = range(max(r for r, _ in shape) + 1)
    columns = range(max(c for _, c in shape) + 1)
    return "/".join("".join("x" if (r, c) in shape else "." for c in columns) for r in rows)


@pytest.mark.sample(4)
@pytest.mark.parametrize("last", [0, 3, 7])
@pytest.mark.parametrize("names", ["S", "P", "IV", "SP"])
def test_placed_shapes_are_those_of_brute_force(names, last):
    hole = (1, 1)
    board = [cell for cell in grid(3, 4) if cell != hole]
    right = set()
    for name in names:
        for quarter in range(last + 1):
            shape = turned(SHAPES[name], quarter)
            for y, x in product(range(-4, 5), repeat=2):
                moved = frozenset((r + y, c + x) for r, c in shape)
                if moved <= {*board}:
                    right.add((name, moved))
    texts = ", ".join(f'"{drawn_as(SHAPES[name])}"' for name in names)
    text = f"""genre one {{
      let shapes = {{{texts}}};
      var dark : cell -> bool;
      var put : p in shapes, c in cells, k in 0..{last} -> bool;
      rule one {{ exactly 1 of {{put[p, c, k] for p in shapes, c in cells, k in 0..{last}}}; }}
      rule place {{
        for p in shapes, c in cells, k in 0..{last} {{
          if count placed(p, c, k) = 0 {{ not put[p, c, k]; }}
          put[p, c, k] implies all of {{dark[d] iff d in placed(p, c, k) for d in cells}};
        }}
      }}
      show dark as shaded;
      show put;
    }}
    puzzle "p" is one {{ topology square;
    {drawing("", placed(3, 4, {hole: "#"}))} }}"""
    assert dark(text, "dark") == sorted((cells for _, cells in right), key=sorted)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('placed("ab", c, 0)', "'ab' is no shape of 'x' and '.'"),
        ('placed("..", c, 0)', "'..' is no shape of 'x' and '.'"),
        ('placed("xx", c, 8)', "a shape has turns from 0 to 7"),
    ],
)
def test_shapes_that_are_none_are_refused(call, message):
    text = f"""genre one {{ var dark : cell -> bool; show dark;
      rule r {{ for c in cells {{ any of dark[{call}]; }} }} }}
    puzzle "p" is one {{ topology square; {drawing("", placed(2, 2, {}))} }}"""
    with pytest.raises(UserError, match=message):
        nlc.solve(nlc.loads(text)[0])


@pytest.mark.slow
def test_pentominoes_fill_three_rows_of_twenty_in_two_ways():
    found = solutions(puzzle("pentominoes", drawing("", placed(3, 20, {}))), "piece")
    boards = {tuple(board.values()) for board in found}
    half = {tuple(board[i * 20 : i * 20 + 20] for i in range(3)) for board in boards}
    images = {
        tuple(rows[::turn] for rows in board[::flip])
        for board in half
        for turn in (1, -1)
        for flip in (1, -1)
    }
    assert len(found) == len(half) == 8
    assert images == half
