"""The text of a plan says all that the plan does, and what is wrong with a text is told where."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import nlc
from nlc.encode.lists import PREFERRED, STRICTEST
from nlc.encode.spec import NONE, Encoding
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
    ("text", "place", "message", "hint"),
    [
        ("", (1, 1), "the plan has no attempt", "{solver=cadical}"),
        ("# nothing\n", (2, 1), "the plan has no attempt", "{solver=cadical}"),
        ("{solver=a}\n  solver=b", (2, 3), "an attempt in braces is missing", "+0.2s"),
        ("\n {solver=a", (2, 2), "the brace is not closed", None),
        ("{solver=a 'b}", (1, 11), "the quote is not closed", None),
        ('{solver="a}', (1, 9), "the quote is not closed", None),
        ("{{solver=a}}", (1, 2), "a brace within braces", "quote it"),
        ("{solver=a goal = near}", (1, 11), "'goal' has no value", "without blanks"),
        ("{solver=a if=cheap}", (1, 11), "if=cheap is for goal=confirm", None),
        ("{solver=check goal=first}", (1, 2), "takes no other word", None),
        ("{solver=other}", (1, 2), "solver=other is for goal=confirm", None),
        ("{solver=a conflicts=0}", (1, 11), "is not a whole number from 1 on", None),
        ("+1s {solver=a}", (1, 1), "the first attempt has none that it could run beside", None),
        ("{solver=a} {goal=first}", (1, 12), "the attempt names no solver", "{solver=cadical}"),
        ("{solver=a solver=b}", (1, 11), "'solver' is there twice", None),
        ("{solver=a gaol=near}", (1, 11), "'gaol=near' is not a word of an attempt", "goal"),
        ("{solver=a alone}", (1, 11), "'alone' is not a word of an attempt", "the words are"),
        ("{solver=a goal=best}", (1, 11), "goal=best is unknown", "first, near"),
        ("{solver=a\n paths=long}", (2, 2), "paths=long is unknown", "shortest"),
        ("{solver=a if=dear}", (1, 11), "if=dear is unknown", "cheap"),
        ("{solver=a reading=x}", (1, 11), "reading='x' is not a reading", "strictest"),
        ("{solver=a conflicts=few}", (1, 11), "conflicts=few is not a budget", "20/cell"),
        ("{solver=a conflicts=1/link}", (1, 11), "conflicts=1/link is not a budget", "20/cell"),
        ("{solver=a seconds=-1}", (1, 11), "seconds=-1 is not a number", "seconds=0.5"),
        ("{solver=a seconds=0}", (1, 11), "seconds=0 is not a number above 0", "seconds=0.5"),
        ("{solver=a goal=confirm best=core}", (1, 24), "best=core has no effect", None),
        ("{solver=a}\npuzzle 2: {solver=b}", (2, 1), "before the first 'puzzle'", None),
        ("puzzle 1: {solver=a} puzzle 1: {solver=b}", (1, 22), "puzzle 1 is there twice", None),
        ("puzzle 1: puzzle 2: {solver=b}", (1, 31), "plan of puzzle 1 has no attempt", None),
        ("{solver=a encoding=best}", (1, 11), "best", None),
        ("{solver=a encoding=domains=lgo}", (1, 11), "lgo", "log"),
    ],
)
def test_a_mistake_is_told_at_its_place(text, place, message, hint):
    with pytest.raises(UserError) as caught:
        Plan.parse(text, "mine.plan")
    (item,) = caught.value.diagnostics
    assert (item.span.source.path, item.span.line, item.span.column) == ("mine.plan", *place)
    assert message in item.message
    assert hint is None or hint in item.hint


SENSELESS = {
    "{solver=pysat:cadical195\n reading=touch:maybe}": ((2, 2), "'touch' is true or false"),
    "{solver=pysat:cadical195 reading=x:1}": ((1, 26), "has no option 'x'"),
    "{solver=minisat best=core}": ((1, 17), "best=core has no effect, as the puzzle has no obj"),
    "{solver=minisat encoding=readings=strictest}": ((1, 17), "readings= has no effect in a plan"),
    "{solver=minisat paths=shortest}": ((1, 17), "paths=shortest is for goal=first"),
    "{solver=minisat conflicts=1}": ((1, 17), "minisat takes no budget of conflicts"),
    "{solver=minisat goal=near}": ((1, 17), "minisat does not solve incrementally"),
    "{solver=frontier encoding=log}": ((1, 18), "is an engine, and takes no formula"),
    "{solver=frontier best=core}": ((1, 18), "best=core has no effect"),
    "{solver=backtrack goal=near}": ((1, 19), "goal= has no effect"),
    "{solver=minisat} {solver=nobody}": ((1, 19), "there is no solver 'nobody'"),
    "{solver=minisat} {solver=kissat}": ((1, 19), "NLC_KISSAT is '/nowhere', which is not an exe"),
}
"""Words that mean nothing for a Numberlink, with their places."""


@pytest.mark.parametrize("text", SENSELESS)
def test_a_word_that_has_no_effect_is_refused_at_its_place(text, monkeypatch):
    monkeypatch.setenv("NLC_KISSAT", "/nowhere")
    (puzzle,) = nlc.load("fixtures/first.nl")
    place, message = SENSELESS[text]
    with pytest.raises(UserError, match=re.escape(message)) as caught:
        nlc.solve(puzzle, nlc.UNIQUE, plan=Plan.parse(text, "mine.plan"))
    span = caught.value.diagnostics[0].span
    assert (span.source.path, span.line, span.column) == ("mine.plan", *place)


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
    ("words", "message"),
    [
        ({"plan": "plane"}, "there is no plan 'plane'"),
        ({"plan": "{solver=minisat}", "solver": "kissat"}, "a plan names its solvers"),
        ({"plan": "{solver=minisat}", "encoding": "log"}, "a plan names its solvers"),
        ({"plan": "{solver=nobody}"}, "there is no solver 'nobody'"),
        ({"solver": []}, "the portfolio has no solver"),
        ({"solver": ["minisat", "minisat"]}, "has the solver 'minisat' twice"),
        ({"plan": "{solver=frontier reading=strictest}"}, "is an engine, and takes no formula"),
        ({"plan": "{solver=frontier encoding=log}"}, "is an engine, and takes no formula"),
        ({"plan": "{solver=minisat paths=shortest}"}, "paths=shortest is for goal=first"),
        ({"plan": "{solver=minisat conflicts=1}"}, "minisat takes no budget of conflicts"),
        ({"plan": "{solver=kissat goal=near}"}, "kissat does not solve incrementally"),
        ({"plan": "{solver=minisat reading=touch:false}"}, "does not solve incrementally"),
        ({"plan": "{solver=pysat:glucose42 goal=near}"}, "takes no budget of conflicts"),
        (
            {"plan": "{solver=minisat} {solver=other goal=confirm reading=preferred}"},
            "runs alone and assumes",
        ),
        ({"plan": "{solver=minisat} +1s {solver=other goal=confirm}"}, "runs alone and assumes"),
        ({"plan": "{solver=minisat} +1s {solver=check}"}, "solver=check runs alone"),
        (
            {"plan": "{solver=minisat}{solver=other goal=confirm}{solver=kissat goal=confirm}"},
            "a plan confirms once",
        ),
    ],
)
def test_a_plan_that_no_solver_can_make_is_refused(words, message):
    (puzzle,) = nlc.load("fixtures/first.nl")
    with pytest.raises(UserError) as caught:
        nlc.solve(puzzle, **words)
    assert message in caught.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("cells", "unit", "most"), [(1, "", 3), (9, "/cell", 31), (4, "/cell2", 56)]
)
def test_a_budget_goes_by_the_size_of_the_board(cells, unit, most):
    assert Budget(3.5 if unit else 3, unit).of(cells) == most
    assert Budget(0.001 if unit else 1, unit).of(cells) == 1
