"""Whether there is no other solution: the word of one solver, of two, or a proof."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from support.wrapped_driver import WrappedDriver

import nlc
from nlc.drivers import get as driver
from nlc.drivers.base import Outcome
from nlc.encode.spec import Encoding
from nlc.loading import load_puzzles
from nlc.solving import confirm
from nlc.solving.choice import choose_solvers
from nlc.solving.confirm import LAST, SECOND, independent_encoding
from nlc.solving.formulas import Formulas
from nlc.solving.plan import Plan
from nlc.solving.question import BACKBONE, COUNT, ONE, PLAIN, UNIQUE
from nlc.solving.solve import solve_one

TEXT = """
genre dots {{ var dot : cell -> bool; rule one {{ exactly {} of dot[cells]; }} show dot; }}
puzzle "dots" is dots {{ topology square; board
. .
end }}
"""
"""Two cells: one board with none or both, two boards with one, no board with three."""


class Liar(WrappedDriver):
    """A solver that knows no board beside the first `known`, and then says there is none."""

    def __init__(self, known):
        super().__init__(driver("pysat:cadical195"))
        self.known = known

    def solve(self, *words, **more):
        self.known -= 1
        if self.known < 0:
            return Outcome("UNSATISFIABLE")
        return self.driver.solve(*words, **more)


@pytest.fixture
def puzzle(tmp_path):
    def make(count):
        path = tmp_path / "dots.nl"
        path.write_text(TEXT.format(f"{count} " if count < 3 else "0 or 1 or 2"))
        if count == 3:
            path.write_text(path.read_text().replace("exactly 0", "not exactly 0"))
        return load_puzzles(str(path))[0][0]

    return make


@pytest.mark.parametrize(
    ("count", "question", "said"),
    [
        (2, UNIQUE, "exactly 1 solution, checked against every rule; no other"),
        (1, COUNT, "2 solutions, checked against every rule; no others"),
        (3, ONE, "no solution"),
        (3, BACKBONE, "no solution"),
    ],
)
def test_a_second_solver_confirms_that_there_is_no_other(puzzle, count, question, said):
    one = puzzle(count)
    by = choose_solvers("pysat:minisat22", plan="plain")
    alone = solve_one(one, question, by, PLAIN)
    assert alone.confirmed_by is None
    assert alone.verdict().startswith(said)
    assert alone.verdict().endswith(" according to pysat:minisat22")
    both = solve_one(one, question, by, replace(PLAIN, confirm=True))
    assert both.confirmed_by == LAST
    assert both.verdict() == f"{said} according to pysat:minisat22 and {LAST}"
    assert "confirm" in both.seconds


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("known", "question"), [(0, ONE), (1, UNIQUE), (1, COUNT), (0, BACKBONE), (1, BACKBONE)]
)
@pytest.mark.parametrize("wanted", [True, None])
def test_a_solver_that_knows_fewer_boards_is_found_out(puzzle, known, question, wanted):
    assert solve_one(puzzle(1), question, choose_solvers(Liar(known)), PLAIN).is_refutation
    answer = solve_one(
        puzzle(1), question, choose_solvers(Liar(known)), replace(PLAIN, confirm=wanted)
    )
    assert (answer.status, answer.reason) == ("UNKNOWN", "contradictory")
    assert f"and {SECOND} says " in answer.message
    assert answer.unique is None


def test_a_backbone_that_is_refuted_tells_what_is_open_alone(puzzle):
    asked = puzzle(1), BACKBONE, choose_solvers(Liar(1)), replace(PLAIN, confirm=True)
    answer = solve_one(*asked)
    assert answer.message == (
        "pysat:cadical195 says that 2 of 2 cells are certain, and pysat:glucose42 says that 0 of 2 "
        "cells are certain"
    )
    assert answer.to_json()["facts"]["variables"] == {
        "dot": {"true": [], "false": [], "open": [], "unknown": ["r1c1", "r1c2"]}
    }
    assert str(answer).splitlines()[-2] == "undecided: contradictory"


STRICTER = """
genre dots {
  option few : bool = false;
  var dot : cell -> bool;
  rule one { any of {dot[c] for c in cells}; }
  rule few { if few { exactly 1 of dot[cells]; } }
  prefer few = true;
  show dot;
}
puzzle "dots" is dots { topology square; board
. .
end }
"""


def test_a_stricter_reading_is_not_called_unique_by_a_solver_that_lies(tmp_path):
    path = tmp_path / "dots.nl"
    path.write_text(STRICTER)
    (one,) = load_puzzles(str(path))[0]

    policy = replace(PLAIN, readings=True)
    (believed,) = solve_one(
        one, UNIQUE, choose_solvers(Liar(3)), policy
    ).readings  # it knows one of two
    assert believed.sentence() == "exactly 1 with few = true"
    policy = replace(policy, confirm=True)
    (reading,) = solve_one(one, UNIQUE, choose_solvers(Liar(3)), policy).readings
    assert reading.sentence() == "undecided with few = true"


@pytest.mark.parametrize("spec", ["default", "direct", "thesis", "edge-path"])
def test_the_second_formula_shares_no_domains_passes_or_lazy_parts(spec):
    first = Encoding.parse(spec)
    second = independent_encoding(first)
    assert second.domains != first.domains
    assert (second.passes, second.lazy, second.numberlink) == ("none", "none", "none")


def test_a_formula_that_lost_a_board_is_found_out(puzzle, monkeypatch):
    whole = Formulas.for_attempts

    def without_one(self, *words):
        stated = whole(self, *words)
        if not self.compiled:  # that of the second solver is
            stated.lowered.cnf.add("wrong", np.array([[-1]], np.int32))
        return stated

    monkeypatch.setattr(Formulas, "for_attempts", without_one)
    answer = solve_one(puzzle(1), COUNT, choose_solvers("pysat:cadical195"))
    assert (answer.status, answer.reason) == ("UNKNOWN", "contradictory")


def test_a_second_solver_that_is_long_at_work_is_stopped_and_that_is_said(puzzle, monkeypatch):
    monkeypatch.setattr(confirm, "LEAST_SECONDS", 0.2)
    plan = '{solver=pysat:cadical195} {solver="cmd:sleep 600" goal=confirm if=cheap}'
    answer = solve_one(puzzle(2), UNIQUE, choose_solvers(plan=Plan.parse(plan)))
    assert answer.unique
    assert (answer.confirmed_by, answer.unconfirmed_by) == (None, "cmd:sleep 600")
    said = " according to pysat:cadical195 (cmd:sleep 600 has not confirmed it in 0."
    assert said in answer.verdict()
    assert answer.to_json()["unconfirmed_by"] == "cmd:sleep 600"
    assert answer.steps[-1].confirms


def test_what_is_counted_by_states_is_confirmed_by_a_count():
    (dots,) = nlc.loads(TEXT.format("0 or 1 or 2 "))  # 4 boards, of which two are wanted
    answer = solve_one(dots, UNIQUE, choose_solvers("frontier"), replace(PLAIN, confirm=True))
    assert (answer.unique, answer.count, answer.confirmed_by) == (False, 4, SECOND)
