"""Constraints that follow keep the solutions, and techniques that are measured agree."""

from __future__ import annotations

from random import Random

import pytest
from puzzles import boards, program_of

from nlc.bench import redundant, uniqueness
from nlc.errors import Source
from nlc.language.resolve import load
from nlc.oracle.random_boards import random_case

ROWS = """
puzzle "rows" is numberlink { topology square; board
A . A
B . B
C . C
end }
"""

COIL = """
puzzle "coil" is numberlink { topology square; board
A . .
A . .
end }
"""


def case_of(text):
    return load(Source("test.nl", text)).puzzles[0]


@pytest.mark.parametrize("add", ["parity", "diagonals", "separators"])
def test_a_redundant_constraint_keeps_the_boards_of_brute_force(add):
    random = Random(add)
    stated = 0
    while stated < 12:
        case = random_case(random, "numberlink", "square", cover=True, touch=True)
        expected = case.solutions()
        if not expected or len(case.drawn.rows) < 2 or "#" in "".join(case.drawn.rows):
            continue
        stated += 1
        program = getattr(redundant, add)(program_of(case.text))
        assert boards(program, "default") == expected


@pytest.mark.parametrize(
    "techniques", [uniqueness.STRATEGIES, uniqueness.PROOFS, uniqueness.SOLVERS]
)
def test_techniques_agree_and_each_has_a_row(techniques):
    rows = uniqueness.measure([case_of(ROWS)], techniques)
    assert [row.technique for row in rows] == list(techniques)
    assert {(row.unique, row.several, row.undecided) for row in rows} == {(1, 0, 0)}
    assert all(name in uniqueness.table(rows) for name in techniques)


def test_cubes_leave_open_what_has_no_board_without_turn_backs():
    assert uniqueness.by_cubes("minisat22")(case_of(COIL)) is None
    assert uniqueness.by_cubes("minisat22")(case_of(ROWS)) is True


def test_techniques_that_contradict_each_other_are_told():
    cases = [case_of(ROWS)]
    with pytest.raises(RuntimeError, match="contradict each other on rows"):
        uniqueness.measure(cases, {"yes": lambda case: True, "no": lambda case: False})


def test_boards_are_made_once(tmp_path):
    made = uniqueness.boards(tmp_path, (6,), 2)
    (path,) = tmp_path.iterdir()
    before = path.stat().st_mtime_ns
    assert len(uniqueness.boards(tmp_path, (6,), 2)) == len(made) == 2
    assert path.stat().st_mtime_ns == before
