"""Rows that are stated only when a model breaks them: the boards stay the same."""

from __future__ import annotations

from random import Random

import pytest
from oracle.case import TILINGS
from oracle.random_boards import random_case
from support.puzzles import SOLVER, driver, program_of

from nlc.drivers.base import Limits
from nlc.drivers.search import models
from nlc.encode.lazy_rows import LazyRows
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS
from nlc.encode.spec import Encoding
from nlc.solving.question import Question
from nlc.solving.run import answer_of

RING = """puzzle "ring" is numberlink {
  topology square;
  set touch = false;
  board
    1 . . .
    1 2 2 .
    . . . .
  end
}
"""
"""Without the rule that it breaks, path 1 goes round path 2 and ends beside its start."""

UNFOLDED = Encoding(passes="none", lazy="rows")


@pytest.mark.sample(4)
@pytest.mark.parametrize("labels", ["log", "direct", "direct-free", "order", "direct-support"])
@pytest.mark.parametrize("tiling", TILINGS)
def test_the_boards_are_those_of_rows_stated_at_once(tiling, labels):
    random = Random(f"{tiling} {labels}")
    for _ in range(4):
        cover = random.random() < 0.5
        case = random_case(random, "numberlink", tiling, touch=False, cover=cover)
        program = program_of(case.text)
        lowered = lower(program, Encoding(domains=labels, lazy="rows"), IN_PROCESS)
        result = answer_of(program, lowered, driver(SOLVER), Question(None), Limits())
        assert result.complete
        assert result.count == len(case.solutions())


def separator_and_models():
    program = program_of(RING)
    lowered = lower(program, UNFOLDED, IN_PROCESS)
    (rows,) = [part for part in lowered.separators if isinstance(part, LazyRows)]
    outcomes = models(driver(SOLVER), lowered.cnf)
    return rows, [outcome.model for outcome in outcomes if outcome.model is not None]


def test_a_model_that_breaks_a_row_is_told_clauses_that_it_breaks():
    rows, models = separator_and_models()
    assert models
    for model in models:
        told = rows(model)
        assert any(all(model[abs(x)] != (x > 0) for x in clause) for clause in told)
