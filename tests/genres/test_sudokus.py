"""Variants of Sudoku, each alone and several at once: their solutions are those of brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, permutations, product
from random import Random
from typing import NamedTuple

import pytest

import nlc

Cell = tuple[int, int]
Numbers = dict[Cell, int]
Judge = Callable[[Numbers], bool]


class Variant(NamedTuple):
    """Clues of a variant, as lines of a puzzle, and what they demand of the numbers."""

    lines: list[str]
    judge: Judge


def name(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def near(cell: Cell, steps: str) -> list[Cell]:
    """Return the cells of a board of 4x4 that are a step of one of some kinds away."""
    kinds = {"side": {(0, 1)}, "corner": {(1, 1)}, "knight": {(1, 2)}}
    away = {(i, j): tuple(sorted((abs(i - cell[0]), abs(j - cell[1])))) for i, j in CELLS}
    return [other for other, step in away.items() if step in kinds[steps]]


CELLS = [*product(range(4), range(4))]
PAIRS = [(c, d) for c in CELLS for d in near(c, "side") if c < d]
JIGSAW = "aabb/acbb/accd/cddd"
WINDOW = [(1, 1), (1, 2), (2, 1), (2, 2)]
ROOMS = ("aabb/aabb/ccdd/ccdd", JIGSAW)


@cache
def boards(rooms: str) -> list[Numbers]:
    """Return all boards of 4x4 whose rows, columns and rooms hold each number once."""
    squares: list[list[tuple[int, ...]]] = [[]]
    for _ in range(4):
        rows = [*permutations(range(1, 5))]
        squares = [
            [*square, row]
            for square in squares
            for row in rows
            if not any(k == m for above in square for k, m in zip(above, row, strict=True))
        ]
    found = [{(i, j): square[i][j] for i, j in CELLS} for square in squares]
    return [n for n in found if len({(rooms[i * 5 + j], n[i, j]) for i, j in CELLS}) == 16]


def walk(random: Random, least: int, most: int) -> list[Cell]:
    """Return a line through cells that touch, which may cross itself between cells."""
    line = [random.choice(CELLS)]
    for _ in range(random.randint(least, most) - 1):
        after = [c for c in near(line[-1], "side") + near(line[-1], "corner") if c not in line]
        line += [random.choice(after)] if after else []
    return line if len(line) >= least else walk(random, least, most)


def fitting(
    random: Random, least: int, most: int, fits: Callable[[list[Cell]], bool]
) -> list[Cell]:
    """Return a line for which a condition holds, mostly."""
    lines = [walk(random, least, most) for _ in range(50)]
    return next(filter(fits, lines), lines[0]) if random.random() < 0.9 else lines[0]


def drawn(given: str, *lines: list[Cell]) -> list[str]:
    """Return marks of lines through cells: numbers in their order, with a gap between lines."""
    places: dict[Cell, list[int]] = {}
    for start, line in zip((1, 21, 35), lines, strict=False):
        for at, cell in enumerate(line, start):
            places.setdefault(cell, []).append(at)
    return [f'mark {given} = "{",".join(map(str, at))}" at {name(c)};' for c, at in places.items()]


def cages(random: Random, n: Numbers) -> Variant:
    parts = [walk(random, 1, 4), walk(random, 2, 4)]
    parts[1] = [c for c in parts[1] if c not in parts[0]]
    lines, totals = [], dict[int, int]()
    for at, part in enumerate(parts):
        lines += [f"mark cage = k{at} at {name(c)};" for c in part]
        if part and random.random() < 0.8:
            totals[at] = sum(n[c] for c in part) + random.choice([0, 0, 0, 1])
            lines.append(f"mark total = {totals[at]} at {name(random.choice(part))};")
    return Variant(
        lines,
        lambda m: (
            all(len({m[c] for c in part}) == len(part) for part in parts)
            and all(sum(m[c] for c in parts[at]) == k for at, k in totals.items())
        ),
    )


def extra(random: Random, n: Numbers) -> Variant:
    cells = random.sample(CELLS, 3)
    judge = lambda m: len({m[c] for c in cells}) == 3  # noqa: E731
    return Variant([f"mark extra = 3 at {name(c)};" for c in cells], judge)


def clones(random: Random, n: Numbers) -> Variant:
    c, d = random.choice([(c, d) for c, d in product(CELLS, CELLS) if c < d and n[c] == n[d]])
    return Variant([f"mark clone = 1 at {name(c)}, {name(d)};"], lambda m: m[c] == m[d])


def parity(random: Random, n: Numbers) -> Variant:
    cells = random.sample(CELLS, 5)
    lines = [f"mark {'uneven' if n[c] % 2 else 'even'} at {name(c)};" for c in cells]
    return Variant(lines, lambda m: all((m[c] - n[c]) % 2 == 0 for c in cells))


def candidates(random: Random, n: Numbers) -> Variant:
    cell = random.choice(CELLS)
    some = sorted({n[cell], random.randint(1, 9)})
    line = f'mark candidates = "{",".join(map(str, some))}" at {name(cell)};'
    return Variant([line], lambda m: m[cell] in some)


def extremes(random: Random, n: Numbers) -> Variant:
    low = [c for c in CELLS if all(n[c] < n[d] for d in near(c, "side"))][:2]
    high = [c for c in CELLS if all(n[c] > n[d] for d in near(c, "side"))][:2]
    lines = [f"mark minimum at {name(c)};" for c in low]
    lines += [f"mark maximum at {name(c)};" for c in high]
    return Variant(
        lines,
        lambda m: (
            all(m[c] < m[d] for c in low for d in near(c, "side") if d not in low)
            and all(m[c] > m[d] for c in high for d in near(c, "side") if d not in high)
        ),
    )


def thermo(random: Random, n: Numbers) -> Variant:
    lines = [sorted(walk(random, 2, 3), key=lambda c: n[c]) for _ in range(2)]
    return Variant(
        drawn("thermometer", *lines),
        lambda m: all(m[c] < m[d] for x in lines for c, d in pairwise(x)),
    )


def arrow(random: Random, n: Numbers) -> Variant:
    fits = lambda m, x: m[x[0]] == sum(m[c] for c in x[1:])  # noqa: E731
    lines = [fitting(random, 2, 4, lambda x: fits(n, x)) for _ in range(2)]
    return Variant(drawn("arrow", *lines), lambda m: all(fits(m, x) for x in lines))


def palindrome(random: Random, n: Numbers) -> Variant:
    fits = lambda m, x: [m[c] for c in x] == [m[c] for c in x[::-1]]  # noqa: E731
    lines = [fitting(random, 3, 6, lambda x: fits(n, x)) for _ in range(2)]
    return Variant(drawn("palindrome", *lines), lambda m: all(fits(m, x) for x in lines))


def renban(random: Random, n: Numbers) -> Variant:

    def fits(m: Numbers, line: list[Cell]) -> bool:
        found = sorted(m[c] for c in line)
        return found == [*range(found[0], found[0] + len(line))]

    lines = [fitting(random, 2, 4, lambda x: fits(n, x)) for _ in range(2)]
    return Variant(drawn("renban", *lines), lambda m: all(fits(m, x) for x in lines))


def whispers(random: Random, n: Numbers) -> Variant:
    least = random.choice([1, 2, 2])
    fits = lambda m, x: all(abs(m[c] - m[d]) >= least for c, d in pairwise(x))  # noqa: E731
    lines = [fitting(random, 2, 5, lambda x: fits(n, x)) for _ in range(2)]
    marks = [f"set whisper = {least};", *drawn("whispers", *lines)]
    return Variant(marks, lambda m: all(fits(m, x) for x in lines))


def between(random: Random, n: Numbers) -> Variant:

    def fits(m: Numbers, line: list[Cell]) -> bool:
        low, high = sorted([m[line[0]], m[line[-1]]])
        return all(low < m[c] < high for c in line[1:-1])

    lines = [fitting(random, 2, 4, lambda x: fits(n, x)) for _ in range(2)]
    return Variant(drawn("betweenline", *lines), lambda m: all(fits(m, x) for x in lines))


def dots(random: Random, n: Numbers) -> Variant:
    """Dots and signs of all kinds, and that there are no others."""
    lines, kinds = list[str](), dict[tuple[Cell, Cell], tuple[str, int]]()
    rules = {word: random.random() < 0.3 for word in ("nonconsecutive", "nonratio", "nonxv")}
    every = random.random() < 0.5
    for c, d in PAIRS:
        low, high = sorted((n[c], n[d]))
        fitting = [("difference", high - low), ("sign", 0)]
        fitting += [("ratio", high // low)] if high % low == 0 else []
        fitting += [("white", 1)] * (high == low + 1) + [("black", 2)] * (high == 2 * low)
        fitting += [("V", 5)] if low + high == 5 else []
        if random.random() < (0.8 if every else 0.2):
            kind, value = kinds[c, d] = random.choice(fitting)
            where = f"at {name(c)}|{name(d)};"
            if kind in ("white", "black"):
                lines.append(f"mark dot = {kind} {where}")
            elif kind == "V":
                lines.append(f"mark xv = V {where}")
            elif kind == "sign":
                lines.append(f"mark sign = {'less' if n[c] < n[d] else 'more'} {where}")
            else:
                lines.append(f"mark {kind} = {value} {where}")
    lines += [f"set {word} = {str(there).lower()};" for word, there in rules.items()]
    found = {k for kind, k in kinds.values() if kind == "ratio"}
    if not found or "black" in {kind for kind, _ in kinds.values()}:
        found.add(2)

    def judge(m: Numbers) -> bool:
        for pair in PAIRS:
            c, d = pair
            kind, k = kinds.get(pair, ("", 0))
            low, high = sorted((m[c], m[d]))
            fine = {
                **dict.fromkeys(("white", "difference"), high - low == k),
                **dict.fromkeys(("black", "ratio"), high == k * low),
                "sign": (m[c] < m[d]) == (n[c] < n[d]),
                "V": high + low == 5,
            }
            dotted = kind in ("white", "black", "difference", "ratio")
            if not fine.get(kind, True):
                return False
            if rules["nonconsecutive"] and not dotted and high == low + 1:
                return False
            if rules["nonratio"] and not dotted and any(high == k * low for k in found):
                return False
            if rules["nonxv"] and kind != "V" and high + low == 5:
                return False
        return True

    return Variant(lines, judge)


def sandwich(random: Random, n: Numbers) -> Variant:
    lines, demands = list[str](), list[tuple[list[Cell], int]]()
    for across, at in random.sample([*product([True, False], range(4))], 3):
        cells = [(at, j) if across else (j, at) for j in range(4)]
        ends = sorted(i for i, c in enumerate(cells) if n[c] in (1, 4))
        demands.append((cells, sum(n[c] for c in cells[ends[0] + 1 : ends[1]])))
        lines.append(f"mark sandwich = {demands[-1][1]} at {name(cells[0])}.line({'NE'[across]});")

    def judge(m: Numbers) -> bool:
        for cells, total in demands:
            (i, j) = sorted(i for i, c in enumerate(cells) if m[c] in (1, 4))
            if sum(m[c] for c in cells[i + 1 : j]) != total:
                return False
        return True

    return Variant(lines, judge)


def little(random: Random, n: Numbers) -> Variant:
    lines, demands = list[str](), list[tuple[list[Cell], int]]()
    for rises in (False, True):
        k = random.randint(-2, 2)
        cells = [c for c in CELLS if (c[0] + c[1] == 3 + k if rises else c[0] - c[1] == k)]
        demands.append((cells, sum(n[c] for c in cells) + random.choice([0, 0, 0, 1])))
        corners = ("NE", "SW") if rises else ("NW", "SE")
        end = random.randrange(2)
        where = f"{name((cells[0], cells[-1])[end])}.corner({corners[end]})"
        lines.append(f"mark {'rising' if rises else 'falling'} = {demands[-1][1]} at {where};")
    return Variant(lines, lambda m: all(sum(m[c] for c in x) == k for x, k in demands))


def quadruple(random: Random, n: Numbers) -> Variant:
    i, j = random.randrange(3), random.randrange(3)
    cells = [(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)]
    told = sorted(random.sample([n[c] for c in cells], random.randint(1, 4)))
    line = f'mark quadruple = "{",".join(map(str, told))}" at {name((i, j))}.corner(SE);'
    judge = lambda m: all([m[c] for c in cells].count(k) >= told.count(k) for k in told)  # noqa: E731
    return Variant([line], judge)


def option(word: str) -> Callable[[Random, Numbers], Variant]:
    """Return the variant of an option, by which the numbers of some groups of cells differ."""

    def made(random: Random, n: Numbers) -> Variant:
        found = [*groups(word)]
        judge = lambda m: all(len({m[c] for c in x}) == len(x) for x in found)  # noqa: E731
        return Variant([f"set {word} = true;"], judge)

    return made


def groups(word: str) -> Iterator[list[Cell]]:
    if word == "diagonal":
        yield from ([(i, i) for i in range(4)], [(i, 3 - i) for i in range(4)])
    elif word == "windoku":
        yield WINDOW
    elif word == "disjointgroups":
        yield from (
            [(i, j), (i, j + 2), (i + 2, j), (i + 2, j + 2)] for i, j in product((0, 1), repeat=2)
        )
    else:
        steps = "knight" if word == "antiknight" else "corner"
        yield from ([c, d] for c in CELLS for d in near(c, steps))


OPTIONS = ("diagonal", "windoku", "disjointgroups", "antiknight", "antiking")
VARIANTS: dict[str, Callable[[Random, Numbers], Variant]] = {
    made.__name__: made
    for made in (
        *(cages, extra, clones, parity, candidates, extremes, thermo, arrow, palindrome, renban),
        *(whispers, between, dots, sandwich, little, quadruple),
    )
} | {word: option(word) for word in OPTIONS}


def compare(random: Random, words: list[str], rooms: str) -> int:
    """Compare the solutions of a random puzzle of some variants; return how many there are."""
    rooms = (
        ROOMS[0] if "disjointgroups" in words else rooms
    )  # places of boxes of other shapes are odd
    numbers = random.choice(boards(rooms))
    variants = [VARIANTS[word](random, numbers) for word in words]
    lines = [line for variant in variants for line in variant.lines]
    known = random.sample(CELLS, random.randint(3, 6))
    lines += [f"mark num = {numbers[c]} at {name(c)};" for c in known]
    drawing = [" ".join(row) for row in rooms.split("/")]
    text = "\n".join(
        ['puzzle "p" is sudokus {', "topology square;", "board box", *drawing, "end", *lines, "}"]
    )
    right = {
        tuple(board[c] for c in CELLS)
        for board in boards(rooms)
        if all(board[c] == numbers[c] for c in known) and all(x.judge(board) for x in variants)
    }
    (puzzle,) = nlc.loads(text)
    found = [each.to_json()["number"] for each in nlc.enumerate(puzzle)]
    answers = [tuple(int(numbers[name(c)]) for c in CELLS) for numbers in found]
    assert len(answers) == len({*answers}), text
    assert {*answers} == right, text
    return len(right)


@pytest.mark.sample(1)
@pytest.mark.parametrize("word", VARIANTS)
def test_one_variant_by_brute_force(word: str) -> None:
    random = Random(word)
    found = [compare(random, [word], ROOMS[k % 3 == 2]) for k in (1, 2)]
    assert any(found) or word in (*OPTIONS, "dots")


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(8))
def test_variants_together_by_brute_force(seed: int) -> None:
    random = Random(seed)
    compare(random, random.sample([*VARIANTS], random.randint(2, 4)), random.choice(ROOMS))
