"""``nlc diff`` runs every pair and tells of each in every format."""

from __future__ import annotations

import pytest
from support.comparisons import EASY, OPEN, diff, script, written

from nlc.comparing.names import KEYS

SOLVERS = ("minisat", "kissat", "pysat:glucose42")
PAIRS = ("--encodings", "log,direct", "--solvers", ",".join(SOLVERS))
TIMES = (
    *("compile_seconds", "solve_seconds", "cpu_seconds", "megabytes"),
    *("search_seconds", "job_seconds", "job_cpu_seconds"),
)


@pytest.fixture(scope="module")
def easy(tmp_path_factory) -> str:
    return written(tmp_path_factory.mktemp("easy"), EASY)


def timeless(row):
    return {key: value for key, value in row.items() if not key.startswith(TIMES)}


@pytest.mark.slow
def test_every_pair_is_a_row_with_all_keys_in_order(capfd, easy) -> None:
    said = diff(capfd, easy, *PAIRS, "--format", "json")
    assert said.status == 0
    pairs = [(row["encoding"], row["solver"]) for row in said.rows]
    assert pairs == [(e, s) for e in ("log", "direct") for s in SOLVERS]
    for row in said.rows:
        assert list(row) == list(KEYS)
        assert row["verdict"] == "SATISFIABLE"
        assert row["checked"] is row["exact"] is True
        assert row["solve_seconds_min"] <= row["solve_seconds"] <= row["solve_seconds_max"]
        assert row["conflicts"] is not None
        by_rule = row["by_rule"].values()
        for size in ("variables", "clauses", "literals"):
            assert sum(rule[size] for rule in by_rule) == row[size]
    assert len({row["board"] for row in said.rows}) == 1


@pytest.mark.slow
def test_the_table_has_a_line_for_each_pair_and_the_sums_side_by_side(capfd, easy) -> None:
    said = diff(capfd, easy, *PAIRS)
    lines = said.out.splitlines()
    assert "(" + easy + ", numberlink, square 3x3)" in lines[0]
    assert lines[2].split()[:4] == ["encoding", "solver", "verdict", "variables"]
    rows = [line.split() for line in lines[4:10]]
    assert [row[:3] for row in rows] == [[e, s, "SAT"] for e in ("log", "direct") for s in SOLVERS]
    assert all(row[-2:] == ["yes", "yes"] for row in rows)
    by_rule = {
        line.split()[0]: line.split()[1:] for line in lines[lines.index("Sizes by rule") :] if line
    }
    assert by_rule["all"] == [rows[0][3], rows[0][4], rows[3][3], rows[3][4]]
    assert len(by_rule["through"]) == 4
    (ratio,) = [line for line in lines if line.startswith("conflicts, kissat")]
    assert ratio.split()[-1].endswith("x")
    assert lines[-1] == "No disagreement."


def test_markdown_has_one_table_a_puzzle_and_escapes_bars(capfd, tmp_path) -> None:
    solver = script(tmp_path, "bar", "exit 3 #") + " '|'"
    path = written(tmp_path, EASY, OPEN)
    out = diff(capfd, path, "--encodings", "log", "--solvers", solver, "--format", "markdown").out
    assert out.count("| encoding ") == 2
    assert "'\\|'" in out
    assert out.startswith("## easy")


@pytest.mark.slow
def test_several_jobs_give_the_rows_of_one_in_the_same_order(capfd, tmp_path) -> None:
    path = written(tmp_path, EASY, OPEN)
    words = (path, "--encodings", "log", "--solvers", "minisat,cadical", "--format", "json")
    serial = diff(capfd, *words).rows
    parallel = diff(capfd, *words, "--jobs", "2").rows
    assert list(map(timeless, serial)) == list(map(timeless, parallel))
    assert [row["puzzle"] for row in serial] == ["easy"] * 2 + ["open"] * 2


FIX = """
sed 's/^p cnf \\([0-9]*\\) .*/p cnf \\1 99999/' "$1" > {folder}/{name}.cnf
echo "{literal} 0" >> {folder}/{name}.cnf
minisat {folder}/{name}.cnf {folder}/{name}.out > /dev/null 2>&1
echo s SATISFIABLE
echo v $(tail -n 1 {folder}/{name}.out)
exit 10
"""
"""A solver that wants its own way with one literal; MiniSat only warns of the header."""


@pytest.mark.slow
def test_different_right_boards_are_no_disagreement(capfd, tmp_path) -> None:
    sides = [
        script(tmp_path, name, FIX.format(folder=tmp_path, name=name, literal=literal))
        for name, literal in (("yes", "1"), ("no", "-1"))
    ]
    path = written(tmp_path, OPEN)
    said = diff(capfd, path, "--encodings", "log", "--solvers", ";".join(sides), "--repeat", "1")
    assert said.status == 0, said.out
    assert "2 different right boards" in said.out
