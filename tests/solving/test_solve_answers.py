"""What is made of the outcomes of a solver, true and false ones."""

from __future__ import annotations

import numpy as np
import pytest
from support.puzzles import program_of

from nlc.drivers import get
from nlc.drivers.base import Capabilities, Outcome
from nlc.drivers.search import models as models_of
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.solving.question import Question
from nlc.solving.run import answer_of

SIX = """puzzle "six" is numberlink {
  topology square;
  set cover = false;
  set touch = false;
  board
    1 . . 2
    . # . .
    . . . .
    1 . . 2
  end
  wall r3c1|r4c1;
}
"""
PROGRAM = program_of(SIX)
LOWERED = lower(PROGRAM, Encoding())
MODELS = [o.model for o in models_of(get("pysat:minisat22"), LOWERED.cnf) if o.model is not None]
UNSAT = Outcome("UNSATISFIABLE")
TIMEOUT = Outcome("UNKNOWN", "wall-time")
FAILED = Outcome("UNKNOWN", "crashed", "it broke")


class Scripted:
    """A driver that gives outcomes in turn, and counts the calls."""

    name = "scripted"
    capabilities = Capabilities()

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = outcomes
        self.asked = 0

    def solve(self, cnf, limits=None, separators=(), proof=None) -> Outcome:
        self.asked += 1
        return self.outcomes[self.asked - 1]


def models(count: int) -> list[Outcome]:
    return [Outcome("SATISFIABLE", model=model) for model in MODELS[:count]]


def told(*outcomes: Outcome, most: int | None = None, keep: int | None = None):
    return answer_of(PROGRAM, LOWERED, Scripted(*outcomes), Question(most, keep))


@pytest.mark.parametrize(
    ("outcomes", "most", "status", "count", "complete", "unique"),
    [
        ([UNSAT], 1, "UNSATISFIABLE", None, None, None),
        ([*models(1)], 1, "SATISFIABLE", None, None, None),
        ([UNSAT], None, "UNSATISFIABLE", 0, True, False),
        ([*models(1), UNSAT], 2, "SATISFIABLE", 1, True, True),
        ([*models(2)], 2, "SATISFIABLE", 2, False, False),
        ([*models(6), UNSAT], None, "SATISFIABLE", 6, True, False),
        ([TIMEOUT], None, "UNKNOWN", 0, False, None),
        ([*models(1), TIMEOUT], 2, "SATISFIABLE", 1, False, None),
        ([*models(3), TIMEOUT], None, "SATISFIABLE", 3, False, False),
        ([*models(3), FAILED], None, "SATISFIABLE", 3, False, False),
    ],
)
def test_what_is_known_follows_from_the_answers(outcomes, most, status, count, complete, unique):
    result = told(*outcomes, most=most)
    assert (result.status, result.count, result.complete) == (status, count, complete)
    assert result.unique is unique
    assert len(result.solutions) == sum(o.model is not None for o in outcomes)


def test_a_model_that_was_excluded_discredits_a_solver():
    result = told(*models(2), *models(1))
    assert (result.status, result.reason) == ("UNKNOWN", "contradictory")
    assert result.message == "scripted repeated a model that was excluded"


def test_a_model_that_is_wrong_is_never_a_solution():
    empty = Outcome("SATISFIABLE", model=np.zeros_like(MODELS[0]))
    for outcomes, most in (([empty], 1), ([*models(1), empty], None)):
        result = told(*outcomes, most=most)
        assert (result.status, result.reason) == ("UNKNOWN", "bad-model")
        assert result.message.startswith("scripted gave a wrong model: ")
        assert len(result.solutions) == len(outcomes) - 1
