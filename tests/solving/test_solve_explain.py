"""Where there is no solution: what nlc check sees, and other readings that have some."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.loading import parse_puzzles
from nlc.solving.answer import Answer
from nlc.solving.batch import solve_each
from nlc.solving.choice import choose_solvers
from nlc.solving.question import BACKBONE, COUNT, DEFAULT, ONE, PLAIN, UNIQUE
from nlc.solving.readings import explain_refutation
from nlc.solving.solve import solve_one

ODD = "2 2\n1.\n.1\n"
"""Has no solution with all cells covered, by parity, and two with cells left over."""
TOUCHING = "2 2\n11\n..\n"
"""Has a solution that covers all cells, if a path may touch itself."""


def puzzle(text):
    return parse_puzzles(Source("board.txt", text))[0][0]


def answer(text, question=ONE, policy=DEFAULT, plan=None):
    return solve_one(puzzle(text), question, choose_solvers(plan=plan), policy)


@pytest.mark.parametrize("question", [ONE, UNIQUE])
def test_parity_and_a_looser_reading_are_told(question):
    found = answer(ODD, question)
    assert found.status == "UNSATISFIABLE"
    (reason,) = found.reasons
    assert reason.startswith("no solution, by parity: ")
    assert [reading.sentence() for reading in found.looser] == ["several with cover = false"]
    lines = found.text("ascii", False).split("\n")
    assert lines[1:] == [reason, "several with cover = false"]


def test_a_reading_that_a_format_took_for_granted_is_among_them():
    found = answer(TOUCHING)
    assert found.reasons == ()
    told = [reading.sentence() for reading in found.looser]
    assert told == ["exactly 1 with cover = false", "exactly 1 with touch = true"]
    assert found.to_json()["looser"] == [
        {"options": {"cover": "false"}, "status": "SATISFIABLE", "unique": True},
        {"options": {"touch": "true"}, "status": "SATISFIABLE", "unique": True},
    ]


@pytest.mark.parametrize("text", [ODD, TOUCHING])
def test_who_asks_plainly_gets_none(text):
    found = answer(text, ONE, PLAIN, "plain")
    assert (found.reasons, found.looser, found.confirmed_by) == ((), (), None)


def told(found):
    """Return what an answer tells, whatever was done for it."""
    looser = [reading.sentence() for reading in found.looser]
    return found.status, found.reasons, looser, found.confirmed_by is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "policy"),
    [
        (ONE, DEFAULT),
        (ONE, replace(DEFAULT, jobs=2)),
        (ONE, replace(DEFAULT, confirm=True)),
        (ONE, PLAIN),
        (UNIQUE, replace(DEFAULT, jobs=2)),
        (COUNT, DEFAULT),
        (BACKBONE, replace(DEFAULT, confirm=True)),
    ],
)
def test_each_of_several_puzzles_tells_what_it_tells_alone(question, policy):
    texts = [ODD, "2 2\n11\n22\n", TOUCHING, ODD, "2 2\n12\n21\n", TOUCHING]
    alone = [told(answer(text, question, policy)) for text in texts]
    both = solve_each([puzzle(text) for text in texts], question, choose_solvers(), policy)
    assert [told(found) for found in both] == alone
    assert {found[0] for found in alone} == {"SATISFIABLE", "UNSATISFIABLE"}


@pytest.mark.parametrize(("seconds", "taken"), [(1.0, 1.0), (3.0, 3.0), (60.0, 6.0)])
def test_the_looser_readings_share_what_is_left_of_the_limit(monkeypatch, seconds, taken):
    clock = [0.0]

    def slowly(loose, program, limits):
        """Take all the time that there is, and say nothing."""
        clock[0] += limits.seconds
        return Answer("UNKNOWN", "wall-time")

    monkeypatch.setattr("time.perf_counter", lambda: clock[0])
    one = puzzle(ODD)
    explain_refutation(
        one, elaborate(one), Answer("UNSATISFIABLE"), slowly, Limits(seconds=seconds)
    )
    assert clock[0] == pytest.approx(taken, abs=0.01)
