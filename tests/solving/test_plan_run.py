"""Plans of all kinds on boards of all kinds: their answers are those of brute force."""

from __future__ import annotations

import re
from itertools import permutations
from random import Random

import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import random_case
from support.commands import FIXTURES
from support.plans import QUESTIONS, faults, random_plan
from support.wrapped_driver import WrappedDriver

import nlc
from nlc.cli import main
from nlc.cli.console import EXIT_UNDECIDED
from nlc.drivers import get
from nlc.drivers.base import Limits, Outcome
from nlc.errors import UserError
from nlc.solving.answer import InterruptedSearchError
from nlc.solving.choice import SolverChoice
from nlc.solving.defaults import table
from nlc.solving.plan import Plan
from nlc.solving.question import ALL, BACKBONE, COUNT, ONE, PLAIN, UNIQUE
from nlc.solving.solve import solve_one

INEXACT = "encoding=acyclic=vertex-tree,passes=none"
PLANS = {
    "sessions": """
        {solver=pysat:minisat22 conflicts=1} {solver=pysat:maplechrono goal=first conflicts=1}
        {solver=pysat:cadical195 encoding=domains=direct,lazy=rows goal=first}
        {solver=minisat encoding=passes=none}""",
    "readings": """
        {solver=pysat:minisat22 reading=strictest conflicts=1}
        {solver=pysat:minisat22 goal=first conflicts=1}
        {solver=pysat:minisat22 reading=preferred conflicts=1} {solver=pysat:minisat22}""",
    "named": """
        {solver=pysat:cadical195 reading=touch:false/cover:true goal=first}
        {solver=pysat:cadical195 reading=no2x2:true} {solver=pysat:cadical195}""",
    "near": """
        {solver=pysat:minisat22 reading=strictest goal=first} {solver=pysat:minisat22 goal=first}
        {solver=pysat:minisat22 reading=preferred goal=near conflicts=3}
        {solver=pysat:minisat22 goal=near} {solver=pysat:minisat22 goal=another}""",
    "seconds": """
        {solver=minisat seconds=0.0001} {solver=pysat:cadical195 seconds=0.0001}
        {solver=pysat:cadical195 goal=first seconds=9} {solver=pysat:cadical195}""",
    "beside": """
        {solver=pysat:minisat22 goal=first} +0s {solver=kissat goal=first}
        {solver=pysat:minisat22 conflicts=1} {solver=pysat:glucose42} +0.01s {solver=minisat}""",
    "programs": "{solver=minisat} +0s {solver=kissat encoding=domains=log} +0s {solver=cadical}",
    "engines": """
        {solver=frontier seconds=0.000001} {solver=pysat:minisat22 conflicts=1}
        {solver=frontier}""",
    "shortest": """
        {solver=pysat:glucose42 goal=first paths=shortest seconds=9}
        {solver=pysat:glucose42 goal=first encoding=domains=direct paths=shortest}
        {solver=pysat:cadical195 goal=another paths=shortest} {solver=pysat:cadical195}""",
    "inexact": f"{{solver=pysat:minisat22 {INEXACT} conflicts=1}} {{solver=minisat {INEXACT}}}",
}
"""Each with a last attempt that answers whatever the others leave open."""

PLANS |= {
    name: re.sub(r"conflicts=[^ }]+", "conflicts=1", text).replace("+0.2s", "+0s")
    for name, text, _ in table()
    if "value-precedence" not in text and "best=" not in text  # these are for an objective
}
"""And those of the table, which give up as soon as they may."""

QUIET = nlc.Policy(readings=False, explain=False)


@pytest.fixture(autouse=True)
def places_of_small_boards(monkeypatch):
    monkeypatch.setattr("nlc.solving.formulas.REACHES", (0.6, 1.2))


def puzzle_of(text):
    (puzzle,) = nlc.loads(text)
    return puzzle


def assert_right(case, plan, names=QUESTIONS):
    for name in names:
        answer = nlc.solve(puzzle_of(case.text), QUESTIONS[name], plan=plan, policy=QUIET)
        told = [*faults(answer, QUESTIONS[name], case.solutions())]
        assert not told, f"{name}: {told}\n{plan}\n{case.text}"


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("genre", "tiling", "name"),
    [(("numberlink", "multilink")[i % 2], TILINGS[i % 3], name) for i, name in enumerate(PLANS)],
)
def test_plans_answer_every_question_as_brute_force_does(genre, tiling, name):
    random = Random(f"{genre} {tiling} {name}")
    assert_right(random_case(random, genre, tiling, touch=True), PLANS[name])


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_random_plans_answer_every_question_as_brute_force_does(genre, tiling):
    random = Random(f"{genre} {tiling}")
    case = random_case(random, genre, tiling)
    for name in QUESTIONS:
        assert_right(case, random_plan(random, case), [name])


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("solver", "tiling", "cover"),
    [
        (solver, TILINGS[(i + cover) % 3], bool(cover))
        for i, solver in enumerate([None, "pysat:minisat22", "minisat", ["minisat", "cadical"]])
        for cover in (0, 1)
    ],
)
def test_plans_by_default_answer_every_question_also_as_of_large_boards(
    solver, tiling, cover, monkeypatch
):
    monkeypatch.setattr("nlc.encode.policy.READINGS_FROM", 1)
    monkeypatch.setattr("nlc.solving.defaults.HARD_FROM", 1)
    case = random_case(Random(f"{solver} {tiling}"), "numberlink", tiling, cover=cover)
    for name, question in QUESTIONS.items():
        answer = nlc.solve(puzzle_of(case.text), question, solver=solver)
        assert not [*faults(answer, question, case.solutions())], f"{name}: {case.text}"
        assert solver or name == "count" or len(answer.plan.attempts) > 5


RING = """genre map {
  var colour : cell -> 1..3;
  var dark : cell -> bool;
  rule differ { for l in links { colour[a(l)] != colour[b(l)]; } }
  rule light { for c in cells { dark[c] iff colour[c] = 3; } }
  show colour;
  report dark;
}
puzzle "map" is map { topology graph { cells a b c; links a-b b-c c-a; } }
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan",
    [
        "{solver=pysat:minisat22 conflicts=1} {solver=minisat goal=first} {solver=cadical}",
        "{solver=minisat goal=first} {solver=pysat:minisat22 conflicts=1} +0s {solver=kissat}",
        "{solver=pysat:glucose42 encoding=domains=order} +0s {solver=pysat:minisat22 goal=first}",
    ],
)
def test_boards_that_show_values_are_found_once_each(plan):
    colours = set(permutations((1, 2, 3)))
    answer = nlc.solve(puzzle_of(RING), ALL, plan=plan)
    boards = [board.to_json()["colour"] for board in answer.boards]
    assert [answer.count, answer.complete, len(boards)] == [len(colours), True, len(colours)]
    assert {tuple(int(board[cell]) for cell in "abc") for board in boards} == colours
    assert nlc.solve(puzzle_of(RING), BACKBONE, plan=plan).backbone.open == 3


TOUCHING = "A . .\nA . ."
"""The only path that covers the board begins and ends side by side."""
ROWS = "A . A\nB . B\nC . C"
WIDE = "A . . A\n. . . ."
COIL = "A . . . . B\n. . . . . .\n. C . . C .\nB . . . . A"


def numberlink(rows, options="", genre="numberlink"):
    return puzzle_of(f'puzzle "p" is {genre} {{ topology square; {options} board\n{rows}\nend }}')


HARD = numberlink(
    """. . . . . . . . . .\n. . . . . . . . . .\n. . 1 . . . . . . .\n. . . . . . . . . .
. . . . . 2 . . . .\n. . . . . . . . . .\n. . . . . . . . . .\n3 . . . 4 . . 5 . .
4 . 1 . 3 2 . . . .\n5 . . . . . . . . .""",
    "set cover = false; set touch = false;",
)
"""Unique; by no solver of these without hundreds of conflicts."""


def steps(answer):
    return [
        (step.solver.removeprefix("pysat:"), step.question, step.status) for step in answer.steps
    ]


def test_each_step_names_its_solver_and_what_it_asked():
    plan = """
      {solver=pysat:minisat22 reading=strictest goal=first} {solver=pysat:minisat22 goal=first}
      {solver=pysat:minisat22 reading=strictest goal=near} {solver=minisat goal=another}"""
    options = "set cover = false;"
    assert steps(nlc.solve(numberlink(TOUCHING), UNIQUE, plan=plan, policy=QUIET)) == [
        ("minisat22", "assume touch=false", "UNSATISFIABLE"),
        ("minisat22", "without assumptions", "SATISFIABLE"),
        ("minisat", "another board, without assumptions", "UNSATISFIABLE"),
    ]
    plan = plan.replace("strictest goal=near", "none goal=near")
    assert steps(nlc.solve(numberlink(WIDE, options), UNIQUE, plan=plan, policy=QUIET)) == [
        ("minisat22", "assume cover=true, touch=false", "UNSATISFIABLE"),
        ("minisat22", "without assumptions", "SATISFIABLE"),
        ("minisat22", "another board, near the first, 1 place", "SATISFIABLE"),
    ]
    plan = "{solver=pysat:minisat22 reading=strictest} {solver=pysat:minisat22}"
    assert steps(nlc.solve(numberlink(ROWS), UNIQUE, plan=plan, policy=QUIET)) == [
        ("minisat22", "assume touch=false", "SATISFIABLE"),
        ("minisat22", "another board, assume touch=false", "UNSATISFIABLE"),
        ("minisat22", "another board, without assumptions", "UNSATISFIABLE"),
    ]


def test_readings_that_were_refuted_are_not_asked_again():
    plan = """{solver=pysat:minisat22 reading=strictest} {solver=pysat:minisat22 conflicts=1}
      {solver=pysat:cadical195 reading=preferred} {solver=pysat:cadical195}"""
    answer = nlc.solve(numberlink(COIL, "set cover = false;"), plan=plan, policy=QUIET)
    assert [step.assumed for step in answer.steps] == [
        "cover=true, touch=false",
        "",
        "cover=true, no2x2=true",
        "cover=true",
        "touch=false",
        "no2x2=true",
        "",
    ]
    assert answer.status == "UNSATISFIABLE"


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("plan", "status"),
    [
        ("{solver=pysat:minisat22 conflicts=1}", "UNKNOWN"),
        (
            "{solver=minisat seconds=0.000001} {solver=pysat:cadical195 conflicts=0.1/cell}",
            "UNKNOWN",
        ),
        ("{solver=pysat:minisat22 conflicts=1} +0s {solver=minisat seconds=0.000001}", "UNKNOWN"),
        ("{solver=pysat:minisat22 reading=cover:true}", "SATISFIABLE"),
        ("{solver=pysat:cadical195 goal=another}", "UNKNOWN"),
        ("{solver=check}", "UNKNOWN"),
        ("{solver=minisat goal=first} {solver=pysat:minisat22 conflicts=1}", "SATISFIABLE"),
        ("{solver=kissat goal=first}", "SATISFIABLE"),
    ],
)
def test_where_the_budgets_are_spent_the_question_is_open(plan, status, capsys):
    answer = nlc.solve(HARD, UNIQUE, plan=plan, policy=QUIET)
    assert (answer.status, answer.reason, answer.complete) == (status, "budget", False)
    assert answer.message and answer.unique is None
    path = str(FIXTURES / "hard.nl")
    options = ["run", path, "--puzzle", "3", "--unique", "--plan", plan]
    assert main(options) == EXIT_UNDECIDED == 3
    assert "budget" in capsys.readouterr().out


def test_a_limit_ends_a_plan_and_a_budget_does_not():
    plan = "{solver=minisat seconds=0.000001} {solver=pysat:minisat22}"
    assert nlc.solve(numberlink(ROWS), plan=plan).status == "SATISFIABLE"
    for text in (
        plan,
        "{solver=frontier} {solver=minisat}",
        "{solver=minisat} +0s {solver=kissat}",
    ):
        answer = nlc.solve(HARD, plan=text, limits=Limits(1e-9))  # a millisecond is left
        assert (answer.status, answer.reason) == ("UNKNOWN", "wall-time")


def test_what_is_found_near_a_board_refutes_nothing():
    plan = "{solver=pysat:minisat22 goal=first} {solver=pysat:minisat22 goal=near}"
    answer = nlc.solve(numberlink(TOUCHING), UNIQUE, plan=plan, policy=QUIET)
    assert answer.steps[-1].status == "UNSATISFIABLE"
    assert answer.steps[-1].near == 4
    assert (answer.count, answer.complete, answer.reason) == (1, False, "budget")


LOOSE = "genre loose extends numberlink { prefer cover = false; }"
CHOOSY = """genre choosy extends numberlink {
  option sure : bool = false "asks for what no puzzle has";
  prefer sure = true;
  check never { not sure } : "no puzzle is like that";
}"""
GRADED = """genre graded extends numberlink {
  option depth : 1..3 = DEPTH "how deep it is";
  option mode : {free, strict} = MODE "how strict it is";
  prefer depth = 2, mode = strict;
}"""
STRICT = "{solver=pysat:minisat22 reading=strictest} {solver=pysat:minisat22}"


def of_genre(text):
    name = text.split()[1]
    return puzzle_of(f'{text} puzzle "p" is {name} {{ topology square; board\nA A\n. .\nend }}')


def test_a_preferred_reading_that_is_not_stricter_is_the_genre_s_mistake():
    with pytest.raises(UserError, match="cover=false' is preferred as a stricter reading"):
        nlc.solve(of_genre(LOOSE), plan=STRICT)


@pytest.mark.parametrize(
    ("genre", "asked"),
    [
        (CHOOSY, [""]),
        (GRADED.replace("DEPTH", "2").replace("MODE", "strict"), [""]),
        (GRADED.replace("DEPTH", "3").replace("MODE", "strict"), ["depth=2"]),
        (GRADED.replace("DEPTH", "2").replace("MODE", "free"), ["mode=strict"]),
    ],
)
def test_readings_that_say_no_more_or_refuse_the_clues_are_left_out(genre, asked):
    answer = nlc.solve(of_genre(genre), plan=STRICT, policy=QUIET)
    assert [step.assumed for step in answer.steps] == asked


def test_an_interruption_keeps_the_board_of_an_earlier_attempt():
    class Stop(WrappedDriver):
        def solve(self, *words, **more) -> Outcome:
            raise KeyboardInterrupt

    plan = Plan.parse("{solver=pysat:cadical195 goal=first} {solver=stop}")
    by = SolverChoice(plan=plan, made={"stop": Stop(get("minisat"))})
    for question in (UNIQUE, COUNT, BACKBONE):
        with pytest.raises(InterruptedSearchError) as caught:
            solve_one(numberlink(TOUCHING), question, by, PLAIN)
        answer = caught.value.answer
        assert (answer.status, answer.reason) == ("SATISFIABLE", "interrupted")
        assert len(answer.solutions) == 1
        assert answer.unique is None
    plan = Plan.parse("{solver=stop}")
    with pytest.raises(KeyboardInterrupt) as nothing:
        solve_one(numberlink(TOUCHING), ONE, SolverChoice(plan=plan, made=by.made), PLAIN)
    assert not isinstance(nothing.value, InterruptedSearchError)


MANY = """puzzle "many" is numberlink { topology square; set cover = false; board
1 . . . . 1
. . . . . .
. . . . . .
2 . . . . 2
end }"""


@pytest.mark.parametrize(("question", "count"), [(nlc.Question(10), 10), (nlc.UNIQUE, 2)])
def test_no_more_boards_are_kept_than_were_asked_for(question, count):
    plan = "{solver=pysat:cadical195 goal=first} {solver=frontier}"
    assert len(nlc.solve(nlc.loads(MANY)[0], question, plan=plan).solutions) == count


@pytest.mark.parametrize(
    "words", ["goal=first", "paths=shortest goal=first", "reading=strictest", "conflicts=9"]
)
def test_a_proof_is_of_the_puzzle_s_own_formula(words, tmp_path):
    target = tmp_path / "proof.drat"
    with pytest.raises(nlc.InputError, match="a proof takes no reading, goal or budget"):
        nlc.solve(
            nlc.loads(MANY)[0],
            plan=f"{{solver=pysat:cadical195 {words}}}",
            policy=nlc.Policy(proof=str(target)),
        )
    assert not target.exists()
