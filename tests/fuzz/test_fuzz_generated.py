"""Generated puzzles are proved by what shares no code with the generator."""

from __future__ import annotations

import pytest
from fuzzing import generators
from fuzzing.findings import Tally
from fuzzing.generators import GeneratorCase, judge_generated


@pytest.mark.parametrize("genre", ["masyu", pytest.param("sudoku", marks=pytest.mark.slow)])
def test_a_puzzle_is_proved(genre):
    tally = Tally()
    assert list(judge_generated(GeneratorCase(genre, (4, 4), 1), tally)) == []
    assert tally.ways == {genre: 1}


def test_a_puzzle_with_other_answers_is_told(monkeypatch):
    monkeypatch.setattr(generators, "shown", lambda *_: object())
    (fault,) = judge_generated(GeneratorCase("masyu", (4, 4), 1), Tally())
    assert fault.kind == "generated" and 'puzzle "' in fault.message
