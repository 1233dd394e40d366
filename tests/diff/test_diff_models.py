"""``nlc diff --models`` compares the sets of boards that encodings accept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from oracle.brute_force import numberlink
from oracle.reference_board import Drawn
from support.comparisons import EASY, MIDDLE, OPEN, RING_ACCEPTING, diff, program_of, written
from support.wrapped_driver import WrappedDriver

from nlc.cnf import Cnf
from nlc.comparing.counterexample import with_stray_part
from nlc.comparing.models import compare_models
from nlc.drivers import get
from nlc.drivers.base import NO_LIMITS, Limits, Outcome
from nlc.encode.acyclic import labels
from nlc.encode.base import Declaration
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.evaluate import violations

ENCODINGS = f"acyclic=order;{RING_ACCEPTING}"


def test_the_thesis_vertex_tree_accepts_a_third_wrong_board(capfd, tmp_path) -> None:
    path = written(tmp_path, MIDDLE)
    said = diff(capfd, path, "--models", "--encodings", ENCODINGS)
    assert said.status == 1
    assert f"accepted by {RING_ACCEPTING} and rejected by acyclic=order" in said.out
    assert "open: closed loop through" in said.out
    assert "Disagreement on 1 board." in said.out
    (found,) = diff(capfd, path, "--models", "--encodings", ENCODINGS, "--format", "json").rows
    exact, loose = found["sets"]
    assert (exact["boards"], exact["wrong"], exact["complete"]) == (2, 0, True)
    assert (loose["boards"], loose["wrong"], loose["complete"]) == (3, 1, True)
    (witness,) = found["witnesses"]
    assert len(witness["solution"]["line"]) == 11
    assert "drawing" not in witness


@pytest.mark.sample(1)
@pytest.mark.parametrize("solver", ["pysat:minisat22", "minisat"])
def test_a_solver_is_asked_for_a_wrong_board_where_there_are_too_many(
    capfd, tmp_path, solver
) -> None:
    path = written(tmp_path, MIDDLE)
    words = ("--models", "--encodings", ENCODINGS, "--limit", "1", "--solvers", solver)
    said = diff(capfd, path, *words, "--format", "json")
    assert said.status == 1
    exact, loose = said.rows[0]["sets"]
    assert (exact["whole"], loose["whole"]) == (True, False)
    assert (loose["complete"], loose["wrong"]) == (False, 1)
    (witness,) = said.rows[0]["witnesses"]
    assert (witness["accepted_by"], witness["rejected_by"]) == (
        [RING_ACCEPTING],
        ["acyclic=order"],
    )


def test_boards_are_told_apart_by_more_than_what_is_shown_of_them(monkeypatch) -> None:
    monkeypatch.setattr("nlc.comparing.models.DIGITS", 0)
    encodings = ENCODINGS.split(";")
    found = compare_models(program_of(MIDDLE), encodings, get("pysat:minisat22"), NO_LIMITS, 9)
    assert [len(each.accepted) for each in found.sets] == [2, 3]
    assert len(found.disputed) == 1


class Slow(WrappedDriver):
    """A solver that takes all the time that it may, and finds nothing."""

    def __init__(self, clock: list[float]) -> None:
        super().__init__(get("pysat:minisat22"))
        self.clock = clock

    def solve(self, cnf: Cnf, limits: Limits = NO_LIMITS, *more: object) -> Outcome:
        assert limits.seconds is not None
        self.clock[0] += limits.seconds
        return Outcome("UNKNOWN", "wall-time")

    def enumerate(self, *words: Any) -> Iterator[Outcome]:
        yield self.solve(*words)


@pytest.mark.parametrize("encodings", [["log", "direct"], ["log", "direct", "acyclic=order"]])
def test_the_limit_is_for_all_questions_together(monkeypatch, encodings) -> None:
    program, clock = program_of(MIDDLE), [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: clock[0])
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    found = compare_models(program, encodings, Slow(clock), Limits(seconds=60), 9)
    assert {each.problem for each in found.sets} == {"stopped: wall-time"}
    assert 30 < clock[0] < 61


def test_equal_sets_are_told_to_be_equal(capfd, tmp_path) -> None:
    path = written(tmp_path, EASY, OPEN)
    said = diff(capfd, path, "--models", "--encodings", "log,direct", "--jobs", "2")
    assert said.status == 0
    assert said.out.count("All accept the same") == 2


@pytest.mark.sample(1)
@pytest.mark.parametrize(("solver", "limit"), [("pysat:minisat22", 1000), ("pysat:minisat22", 3)])
def test_readings_and_shared_formulas_are_asked_as_each_puzzle_stands(
    capfd, tmp_path, solver, limit
) -> None:
    rows = ("A . B", ". . .", "A . B"), ("A . .", "B . .", "B . A")
    texts = [OPEN.replace("A . . B\n    . . . .\n    A . . B", "\n".join(each)) for each in rows]
    path = written(tmp_path, texts[0], texts[1].replace('"open"', '"other"'), EASY)
    specs = ("default", "readings=touch:false", "readings=strictest", "puzzles=1-2")
    words = ("--models", "--encodings", ";".join(specs), "--solvers", solver, "--limit", str(limit))
    *shared, alone = diff(capfd, path, *words, "--format", "json").rows
    for found, each in zip(shared, rows, strict=True):
        boards = len(numberlink(Drawn("square", each), cover=False))
        used = [each["used"].rpartition("readings=")[2] for each in found["sets"]]
        assert used == ["none", "touch:false", "cover:true+touch:false", "none,puzzles=1-2"]
        assert (found["disputed"], found["witnesses"]) == (0, [])
        assert all(one["complete"] == (limit >= boards) for one in found["sets"])
        if limit >= boards:
            assert [one["boards"] for one in found["sets"]] == [boards] * 4
    assert alone["sets"][-1]["problem"] == "refused: puzzles=1-2 does not name it"


@pytest.mark.slow
def test_no_difference_among_some_of_the_boards_is_no_proof(capfd, tmp_path) -> None:
    path = written(tmp_path, OPEN)
    words = ("--models", "--encodings", "acyclic=order;acyclic=primal-dual", "--limit", "2")
    said = diff(capfd, path, *words)
    assert said.status == 3
    assert "proves nothing" in said.out
    assert "none of them has a stray loop or part" in said.out.replace("\n", " ")


PAIR_OF_LOOPS = """
puzzle "two loops" is slitherlink {
  topology square;
  board
    3 . . . 3
    3 . . . 3
  end
}
"""


class Nothing:
    """Says nothing of cycles, so that a loop may come in parts."""

    declaration = Declaration(
        name="order-unary", source="nowhere", exact=False, preserves_models=False, size="none"
    )

    def refusal(self, graph):
        return None

    def lower(self, cnf, rule, graph, lits, degrees):
        return ()


@pytest.mark.parametrize("apart", [True, False])
def test_the_hunt_finds_a_loop_in_parts_just_where_one_is_accepted(monkeypatch, apart) -> None:
    if apart:
        monkeypatch.setattr(labels, "OrderUnary", Nothing())
    program = program_of(PAIR_OF_LOOPS)
    lowered = lower(program, Encoding.parse("acyclic=order-unary"))
    monkeypatch.undo()
    cnf = with_stray_part(program, lowered.cnf)
    assert cnf is not None
    outcome = get("pysat:minisat22").solve(cnf)
    assert (outcome.model is not None) is apart
    if apart:
        broken = violations(program, lowered.assignment(outcome.model))
        assert "single" in {violation.rule for violation in broken}
