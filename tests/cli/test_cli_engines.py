"""``nlc run --solver ENGINE``, and the engines among what ``nlc list solvers`` lists."""

from __future__ import annotations

import pytest
from support.commands import PUZZLES, interrupted

ONE = ("run", PUZZLES, "--puzzle", "2")
SEVERAL = ("run", PUZZLES, "--puzzle", "5")

HEAD = 'puzzle "p" is numberlink { topology square; board\n'

TURNING = f"{HEAD}A A\n. .\n. .\nend }}"
"""Its only solution turns back round a corner."""


LONG = 'puzzle "p" is numberlink { set cover = false; topology square; board\n'
LONG += "A . . . . . . .\n" + ". . . . . . . .\n" * 6 + ". . . . . . . A\nend }"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("words", "count", "complete", "shown"),
    [
        (("--count",), 6, True, 1),
        (("--all",), 6, True, 6),
        (("--all", "2"), 2, None, 2),
        (("--unique",), 2, None, 2),
    ],
    ids=["count", "all", "some", "unique"],
)
def test_it_counts_and_lists_as_solvers_do(nlc, words, count, complete, shown):
    (entry,) = nlc(*SEVERAL, *words, "--solver", "backtrack", "--format", "json").objects
    assert (entry["count"], entry["count_complete"]) == (count, complete)
    assert len(entry["solutions"]) == shown


def test_several_puzzles_are_solved_and_those_that_are_refused_are_told(nlc):
    said = nlc("run", PUZZLES, "--solver", "diagonal", "--format", "json")
    assert said.status == 2
    assert [entry["puzzle"] for entry in said.objects] == ["Numberlink on squares"]
    assert "it needs a rectangle of squares" in said.err
    assert "knows numberlink, and not the genre 'multilink'" in said.err
    assert "knows numberlink, and not the genre 'slitherlink'" in said.err


def test_an_answer_that_rests_on_an_assumption_is_none(nlc):
    said = nlc("run", "-", "--solver", "diagonal", "--format", "json", stdin=TURNING)
    (entry,) = said.objects
    assert (entry["status"], entry["reason"]) == ("UNKNOWN", "no-answer")
    assert "assumes that no path turns back round a corner (no2x2=true)" in said.err
    assert said.status == 1


@pytest.mark.slow
def test_an_engine_that_refuses_the_puzzle_leaves_a_portfolio_to_the_others(nlc):
    said = nlc(*ONE, "--solver", "minisat,diagonal", "--portfolio", "--format", "json")
    (entry,) = said.objects
    assert (said.status, entry["solver"], entry["verified"]) == (0, "minisat", True)
    words = ("--solver", "cmd:false,diagonal", "--portfolio")
    said = nlc(*ONE, *words)
    assert said.status == 1
    assert "diagonal does not take part: the engine 'diagonal' goes along diagonals" in said.err


@pytest.mark.slow
def test_ctrl_c_leaves_what_was_counted(process, write):
    words = ("--count", "--solver", "backtrack", "--format", "json")
    path = write("long.nl", LONG)
    for said in interrupted(lambda: process("run", path, *words)):
        assert (said.status, said.err) == (130, "nlc: interrupted\n")
        (entry,) = said.objects
        if entry["count"]:
            break
    assert (entry["status"], entry["reason"]) == ("SATISFIABLE", "interrupted")
    assert entry["count"] > 0
    assert entry["verified"] is True


def test_an_engine_that_lacks_something_says_what_to_install(nlc, monkeypatch):
    monkeypatch.setattr("nlc.engines.backtrack.BacktrackEngine.missing", lambda self: "buy paper")
    said = nlc(*ONE, "--solver", "backtrack")
    assert said.err == "nlc: buy paper\n"
    assert said.status == 1
    listed = nlc("list", "solvers", "backtrack")
    assert "buy paper" in listed.out
