"""The text of a plan says all that the plan does, and what is wrong with a text is told where."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import nlc
from nlc.encode.spec import NONE, PREFERRED, STRICTEST, Encoding
from nlc.errors import UserError
from nlc.solving.plan import CHECK, CONFIRM, GOALS, OTHER, Attempt, Budget, Plan


def _attempt(solver, encoding, reading, goal, paths, amount, unit, seconds, cheap, beside):
    """Return an attempt of some words, without those that have no effect with the others."""
    if solver == CHECK:
        return Attempt(CHECK, beside=beside)
    goal = CONFIRM if solver == OTHER else goal
    confirms = goal == CONFIRM
    amount = amount if unit or amount is None else max(1.0, float(round(amount)))
    budget = None if amount is None else Budget(amount, unit)
    paths = "" if confirms else paths
    words = solver, encoding, reading, goal, paths, budget, seconds, cheap and confirms, beside
    return Attempt(*words)


AMOUNTS = st.integers(1, 10**6) | st.floats(0.001, 10**6).map(lambda x: float(f"{x:.3f}"))
SECONDS = st.sampled_from([0.05, 0.2, 1.0, 30.0, 3600.0])
ATTEMPTS = st.builds(
    _attempt,
    st.sampled_from(["minisat", "pysat:cadical195", "check", "other", "frontier"])
    | st.sampled_from("\"'").flatmap(lambda q: st.text(q + "ab:/{}#= é").map("cmd:a{}".format)),
    st.sampled_from(
        ["default", "direct", "domains=log,lazy=none", "passes=value-precedence+auto"]
    ).map(Encoding.parse),
    st.sampled_from([NONE, STRICTEST, PREFERRED, "touch:false", "touch:false+no2x2:true/a:b"]),
    st.sampled_from(["", *GOALS]),
    st.sampled_from(["", "shortest"]),
    st.none() | AMOUNTS.map(float),
    st.sampled_from(["", "/cell", "/cell2"]),
    st.none() | SECONDS,
    st.booleans(),
    st.none() | st.just(0.0) | SECONDS,
)


@given(st.lists(ATTEMPTS, min_size=1, max_size=4))
def test_a_plan_is_what_its_text_says(attempts):
    plan = Plan((replace(attempts[0], beside=None), *attempts[1:]))
    assert Plan.parse(str(plan)) == plan
    assert str(Plan.parse(str(plan))) == str(plan)


def test_comments_quotes_and_line_ends_are_read():
    text = """# two at the same time
    {solver="cmd:my solver {cnf}"  # with a blank
     reading='touch:false'}+0.5s
    { solver=kissat conflicts=1.5/cell2 }"""
    plan = Plan.parse(text)
    assert [each.solver for each in plan.attempts] == ["cmd:my solver {cnf}", "kissat"]
    assert plan.attempts[1] == Attempt("kissat", conflicts=Budget(1.5, "/cell2"), beside=0.5)
    assert str(plan).splitlines() == [
        '{solver="cmd:my solver {cnf}" reading=touch:false} +0.5s {solver=kissat'
        " conflicts=1.5/cell2}"
    ]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Attempt("minisat", goal="zzz"), "goal=zzz is unknown"),
        (lambda: Attempt("minisat", seconds=0), "seconds=0 is not a number above 0"),
        (lambda: Attempt("minisat", encoding="log"), "encoding takes a nlc.Encoding, not str"),
        (lambda: Attempt("minisat", cheap=True), "if=cheap is for goal=confirm"),
        (lambda: Budget(0.5), "conflicts=0.5 is not a whole number"),
        (lambda: Plan([1, 2]), "each of attempts takes a nlc.Attempt, not int"),
        (lambda: Plan([]), "the plan has no attempt"),
        (lambda: nlc.Limits(seconds=-1), "seconds must not be negative, and is -1"),
    ],
)
def test_what_python_makes_is_checked_as_a_text_is(make, message):
    with pytest.raises((UserError, TypeError), match=re.escape(message)):
        make()


@pytest.mark.parametrize(
    ("cells", "unit", "most"), [(1, "", 3), (9, "/cell", 31), (4, "/cell2", 56)]
)
def test_a_budget_goes_by_the_size_of_the_board(cells, unit, most):
    assert Budget(3.5 if unit else 3, unit).of(cells) == most
    assert Budget(0.001 if unit else 1, unit).of(cells) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"solver": []}, "the portfolio has no solver"),
        ({"solver": ["minisat", "minisat"]}, "has the solver 'minisat' twice"),
        ({"plan": "{solver=kissat}"}, "NLC_KISSAT is '/nowhere', which is not an executable"),
    ],
)
def test_solvers_that_cannot_be_had_are_refused(words, message, monkeypatch):
    """What is wrong with the text of a plan is in tests/cli/refusals.md."""
    monkeypatch.setenv("NLC_KISSAT", "/nowhere")
    with pytest.raises(UserError, match=message):
        nlc.solve(nlc.load("fixtures/first.nl")[0], **words)
