"""Stricter readings: the claim that they only add rules, and what they say of a puzzle."""

from __future__ import annotations

import dataclasses

import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import seeded_cases
from support.puzzles import SOLVER

from nlc.drivers.base import NO_LIMITS
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.solving.choice import choose_solvers
from nlc.solving.question import PLAIN, UNIQUE
from nlc.solving.readings import stricter_readings
from nlc.solving.solve import Search

TOUCHING = """puzzle "p" is numberlink { topology square; set cover = false; board
. . . 1
. . . 1
end
wall r1c4|r2c4; wall r1c2|r2c2; }"""
"""Two boards; the longer path passes beside itself, but never turns back round a corner."""

CORNER = TOUCHING.replace("end", ". . 2 2\nend")
"""The same above another row, so that there is a corner that `no2x2` speaks of."""


def case_of(text):
    (case,) = load(Source("test.nl", text)).puzzles
    return case


def ask(case, program, limits):
    return Search(
        case, program, UNIQUE, choose_solvers(SOLVER, plan="plain"), PLAIN, limits
    ).answer()


def readings(text, limits=NO_LIMITS):
    case = case_of(text)
    return list(stricter_readings(case, elaborate(case), ask, limits))


def told(text):
    return [(str(reading), reading.answer.unique) for reading in readings(text)]


def test_a_reading_that_says_no_more_than_the_puzzle_is_left_out():
    assert told(TOUCHING) == [("touch = false", True)]
    assert told(TOUCHING.replace("board", "set no2x2 = true; board", 1)) == [
        ("touch = false", True)
    ]
    strict = TOUCHING.replace("board", "set no2x2 = true; set touch = false; board", 1)
    assert told(strict) == [("cover = true", False)]
    assert told(strict.replace("cover = false", "cover = true")) == []


def test_sentences():
    assert [reading.sentence() for reading in readings(CORNER)] == [
        "several with no2x2 = true",
        "exactly 1 with touch = false",
    ]
    none = 'puzzle "p" is numberlink { topology square; board\nA..\n...\nA..\nBB.\nend }'
    assert [reading.sentence() for reading in readings(none)][-1] == "none with touch = false"


@pytest.mark.sample(6)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_stock_genres_prefer_only_what_adds_rules(genre, tiling):
    for case in seeded_cases(genre, tiling, 6, seed=23):
        solutions = case.solutions()
        for preference in case_of(case.text).rules.preferences:
            chosen = {item.name.name: item.value.value for item in preference.settings}
            strict = dataclasses.replace(
                case, options=tuple({**dict(case.options), **chosen}.items())
            )
            assert strict.solutions() <= solutions, case.text


GENRE = """genre g {
  option more : bool = false;
  option blocked : bool = false;
  var dot : cell -> bool;
  prefer %s;
  check sound { not blocked } : "blocked";
  rule first when not more { dot[r1c1]; }
  rule second when more { not dot[r1c1]; }
  show dot;
}
puzzle "p" is g { topology square; board
. .
end }
"""


def test_a_reading_that_is_not_stricter_is_told_where_it_is_preferred():
    with pytest.raises(UserError) as caught:
        readings(GENRE % "more = true")
    (item,) = caught.value.diagnostics
    assert item.message == "'more = true' is preferred as a stricter reading, but is not stricter"
    assert (item.span.line, item.span.column) == (5, 3)


SEVERAL = """genre g {
  option left : bool = false;
  option right : bool = false;
  prefer left = true, right = true;
  var dot : cell -> bool;
  rule one when left { dot[r1c1]; }
  rule two when right { dot[r1c2]; }
  show dot;
}
genre h extends g { prefer right = true; }
puzzle "p" is h { topology square; set left = true; board
. .
end }
"""


def test_a_reading_may_set_several_options_and_those_of_the_base_come_first():
    assert told(SEVERAL) == [("right = true", True)]
    more = SEVERAL.replace(". .", ". . .").replace("prefer left = true, right = true;", "")
    assert told(more) == [("right = true", False)]
