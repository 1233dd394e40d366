"""What is made of that which an engine finds, and of how it ends."""

from __future__ import annotations

import pytest
from engines.stand_in_engines import (
    BROKEN,
    PATHS,
    TEXT,
    Busy,
    Failing,
    Greedy,
    Killed,
    StandIn,
    case,
)
from support.asked import asked

from nlc.drivers.base import FAILURES, NO_LIMITS, Limits
from nlc.engines import run
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.question import Question

CASE = case()
PROGRAM = elaborate(CASE)


def solve(stand_in: StandIn, limits: Limits = NO_LIMITS, **how: int | None) -> Answer:
    return asked(CASE, stand_in, Question(**how), limits)


def lines(result: Answer) -> list[list[str]]:
    return [PROGRAM.solution_json(board)["line"] for board in result.solutions]


def test_one_solution_is_returned_with_its_colours():
    result = solve(StandIn())
    assert (result.status, result.reason, result.message) == ("SATISFIABLE", "answered", None)
    assert (result.count, result.complete, result.unique) == (None, None, None)
    assert lines(result) == [sorted(PATHS[0])]
    colours = PROGRAM.solution_json(result.solutions[0])["color"]
    assert colours == dict.fromkeys(("r1c1", "r1c2", "r1c3", "r2c3"), "A")
    assert result.statistics == {"found": 1}
    assert result.cpu_seconds is not None
    assert set(result.seconds) == {"compile", "solve", "decode"}


def test_all_solutions_are_counted_and_as_many_kept_as_are_wanted():
    result = solve(StandIn(), most=None, keep=2)
    assert (result.status, result.count, result.complete) == ("SATISFIABLE", 4, True)
    assert lines(result) == [sorted(path) for path in PATHS[:2]]
    assert result.statistics == {"found": 4}


def test_a_search_for_some_ends_with_the_last_of_them():
    result = solve(StandIn(), most=2)
    assert (result.count, result.complete, result.unique) == (2, False, False)


def test_nothing_found_is_no_solution():
    result = solve(StandIn([]), most=2)
    assert (result.status, result.count, result.complete) == ("UNSATISFIABLE", 0, True)


def test_a_board_that_breaks_a_rule_is_a_fault_of_an_engine_that_is_exact():
    result = solve(StandIn([PATHS[0], BROKEN, PATHS[1]]), most=None)
    assert (result.status, result.reason) == ("UNKNOWN", "bad-model")
    assert "the engine 'stand-in' gave a board that breaks a rule" in (result.message or "")
    assert lines(result) == [sorted(PATHS[0])]
    assert not result.complete


def test_it_is_left_out_where_the_engine_is_not_exact():
    result = solve(StandIn([BROKEN, PATHS[0], PATHS[0], PATHS[1]], exact=False), most=None)
    assert (result.status, result.count, result.complete) == ("SATISFIABLE", 2, True)
    assert result.statistics["rejected"] == 1
    assert solve(StandIn([BROKEN], exact=False)).status == "UNSATISFIABLE"


def test_a_board_that_comes_twice_is_a_contradiction():
    result = solve(StandIn([PATHS[0], PATHS[0]]), most=None)
    assert (result.status, result.reason) == ("UNKNOWN", "contradictory")
    assert "twice" in (result.message or "")


def test_the_end_of_a_search_that_assumes_something_decides_nothing():
    assuming = "assumes that there is no gap"
    result = solve(StandIn([], assumes=assuming))
    assert (result.status, result.reason) == ("UNKNOWN", "no-answer")
    assert f"the engine 'stand-in' {assuming}, and finds no more" in (result.message or "")
    several = solve(StandIn(PATHS[:1], assumes=assuming), most=2)
    assert (several.status, several.count, several.complete) == ("SATISFIABLE", 1, False)
    assert several.unique is None
    assert solve(StandIn(assumes=assuming)).status == "SATISFIABLE"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("engine", "limits", "reason"),
    [
        (Busy(), Limits(seconds=0.2), "wall-time"),
        (Busy(), Limits(cpu_seconds=0.2), "cpu-time"),
        (Greedy(), Limits(megabytes=100), "memory"),
    ],
    ids=["wall time", "processor time", "memory"],
)
def test_limits_hold(engine, limits, reason):
    result = solve(engine, limits, most=2)
    assert (result.status, result.reason, result.message) == ("UNKNOWN", reason, None)
    assert (result.count, result.complete) == (0, False)


@pytest.mark.parametrize(
    ("engine", "reason", "told"),
    [(Failing(), "crashed", "out of paper"), (Killed(), "killed", "died (killed by SIGKILL)")],
    ids=["raises", "dies"],
)
def test_an_engine_that_fails_is_named_and_what_it_found_is_kept(engine, reason, told):
    result = solve(engine, most=None)
    assert (result.status, result.reason) == ("SATISFIABLE", reason)
    assert (result.count, result.complete) == (1, False)
    assert reason in FAILURES
    assert "the engine 'stand-in'" in (result.message or "")
    assert told in (result.message or "")
    assert lines(result) == [sorted(PATHS[0])]


def test_an_engine_that_is_missing_says_so():
    result = solve(StandIn(missing="install paper"))
    assert (result.status, result.reason) == ("UNKNOWN", "missing")
    assert "install paper" in (result.message or "")


@pytest.mark.parametrize("before", [0, 1])
def test_an_interruption_leaves_what_was_found(monkeypatch, before):
    known = run.run_engine

    def interrupted(*args):
        for number, answer in enumerate(known(*args)):
            if number == before:
                raise KeyboardInterrupt
            yield answer

    monkeypatch.setattr(run, "run_engine", interrupted)
    with pytest.raises(KeyboardInterrupt) as stop:
        solve(StandIn(), most=None)
    assert isinstance(stop.value, InterruptedSearchError) is bool(before)
    if isinstance(stop.value, InterruptedSearchError):
        result = stop.value.answer
        assert (result.status, result.reason, result.count) == ("SATISFIABLE", "interrupted", 1)
        assert lines(result) == [sorted(PATHS[0])]


HOUSE = TEXT.replace("  end\n", "  end\n  rule house { none of line[links(r1c2)]; }\n")

OTHER = """
genre g { var x : cell -> bool; show x; }
puzzle "p" is g {
  topology square;
  board
    .
  end
}
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [(HOUSE, "own rules"), (OTHER, "genre 'g'")],
    ids=["house rule", "genre"],
)
def test_rules_that_it_does_not_know_are_pointed_at(text, told):
    (other,) = load(Source("test.nl", text)).puzzles
    with pytest.raises(UserError, match=told) as refusal:
        asked(other, StandIn())
    (item,) = refusal.value.diagnostics
    assert item.message.startswith("the engine 'stand-in' knows")
    assert item.span is not None
    assert "--solver minisat" in (item.hint or "")
