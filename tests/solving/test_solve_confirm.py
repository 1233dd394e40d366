"""Whether there is no other solution: the word of one solver, of two, or a proof."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from nlc.drivers import get as driver
from nlc.drivers.base import Outcome, WrappedDriver
from nlc.encode.spec import Encoding
from nlc.loading import load_puzzles
from nlc.solving.confirm import OTHER, SECOND, plain
from nlc.solving.one import solve_one
from nlc.solving.policy import PLAIN
from nlc.solving.sat import SatSolver
from nlc.solving.search import COUNT, ONE, UNIQUE
from nlc.solving.solver import get

TEXT = """
genre dots {{ var dot : cell -> bool; rule one {{ exactly {} of dot[cells]; }} show dot; }}
puzzle "dots" is dots {{ topology square; board
. .
end }}
"""
"""Two cells: one board with none or both, two boards with one, no board with three."""


class Liar(WrappedDriver):
    """A solver that knows no board beside the first `known`."""

    known = 0

    def solve(self, *words, **more):
        return Outcome("UNSATISFIABLE")

    def enumerate(self, *words, **more):
        outcomes = self.driver.enumerate(*words, **more)
        yield from (next(outcomes) for _ in range(self.known))
        yield Outcome("UNSATISFIABLE")


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
    ],
)
def test_a_second_solver_confirms_that_there_is_no_other(puzzle, count, question, said):
    one = puzzle(count)
    alone = solve_one(one, question, get("pysat:minisat22"), PLAIN)
    assert alone.confirmed_by is None
    assert alone.verdict().startswith(said)
    assert alone.verdict().endswith(" according to pysat:minisat22")
    both = solve_one(one, question, get("pysat:minisat22"), replace(PLAIN, confirm=True))
    assert both.confirmed_by == OTHER
    assert both.verdict() == f"{said} according to pysat:minisat22 and {OTHER}"
    assert "confirm" in both.seconds


@pytest.mark.sample(4)
@pytest.mark.parametrize(("known", "question"), [(0, ONE), (1, UNIQUE), (1, COUNT)])
@pytest.mark.parametrize("wanted", [True, None])
def test_a_solver_that_knows_fewer_boards_is_found_out(puzzle, known, question, wanted):
    liar = Liar(driver("pysat:cadical195"))
    liar.known = known
    assert solve_one(puzzle(1), question, SatSolver(liar), PLAIN).is_refutation
    answer = solve_one(puzzle(1), question, SatSolver(liar), replace(PLAIN, confirm=wanted))
    assert (answer.status, answer.reason) == ("UNKNOWN", "contradictory")
    assert f"and {SECOND} says " in answer.message


def test_what_is_cheap_to_confirm_is_confirmed_unasked(puzzle):
    answer = solve_one(puzzle(2), UNIQUE, get("pysat:cadical195"))
    assert answer.confirmed_by == SECOND


def test_a_board_alone_needs_no_second_solver(puzzle):
    answer = solve_one(puzzle(1), ONE, get("pysat:cadical195"), replace(PLAIN, confirm=True))
    assert answer.confirmed_by is None
    assert "confirm" not in answer.seconds
    assert answer.verdict() == "solved, and checked against every rule"


def test_a_checked_proof_confirms(puzzle, tmp_path):
    policy = replace(PLAIN, proof=str(tmp_path / "p.drat"))
    answer = solve_one(puzzle(2), UNIQUE, get("cadical"), policy)
    assert answer.confirmed_by == "proof"
    assert answer.verdict().endswith("; no other, as is proved")


@pytest.mark.parametrize("spec", ["default", "direct", "thesis", "edge-path"])
def test_the_second_formula_shares_no_domains_passes_or_lazy_parts(spec):
    first = Encoding.parse(spec)
    second = plain(first)
    assert second.domains != first.domains
    assert (second.passes, second.lazy, second.numberlink) == ("none", "none", "none")


def test_a_formula_that_lost_a_board_is_found_out(puzzle, monkeypatch):
    whole = SatSolver.read

    def without_one(self, *words):
        search = whole(self, *words)
        search.lowered.cnf.add("wrong", np.array([[-1]], np.int32))
        return search

    monkeypatch.setattr(SatSolver, "read", without_one)
    answer = solve_one(puzzle(1), COUNT, get("pysat:cadical195"))
    assert (answer.status, answer.reason) == ("UNKNOWN", "contradictory")
