"""The integer programs against brute force, and how CBC is run."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import numpy as np
import pytest
from engines.random_boards import RING, check_larger_board, check_random_boards, puzzle
from fuzzing.engines import all_boards

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.engines import ENGINES
from nlc.engines.mip import Row, program_of, write_mps
from nlc.engines.run import run_engine
from nlc.process.pool import stream

NAMES = ["mip", "mip-cbc"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "every"), [("mip", 1), ("mip-cbc", 20)])
def test_solutions_are_those_of_brute_force(name, every):
    check_random_boards(ENGINES.get(name), every)


@pytest.mark.slow
def test_counts_of_a_larger_board_are_those_of_the_frontier_method():
    check_larger_board(ENGINES.get("mip"))


@pytest.mark.sample(3)
@pytest.mark.parametrize("touch", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_rings_are_cut(name, touch):
    ((found, figures),) = all_boards(ENGINES.get(name), [puzzle(RING, touch=touch)])
    assert (found, figures["cuts"], figures["rounds"]) == ([], 1, 2)


def test_without_a_solver_it_is_told_what_to_install(monkeypatch):
    highs, cbc = map(ENGINES.get, NAMES)
    assert highs.missing() is cbc.missing() is None
    assert highs.version().startswith("HiGHS ")
    assert cbc.version().startswith("CBC 2.")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "")
    assert "pip install 'nlc[mip]'" in highs.missing()
    assert "coinor-cbc" in cbc.missing()
    assert highs.version() is cbc.version() is None


@pytest.mark.slow
def test_or_tools_and_highs_serve_one_after_the_other():
    board = puzzle(["A . A"])
    for name in ("cpsat-edge", "mip", "cpsat-edge", "mip"):
        found = list(run_engine(ENGINES.get(name), board))
        assert [outcome.status for outcome, _ in found] == ["SATISFIABLE", "UNSATISFIABLE"], name


# ---------- CBC ----------


def test_another_solver_reads_the_same_program_from_the_file(tmp_path):
    board = puzzle(["A . . .", ". B . B", ". . . A"], no2x2=True, cover=False)
    program = program_of(board.problem)
    program.rows.append(Row({0: 1, 2: 1}, 0, 1))
    path = tmp_path / "model.mps"
    path.write_text(write_mps(program))

    def read() -> Iterator[object]:
        import highspy

        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.readModel(str(path))
        linear = highs.getLp()
        matrix = np.zeros((linear.num_row_, linear.num_col_))
        for column in range(linear.num_col_):
            _, rows, values = highs.getColEntries(column)
            matrix[rows, column] = values
        yield matrix, np.array(linear.row_lower_), np.array(linear.row_upper_)
        yield np.array(linear.col_lower_), np.array(linear.col_upper_)

    (matrix, low, high), columns = stream(read, NO_LIMITS)
    expected = np.zeros_like(matrix)
    for number, row in enumerate(program.rows):
        expected[number, [*row.weights]] = [*row.weights.values()]
    assert np.array_equal(matrix, expected)
    assert np.array_equal(low, [row.low for row in program.rows])
    assert np.array_equal(high, [row.high for row in program.rows])
    bounds = [[program.fixed.get(i, free) for i in range(program.columns)] for free in (0, 1)]
    assert np.array_equal(columns, bounds)


@pytest.mark.slow
def test_what_cbc_uses_counts_for_the_limit_of_processor_time(tmp_path, monkeypatch):
    busy = tmp_path / "busy" / "cbc"
    busy.parent.mkdir()
    busy.write_text("#!/bin/sh\nwhile :; do :; done\n")
    busy.chmod(0o755)
    monkeypatch.setenv("PATH", str(busy.parent), prepend=":")
    ((outcome, drawn),) = run_engine(ENGINES.get("mip-cbc"), puzzle(RING), Limits(cpu_seconds=0.3))
    assert (outcome.reason, drawn) == ("cpu-time", None)


def test_an_answer_that_cbc_does_not_give_is_a_failure(tmp_path, monkeypatch):
    silent = tmp_path / "silent" / "cbc"
    silent.parent.mkdir()
    silent.write_text("#!/bin/sh\necho no such thing\n")
    silent.chmod(0o755)
    monkeypatch.setenv("PATH", str(silent.parent), prepend=":")
    ((outcome, _),) = run_engine(ENGINES.get("mip-cbc"), puzzle(RING))
    assert outcome.reason == "crashed"
    assert "CBC says 'no such thing" in outcome.message
