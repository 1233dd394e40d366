"""``nlc run`` tells what was assumed on the way to a solution."""

from __future__ import annotations

import pytest

from nlc.solving import defaults
from nlc.solving.plan import Plan

LONG = " ." * 62
"""With a clue before it and after it, one row of a board that is large enough to be relaxed."""

COIL = f"""
puzzle "coil" is numberlink {{ topology square; board
A{LONG} .
A{LONG} .
end }}
"""


TURN = """
puzzle "turn" is numberlink { topology square; board
A . . .
. . . .
. . . .
A . . .
end }
"""


def outcomes(said):
    (told,) = said.objects
    steps = [(step["step"], step["outcome"]) for step in told["strategy"]]
    return [(step, outcome) for step, outcome in steps if not step.startswith("to confirm")]


def test_each_step_is_told_in_json_and_on_standard_error(nlc, write):
    said = nlc("run", "--format", "json", "--verbose", write("coil.nl", COIL))
    assert said.status == 0
    assert outcomes(said) == [
        ("assume touch=false", "UNSATISFIABLE"),
        ("without assumptions", "SATISFIABLE"),
    ]
    *plan, stated, first, second, idle = said.err.splitlines()
    text = " ".join(line.partition(": ")[2].partition(": ")[2].partition(": ")[2] for line in plan)
    assert Plan.parse(text) == Plan.parse(said.objects[0]["plan"])
    assert stated == f"nlc: coil: 2: encoded by {said.objects[0]['encoding']}"
    assert first.startswith("nlc: coil: 2: pysat:minisat22, assume touch=false: UNSATISFIABLE, ")
    assert idle.endswith("not begun, as the search had ended")
    assert second.startswith("nlc: coil: 3: pysat:minisat22, without assumptions: SATISFIABLE, ")


def test_what_is_found_out_before_any_search_is_told(nlc, write):
    spec = ("--encoding", "passes=fold,readings=strictest")
    said = nlc("run", "--unique", "--format", "json", "--verbose", *spec, write("turn.nl", TURN))
    (told,) = said.objects
    others = (": plan, ", ": encoded by ")
    lines = [line for line in said.err.splitlines() if not any(each in line for each in others)]
    lines = [line for line in lines if line.endswith(" s")]
    for step, line in zip(told["strategy"], lines, strict=True):
        assert step["fixed"] > 0
        assert f", {step['fixed']} shown variables fixed beforehand, " in line


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "words",
    [
        ("--plan", "plain"),
        ("--set", "touch=false"),
        ("--solver", "minisat"),
        ("--solver", "pysat:lingeling"),
        ("--solver", "minisat,cadical", "--portfolio"),
        ("--encoding", "acyclic=vertex-tree"),
        ("--encoding", "numberlink=edge-path"),
    ],
)
def test_nothing_is_assumed_where_that_is_not_wanted_or_cannot_be(nlc, write, words):
    said = nlc("run", "--format", "json", *words, write("coil.nl", COIL))
    verdict = "UNSATISFIABLE" if "touch=false" in words else "SATISFIABLE"
    assert set(outcomes(said)) == {("without assumptions", verdict)}
    # Of two solvers in a race, both may have answered before one is ended.
    assert len(outcomes(said)) <= (2 if "--portfolio" in words else 1)


@pytest.mark.parametrize("question", ["--count", "--all", "--backbone"])
def test_a_search_for_all_solutions_assumes_stricter_rules_first(nlc, write, question, monkeypatch):
    monkeypatch.setattr(defaults, "WIDEST", 0)  # else they are counted by states
    said = nlc("run", "--format", "json", question, write("coil.nl", COIL))
    assert outcomes(said)[:2] == [
        ("assume touch=false", "UNSATISFIABLE"),
        ("assume no2x2=true", "UNSATISFIABLE"),
    ]
    assert said.objects[0]["unique"]
