"""Numbers in a let, differences, shifts and sets: the boards that a condition has, by Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

import nlc

N = tuple[int | None, int | None, int | None]
D = tuple[bool, bool, bool]

BESIDE = {0: (1,), 1: (0, 2), 2: (1,)}
"""The neighbours of each of the three cells."""


def high(n: N, d: D, c: int) -> int:
    """Return the number `high` of a cell."""
    return sum(d[e] for e in BESIDE[c]) + (n[c] or 0)


def members(d: D) -> set[int]:
    return {c for c in range(3) if d[c]}


def differ(numbers: list[int | None]) -> bool:
    return max(Counter(x for x in numbers if x is not None).values(), default=0) < 2


WORDS: dict[str, Callable[[N, D], bool]] = {
    "for c in cells { high(c) < 3; }": lambda n, d: all(high(n, d, c) < 3 for c in range(3)),
    "let h = high(r1c2); h = 2 or h + 1 = high(r1c1);": lambda n, d: (
        high(n, d, 1) == 2 or high(n, d, 1) + 1 == high(n, d, 0)
    ),
    "max({high(c) for c in cells}) = 3; sum {high(c) for c in cells} > 5;": lambda n, d: (
        max(high(n, d, c) for c in range(3)) == 3 and sum(high(n, d, c) for c in range(3)) > 5
    ),
    "high(r1c2) in {1, 4}; exactly high(r1c1) of dark[cells];": lambda n, d: (
        high(n, d, 1) in (1, 4) and high(n, d, 0) == sum(d)
    ),
    "all_different({high(c) for c in cells});": lambda n, d: differ(
        [high(n, d, c) for c in range(3)]
    ),
    "not all_different({num[c] - num[e] for c, e in pairs(cells)});": lambda n, d: (
        not differ([n[0] - n[1], n[0] - n[2], n[1] - n[2]])
    ),
    "dark[r1c1] iff not all_different({num[r1c1], num[r1c2] + 9}); all_different({1, 2});": (
        lambda _n, d: not d[0]
    ),
    "any of {num[e] = num[r1c2] + 1 for e in neighbours(r1c2)};": lambda n, d: any(
        n[e] == n[1] + 1 for e in (0, 2)
    ),
    "for c in cells { dark[c] iff exactly 1 of {num[c] = num[e] - 1 for e in neighbours(c)}; }": (
        lambda n, d: all(d[c] == (sum(n[c] == n[e] - 1 for e in BESIDE[c]) == 1) for c in range(3))
    ),
    "none of {num[e] - 1 = num[c] + 1 for c, e in pairs(cells)};": lambda n, d: (
        not any(n[e] - 1 == n[c] + 1 for c, e in ((0, 1), (0, 2), (1, 2)))
    ),
    "{c for c in cells if dark[c]} = {c for c in cells if num[c] = 2};": lambda n, d: (
        members(d) == {c for c in range(3) if n[c] == 2}
    ),
    "{c for c in cells if dark[c]} != {r1c3, r1c1}; neighbours(r1c2) = {r1c3, r1c1};": (
        lambda n, d: members(d) != {0, 2}
    ),
    "for c in cells { dark[c] iff neighbours(c) = {r1c2}; }": lambda n, d: members(d) == {0, 2},
    "count {dark[c] and dark[e] for c, e in pairs(cells)} = 1;": lambda n, d: sum(d) == 2,
    "for c in cells { let n = num[c]; let h = high(c); let s = {e for e in cells if dark[e]};"
    "  for e in neighbours(c) { n <= num[e] + 1; h > 1; count s <= n; } }": lambda n, d: all(
        n[c] <= n[e] + 1 and high(n, d, c) > 1 and sum(d) <= n[c]
        for c in range(3)
        for e in BESIDE[c]
    ),
    "for c, e in pairs({r1c3, r1c1}) { num[c] < num[e]; first({e, c}) = e; }": lambda n, d: (
        n[2] < n[0]
    ),
}


@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize("text", WORDS)
def test_conditions_have_the_boards_that_python_says(text: str) -> None:
    (puzzle,) = nlc.loads(
        f"""genre words {{
          var num : cell -> 1..3;
          var dark : cell -> bool;
          let high(c) = count {{d for d in neighbours(c) if dark[d]}} + num[c];
          rule it {{ {text} }}
          show num; show dark as shaded;
        }}
        puzzle "p" is words {{ topology square; board
        . . .
        end }}"""
    )
    every = product(product((1, 2, 3), repeat=3), product((False, True), repeat=3))
    right = {(n, d) for n, d in every if WORDS[text](n, d)}
    cells = ("r1c1", "r1c2", "r1c3")
    found = [
        (
            tuple(int(board.to_json()["num"][c]) for c in cells),
            tuple(c in board.to_json()["dark"] for c in cells),
        )
        for board in nlc.enumerate(puzzle)
    ]
    assert len(found) == len(right)
    assert set(found) == right
    for n, d in product(product((1, 2), repeat=3), product((False, True), repeat=3)):
        shown = {
            "num": dict(zip(cells, n, strict=True)),
            "dark": [c for c, on in zip(cells, d, strict=True) if on],
        }
        assert (not nlc.check(puzzle, shown)) == ((n, d) in right)


VALUES = {
    "num[c] = some[c]": lambda a, b: a == b,
    "num[c] != some[c]": lambda a, b: a != b,
    "num[c] < some[c]": lambda a, b: None not in (a, b) and a < b,
    "num[c] = some[c] + 1": lambda a, b: None not in (a, b) and a == b + 1,
    "any of {num[e] = some[c] + 1 for e in {c}}": lambda a, b: None not in (a, b) and a == b + 1,
    "all_different({num[c] + 0, some[c]})": lambda a, b: a is None or a != b,
}
"""Comparisons of a number that may be missing with one of other values."""


@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize("given", [False, True])
@pytest.mark.parametrize("text", VALUES)
def test_values_of_different_variables_are_compared(text: str, given: bool) -> None:
    """With `given`, the second may be missing as well."""
    (puzzle,) = nlc.loads(
        f"""genre words {{
          var num : cell -> 1..3?;
          var some : cell -> {{3, 1, 4}}{"?" * given};
          rule it {{ for c in cells {{ {text}; }} }}
          show num; show some;
        }}
        puzzle "p" is words {{ topology square; board
        .
        end }}"""
    )
    every = product((1, 2, 3, None), (1, 3, 4, *([None] if given else [])))
    right = sorted((str(a), str(b)) for a, b in every if VALUES[text](a, b))
    shown = [board.to_json() for board in nlc.enumerate(puzzle)]
    found = [tuple(str(each[name].get("r1c1")) for name in ("num", "some")) for each in shown]
    assert sorted(found) == right


def test_elements_of_different_sets_are_compared() -> None:
    """As in Double Choco: a piece is one of the dark cells, an owner any cell."""
    (puzzle,) = nlc.loads(
        """genre words {
          var piece : cell -> {r1c3, r1c1};
          var owner : cell -> neighbours(r1c2)?;
          var any_ : cell -> cells;
          rule it { for c in cells { piece[c] = owner[c]; any_[c] != piece[c]; } }
          show piece; show owner; show any_;
        }
        puzzle "p" is words { topology square; board
        . . .
        end }"""
    )
    boards = [board.to_json() for board in nlc.enumerate(puzzle)]
    assert len(boards) == (2 * 2) ** 3
    assert all(b["piece"][c] == b["owner"][c] != b["any_"][c] for b in boards for c in b["piece"])


@pytest.mark.parametrize(
    ("sort", "place"),
    [
        ("cell", "r1c1"),
        ("link", "r1c1|r1c2"),
        ("border", "r1c1.side(N)"),
        ("vertex", "r1c1.corner(NW)"),
        ("line", "r1c1.line(E)"),
    ],
)
def test_a_clue_of_any_sort_may_be_untold(sort, place):
    sorts = "vertices" if sort == "vertex" else f"{sort}s"
    text = f"""
        genre g {{
          given clue : {sort} -> 1..3? or untold;
          var dark : cell -> bool;
          rule untold_ {{ for x in {sorts} where untold(x) {{ dark[r1c1]; }} }}
          rule clues {{ for x in {sorts} where has clue(x) {{ not dark[r1c1]; }} }}
          show dark as shaded;
        }}
        puzzle "p" is g {{ topology square; board . . end mark clue = "?" at {place}; }}
    """.replace("board . . end", "board\n. .\nend\n")
    (puzzle,) = nlc.loads(text)
    (again,) = nlc.loads(puzzle.to("nl"))
    assert nlc.count(puzzle) == nlc.count(again) == 2
    assert ">?<" in puzzle.to_svg()
