"""The plans that ``nlc plan`` prints, and that ``nlc run --plan`` reads back."""

from __future__ import annotations

import pytest
from support.commands import FIXTURES

from nlc.solving.plan import parse_plans

FIRST, TEN = FIXTURES / "first.nl", FIXTURES / "ten.nl"


def test_a_plan_has_the_encodings_that_the_attempts_have(nlc):
    plan = nlc("plan", "--unique", FIRST).out
    told = nlc("run", "--unique", "--format", "json", FIRST).objects[0]
    assert [step["encoding"] for step in told["strategy"][:2]] == [told["encoding"]] * 2
    assert f"# 2: {told['encoding']}\n" in plan
    said = nlc("run", "--unique", "--verbose", FIRST).err
    for step in told["strategy"][1:]:
        assert f": {step['attempt']}: encoded by {step['encoding']}\n" in said


def test_attempts_that_are_left_out_are_told_with_the_reason(nlc):
    plan = (
        "{solver=pysat:glucose42 goal=first paths=shortest}"
        "{solver=pysat:minisat22 reading=cover:true} {solver=pysat:minisat22} {solver=minisat}"
    )
    said = nlc("run", "--plan", plan, "--verbose", FIRST)
    assert said.status == 0
    assert ": 1: left out: paths=shortest does not apply to this puzzle\n" in said.err
    assert ": 2: left out: reading=cover:true adds nothing to the rules here" in said.err
    assert ": 4: not begun, as the search had ended\n" in said.err
    (told,) = nlc("run", "--plan", plan, "--format", "json", FIRST).objects
    assert [*told["left_out"]] == ["1", "2"]


def test_nlc_plan_tells_which_attempts_a_puzzle_cannot_have(nlc, write):
    text = """genre triple { var x : cell -> 0..9; rule no { for c in cells { x[c] * x[c] < 50; } }
    show x; } puzzle "p" is triple { topology hex; board
. .
end }"""
    said = nlc("plan", "--solver", "backtrack", write("p.nl", text))
    assert said.status == 0
    assert "# 2 is left out: " in said.out


@pytest.mark.slow
def test_the_plans_of_several_puzzles_are_read_back(nlc, write):
    plans = nlc("plan", FIRST, TEN).out
    assert [*parse_plans(plans)] == [1, 2, 3, 4, 5, 6]
    some = write("some.plan", plans.replace("cadical195", "minisat22", 1))
    told = nlc("run", "--plan", some, "--format", "json", FIRST, TEN).objects
    assert [each["solver"] for each in told] == ["pysat:minisat22", *["pysat:cadical195"] * 5]
    said = nlc("run", "--plan", some, FIRST)
    assert (said.status, said.out) == (2, "")
    assert "the plans are of 6 puzzles, and there is 1 puzzle" in said.err
    said = nlc("run", "--plan", some, "--jobs", "2", FIRST, TEN)
    assert said.status == 2
    assert "solved in turn: no --jobs" in said.err
