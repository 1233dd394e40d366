"""Techniques: what they tell follows from what they name, and paths are told by them."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from support.explained import wrong_steps
from support.sheets import PUZZLES

import nlc
from nlc.reasons.groups import GroupSolver
from nlc.reasons.steps.candidates import FORCING, TECHNIQUES, Candidates
from nlc.reasons.steps.units import Units

LATIN = """
genre latin "Latin square" {
  given num : cell -> 1..9?;
  let numbers = {k for s in lines, k in 1..count through(s)};
  var number : cell -> numbers;
  rule lines "each row and column holds each number once" {
    for s in lines where first(cells(s)) = first(through(s)) { all_different(number[through(s)]); }
  }
  rule known "a number that is given stays" {
    for c in cells where has num(c) { number[c] = num(c); }
  }
  show number;
}
"""

SOLO = """\
solo 3x3:a2_3a7c9b4b3c7_1a4f6a9d5_4b5a6b8_2d7a1f4a5_6c2b8b1c9a2_3a
solo 3x3:4_3d1c2_1_5c9b7a4d6b9_1a7o6a4_2b7d3a6b1c5_4_3c3d2_9
solo 3x3:b9_7a6b3a4b3b2_1_3_7n1_5b8_4a1_3b5_6n3_6_6_8b2b4a9b1a3_8b
solo 3x3:c1b8e7_8b9_5d3_4_2c2d7_5_8_3g4_6_8_7d3c8_6_1d9_6b4_3e2b7c
"""
"""Boards of `sgt-solo`: intermediate, advanced, extreme and unreasonable."""


def empty(genre: str, side: int) -> str:
    rows = "\n".join([" ".join(["."] * side)] * side)
    return f'puzzle "p" is {genre} {{ topology square; board\n{rows}\nend\nBOXES }}'


def boxes(rows: int, columns: int) -> str:
    side = rows * columns
    lines = [
        " ".join("abcdefghi"[r // rows * rows + c // columns] for c in range(side))
        for r in range(side)
    ]
    return "board box\n" + "\n".join(lines) + "\nend"


BOARDS = {
    "sudoku 9x9": empty("sudoku", 9).replace("BOXES", boxes(3, 3)),
    "sudoku 6x6": empty("sudoku", 6).replace("BOXES", boxes(2, 3)),
    "latin 6x6": LATIN + empty("latin", 6).replace("BOXES", ""),
}


def filled(kind: str, random: Random) -> list[list[int]]:
    """Return a random board of values from 0."""
    rows, columns = {"sudoku 9x9": (3, 3), "sudoku 6x6": (2, 3), "latin 6x6": (1, 6)}[kind]
    side = rows * columns
    bands = [
        [b * rows + i for i in random.sample(range(rows), rows)]
        for b in random.sample(range(columns), columns)
    ]
    stacks = [
        [b * columns + i for i in random.sample(range(columns), columns)]
        for b in random.sample(range(rows), rows)
    ]
    names = random.sample(range(side), side)
    return [
        [names[(columns * (r % rows) + r // rows + c) % side] for s in stacks for c in s]
        for band in bands
        for r in band
    ]


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOARDS)
def test_what_techniques_tell_of_random_candidates_follows(kind: str) -> None:
    random = Random(f"techniques {kind}")
    (puzzle,) = nlc.loads(BOARDS[kind])
    found: Counter[str] = Counter()
    with GroupSolver(puzzle, lazy=False, solver="minicard") as solver:
        units = Units(solver)
        assert all(unit.full for unit in units.units)
        for share in (0.1, 0.15, 0.2, 0.25, 0.3) * 3:
            board = [value for row in filled(kind, random) for value in row]
            masks = [
                1 << value
                | sum(1 << v for v in range(len(units.values)) if random.random() < share)
                for value in board
            ]
            candidates = Candidates(units, masks, ())
            for name, finder in candidates.finders().items():
                patterns = list(finder())
                for pattern in random.sample(patterns, min(2, len(patterns))):
                    assert pattern.technique == name
                    found[name] += 1
                    groups = [unit.group.selector for unit in pattern.units]
                    for x in pattern.follows:
                        assert (
                            solver.solve([*pattern.facts, *groups, -x], conflicts=10_000) is False
                        )
                        cell, value, excluded = units.meaning[x]
                        assert (board[cell] == value) != bool(excluded)
                    for fact in pattern.facts:  # and all of them are so
                        cell, value, excluded = units.meaning[fact]
                        assert not masks[cell] >> value & 1
    missing, sums = TECHNIQUES.keys() - found.keys(), {"combinations", "innies and outies"}
    assert sums <= missing  # for these boards have none
    lines = {"hidden single", "locked candidates"} if kind.startswith("latin") else set()
    assert missing <= {*FORCING.values(), *lines, *sums}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_the_path_of_a_sudoku_is_told_by_techniques(number: int) -> None:
    puzzle = nlc.loads(SOLO)[number]
    found = nlc.steps(puzzle)
    assert list(wrong_steps(puzzle, found)) == []
    assert {step.technique for step in found.steps} <= TECHNIQUES.keys()
    text = found.text()
    assert "locked candidates: in " in text and "hidden single: " in text


def test_a_hint_of_a_sudoku_is_one_technique_at_one_place() -> None:
    hint = nlc.hint(nlc.loads(SOLO)[0])
    (step,) = hint.steps
    assert step.technique == "hidden single"
    assert len(step.facts) == 1 and len(step.cells) == 9
    assert step.words in hint.text()


THREES = """puzzle "threes" is slitherlink { topology square; board
3 . 3 . .
2 2 0 2 1
. 3 2 . 2
2 2 2 . .
. . 1 1 .
end }
"""


@pytest.mark.slow
def test_a_deduction_has_the_name_that_its_genre_gives_it() -> None:
    (puzzle,) = nlc.loads(THREES)
    found = nlc.steps(puzzle)
    assert list(wrong_steps(puzzle, found)) == []
    named = {step.technique: step for step in found.steps}
    corner = named["3 in a corner"]
    assert [(rule.rule, rule.clues) for rule in corner.rules] == [
        ("clues", (("clue", "r1c1", "3"),)),
        ("single", ()),
    ]
    assert not corner.known and "  3 in a corner: r1c1 (3)\n" in found.text()
    assert {"nothing round a 0", "line at a 1"} <= named.keys()
    assert found.to_json()["steps"][0]["technique"] == "nothing round a 0"


NAMED = """
genre loops "Loops" extends slitherlink {
  technique "corner": TECHNIQUE;
}
puzzle "p" is loops { topology square; board
3 .
. .
end }
"""


@pytest.mark.parametrize(
    ("uses", "message"),
    [
        ("clue = 3", "there is no rule 'clue'"),
        ("clues = 3, round single", "'round' is none of 'ring', 'part' and 'nothing known'"),
    ],
)
def test_a_technique_of_no_rule_is_refused(uses: str, message: str) -> None:
    with pytest.raises(nlc.InputError, match=message):
        nlc.loads(NAMED.replace("TECHNIQUE", uses))


def test_the_script_proposes_the_rules_of_steps_without_a_name(monkeypatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).resolve().parents[2] / "scripts")
    found = import_module("propose_techniques").deductions(PUZZLES["knight"])
    assert (("one",), "jump of r2c5-r3c3") in found
