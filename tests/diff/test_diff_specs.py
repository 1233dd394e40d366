"""Lists of encodings and solvers, whose items may hold commas, are split without ambiguity."""

from __future__ import annotations

import pytest

from nlc.cli.diff import split_encodings, split_solvers


@pytest.mark.parametrize(
    ("texts", "specs"),
    [
        (["default,direct,log"], ["default", "direct", "log"]),
        (["domains=log,acyclic=order"], ["domains=log,acyclic=order"]),
        (["log,acyclic=order,direct"], ["log,acyclic=order", "direct"]),
        (["log;acyclic=order"], ["log", "acyclic=order"]),
        (
            ["domains=log,domains=direct,cardinality=auto"],
            ["domains=log", "domains=direct,cardinality=auto"],
        ),
        (["log", "acyclic=order"], ["log", "acyclic=order"]),
        ([" log , acyclic=order ; log,acyclic=order"], ["log,acyclic=order"]),
        ([",;"], []),
    ],
)
def test_a_part_belongs_to_the_spec_before_it_unless_that_has_it(texts, specs) -> None:
    assert split_encodings(texts) == specs


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["minisat,kissat", "pysat:g4"], ["minisat", "kissat", "pysat:g4"]),
        (["minisat,cmd:foo -a,b {cnf};kissat"], ["minisat", "cmd:foo -a,b {cnf}", "kissat"]),
        (["minisat;minisat,"], ["minisat"]),
    ],
)
def test_a_solver_command_goes_on_to_the_semicolon(texts, names) -> None:
    assert split_solvers(texts) == names
