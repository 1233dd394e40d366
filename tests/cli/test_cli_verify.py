"""``nlc verify``: right, wrong, partial and malformed solutions."""

from __future__ import annotations

import pytest
from support.commands import PUZZLES


def test_what_decode_prints_is_judged_too(nlc, write):
    cnf = write("one.cnf", nlc("compile", PUZZLES, "--puzzle", "1").out)
    model = nlc("run", PUZZLES, "--puzzle", "1", "--competition").out
    for log, said in ((model, "right, by every rule"), ("s UNSATISFIABLE\n", "no solution")):
        decoded = nlc("decode", cnf, "-", "--format", "json", stdin=log)
        judged = nlc("verify", PUZZLES, "-", "--puzzle", "1", stdin=decoded.out)
        assert said in judged.out + judged.err


def test_a_wrong_solution_is_told_by_rule_and_place_and_drawn(nlc):
    said = nlc("verify", PUZZLES, "-", "--puzzle", "1", "--ascii", stdin='{"line": ["r1c1-r1c2"]}')
    assert said.status == 1
    assert said.out.startswith("Numberlink on squares: wrong\n")
    assert "terminal: r2c2: 0 of line, must be exactly 1 of " in said.out
    assert said.out.splitlines()[-8].startswith("4-4 ")


SOLVED = "pzprv3/hitori/2/2/1 2 /2 2 /. . /. # /"


def test_a_file_of_pzpr_is_judged_by_the_answer_in_it(nlc, tmp_path):
    done = nlc("verify", SOLVED)
    assert (done.status, done.out.splitlines()[0]) == (0, "hitori: right, by every rule")
    path = tmp_path / "two.txt"
    path.write_text(f"{SOLVED}\n{SOLVED.replace('. . /. #', '# # /. .')}\n")
    done = nlc("verify", str(path))
    assert done.status == 1
    assert "two #1: right" in done.out and 'two #2: wrong\n  alone: "no numb' in done.out
    assert "\n  alone: r2c1.line(E)" in done.out
    assert "\n  apart: r1c1-r1c2: 2 of dark" in done.out


def test_what_an_answer_lacks_is_told_where_no_rule_tells_it(nlc):
    done = nlc("verify", "pzprv3/hitori/1/2/1 2 /. . /")
    assert (done.status, done.out.splitlines()[1]) == (1, "  there is no shaded cell on the board")


def test_of_each_rule_the_first_places_are_told(nlc):
    done = nlc("verify", "pzprv3/sudoku/4/. . . . /. . . . /. . . . /. . . . /" + "1 1 1 1 /" * 4)
    lines = [line for line in done.out.splitlines() if line.startswith("  ")]
    assert [line.split(":")[0] for line in lines] == ["  lines"] * 9 + ["  boxes"] * 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"line": [' + "1" * 5_000 + "]}", "a number that is too large"),
    ],
)
def test_a_solution_that_is_too_deep_or_too_large_is_told(nlc, text, message):
    said = nlc("verify", PUZZLES, "-", "--puzzle", "1", stdin=text)
    assert (said.status, said.out, message in said.err) == (2, "", True)
