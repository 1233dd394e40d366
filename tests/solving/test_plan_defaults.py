"""Which plan a puzzle and a question get by default, and what becomes of it by what is named."""

from __future__ import annotations

from itertools import product

import pytest

import nlc
from nlc.cli import main
from nlc.drivers.search import ANOTHER, NEAR
from nlc.encode.spec import Encoding
from nlc.ir.elaborate.program import elaborate
from nlc.solving.choice import PLANS, choose_solvers
from nlc.solving.defaults import DEFAULTS, SHARED, PuzzleClass, choose, table
from nlc.solving.plan import CHECK, CONFIRM, Plan
from nlc.solving.question import ALL, BACKBONE, COUNT, DEFAULT, ONE, UNIQUE, Policy, Question
from nlc.solving.solve import check_plan, plan_for

QUESTIONS = [ONE, UNIQUE, ALL, COUNT, BACKBONE, Question(3)]
MAP = """genre map {
  given clue : cell -> 1..3?;
  var colour : cell -> 1..3;
  rule clues { for c in cells where has clue(c) { colour[c] = clue(c); } }
  rule differ { for l in links { colour[a(l)] != colour[b(l)]; } }
  show colour;
}
puzzle "map" is map { topology square; board
. .
. .
end }
"""


def square(genre, rows, cols, options=""):
    """Return the text of a board with two clues."""
    first = ["1", *"." * (cols - 2), "1"]
    drawn = "\n".join(" ".join(row) for row in [first, *["." * cols] * (rows - 1)])
    return f'puzzle "p" is {genre} {{ topology square; {options} board\n{drawn}\nend }}'


EMPTY = "set cover = false;"
BOARDS = {
    "small": square("numberlink", 3, 3),
    "empty": square("numberlink", 8, 10, EMPTY),
    "shorter": square("numberlink", 9, 9, EMPTY),
    "wide": square("numberlink", 7, 18),
    "large": square("numberlink", 8, 16),
    "large and empty": square("numberlink", 16, 16, EMPTY),
    "loop": square("slitherlink", 12, 12),
    "small loop": square("slitherlink", 3, 3),
    "map": MAP,
    "best": MAP.replace("  show colour;", "  minimize sum colour[cells];\n  show colour;"),
}


def read(name):
    (puzzle,) = nlc.loads(BOARDS[name])
    return puzzle, elaborate(puzzle)


def planned(name, question, **words):
    """Return the attempts for a board, without what frames each plan."""
    plan = choose(*read(name), question, choose_solvers(**words))
    return [each for each in plan.attempts if each.solver != CHECK and each.goal != CONFIRM]


@pytest.mark.parametrize(
    ("board", "question", "row"),
    [
        ("small", COUNT, "solutions are only counted"),
        ("small loop", COUNT, "solutions are only counted"),
        ("large and empty", COUNT, "all solutions"),
        ("map", ONE, "one solution, of which values"),
        ("map", UNIQUE, "any other"),
        ("map", COUNT, "solutions are only counted"),
        ("large", ALL, "all solutions"),
        ("large", Question(3), "all solutions"),
        ("shorter", ALL, "any other"),
        ("large and empty", BACKBONE, "all solutions"),
        ("large and empty", ONE, "a board of 81 cells or more that may stay empty"),
        ("shorter", UNIQUE, "a board of 81 cells or more that may stay empty"),
        ("empty", UNIQUE, "any other"),
        ("large", ONE, "a board of 128 cells"),
        ("large", UNIQUE, "a board of 128 cells"),
        ("wide", UNIQUE, "a board of 81 cells or more whose genre"),
        ("small", ONE, "any other"),
        ("small", BACKBONE, "any other"),
        ("loop", UNIQUE, "any other"),
    ],
)
def test_the_first_row_that_applies_is_taken(board, question, row):
    case = PuzzleClass(*read(board), question)
    taken = next(each for each in DEFAULTS if each.applies(case))
    assert taken.name.startswith(row)
    plan = Plan.parse(taken.text())
    kept = plan.without(NEAR, ANOTHER) if question is ONE else plan
    assert planned(board, question) == [*kept.attempts]


@pytest.mark.processes
def test_the_table_is_short_and_every_row_is_a_plan_that_can_be_run(monkeypatch):
    assert len(DEFAULTS) <= 8
    rows = {name: Plan.parse(text) for name, text, because in table() if because}
    assert [*rows] == [each.name for each in (*DEFAULTS, SHARED)]
    for plan in rows.values():
        for question in (UNIQUE, ALL, BACKBONE):
            lossy = any("value-precedence" in each.encoding.passes for each in plan.attempts)
            best = any(each.best for each in plan.attempts)
            puzzle = read("best" if best else "small")
            check_plan(plan, *puzzle, ONE if lossy else question, choose_solvers(), DEFAULT)
    monkeypatch.setenv("NLC_KISSAT", "/nowhere/kissat")
    assert beside() == {"pysat:kissat404", "frontier"}
    monkeypatch.setattr("nlc.solving.defaults.BESIDE", ())
    assert beside() == {"frontier"}


def beside():
    """Return the solvers that run beside others in any row of the table."""
    plans = [Plan.parse(text) for _, text, _ in table()]
    return {each.solver for plan in plans for each in plan.attempts if each.beside is not None}


@pytest.mark.sample(3)
@pytest.mark.parametrize("board", BOARDS)
def test_each_plan_ends_without_a_budget_and_alone_has_nothing_beside(board):
    for question, name in product(QUESTIONS, PLANS):
        attempts = planned(board, question, plan=name)
        last = [each for each in attempts if each.beside is None][-1]
        assert (last.conflicts, last.seconds, last.reading) == (None, None, "none")
        assert last.goal in ("", ANOTHER) or question is ONE
        if name == "plain":
            assert len(attempts) == 1
        assert name == "default" or not any(each.beside is not None for each in attempts)
        if question is ONE:
            assert not any(each.goal in (NEAR, ANOTHER) for each in attempts)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("board", "solver"),
    [
        (board, ("minisat", "pysat:minisat22", "pysat:glucose42", "pysat:minisat22")[i % 4])
        for i, board in enumerate(BOARDS)
    ],
)
def test_a_named_solver_takes_the_place_of_all_others(board, solver):
    for question in QUESTIONS:
        attempts = planned(board, question, solver=solver)
        assert {each.solver for each in attempts} == {solver}
        assert not any(each.paths or each.beside is not None for each in attempts)
        is_asked_again = board == "best" or (board.startswith("large") and question is not COUNT)
        assert (len(attempts) > 1) == (is_asked_again and solver == "pysat:minisat22")
        plan = Plan(tuple(attempts))
        check_plan(plan, *read(board), question, choose_solvers(solver), DEFAULT)


def test_a_named_encoding_is_that_of_each_attempt():
    for question in (ONE, UNIQUE, ALL):
        attempts = planned("large and empty", question, encoding="domains=log")
        assert {each.encoding for each in attempts} == {Encoding(domains="log")}
        assert len(attempts) > 3
    for spec in ("acyclic=vertex-tree", "readings=none", "numberlink=edge-path"):
        (only,) = planned("large", UNIQUE, encoding=spec)
        assert only.encoding == Encoding.parse(spec)


@pytest.mark.parametrize(
    ("policy", "framed"),
    [
        (Policy(), "{solver=check} PLAN {solver=other goal=confirm if=cheap}"),
        (Policy(confirm=True), "PLAN {solver=other goal=confirm}"),
        (Policy(confirm=False), "{solver=check} PLAN"),
        (Policy(lazy=False), "{solver=check} {solver=pysat:cadical195}"),
        (Policy(proof="p.drat"), "{solver=pysat:cadical195}"),
    ],
)
def test_a_policy_frames_the_plan(policy, framed):
    plan = Plan(tuple(planned("small", ONE)))
    found = plan_for(*read("small"), ONE, choose_solvers(), policy)
    assert found == Plan.parse(framed.replace("PLAN", str(plan)))


OPTIONS = {"": ONE, "--unique": UNIQUE, "--all": ALL, "--count": COUNT, "--backbone": BACKBONE}


@pytest.mark.parametrize("option", OPTIONS)
def test_nlc_plan_prints_what_nlc_run_takes(tmp_path, capsys, option):
    path = tmp_path / "p.nl"
    path.write_text(BOARDS["large"])
    assert main(["plan", str(path), *filter(None, [option])]) == 0
    plan = choose(*read("large"), OPTIONS[option], choose_solvers())
    out = capsys.readouterr().out
    assert out.startswith(f"# p  ({path}, numberlink)\n{plan}\n# 2, ")
    assert Plan.parse(out) == plan


def test_nlc_plan_prints_the_table(capsys):
    assert main(["plan", "--defaults"]) == 0
    out = capsys.readouterr().out
    assert all(f"# {name}: " in out and f"\n{plan}\n" in out for name, plan, _ in table())
