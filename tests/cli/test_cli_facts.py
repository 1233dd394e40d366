"""``nlc run --backbone`` and ``nlc run --unique``: what solutions share, and where they differ."""

from __future__ import annotations

import pytest

TOUCHING = """puzzle "p" is numberlink { topology square; set cover = false; board
. . . 1
. . . 1
end
wall r1c4|r2c4; wall r1c2|r2c2; }"""
ENGINES = [(), ("--solver", "minisat"), ("--solver", "frontier")]


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


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES, ids=" ".join)
def test_no_solution_has_no_facts(nlc, engine):
    said = nlc("run", "-", "--backbone", *engine, stdin="2 2\nAB\nBA\n")
    assert "no solution" in said.out
    assert said.status == 0
    words = ("--backbone", *engine, "--format", "json")
    (entry,) = nlc("run", "-", *words, stdin="2 2\nAB\nBA\n").objects
    assert (entry["status"], entry["facts"]) == ("UNSATISFIABLE", None)


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
