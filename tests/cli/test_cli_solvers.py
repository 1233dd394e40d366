"""``nlc list solvers``: the list, and the probe."""

from __future__ import annotations

import pytest


def test_names_choose_what_is_listed(nlc):
    rows = nlc("list", "solvers", "kissat", "pysat:g4", "--format", "json").objects
    assert [row["name"] for row in rows] == ["kissat", "pysat:glucose4"]
    assert rows[1]["proofs"] is True
    assert rows[1]["propagators"] is False
    assert rows[1]["in_process"] is True


@pytest.mark.slow
def test_the_probe_prints_version_capabilities_and_each_check(nlc):
    said = nlc("list", "solvers", "--probe", "pysat:minisat22")
    assert said.status == 0
    assert "MiniSat 2.2" in said.out
    assert "lazy clauses, statistics" in said.out
    assert "12 checks passed" in said.out
    assert said.out.splitlines()[-1].split().count("ok") == 12


def test_a_missing_solver_is_told_as_missing_and_is_no_failure(nlc, monkeypatch):
    monkeypatch.setenv("NLC_MINISAT", "no-such-minisat")
    said = nlc("list", "solvers", "--probe", "minisat")
    assert said.status == 0
    assert "missing: NLC_MINISAT is 'no-such-minisat'" in said.out
    (entry,) = nlc("list", "solvers", "--probe", "minisat", "--format", "json").objects
    assert entry["checks"] == []
