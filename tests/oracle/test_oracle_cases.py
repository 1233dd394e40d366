"""Texts of puzzles that are read again, unusual boards, house rules, formulas."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from fuzzing.puzzles import random_puzzle

from nlc.oracle.formulas import random_formula
from oracle.brute_force import numberlink, slitherlink
from oracle.case import Case
from oracle.house_rules import HOUSE_RULES
from oracle.reference_board import Complex, Drawn
from oracle.relations import lines, ray

FREE = (("cover", False), ("touch", True), ("no2x2", False))


def test_every_random_puzzle_is_read_back_from_its_text():
    cases = [random_puzzle(Random(i)) for i in range(300)]
    assert [Case.read(case.text) for case in cases] == cases
    assert any(case.drawn.warps for case in cases)
    assert any(case.drawn.wrap != "none" for case in cases)
    assert any("+" in "".join(case.drawn.rows) for case in cases)
    assert {name for case in cases for name in case.house} == set(HOUSE_RULES)
    assert {(bool(case.ports), case.layered) for case in cases} == {
        *product((False, True), repeat=2)
    }


@pytest.mark.parametrize("line", ["  set color = true;", "  mark label = A at r1c1;", "hello"])
def test_a_text_with_a_line_of_another_form_is_refused(line):
    text = Case("numberlink", Drawn("square", ("A A",)), FREE).text
    with pytest.raises(ValueError, match="not a line"):
        Case.read(text.replace("  board", f"{line}\n  board"))


def test_on_a_wrapped_board_ends_meet():
    rows = ("A . A",)
    assert len(numberlink(Drawn("square", rows), cover=False)) == 1
    around = numberlink(Drawn("square", rows, wrap="horizontal"), cover=False)
    assert around == {frozenset({"r1c1-r1c3"}), frozenset({"r1c1-r1c2", "r1c2-r1c3"})}
    torus = Complex(Drawn("square", (". . .",) * 3, wrap="both"))
    assert (len(torus.links), len(torus.borders), len(torus.rings)) == (18, 18, 9)
    assert len(set(torus.corners.values())) == 9


def test_paths_cross_on_a_bridge_and_do_not_meet_there():
    rows = (". A .", "B + B", ". A .")
    (board,) = numberlink(Drawn("square", ("# A #", "B + B", "# A #")))
    assert board == {
        "r1c2-r2c2.lane(N)", "r2c2.lane(N)-r3c2", "r2c1-r2c2.lane(E)", "r2c2.lane(E)-r2c3"
    }  # fmt: skip
    assert Complex(Drawn("square", rows)).rings == []


def test_a_bridge_has_the_borders_of_a_cell():
    assert len(slitherlink(Drawn("square", (". + .",)))) == len(
        slitherlink(Drawn("square", (". . .",)))
    )


def test_a_warp_joins_cells_that_are_apart():
    drawn = Drawn("square", ("A # A",), warps=(("r1c1", "r1c3"),))
    assert numberlink(drawn) == {frozenset({"r1c1-r1c3"})}


def test_a_warp_lies_on_no_straight_line():
    board = Complex(Drawn("square", (". . . .",), warps=(("r1c1", "r1c3"),)))
    assert ray(board, 0, "r1c1-r1c2") == (1, 2, 3)
    assert ray(board, 0, "r1c1-r1c3") == ()
    assert lines(board) == {frozenset({0, 1, 2, 3})}


def test_house_rules_leave_the_boards_that_keep_them():
    drawn = Drawn("square", ("A A .", ". . ."))
    boards = Case("numberlink", drawn, FREE).solutions()
    sizes = sorted(map(len, boards))
    assert sizes == [1, 3, 5]

    def kept(name):
        return sorted(map(len, Case("numberlink", drawn, FREE, house=(name,)).solutions()))

    assert kept("odd") == [1, 3, 5]
    assert kept("even") == []
    assert kept("long") == [5]
    assert kept("bent") == [1, 3]
    straight = Drawn("square", ("A . A",))
    assert Case("numberlink", straight, FREE, house=("bent",)).solutions() == set()


def test_the_truth_table_of_a_formula_has_just_its_models():
    for seed in range(80):
        formula = random_formula(Random(seed))
        if formula.variables > 6:
            continue
        table = formula.table()
        variables = range(1, formula.variables + 1)
        shown = set()
        for index, values in enumerate(product((0, 1), repeat=formula.variables)):
            true = {v for v, value in zip(variables, reversed(values), strict=True) if value}
            assert formula.satisfied(true) == bool(table >> index & 1)
            if formula.satisfied(true):
                shown.add(frozenset(true & set(formula.shown)))
        assert formula.solutions(1000) == shown
