"""Genres of regions, pieces, ships and shortest paths in few lines, against brute force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, product
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


@cache
def divisions(rows: int, cols: int) -> list[frozenset[Cells]]:
    """Return all divisions of a board into connected regions."""
    cells = grid(rows, cols)
    links = beside(cells)
    chosen = product((False, True), repeat=len(links))
    found = {
        parts(cells, [x for x, is_on in zip(links, on, strict=True) if is_on]) for on in chosen
    }
    return sorted(found, key=lambda regions: sorted(map(sorted, regions)))


def centre(region: Cells) -> Cell | None:
    """Return twice the centre of a region that half a turn leaves as it is."""
    low, high = min(region), max(region)
    y, x = low[0] + high[0], low[1] + high[1]
    return (y, x) if {(y - r, x - c) for r, c in region} == region else None


def regions_of(owner: dict[str, str]) -> frozenset[Cells]:
    regions: dict[str, set[Cell]] = {}
    for name, root in owner.items():
        regions.setdefault(root, set()).add(cell_of(name))
    return frozenset(map(frozenset, regions.values()))


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(8))
def test_galaxies_have_the_solutions_of_brute_force(seed):
    galaxies = [(frozenset(map(centre, s)), s) for s in divisions(3, 3) if all(map(centre, s))]
    stars, _ = Random(seed).choice(galaxies)
    marks = ""
    for y, x in stars:
        cell = f"r{y // 2 + 1}c{x // 2 + 1}"
        kind = {
            (0, 0): f"star at {cell}",
            (0, 1): f"side at {cell}.side(E)",
            (1, 0): f"side at {cell}.side(S)",
            (1, 1): f"corner at {cell}.corner(SE)",
        }
        marks += f"mark {kind[y % 2, x % 2]};\n"
    text = puzzle("galaxies", drawing("", placed(3, 3, {})) + marks)
    found = [regions_of(owner) for owner in solutions(text, "owner")]
    expected = [regions for at, regions in galaxies if at == stars]
    assert len(found) == len(expected)
    assert set(found) == set(expected)


def shape(cells: Iterable[Cell]) -> list[Cell]:
    """Return cells as they lie first of all eight ways."""
    ways = []
    for down, right, swap in product((1, -1), (1, -1), (False, True)):
        turned = [(down * r, right * c)[:: -1 if swap else 1] for r, c in cells]
        top, left = min(r for r, _ in turned), min(c for _, c in turned)
        ways.append(sorted((r - top, c - left) for r, c in turned))
    return min(ways)


def choco(free: Cells, grey: Cells, sizes: dict[Cell, int]) -> list[frozenset[Cells]]:
    """Return the divisions of cells into pairs of parts of one shape."""
    if not free:
        return [frozenset()]
    found = []
    for more in subsets(free - {min(free)}):
        region = frozenset([min(free), *more])
        halves = region & grey, region - grey
        if (
            len(halves[0]) == len(halves[1])
            and all(2 * sizes.get(cell, len(halves[0])) == len(region) for cell in region)
            and all(len(parts(cells, beside(cells))) == 1 for cells in (*halves, region))
            and shape(halves[0]) == shape(halves[1])
        ):
            found += [rest | {region} for rest in choco(free - region, grey, sizes)]
    return found


def subsets(cells: Cells) -> list[tuple[Cell, ...]]:
    return list(chain(*(combinations(sorted(cells), n) for n in range(len(cells) + 1))))


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [5, 8, 17, 18])  # each has a pair that only a mirror joins
def test_double_choco_has_the_solutions_of_brute_force(seed):
    random, cells = Random(seed), grid(3, 4)
    grey = frozenset(random.sample(cells, 6))
    divided = choco(frozenset(cells), grey, {})
    sizes: dict[Cell, int] = {}
    if seed % 2:
        cell, regions = random.choice(cells), random.choice(divided)
        sizes = {cell: next(len(region) // 2 for region in regions if cell in region)}
    marks = "".join(f"mark grey at r{r + 1}c{c + 1};\n" for r, c in grey)
    marks += "".join(f"mark size = {n} at r{r + 1}c{c + 1};\n" for (r, c), n in sizes.items())
    text = puzzle("double_choco", drawing("", placed(3, 4, {})) + marks)
    found = [regions_of(owner) for owner in solutions(text, "owner")]
    expected = choco(frozenset(cells), grey, sizes)
    assert len(found) == len(expected)
    assert set(found) == set(expected)


@cache
def fleets() -> list[Cells]:
    """Return all fleets of a ship of two cells and two of one on a board of 4x4."""
    found = []
    for chosen in map(frozenset, combinations(grid(4, 4), 4)):
        near = [
            (c, d)
            for c, d in combinations(chosen, 2)
            if max(abs(c[0] - d[0]), abs(c[1] - d[1])) == 1
        ]
        if len(near) == 1 and len(beside(chosen)) == 1:
            found.append(chosen)
    return found


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_battleships_have_the_solutions_of_brute_force(seed):
    random = Random(seed)
    fleet = random.choice(fleets())
    counts = {r: sum(cell[0] == r for cell in fleet) for r in random.sample(range(4), seed % 4)}
    known = {
        cell: "part" if cell in fleet else "sea" for cell in random.sample(grid(4, 4), seed // 2)
    }
    marks = "".join(f"mark number = {k} at r{r + 1}c1.line(E);\n" for r, k in counts.items())
    text = puzzle("battleships", "set longest = 2;\n" + drawing("", placed(4, 4, known)) + marks)
    right = [
        s
        for s in fleets()
        if all(sum(cell[0] == r for cell in s) == k for r, k in counts.items())
        and all((cell in s) == (kind == "part") for cell, kind in known.items())
    ]
    assert dark(text, "ship") == sorted(right, key=sorted)


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
