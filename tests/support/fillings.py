"""Small random genres that fill cells with numbers, as texts and with their plain meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from nlc.oracle.drawings import whole
from nlc.oracle.random_boards import blank
from nlc.oracle.reference_board import Complex, Drawn

Numbers = tuple[int | None, ...]
"""A number for each cell, or None."""


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


def _stars(board: Complex, n: Numbers) -> Iterator[tuple[int | None, list[int | None]]]:
    """Yield the number of each cell, and those of the cells beside it."""
    for cell, number in enumerate(n):
        yield number, [n[other] for other in _beside(board, cell)]


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
    "conditions": FillingRule(
        "for l in links { at least 1 of {num[a(l)] = 1, num[b(l)] = 2, num[a(l)] = num[b(l)]}; }",
        lambda board, n, most: all(a == 1 or b == 2 or a == b for a, b in _pairs(board, n)),
    ),
}
"""The rules by name."""


@dataclass(frozen=True)
class Filling:
    """A genre of numbers with a puzzle, whose solutions can be had by brute force.

    Attributes:
        drawn: the board; its tokens are holes, empty cells and digits.
        most: the largest number.
        optional: whether a cell may have none.
        rules: names of `RULES`.
    """

    drawn: Drawn
    most: int
    optional: bool
    rules: tuple[str, ...]

    @property
    def text(self) -> str:
        """The genre and the puzzle in the language."""
        drawn = self.drawn
        texts = (RULES[name].text.replace("MOST", "top") for name in self.rules)
        lines = [
            "genre filling {",
            f"  option top : 1..9 = {self.most};",
            "  given digit : cell -> 1..top?;",
            f"  var num : cell -> 1..top{'?' * self.optional};",
            "  rule digits { for c in cells where has digit(c) { num[c] = digit(c); } }",
            *(f"  rule {n} {{ {text} }}" for n, text in zip(self.rules, texts, strict=True)),
            "  show num;",
            "}",
            'puzzle "random" is filling {',
            *whole(drawn),
            "}",
        ]
        return "\n".join([*lines, ""])

    def solutions(self) -> set[Numbers]:
        """Return all fillings that keep the rules, cells row by row."""
        board = Complex(self.drawn)
        every: list[int | None] = [*range(1, self.most + 1)]
        each = [
            [int(token)] if token is not None else every + [None] * self.optional
            for token in board.tokens
        ]
        rules = [RULES[name] for name in self.rules]
        return {n for n in product(*each) if all(r.holds(board, n, self.most) for r in rules)}


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
        tuple(random.sample(sorted(RULES), random.choice((1, 2, 3)))),
    )
