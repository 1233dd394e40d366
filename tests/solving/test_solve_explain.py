"""Where there is no solution: what nlc check sees, and other readings that have some."""

from __future__ import annotations

import pytest

from nlc.errors import Source
from nlc.loading import puzzles_of
from nlc.solving.many import solve_each
from nlc.solving.one import solve_one
from nlc.solving.policy import PLAIN
from nlc.solving.search import ONE, UNIQUE
from nlc.solving.solver import get

ODD = "2 2\n1.\n.1\n"
"""Has no solution with all cells covered, by parity, and two with cells left over."""
TOUCHING = "2 2\n11\n..\n"
"""Has a solution that covers all cells, if a path may touch itself."""


def puzzle(text):
    return puzzles_of(Source("board.txt", text))[0][0]


def answer(text, question=ONE, policy=None):
    words = {} if policy is None else {"policy": policy}
    return solve_one(puzzle(text), question, get(None), **words)


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


def test_an_answer_with_boards_needs_no_explanation():
    found = answer("2 1\n11\n")
    assert (found.reasons, found.looser) == ((), ())


@pytest.mark.parametrize("text", [ODD, TOUCHING])
def test_who_asks_plainly_or_for_many_gets_none(text):
    assert answer(text, ONE, PLAIN).looser == ()
    both = list(solve_each([puzzle(text), puzzle(text)], ONE, get(None)))
    assert [(each.status, each.reasons, each.looser) for each in both] == [
        ("UNSATISFIABLE", (), ())
    ] * 2


def test_a_light_answer_keeps_what_is_told():
    found = answer(ODD)
    light = found.light()
    assert light.reasons == found.reasons
    assert [reading.sentence() for reading in light.looser] == ["several with cover = false"]
