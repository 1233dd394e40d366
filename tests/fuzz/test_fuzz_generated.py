"""Generated puzzles are proved by what shares no code with the generator."""

from __future__ import annotations

import json

import pytest
from fuzzing import generators
from fuzzing.findings import Tally
from fuzzing.generators import GeneratorCase, judge_generated, proved
from fuzzing.trial import Trial

from nlc.generating.genre import genre
from nlc.generating.shape import blank

ROWS = """puzzle "three rows" is numberlink {
  topology square;
  set cover = false;
  board
    A A
    B B
    . .
  end
}
"""


def made(method: str, tiling: str, cols: int, rows: int, **options) -> GeneratorCase:
    """Return a case of a method."""
    options |= {"method": method, "unique": True}
    return GeneratorCase(genre("numberlink").generator(blank(tiling, cols, rows), options), 1, True)


@pytest.mark.parametrize(
    ("case", "method"),
    [
        (made("scatter", "hex", 4, 3, pairs=2, trivial=True), "brute force"),
        (made("solution", "square", 5, 5, pairs=3, group=3), "brute force"),
        (made("solution", "square", 9, 9, pairs=9), "the frontier method"),
    ],
    ids=["scatter", "groups", "large"],
)
def test_a_puzzle_is_proved(case, method):
    tally = Tally()
    assert list(judge_generated(case, Trial("", "x"), tally)) == []
    assert tally.kinds == {f"proved by {method}": 1}


@pytest.mark.parametrize("links", [64, 0])
def test_a_stored_solution_that_is_none_and_a_second_solution_are_told(monkeypatch, links):
    monkeypatch.setattr(generators, "MOST_LINKS", links)
    monkeypatch.setattr(generators, "FEW_LINKS", links)
    method = "brute force" if links else "the frontier method"
    text = made("solution", "square", 4, 4, pairs=3).text
    assert proved(text, True) == (method, None)
    assert proved(text.replace('"r1c1-', '"r9c9-', 1), True)[1] == "the stored solution is none"
    # Without walls between them, three rows have more solutions than one.
    solution = {"puzzle": "three rows", "solutions": [{"line": ["r1c1-r1c2", "r2c1-r2c2"]}]}
    text = f"// {json.dumps(solution)}\n{ROWS}"
    assert proved(text, True)[1] == "there is another solution"
    assert proved(text, False) == (method, None)
