"""Genres of numbers, each rule as a text of the language and as its plain meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from oracle.case import whole
from oracle.random_boards import blank
from oracle.reference_board import Complex, Drawn
from oracle.relations import lines, parts, rays

Numbers = tuple[int | None, ...]
"""A number for each cell, or None; then, in some genres, one for the whole puzzle."""


@dataclass(frozen=True)
class FillingRule:
    """A rule about numbers.

    Attributes:
        text: its body; ``MOST`` stands for the largest number.
        holds: given the board, the numbers and the largest number, whether it holds.
    """

    text: str
    holds: Callable[[Complex, Numbers, int], bool]


def _different(numbers: Sequence[int | None]) -> bool:
    there = [number for number in numbers if number is not None]
    return len(set(there)) == len(there)


def _beside(board: Complex, cell: int) -> list[int]:
    """Return the cells that links join to a cell."""
    return [a + b - cell for a, b in board.links.values() if cell in (a, b)]


def _pairs(board: Complex, n: Numbers) -> Iterator[tuple[int | None, int | None]]:
    """Yield the numbers at the two ends of each link, the smaller cell first."""
    for a, b in board.links.values():
        yield n[min(a, b)], n[max(a, b)]


def _firsts(board: Complex, n: Numbers) -> list[tuple[int | None, int | None]]:
    """Return the numbers at the ends of the links of the first cell."""
    return [(n[0], n[other]) for other in _beside(board, 0)]


def _stars(board: Complex, n: Numbers) -> Iterator[tuple[int | None, list[int | None]]]:
    """Yield the number of each cell, and those of the cells beside it."""
    for cell, number in enumerate(n):
        yield number, [n[other] for other in _beside(board, cell)]


def _sum(numbers: Iterable[int | None]) -> int:
    """Add up numbers; None is nothing."""
    return sum(number or 0 for number in numbers)


def _chains(board: Complex) -> Iterator[tuple[int, int, int]]:
    """Yield three cells in a row: the middle one comes after the first and before the last."""
    for a, b in map(sorted, board.links.values()):
        for c, d in map(sorted, board.links.values()):
            if b == c:
                yield a, b, d


def _grouped(board: Complex, n: Numbers) -> bool:
    """Return whether each number is the size of the part of cells with it that holds it."""
    links = [(a, b) for a, b in board.links.values() if n[a] == n[b]]
    return all(n[c] in (None, len(part)) for part in parts(range(len(n)), links) for c in part)


def _seen(board: Complex, n: Numbers) -> int:
    """Return the sum of the numbers that the first cell sees, up to the first 2 each way."""
    ways = [[n[cell] for cell in way] for way in rays(board, 0)]
    return sum(_sum(way[: way.index(2) if 2 in way else None]) for way in ways)


RULES: Mapping[str, FillingRule] = {
    "everywhere": FillingRule("all_different(num[cells]);", lambda board, n, most: _different(n)),
    "around": FillingRule(
        "for c in cells { all_different(num[{other(l, c) for l in links(c)}]); }",
        lambda board, n, most: all(_different(others) for _, others in _stars(board, n)),
    ),
    "listed": FillingRule(
        "for l in links { all_different(num[{a(l), b(l), a(l)}]); }",
        lambda board, n, most: all(map(_different, _pairs(board, n))),
    ),
    "guarded": FillingRule(
        "for c in cells { num[c] = 1 implies "
        "all_different(num[{d for l in links(c), d in cells(l)}]); }",
        lambda board, n, most: all(
            _different([number, *others]) for number, others in _stars(board, n) if number == 1
        ),
    ),
    "alike": FillingRule(
        "count {l for l in links if not all_different(num[cells(l)])} >= 1;",
        lambda board, n, most: not all(map(_different, _pairs(board, n))),
    ),
    "both": FillingRule(
        "for l in links { num[a(l)] != 2 and all_different(num[cells(l)]); }",
        lambda board, n, most: all(a != 2 and _different((a, b)) for a, b in _pairs(board, n)),
    ),
    "member": FillingRule(
        "for l in links, k in 1..MOST where k != 2 { num[a(l)] = k implies num[b(l)] in {2, k}; }",
        lambda board, n, most: all(
            b in (2, a) for a, b in _pairs(board, n) if a is not None and a != 2
        ),
    ),
    "near": FillingRule(
        "for l in links, k in 1..MOST { num[a(l)] = k implies num[b(l)] in k-1..k+1; }",
        lambda board, n, most: all(
            b is not None and abs(a - b) <= 1 for a, b in _pairs(board, n) if a is not None
        ),
    ),
    "sums": FillingRule(
        "count {c for c in cells if num[c] = 1} + count {c for c in cells if num[c] != 2} "
        "- count links = count {l for l in links if num[a(l)] = num[b(l)]} + 1;",
        lambda board, n, most: (
            n.count(1) + sum(x != 2 for x in n) - len(board.links)
            == sum(a == b for a, b in _pairs(board, n)) + 1
        ),
    ),
    "more": FillingRule(
        "for c in cells { count {d for d in {other(l, c) for l in links(c)} if num[d] = 1} - 1 "
        "< count {m for m in links(c) if num[other(m, c)] != num[c]}; }",
        lambda board, n, most: all(
            others.count(1) - 1 < sum(x != number for x in others)
            for number, others in _stars(board, n)
        ),
    ),
    "counted": FillingRule(
        "for c in cells { at most num[c] of {num[other(l, c)] = 1 for l in links(c)}; }",
        lambda board, n, most: all(
            number is not None and others.count(1) <= number for number, others in _stars(board, n)
        ),
    ),
    "order": FillingRule(
        "for l in links where a(l) = first(cells) { num[a(l)] <= num[b(l)]; }",
        lambda board, n, most: all(
            x is not None and y is not None and x <= y for x, y in _firsts(board, n)
        ),
    ),
    "added": FillingRule(
        "exactly 0 or 1 of {num[a(l)] + num[b(l)] - 1 in 3..degree(a(l)) for l in links};",
        lambda board, n, most: (
            sum(
                None not in (n[a], n[b]) and 4 <= _sum((n[a], n[b])) <= len(_beside(board, a)) + 1
                for a, b in map(sorted, board.links.values())
            )
            < 2
        ),
    ),
    "unequal": FillingRule(
        "for c in cells where c = first(cells)"
        " { num[c] = 1 or not count {d for d in cells if num[d] = 1} < num[c] - 1; }",
        lambda board, n, most: not n or n[0] in (None, 1) or not n.count(1) < (n[0] or 0) - 1,
    ),
    "total": FillingRule(
        "for l in lines where count cells(l) > 1 { sum num[cells(l)] <= MOST + 2; }",
        lambda board, n, most: all(_sum(n[c] for c in line) <= most + 2 for line in lines(board)),
    ),
    "level": FillingRule(
        "sum {num[a(l)] - num[b(l)] + 1 for l in links} >= 1;",
        lambda board, n, most: _sum((x or 0) - (y or 0) + 1 for x, y in _pairs(board, n)) >= 1,
    ),
    "weights": FillingRule(
        "sum {degree(c) - 2 for c in cells if num[c] = 1} < 2 - sum {1, 2, 1};",
        lambda board, n, most: (
            sum(len(_beside(board, c)) - 2 for c, x in enumerate(n) if x == 1) < -2
        ),
    ),
    "threes": FillingRule(
        "for l in links { not sum {num[a(l)], num[b(l)], 1} in {4, 6, MOST + 1}; }",
        lambda board, n, most: all(_sum((x, y)) not in (3, 5, most) for x, y in _pairs(board, n)),
    ),
    "stars": FillingRule(
        "for c in cells, l, m in links(c) where a(l) = c and b(m) = c"
        " { num[c] + num[other(l, c)] != num[other(m, c)] + 1; }",
        lambda board, n, most: all(
            None not in (n[b], n[a], n[d]) and _sum((n[b], n[d])) != (n[a] or 0) + 1
            for a, b, d in _chains(board)
        ),
    ),
    "sights": FillingRule(
        "for c in cells where c = first(cells)"
        " { sum {num[d] for l in links(c), d in ray(c, l) while num[d] != 2} <= num[c] + 1; }",
        lambda board, n, most: not n or (n[0] is not None and _seen(board, n) <= n[0] + 1),
    ),
    "doubled": FillingRule(
        "2 > sum {count {m for m in links(c) if num[other(m, c)] = 1} for c in cells"
        " if num[c] = 1} - sum num[cells];",
        lambda board, n, most: 2 * sum((x, y) == (1, 1) for x, y in _pairs(board, n)) - _sum(n) < 2,
    ),
    "cells": FillingRule(
        "exactly sum {num[c] - 1 for c in cells if num[c] != MOST} of {num[c] = 1 for c in cells};",
        lambda board, n, most: _sum((x or 0) - 1 for x in n if x != most) == n.count(1),
    ),
    "groups": FillingRule("group_sizes(num);", lambda board, n, most: _grouped(board, n)),
    "conditions": FillingRule(
        "for l in links { at least 1 of {num[a(l)] = 1, num[b(l)] = 2, num[a(l)] = num[b(l)]}; }",
        lambda board, n, most: all(a == 1 or b == 2 or a == b for a, b in _pairs(board, n)),
    ),
}
"""The rules by name."""


WHOLE: Mapping[str, FillingRule] = {
    "number": FillingRule(
        "exactly whole of {num[c] = 1 for c in cells};",
        lambda board, n, most: n[:-1].count(1) == n[-1],
    ),
    "largest": FillingRule(
        "for c in cells { num[c] <= whole; }",
        lambda board, n, most: all(x is not None and x <= (n[-1] or 0) for x in n[:-1]),
    ),
    "found": FillingRule(
        "any of {num[c] = whole for c in cells};",
        lambda board, n, most: n[-1] in n[:-1],
    ),
    "rest": FillingRule(
        "count {c for c in cells if num[c] = 2} + whole = count cells;",
        lambda board, n, most: n[:-1].count(2) + (n[-1] or 0) == len(n) - 1,
    ),
    "flagged": FillingRule(
        "b implies all_different(num[cells]);",
        lambda board, n, most: n[-1] != 1 or _different(n[:-1]),
    ),
}
"""Rules about ``whole``, a number for the whole puzzle, and ``b``, whether that is 1."""


@dataclass(frozen=True)
class Filling:
    """A genre of numbers with a puzzle, whose solutions can be had by brute force.

    Attributes:
        drawn: the board; its tokens are holes, empty cells and digits.
        most: the largest number.
        optional: whether a cell may have none.
        rules: names of `RULES`.
        whole: names of `WHOLE`; where there are any, the last number is that of the puzzle.
        least: the smallest number.
    """

    drawn: Drawn
    most: int
    optional: bool
    rules: tuple[str, ...]
    whole: tuple[str, ...] = ()
    least: int = 1

    @property
    def text(self) -> str:
        """The genre and the puzzle in the language."""
        drawn = self.drawn
        rules = {name: RULES[name].text.replace("MOST", "top") for name in self.rules}
        rules |= {name: WHOLE[name].text for name in self.whole}
        whole_ = ["  var whole : 1..top;", "  var b : bool;", "  rule b_ { b iff whole = 1; }"]
        lines = [
            "genre filling {",
            f"  option top : 1..9 = {self.most};",
            "  given digit : cell -> 1..top?;",
            f"  var num : cell -> {self.least}..top{'?' * self.optional};",
            "  rule digits { for c in cells where has digit(c) { num[c] = digit(c); } }",
            *(whole_ if self.whole else ()),
            *(f"  rule {name} {{ {text} }}" for name, text in rules.items()),
            f"  show num{', b, whole' if self.whole else ''};",
            "}",
            'puzzle "random" is filling {',
            *whole(drawn),
            "}",
        ]
        return "\n".join([*lines, ""])

    def solutions(self) -> set[Numbers]:
        """Return all fillings that keep the rules, cells row by row."""
        board = Complex(self.drawn)
        every: list[int | None] = [*range(self.least, self.most + 1)]
        each = [
            [int(token)] if token is not None else every + [None] * self.optional
            for token in board.tokens
        ]
        rules = [RULES[name] for name in self.rules]
        found = {n for n in product(*each) if all(r.holds(board, n, self.most) for r in rules)}
        if not self.whole:
            return found
        extended = {(*n, whole) for n in found for whole in range(1, self.most + 1)}
        more = [WHOLE[name] for name in self.whole]
        return {n for n in extended if all(r.holds(board, n, self.most) for r in more)}


def random_filling(random: Random, tiling: str) -> Filling:
    """Return a filling of up to six cells on a tiling, with one to three rules."""
    most = random.choice((1, 2, 3, 3, 4))
    drawn = blank(random, tiling, 6)
    rows = [list(row) for row in drawn.rows]
    places = [(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token == "."]
    for r, c in random.sample(places, min(len(places), random.choice((0, 0, 1, 2)))):
        rows[r][c] = str(random.randint(1, most))
    links = [(a, b) for a, b in combinations(Complex(drawn).names, 2)]
    joined = {frozenset(name.split("-")) for name in Complex(drawn).links}
    beside = [pair for pair in links if frozenset(pair) in joined]
    walls = random.sample(beside, min(len(beside), random.choice((0, 0, 1))))
    return Filling(
        Drawn(tiling, tuple(map("".join, rows)), tuple(walls)),
        most,
        random.random() < 0.3,
        tuple(random.sample(sorted(RULES), random.choice((1, 2, 3, 3)))),
        tuple(random.sample(sorted(WHOLE), random.choice((0, 0, 1, 2)))),
    )
