"""Engines by name, and those of other packages."""

from __future__ import annotations

import pytest
from engines import counts
from engines.random_boards import puzzle
from fuzzing.engines import all_boards

from nlc import drivers
from nlc.cli import main
from nlc.engines import ENGINES, available
from nlc.engines.base import Engine
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate


def broken() -> Engine:
    raise OSError("no licence")


@pytest.mark.parametrize("name", ENGINES.own)
def test_each_built_in_engine_has_its_name_and_says_what_it_is(name):
    engine = ENGINES.get(name)
    assert engine.name == name
    assert engine.summary
    assert engine.statistics
    assert (engine.version() is None) == (engine.missing() is not None)


PAIRED = [name for name in ENGINES.own if name not in ("cpsat", "frontier")]
"""Those that join pairs by paths."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in PAIRED if name != "diagonal"])
def test_a_board_without_pairs_has_the_empty_solution_if_cells_may_be_left_over(name):
    boards = [puzzle([". ."], cover=cover) for cover in (True, False)]
    assert [found for found, _ in all_boards(ENGINES.get(name), boards)] == [[], [frozenset()]]


@pytest.mark.parametrize("name", PAIRED)
def test_other_genres_are_refused(name):
    case = counts.puzzle("multilink", ["A . A"])
    with pytest.raises(UserError, match=f"'{name}' knows numberlink, and not the genre"):
        ENGINES.get(name).read(case, elaborate(case))


def test_an_unknown_name_is_an_error_with_a_hint():
    with pytest.raises(UserError, match="did you mean 'backtrack'"):
        ENGINES.get("backtracking")
    assert ENGINES.find("backtracking") is None


def test_a_solver_that_is_asked_for_may_be_meant_for_an_engine():
    with pytest.raises(UserError, match="did you mean 'diagonal'"):
        drivers.get("diagonals", ENGINES.names)
    with pytest.raises(UserError, match="'diagonal' is an engine and takes no formula"):
        drivers.get("diagonal", ENGINES.names)


def test_another_package_adds_an_engine(install):
    install("nlc.engines", paper="engines.stand_in_engines:StandIn")
    assert ENGINES.get("paper").summary == "for tests"
    assert ENGINES.names() == [*ENGINES.own, "paper"]


@pytest.mark.parametrize(
    ("value", "cause"),
    [("test_engines_registry:broken", "no licence"), ("no_such_module:Engine", "no_such_module")],
)
def test_a_broken_plug_in_is_named_and_breaks_nothing(install, value, cause, capsys):
    install("nlc.engines", bad=value)
    engines = {engine.name: engine for engine in available()}
    assert cause in (engines["bad"].missing() or "")
    assert value in (engines["bad"].missing() or "")
    assert engines["bad"].version() is None
    assert engines["backtrack"].missing() is None
    assert main(["list", "solvers"]) == 0 and value in capsys.readouterr().out
