"""Variables over lines and sets: solutions by brute force, names, pictures, refusals."""

from __future__ import annotations

from itertools import product

import pytest
from support.puzzles import program_of

import nlc
from nlc.board import Sort
from nlc.errors import UserError
from nlc.ir.complete import complete, read_solution
from nlc.ir.evaluate import violations

SEVERAL = """genre several {
  var digit : c in cells, d in 1..3 -> bool;
  rule some { for c in cells { any of digit[c, 1..3]; } }
  rule apart { for l in links, d in 1..3 { not (digit[a(l), d] and digit[b(l), d]); } }
  rule never { for c in cells { not digit[c, 4]; } }
  show digit;
}
puzzle "p" is several { topology %s; board
%s
end }
"""
SUBSETS = ({1}, {2}, {3}, {1, 2}, {1, 3}, {2, 3}, {1, 2, 3})
BOARDS = (
    ("square", ". .\n. ."),
    ("hex", ". .\n . ."),
    ("triangle", ". . ."),
    ("graph { cells a b c; links a-b b-c; }", ""),
)
LINES = """genre longest {
  given room : cell -> name;
  var dark : cell -> bool;
  var peak : line -> 0..3;
  var size : k in values(room) -> 1..count {c for c in cells where room(c) = k};
  rule lines { for l in lines { peak[l] = count dark[cells(l)]; } }
  rule rooms {
    for k in values(room) { size[k] = count {dark[c] for c in cells where room(c) = k}; }
  }
  rule apart { all_different(size[values(room)]); }
  rule dozen { sum peak[lines] = 12; }
  show dark as shaded;
  report peak, size;
}
puzzle "p" is longest { topology square; board
a a b
a b b
a c b
end
legend { "c" = room: "c d"; } }
"""


def text_of(tiling: str, cells: str) -> str:
    text = SEVERAL % (tiling, cells)
    return text if cells else text.replace("; board\n\nend", "")


@pytest.mark.parametrize(("tiling", "cells"), BOARDS)
def test_several_values_in_a_cell_are_those_of_brute_force(tiling: str, cells: str) -> None:
    (puzzle,) = nlc.loads(text_of(tiling, cells))
    board = nlc.elaborate(puzzle).board
    names = board.names(Sort.CELL)
    expected = set()
    for chosen in product(SUBSETS, repeat=len(names)):
        if all(not chosen[a] & chosen[b] for a, b in board.link_cells.tolist()):
            each = zip(names, chosen, strict=True)
            expected.add(frozenset(f"{name},{d}" for name, digits in each for d in digits))
    found = nlc.solve(puzzle, nlc.ALL)
    assert {frozenset(b.to_json()["digit"]) for b in found.boards} == expected
    assert len(expected) == found.count > 0


@pytest.mark.slow
def test_values_of_lines_and_of_sets_are_those_of_brute_force() -> None:
    (puzzle,) = nlc.loads(LINES)
    program = nlc.elaborate(puzzle)
    cells = {c: program.givens["room"][c] for c in range(9)}
    rows = [tuple(range(3 * i, 3 * i + 3)) for i in range(3)]
    columns = [tuple(range(i, 9, 3)) for i in range(3)]
    expected = set()
    for dark in product((False, True), repeat=9):
        sums = [sum(dark[c] for c in line) for line in rows + columns]
        sizes = [sum(dark[c] for c in cells if cells[c] == k) for k in ("a", "b", "c d")]
        if sum(sums) == 12 and len(set(sizes)) == 3 and min(sizes) > 0:
            expected.add(frozenset(f"r{c // 3 + 1}c{c % 3 + 1}" for c in range(9) if dark[c]))
    found = nlc.solve(puzzle, nlc.ALL)
    boards = [board.to_json() for board in found.boards]
    assert {frozenset(board["dark"]) for board in boards} == expected
    assert expected
    for board in boards:
        assert set(board["size"]) == {"a", "b", "c%20d"}
        read = complete(program, *read_solution(program, board))
        assert not violations(program, read)
        wrong = {**board, "size": {**board["size"], "a": "4"}}
        if wrong != board:
            assert violations(program, complete(program, *read_solution(program, wrong)))


def test_values_stand_in_their_cells_and_others_below() -> None:
    (puzzle,) = nlc.loads(text_of("square", ". ."))
    answer = nlc.solve(puzzle, nlc.ONE)
    found = [entry.split(",") for entry in answer.board.to_json()["digit"]]
    texts = ["".join(d for cell, d in found if cell == name) for name in ("r1c1", "r1c2")]
    assert texts in [line.split() for line in answer.text().splitlines()]
    (puzzle,) = nlc.loads(LINES)
    text = nlc.solve(puzzle, nlc.ONE).text()
    assert "size: a=" in text
    assert "peak: r1c1.line(" in text


def test_sorts_are_the_same_object_whoever_makes_them() -> None:
    one, two = (program_of(text_of("square", ". .")).bools[0].sort for _ in range(2))
    assert one is two
    assert one.entries == tuple(f"r1c{c},{d}" for c in (1, 2) for d in (1, 2, 3))
    assert not one.placed
    assert Sort.CELL.placed


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("digit[r1c1];", "'digit' takes 2 arguments, not 1"),
        ("digit[1, r1c1];", "'digit' has a value for each cell, not for a number"),
        ("any of digit[cells, 1..2];", "'digit' is taken over one set, not over 2"),
        ("digit[r1c1, n];", "where 'digit' is taken must be known when compiling"),
        ("at_[own] = 1;", "where 'at_' is taken must be known when compiling"),
        ("big[3] = 1;", "'big' has no value at 3"),
    ],
)
def test_what_makes_no_sense_is_refused(rule: str, message: str) -> None:
    more = "var n : 1..2; var own : cells; var at_ : cell -> 1..2; var big : k in 1..2 -> 1..2;"
    more += f" rule wrong {{ {rule} }} show"
    with pytest.raises(UserError, match=message.replace("[", r"\[")):
        program_of(text_of("square", ". .").replace("show", more, 1))
