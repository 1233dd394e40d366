"""Clues of straight lines and of the rim: drawn, marked, told, and against brute force."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest
from support.puzzles import program_of

import nlc
from nlc.board import Sort
from nlc.errors import UserError
from nlc.pictures.drawing import draw
from nlc.render.text import render

GENRE = """genre counted {
  given number : line -> 0..9?;
  given seen : border -> 1..3?;
  given start : line -> bool;
  var dark : cell -> bool;
  rule counts { for l in lines where has number(l) { exactly number(l) of dark[cells(l)]; } }
  rule starts { for l in lines where start(l) { dark[first(cells(l))]; } }
  show dark as shaded;
}
"""


def puzzle(body: str, topology: str = "square") -> str:
    return f'{GENRE}puzzle "p" is counted {{ topology {topology};\n{body}\n}}\n'


BOARD = "board\n. . #\n. . .\nend"


def test_a_drawing_stands_round_the_board() -> None:
    program = program_of(puzzle(f"{BOARD}\nboard number\n. 2 . 1\n0\n3 . . #\nend"))
    names = program.board.names(Sort.LINE)
    told = {names[i]: text for i, text in program.givens["number"].items()}
    assert told == {"r1c1.line(N)": "2", "r2c3.line(N)": "1", "r1c1.line(E)": "0"} | {
        "r2c1.line(E)": "3"
    }
    rows = render(program, None, style="unicode", color=False).split("\n")
    assert rows == ["  2   1", "0 · · ▒", "3 · · ·"]
    assert draw(program).body.count("<text data-e=") == 4


def test_marks_say_the_same_on_any_board() -> None:
    drawn = program_of(puzzle(f"{BOARD}\nboard number\n. 2 . .\n.\n3\nend"))
    marked = program_of(
        puzzle(f"{BOARD}\nmark number = 2 at r2c1.line(N); mark number = 3 at r2c3.line(W);")
    )
    assert drawn.givens == marked.givens
    hexagons = program_of(
        puzzle("board\n . .\n. . .\nend\nmark number = 1 at r1c1.line(SE);", "hex")
    )
    assert list(hexagons.givens["number"].values()) == ["1"]
    assert "number: r1c1.line(SE)=1" in render(hexagons, None, style="unicode", color=False)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (f"{BOARD}\nboard number\n. 2\n1\nend", "this drawing has 2 rows and needs 3"),
        (f"{BOARD}\nboard number\n. 2\n1\n.\nend", "row 1 of this drawing has 2 tokens and needs"),
        (f"{BOARD}\nboard number\n1 . . .\n.\n.\nend", "the board has no line here"),
        (f"{BOARD}\nboard number\n. . . .\n. 1 . .\n.\nend", "the board has no line here"),
        (f"{BOARD}\nboard seen\n. . . .\n.\n.\nend", "this drawing has 3 rows and needs 4"),
        (f"{BOARD}\nmark number = 2 at r1c1;", "and this is a cell"),
        (f"{BOARD}\nmark seen = 2 at r1c1.line(N);", "and this is a line"),
        (f"{BOARD}\nboard number\n. 3 . .\n.\n.\nend", "asks for exactly 3 of only 2"),
    ],
)
def test_a_mistake_is_told(body: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        program_of(puzzle(body))


def test_hexagons_have_no_such_drawing() -> None:
    with pytest.raises(UserError, match="drawn on squares only"):
        program_of(puzzle("board\n . .\n. . .\nend\nboard number\n. .\n.\nend", "hex"))


def test_counts_of_lines_have_the_boards_of_brute_force() -> None:
    random = Random(5)
    for _ in range(6):
        rows = [random.choice((None, 0, 1, 2)) for _ in range(3)]
        cols = [random.choice((None, 0, 1, 2)) for _ in range(3)]
        text = " ".join("." if c is None else str(c) for c in cols)
        lines = "\n".join("." if r is None else str(r) for r in rows)
        board = "board\n. . .\n. . .\n. . .\nend"
        (case,) = nlc.loads(puzzle(f"{board}\nboard number\n. {text}\n{lines}\nend"))
        wanted = 0
        for bits in product((0, 1), repeat=9):
            sums = [sum(bits[3 * i : 3 * i + 3]) for i in range(3)]
            down = [sum(bits[i::3]) for i in range(3)]
            wanted += all(
                k in (None, n) for k, n in zip([*rows, *cols], [*sums, *down], strict=True)
            )
        assert nlc.count(case) == wanted


SKYSCRAPERS = """genre skyscrapers {
  given seen : border -> 1..3?;
  var house : cell -> 1..3;
  let higher(d, c) = house[c] < house[d] and all of {house[e] < house[d] for e in between(c, d)};
  rule lines { for l in lines { all_different(house[cells(l)]); } }
  rule seen { for b in borders where has seen(b), c in cells(b) {
    exactly seen(b) - 1 of {higher(d, c) for d in ray(c, opposite(b, c))}; } }
  show house;
}
puzzle "p" is skyscrapers { topology square;
board
. . .
. . .
. . .
end
board seen
"""


def seen(row: tuple[int, ...]) -> int:
    return sum(all(other < house for other in row[:i]) for i, house in enumerate(row))


def test_houses_that_are_seen_are_those_of_brute_force() -> None:
    random = Random(1)
    orders = list(permutations((1, 2, 3)))
    latin = [
        s for s in product(orders, repeat=3) if all(len(set(c)) == 3 for c in zip(*s, strict=True))
    ]
    for _ in range(4):
        square = random.choice(latin)
        sides = _seen_from(square)
        shown = [token if random.random() < 0.4 else "." for token in sides]
        top, bottom, left, right = (shown[i : i + 3] for i in (0, 3, 6, 9))
        body = [". " + " ".join(top) + " ."]
        body += [f"{a} . . . {b}" for a, b in zip(left, right, strict=True)]
        body += [". " + " ".join(bottom) + " ."]
        (case,) = nlc.loads(SKYSCRAPERS + "\n".join(body) + "\nend }\n")
        fits = [
            s
            for s in latin
            if all(a in (".", b) for a, b in zip(shown, _seen_from(s), strict=True))
        ]
        assert nlc.count(case) == len(fits)


def _seen_from(square: tuple[tuple[int, ...], ...]) -> list[str]:
    columns = list(zip(*square, strict=True))
    ways = [*columns, *(c[::-1] for c in columns), *square, *(r[::-1] for r in square)]
    return [str(seen(way)) for way in ways]


def test_the_side_across_is_that_of_the_link_across() -> None:
    for topology, board in (("square", ". . .\n. + ."), ("hex", " . . .\n. . . .")):
        text = (
            "genre g { var x : cell -> bool; rule r { for c in cells, l in links(c) where"
            " has opposite(l, c) { x[other(opposite(l, c), c)] or not x[other(l, c)]; } } show x; }"
            f'puzzle "p" is g {{ topology {topology}; legend {{ "+" = bridge; }} board\n{board}\n'
            "end }\n"
        )
        sides = text.replace(
            "x[other(opposite(l, c), c)]",
            "any of x[{d for d in cells(opposite(border(c, other(l, c)), c)) where d != c}]",
        )
        one, two = (
            [found.to_json()["x"] for found in nlc.enumerate(*nlc.loads(each))]
            for each in (text, sides)
        )
        assert sorted(one) == sorted(two)
        assert 1 < len(one) < 2**6
