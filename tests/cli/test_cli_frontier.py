"""``nlc run --solver frontier``."""

from __future__ import annotations

from support.commands import PUZZLES

MANY = 'puzzle "p" is numberlink { set cover = false; topology square; board\n'
MANY += "A . . . . . . .\n" + ". . . . . . . .\n" * 6 + ". . . . . . . A\nend }"


def test_it_counts_as_the_solvers_do_with_rules_of_a_puzzle_too(nlc):
    said = nlc("run", PUZZLES, "--count", "--solver", "frontier", "--format", "json")
    assert [entry["count"] for entry in said.objects] == [1, 1, 1, 1, 6, 1, 1, 1]
    assert all(entry["count_complete"] and entry["verified"] for entry in said.objects)
    assert said.status == 0


def test_json_has_the_same_keys_and_no_encoding(nlc):
    words = ("run", PUZZLES, "--puzzle", "1", "--count", "--format", "json")
    (entry,) = nlc(*words, "--solver", "frontier").objects
    (other,) = nlc(*words).objects
    assert entry.keys() == other.keys()
    assert entry["solver"] == "frontier"
    assert entry["encoding"] is entry["variables"] is entry["clauses"] is None
    assert entry["solutions"] == other["solutions"]


def test_it_says_exactly_how_many_there_are(nlc):
    said = nlc("run", "-", "--count", "--solver", "frontier", stdin=MANY)
    assert "exactly 789360053252 solutions, counted without a solver" in said.out
    assert said.status == 0


def test_a_limit_leaves_the_count_undecided(nlc):
    words = ("--count", "--solver", "frontier", "--timeout", "1e-9", "--format", "json")
    said = nlc("run", "-", *words, stdin=MANY)
    (entry,) = said.objects
    assert (entry["status"], entry["reason"], entry["count"]) == ("UNKNOWN", "wall-time", 0)
    assert said.status == 3
