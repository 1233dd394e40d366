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
