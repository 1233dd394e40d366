"""``nlc diff`` with engines beside encodings and solvers."""

from __future__ import annotations

import pytest
from support.comparisons import EASY, OPEN, diff, written

from nlc.engines.backtrack import BacktrackEngine

LONG = """
puzzle "long" is numberlink {
  topology square;
  board
    A . . . . . . B
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    B . . . . . . A
  end
}
"""
"""No solution, and many paths of the first pair."""


@pytest.fixture(scope="module")
def easy(tmp_path_factory) -> str:
    return written(tmp_path_factory.mktemp("easy"), EASY)


@pytest.mark.slow
def test_an_engine_is_one_row_without_encoding_and_sizes(capfd, easy) -> None:
    words = ("--encodings", "log;direct", "--solvers", "minisat,backtrack", "--format", "json")
    said = diff(capfd, easy, *words)
    assert said.status == 0
    pairs = [(row["encoding"], row["solver"]) for row in said.rows]
    assert pairs == [("log", "minisat"), ("direct", "minisat"), (None, "backtrack")]
    row = said.rows[-1]
    assert (row["verdict"], row["checked"], row["exact"]) == ("SATISFIABLE", True, True)
    assert row["used"] is row["variables"] is row["compile_seconds"] is None
    assert row["solve_seconds"] > 0
    assert len({row["board"] for row in said.rows}) == 1


@pytest.mark.slow
def test_a_refusal_is_a_row_with_its_reason(capfd, tmp_path) -> None:
    path = written(tmp_path, OPEN)
    words = (path, "--encodings", "log", "--solvers", "minisat,diagonal")
    said = diff(capfd, *words)
    assert said.status == 0
    assert "diagonal: refused: the engine 'diagonal' infers from each corner" in said.out
    rows = diff(capfd, *words, "--format", "json").rows
    assert [row["verdict"] for row in rows] == ["SATISFIABLE", "REFUSED"]


@pytest.mark.slow
def test_a_wrong_board_of_an_engine_is_its_fault(capfd, tmp_path, monkeypatch) -> None:
    right = BacktrackEngine.search

    def wrong(self, puzzle, statistics):
        for drawn in right(self, puzzle, statistics):
            yield ~drawn

    monkeypatch.setattr(BacktrackEngine, "search", wrong)
    path = written(tmp_path, EASY)
    said = diff(capfd, path, "--encodings", "log", "--solvers", "minisat,backtrack")
    assert said.status == 1
    assert "breaks a rule: backtrack." in said.out
    assert "backtrack declares to be exact: a fault" in said.out


@pytest.mark.slow
def test_a_limit_is_told(capfd, tmp_path) -> None:
    path = written(tmp_path, LONG)
    said = diff(capfd, path, "--solvers", "backtrack", "--timeout", "1/puzzle", "--format", "json")
    assert said.rows[0]["reason"] == "wall-time"
    assert said.status == 3


LATE = """genre late {
  var num : cell -> 1..9;
  rule pairs {
    for c, d, e, f in cells where c != d and d != e and e != f {
      num[c] != num[d] or num[e] != num[f] or distance(c, f) > 0;
    }
  }
  show num;
}
puzzle "late" is late { topology square; board
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
end
}
puzzle "small" is late { topology square; board
. .
end
}
"""
"""A puzzle whose elaboration takes long, and one whose does not."""


@pytest.mark.slow
@pytest.mark.parametrize("mode", [("--repeat", "1"), ("--models",)])
def test_a_limit_of_each_puzzle_bounds_elaboration(capfd, tmp_path, mode) -> None:
    path = written(tmp_path, LATE)
    limits = ("--timeout", "1/puzzle", "--max-instances", "100000000")
    said = diff(capfd, path, *mode, "--encodings", "log;direct", *limits, "--format", "json")
    assert {row["puzzle"] for row in said.rows} == {"small"}
    assert "nlc: late: the limit of 1 s was reached" in said.err
    assert said.status == 3


def test_sets_of_boards_are_those_of_encodings(capfd, easy) -> None:
    said = diff(capfd, easy, "--models", "--encodings", "log;direct", "--solvers", "backtrack")
    assert said.status == 2
    assert "the engine 'backtrack' has none" in said.err
