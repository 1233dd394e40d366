"""``nlc diff`` tells where verdicts and boards are wrong, and what did not come to a verdict."""

from __future__ import annotations

import pytest
from support.comparisons import EASY, RING, RING_ACCEPTING, diff, script, written

from nlc.encode.acyclic import labels
from nlc.encode.base import Declaration


class Nothing:
    """An encoding of acyclicity that states nothing and declares to be exact."""

    declaration = Declaration(name="order-unary", source="nowhere", size="none")

    def refusal(self, graph):
        return None

    def lower(self, cnf, rule, graph, lits, degrees):
        return ()


@pytest.mark.slow
def test_unsat_against_a_right_board_is_proven_wrong(capfd, tmp_path) -> None:
    liar = script(tmp_path, "liar", "echo s UNSATISFIABLE; exit 20")
    path = written(tmp_path, EASY)
    said = diff(capfd, path, "--encodings", "log", "--solvers", f"minisat;{liar}")
    assert said.status == 1
    assert f"UNSAT by log with {liar}.\nSAT by log with minisat." in said.out
    assert "UNSAT is wrong" in said.out
    assert "Disagreement on 1 of 1 puzzles." in said.out


@pytest.mark.slow
def test_a_wrong_board_of_an_inexact_encoding_is_told_by_rule_and_drawn(capfd, tmp_path) -> None:
    path = written(tmp_path, RING)
    encodings = f"acyclic=order;{RING_ACCEPTING}"
    said = diff(capfd, path, "--encodings", encodings, "--solvers", "minisat")
    assert said.status == 1
    assert (
        f"UNSAT by acyclic=order with minisat.\nSAT by {RING_ACCEPTING} with minisat." in said.out
    )
    assert "open: closed loop through" in said.out
    assert f"{RING_ACCEPTING} does not declare to be exact" in said.out
    assert "1───1" in said.out or "1---1" in said.out
    (right, wrong) = diff(
        capfd, path, "--encodings", encodings, "--solvers", "minisat", "--format", "json"
    ).rows
    assert (right["verdict"], right["checked"], right["exact"]) == ("UNSATISFIABLE", None, True)
    assert (wrong["verdict"], wrong["checked"], wrong["exact"]) == ("SATISFIABLE", False, False)
    assert "r2c2-r2c3" in wrong["wrong_board"]["line"]
    assert wrong["violations"][0].startswith("open: ")


def test_a_wrong_board_of_an_encoding_that_declares_to_be_exact_is_a_fault(
    capfd, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(labels, "OrderUnary", Nothing())
    path = written(tmp_path, RING)
    said = diff(
        capfd, path, "--encodings", "acyclic=order-unary,passes=none", "--solvers", "minisat"
    )
    assert said.status == 1
    assert "declares to be exact: a fault" in said.out


@pytest.mark.slow
def test_a_refusal_is_a_row_with_its_reason_and_no_failure(capfd, tmp_path) -> None:
    path = written(tmp_path, EASY)
    words = (path, "--encodings", "acyclic=lazy;log", "--solvers", "minisat,kissat")
    said = diff(capfd, *words)
    assert said.status == 0
    assert "acyclic=lazy with minisat and kissat: refused: " in said.out
    assert "inside Python" in said.out
    assert "Ratios to acyclic=lazy, or to the next where that has no figure" in said.out
    rows = diff(capfd, *words, "--format", "json").rows
    assert [row["verdict"] for row in rows] == ["REFUSED"] * 2 + ["SATISFIABLE"] * 2
    assert rows[0]["variables"] is None


def test_a_puzzle_that_every_encoding_refuses_is_undecided(capfd, tmp_path) -> None:
    path = written(tmp_path, EASY)
    assert diff(capfd, path, "--encodings", "acyclic=lazy", "--solvers", "minisat").status == 3


@pytest.mark.slow
def test_a_solver_that_fails_or_is_missing_is_a_row_with_its_message(
    capfd, tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("NLC_KISSAT", "/nowhere/kissat")
    broken = script(tmp_path, "broken", "echo c out of luck; exit 1")
    path = written(tmp_path, EASY)
    words = ("--encodings", "log", "--solvers", f"minisat,kissat;{broken}", "--format", "json")
    said = diff(capfd, path, *words)
    assert said.status == 1
    assert [row["reason"] for row in said.rows] == [None, "missing", "crashed"]
    assert "/nowhere/kissat" in said.rows[1]["message"]
    assert "out of luck" in said.rows[2]["message"]


@pytest.mark.slow
def test_a_solver_that_contradicts_itself_is_a_failure(capfd, tmp_path) -> None:
    fickle = script(
        tmp_path,
        "fickle",
        f"if [ -e {tmp_path}/seen ]; then echo s UNSATISFIABLE; exit 20; fi; touch {tmp_path}/seen;"
        f' minisat "$1" {tmp_path}/out >/dev/null; echo s SATISFIABLE;'
        f" echo v $(tail -n 1 {tmp_path}/out); exit 10",
    )
    path = written(tmp_path, EASY)
    words = ("--encodings", "log", "--solvers", fickle, "--repeat", "3", "--format", "json")
    said = diff(capfd, path, *words)
    assert said.status == 1
    assert "contradicts itself" in said.rows[0]["message"]
