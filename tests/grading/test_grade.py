"""Grades: one scale for all genres, by the deduction that explains."""

from __future__ import annotations

import pytest
from pysat.solvers import Solver
from support import documents

import nlc
from nlc.grading.grade import LEVELS, Grade
from nlc.grading.grader import grade, graded
from nlc.ir.elaborate.program import elaborate
from nlc.reasons.steps.deduction import SOLVER, deduce
from nlc.reasons.steps.reason import Propagation

FIXTURES = documents.ROOT / "fixtures"

STOCK = nlc.load(FIXTURES / "genres.nl")

SOLO = """\
solo 3x3:1_8j8_2_3_6_4c6b7a8g1b4b5_1_9b2b3g7a6b9c9_8_7_4_5j5_4
solo 3x3:6d7b2b3a6a9b9_4b5d4b6c1b2b8b9b7c3b5d7b6_3b8a3a4b3b5d8
solo 3x3:b1_5b9c5a9b4_2c4d8d8_9f2_1a4_8f7_5d2d3c7_8b1a4c6b3_2b
"""
"""Boards of `sgt-solo`: trivial, intermediate and unreasonable."""

SEVERAL = """puzzle "open" is slitherlink { topology square; board
. 3 .
. . .
end }
puzzle "none" is slitherlink { topology square; board
4 4 .
. . .
end }
"""


def steps(**counts: int) -> dict:
    kinds = ("single", "technique", "several", "ring", "search")
    return dict.fromkeys(kinds, 0) | counts


@pytest.mark.parametrize(
    ("grade", "level"),
    [
        (Grade("graded", values=40), "easy"),
        (Grade("graded", hardest=1.2, effort=9, values=40), "easy"),
        (Grade("graded", hardest=6, effort=0.3, values=40), "easy"),
        (Grade("graded", hardest=2, effort=20, values=40), "medium"),
        (Grade("graded", hardest=6, effort=2, values=40), "medium"),
        (Grade("graded", hardest=3.6, effort=20, values=40), "hard"),
        (Grade("graded", hardest=6, effort=6, values=40), "hard"),
        (Grade("graded", hardest=4, effort=20, values=40), "expert"),
        (Grade("graded", hardest=1, complete=False), "easy"),
        (Grade("undecided", hardest=1, complete=False), None),
        (Grade("several solutions"), None),
    ],
)
def test_a_level_takes_much_effort_and_a_hard_step(grade, level):
    assert grade.level == level
    assert grade.to_json()["level"] == level


@pytest.mark.sample(5)
@pytest.mark.parametrize("puzzle", STOCK, ids=lambda puzzle: puzzle.genre)
def test_single_rules_leave_nothing_to_single_rules(puzzle):
    program = elaborate(puzzle, guarded_rules=True)
    with deduce(puzzle, program) as deduction, Propagation(puzzle, program, solver=SOLVER) as fresh:
        for wave in deduction.waves(every=True):
            if wave.reasons and wave.reasons[0].how:
                known = deduction.known.keys() - set(wave.literals)
                for group in fresh.groups:  # without what a solver learnt
                    found = fresh.follows(known, [group])
                    assert deduction.goal.keys() & found <= known


@pytest.mark.sample(5)
@pytest.mark.parametrize("puzzle", STOCK, ids=lambda puzzle: puzzle.genre)
def test_what_single_rules_solve_the_compiled_formula_propagates(puzzle):
    found = grade(puzzle)
    assert found.status == "graded" and found.level in LEVELS
    if sum(found.steps.values()) > found.steps["single"]:
        return
    cnf = nlc.compile(puzzle, "domains=direct,passes=none").lowered.cnf
    clauses = [row for block in cnf.blocks for row in block.clauses.tolist()]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for x in cnf.projection.tolist():
            assert [solver.propagate([x])[0], solver.propagate([-x])[0]].count(True) == 1


@pytest.mark.slow
def test_published_levels_are_graded_in_their_order():
    grades = [graded(puzzle) for puzzle in nlc.loads(SOLO)]
    assert [found.level for found in grades] == ["easy", "medium", "expert"]
    assert grades[0].hardest_step == "hidden single"
    assert grades[1].hardest_step == "locked candidates"
    assert grades[0].hardest == 1 < grades[1].hardest < grades[2].hardest
    assert sum(grades[0].techniques.values()) == grades[0].values


def test_all_rows_that_fit_a_clue_are_tried():
    # Each of these takes an assumption within an assumption, if rules only propagate.
    for told in ("5:3//1////2/////2/2//3/2///2/2", "5:/2/2/3///////3/1//2/3/////3"):
        found = graded(nlc.loads(f"towers {told}\n")[0])
        assert (found.level, found.hardest) == ("medium", 1.5)


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ({}, "no steps"),
        ({"single": 1, "ring": 2}, "1 step by one rule, 2 by rings or parts"),
        ({"single": 9, "search": 1}, "9 steps by one rule, 1 by search"),
        ({"several": 11}, "11 steps by several rules"),
        ({"technique": 2, "several": 1}, "2× X-wing, 1 step by several rules"),
    ],
)
def test_it_is_one_line(counts, told):
    named = {"X-wing": 2} if "technique" in counts else {}
    found = Grade("graded", steps(**counts), named, 1, "X-wing")
    assert str(found) == (
        f"easy: {told}; hardest X-wing (1), score {counts.get('single', 0) / 100:g}"
    )


def test_without_one_solution_there_is_no_level():
    found = [grade(puzzle) for puzzle in nlc.loads(SEVERAL)]
    assert [each.status for each in found] == ["several solutions", "no solution"]
    assert [each.level for each in found] == [None, None]
    assert [str(each) for each in found] == ["several solutions", "no solution"]


def test_without_time_it_is_undecided():
    found = grade(STOCK[0], nlc.Limits(seconds=1e-6))
    assert (found.status, found.level) == ("undecided", None)
    assert found.stopped == "the limit of 1e-06 s was reached"


def test_a_level_never_comes_from_the_number_of_questions():
    (puzzle,) = nlc.load(FIXTURES / "first.nl")
    found = graded(puzzle, questions=0)
    assert (found.level, found.complete) in [(None, False), ("expert", False)]
    assert found.level == "expert" or found.stopped == "0 assumptions"
    assert graded(puzzle).complete
