"""Solutions are listed, and counted by states where there are many; the number is the same."""

from __future__ import annotations

import pytest
from oracle.case import TILINGS
from oracle.random_boards import seeded_cases

import nlc
from nlc.solving.answer import COUNTING
from nlc.solving.question import COUNT

ROWS = "\n".join(["1 . . . . . .", *[". . . . . . ."] * 5, ". . . . . . 1"])
MANY = f'puzzle "p" is numberlink {{ topology square; set cover = false; board\n{ROWS}\nend }}'


def counted(text, **words):
    (puzzle,) = nlc.loads(text)
    return nlc.solve(puzzle, COUNT, **words)


@pytest.mark.slow
def test_many_solutions_are_counted_by_states():
    answer = counted(MANY)
    assert (answer.count, answer.complete, answer.solver) == (575780564, True, COUNTING)
    (note,) = answer.notes
    assert note.startswith("counted by states, after ")


def test_few_solutions_are_listed():
    plan = "{solver=pysat:cadical195 seconds=60} {solver=frontier}"
    answer = nlc.solve(nlc.load("fixtures/first.nl")[0], COUNT, plan=plan)
    assert (answer.count, answer.solver, answer.notes) == (1, "pysat:cadical195", ())


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", ["numberlink", "slitherlink"])
def test_the_number_is_that_of_brute_force(genre, tiling):
    plan = "{solver=pysat:cadical195 seconds=0.000001} {solver=frontier}"
    for case in seeded_cases(genre, tiling, 4, seed=31):
        answer = counted(case.text, plan=plan)
        assert answer.count == len(case.solutions()), case.text
        assert (answer.complete, answer.solver) == (True, COUNTING)


PICK = """genre pick {{ var on : cell -> bool; rule some_ {{ {rule} }} show on; }}
puzzle "p" is pick {{ topology square; board
{row}
end }}
"""


@pytest.mark.slow
def test_where_states_do_not_count_it_is_said_and_how_far_the_list_came():
    rule = 'on[r1c1] or runs(on[cells], "3,2");'
    plan = "{solver=pysat:cadical195 seconds=0.2} +0s {solver=frontier}"
    answer = counted(PICK.format(rule=rule, row=". " * 22), plan=plan)
    assert answer.count and not answer.complete
    assert "the rule 'some_' is not local" in answer.message
