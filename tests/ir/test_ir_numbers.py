"""How numbers that are made of decided ones become a program, and what is said of them."""

from __future__ import annotations

import numpy as np
import pytest

import nlc
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import load


def puzzle(rules: str, items: str = "", board: str = ". . .") -> str:
    """Return a genre with a number in each cell, and a puzzle."""
    return (
        "genre g { given w : cell -> -9..9?; var num : cell -> 1..9; var total : 1..999;"
        f" {items} rule r {{ {rules} }} show num; }}\n"
        f'puzzle "p" is g {{ topology square; board\n{board}\nend }}'
    )


def program(text: str, *, guarded_rules: bool = False) -> Program:
    return elaborate(load(Source("p.nl", text)).puzzles[0], guarded_rules=guarded_rules)


def numbers(made: Program, variable: str, element: int = 0) -> list[int]:
    """Return the values that an element can have."""
    domain = made.domains[variable]
    return [int(domain.values[i]) for i in np.flatnonzero(domain.table()[element])]


@pytest.mark.parametrize(
    ("rules", "low", "high"),
    [
        ("total = sum num[cells];", 3, 27),
        ("sum num[cells] < total; total <= 2 * num[r1c1] + 1;", 4, 19),
        ("total = 3 * num[r1c1] - num[r1c2];", 1, 26),
        ("total = product(num[{r1c1, r1c2}]);", 1, 81),
        ("total - 1 = abs(num[r1c1] - num[r1c2]);", 1, 9),
        ("total = max(num[cells]) + count {c for c in cells if num[c] > 3};", 1, 12),
        ("for c in cells { num[c] + 2 >= total; }", 1, 11),
    ],
)
def test_numbers_are_bounded_by_the_rules(rules, low, high):
    assert numbers(program(puzzle(rules)), "total") == [*range(low, high + 1)]


@pytest.mark.parametrize(
    "rules",
    [
        "num[r1c1] = 1 implies total = sum num[cells];",
        "total = sum num[cells] or num[r1c1] = 1;",
        "not total = sum num[cells];",
        "total != sum num[cells];",
    ],
)
def test_what_does_not_hold_outright_bounds_nothing(rules):
    assert program(puzzle(rules)).domains["total"].allowed is None


def test_bounds_of_one_number_bound_another():
    items = "var far : cell -> 1..999;"
    rules = "total = sum num[cells]; for c in cells { far[c] = total + num[c]; }"
    made = program(puzzle(rules, items))
    assert [numbers(made, "far", i) for i in range(3)] == [[*range(4, 37)]] * 3


def test_explanations_know_no_bounds_that_follow_from_rules():
    assert (
        program(puzzle("total = sum num[cells];"), guarded_rules=True).domains["total"].allowed
        is None
    )


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("sum num[cells] = 12;", "num[r1c1] + num[r1c2] + num[r1c3] is 6, must be at least 12"),
        ("sum num[cells] < 5;", "num[r1c1] + num[r1c2] + num[r1c3] is 6, must be at most 4"),
        ("product(num[cells]) > 6;", "num[r1c1] * num[r1c2] * num[r1c3] is 6, must be at least 7"),
        (
            "sum {4 - num[c] for c in cells} = 0;",
            "-num[r1c3] - num[r1c2] - num[r1c1] is -6, must be at most -12",
        ),
        (
            "total = 1 implies sum {column_of(c) * num[c] for c in cells} < 9;",
            "num[r1c1] + 2 * num[r1c2] + 3 * num[r1c3] is 14, must be at most 8, where total=1",
        ),
    ],
)
def test_a_wrong_total_is_told_with_what_it_must_be(rules, said):
    (case,) = nlc.loads(puzzle(rules))
    values = {f"r1c{i}": str(i) for i in range(1, 4)}
    (wrong,) = nlc.check(case, {"num": values, "total": "1"})
    assert wrong.message == f"r: {said}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("num[r1c1] > 3 / (count cells - 3);", "'/' by 0"),
        ("num[r1c1] > 3 mod 0;", "'mod' by 0"),
        ("max({num[c] for c in cells where has w(c)}) > 3;", "'max' of no numbers"),
        ("num[r1c1] > 99999 * 99999;", "a number grows beyond"),
        ("product({99999 for c in links}) + num[r1c1] > 3;", "a number grows beyond"),
        ("num[r1c1] * 9999999 * total > 3;", "a number grows beyond"),
    ],
)
def test_numbers_that_cannot_be_are_refused(rules, message):
    with pytest.raises(UserError, match=message):
        program(puzzle(rules))
