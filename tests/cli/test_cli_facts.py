"""``nlc run --backbone`` and ``nlc run --unique``: what solutions share, and where they differ."""

from __future__ import annotations

import pytest
from support.commands import GROWING, PUZZLES, dominoes, interrupted

TOUCHING = """puzzle "p" is numberlink { topology square; set cover = false; board
. . . 1
. . . 1
end
wall r1c4|r2c4; wall r1c2|r2c2; }"""
ENGINES = [(), ("--solver", "minisat"), ("--solver", "frontier")]

STUCK = """genre stuck {
  var line : link -> bool;
  var full : cell -> bool;
  rule pair {
    full[r1c2] iff full[r2c1];
    for c in cells where c != r1c2 and c != r2c1 { full[c]; }
  }
  rule cover {
    for c in cells {
      full[c] implies exactly 1 of line[links(c)];
      not full[c] implies none of line[links(c)];
    }
  }
  show line, full;
}
"""
"""Dominoes that may leave two cells out; where the board has two holes, they must.

No solver proves in a lifetime that they must.
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize("engine", ENGINES, ids=" ".join)
def test_facts_in_json_are_the_same_by_every_way(nlc, engine):
    (entry,) = nlc("run", "-", "--backbone", *engine, "--format", "json", stdin=TOUCHING).objects
    around = ["r1c1-r1c2", "r1c1-r2c1", "r1c2-r1c3", "r1c3-r2c3", "r2c1-r2c2", "r2c2-r2c3"]
    line = {"true": ["r1c3-r1c4", "r2c3-r2c4"], "false": [], "open": around, "unknown": []}
    told = {"complete": True, "certain": 2, "of": 8, "variables": {"line": line}}
    assert entry["facts"] == told
    assert (entry["status"], entry["unique"], entry["count"]) == ("SATISFIABLE", False, None)
    assert entry["verified"] and len(entry["solutions"]) == 1


def test_facts_of_a_board_with_one_solution_are_that_solution(nlc):
    words = ("run", PUZZLES, "--puzzle", "1", "--format", "json")
    (entry,) = nlc(*words, "--backbone").objects
    (solved,) = nlc(*words).objects
    line = entry["facts"]["variables"]["line"]
    assert line["true"] == solved["solutions"][0]["line"]
    assert line["open"] == []
    assert entry["unique"] is True


@pytest.mark.sample(2)
@pytest.mark.parametrize("engine", ENGINES, ids=" ".join)
def test_facts_are_drawn(nlc, engine):
    said = nlc("run", "-", "--backbone", "--ascii", *engine, stdin=TOUCHING)
    *lines, verdict = said.out.splitlines()[1:6]
    assert lines == [
        ".???.???----1",
        "?  ###  ?  ###",
        ".???.???----1",
        "- in all solutions   ? in some   blank: in none",
    ]
    assert verdict.startswith("2 of 8 links are certain according to ")
    assert said.status == 0


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES, ids=" ".join)
def test_no_solution_has_no_facts(nlc, engine):
    said = nlc("run", "-", "--backbone", *engine, stdin="2 2\nAB\nBA\n")
    assert "no solution" in said.out
    assert said.status == 0
    words = ("--backbone", *engine, "--format", "json")
    (entry,) = nlc("run", "-", *words, stdin="2 2\nAB\nBA\n").objects
    assert (entry["status"], entry["facts"]) == ("UNSATISFIABLE", None)


@pytest.mark.slow
def test_facts_that_a_limit_cuts_short_tell_what_is_open(nlc):
    words = ("run", "-", "--backbone", "--timeout")
    text = STUCK + dominoes("p", 20, holes=True, twice=False).replace("dominoes", "stuck")
    for seconds in GROWING:
        said = nlc(*words, seconds, "--format", "json", stdin=text)
        (entry,) = said.objects
        if _opened(entry):
            break
    assert (said.status, entry["status"], entry["reason"]) == (3, "SATISFIABLE", "wall-time")
    line, full = entry["facts"]["variables"]["line"], entry["facts"]["variables"]["full"]
    assert line["open"] and not line["true"] and not line["false"]
    assert {"r1c2", "r2c1"} <= set(full["unknown"])
    drawn = nlc(*words, seconds, stdin=text).out
    assert drawn.count("values are open (stopped: wall-time)") == 1


def _opened(entry):
    """Say whether it was found of some lines that they are open."""
    return entry["status"] == "SATISFIABLE" and entry["facts"]["variables"]["line"]["open"]


@pytest.mark.slow
def test_facts_that_are_interrupted_are_told(process, write):
    path = write(
        "stuck.nl", STUCK + dominoes("p", 20, holes=True, twice=False).replace("dominoes", "stuck")
    )
    for said in interrupted(lambda: process("run", "--backbone", "--format", "json", path)):
        assert (said.status, said.err) == (130, "nlc: interrupted\n")
        (entry,) = said.objects
        if _opened(entry):
            break
    assert entry["reason"] == "interrupted"
    assert entry["facts"]["variables"]["line"]["open"]
    assert entry["facts"]["complete"] is False


@pytest.mark.parametrize("other", ["--count", "--unique", "--competition", "--proof=out"])
def test_options_that_ask_for_something_else_are_refused(nlc, other):
    said = nlc("run", PUZZLES, "--puzzle", "1", "--backbone", other)
    assert said.status == 2
    assert "--backbone" in said.err


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES, ids=" ".join)
def test_a_second_board_is_shown_with_the_difference_and_the_reading_that_has_one(nlc, engine):
    words = ("run", "-", "--unique", *engine)
    (entry,) = nlc(*words, "--format", "json", stdin=TOUCHING).objects
    assert (entry["unique"], len(entry["solutions"])) == (False, 2)
    # The board that is meant comes first: that without touching.
    assert entry["solutions"][0]["line"] == ["r1c3-r1c4", "r1c3-r2c3", "r2c3-r2c4"]
    long = ["r1c1-r1c2", "r1c1-r2c1", "r1c2-r1c3", "r2c1-r2c2", "r2c2-r2c3"]
    assert entry["difference"] == {"line": {"first": ["r1c3-r2c3"], "second": long}}
    assert entry["readings"] == [
        {"options": {"touch": "false"}, "status": "SATISFIABLE", "unique": True},
    ]
    said = nlc(*words, "--ascii", stdin=TOUCHING)
    assert "\nexactly 1 with touch = false\n" in said.out
    picture = said.out.split("where they differ\n")[1].splitlines()
    assert "ooo" in picture[0] and "x" in picture[1]
    assert picture[3] == "x only in solution 1   o only in solution 2"
    assert picture[4] == "line, only in solution 1: r1c3-r2c3"
    assert said.status == 0


def test_a_puzzle_with_one_board_needs_no_reading(nlc):
    words = ("run", PUZZLES, "--puzzle", "1", "--unique", "--format", "json")
    (entry,) = nlc(*words).objects
    assert (entry["unique"], entry["difference"], entry["readings"]) == (True, None, [])


@pytest.mark.slow
def test_readings_are_tried_by_a_portfolio_too(nlc):
    words = ("--unique", "--solver", "minisat,pysat:cadical195", "--portfolio")
    (entry,) = nlc("run", "-", *words, "--format", "json", stdin=TOUCHING).objects
    assert entry["readings"][-1]["unique"] is True
