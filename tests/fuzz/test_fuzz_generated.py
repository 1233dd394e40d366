"""Generated puzzles are proved by what shares no code with the generator."""

from __future__ import annotations

import json
from random import Random

import pytest
from fuzzing import generators
from fuzzing.findings import Fault, Finding, Tally
from fuzzing.generators import GeneratorCase, judge_generated, proved, random_batch
from fuzzing.kinds import save
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


@pytest.mark.slow
def test_all_genres_and_methods_are_tried():
    names = {random_batch(Random(seed), 0)[1].solver for seed in range(200)}
    methods = {"solution", "loops", "scatter", "domino", "path"}
    assert names == {"slitherlink", *(f"numberlink-{method}" for method in methods)}


def test_a_generator_that_hangs_is_told_by_the_numbers_of_its_case(tmp_path, monkeypatch):
    def hang(case: GeneratorCase) -> str:
        raise AssertionError("it is made again")

    monkeypatch.setattr(GeneratorCase, "text", property(hang))
    subject, trial = random_batch(Random(5), 3)
    path = save(
        Finding(5, 3, "generators", Fault("hang", "takes long"), subject, trial), str(tmp_path)
    )
    head = path.read_text().splitlines()
    assert head == [
        "// seed 5, case 3: hang",
        "// python -m fuzzing --kind generators --seed 5 --first 3 --cases 1",
    ]
