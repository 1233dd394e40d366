"""What a first search leaves open is decided by other solvers, and told as theirs."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace
from support.commands import FIXTURES

import nlc
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.encode.numberlink.shortest import SOLVER
from nlc.fuzz.load import read
from nlc.oracle.case import Case
from nlc.oracle.random_boards import random_case
from nlc.solving import beside, prover, sat, stages
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.policy import Policy
from nlc.solving.prover import BESIDE
from nlc.solving.race import race

ALONE = Policy(portfolio=False, conflicts=1, reaches=(), explain=False)
"""Whatever takes a second conflict goes to the prover, and there to one solver."""


@pytest.fixture
def any_size(monkeypatch):
    """Take boards of any size for large ones."""
    monkeypatch.setattr("nlc.encode.policy.READINGS_FROM", 1)


def both_right(case: Case, policy: Policy) -> tuple[Answer, Answer]:
    """Hold one solution, and two, against brute force; return both answers."""
    (puzzle,) = read([case])
    expected = case.solutions()
    one, two = (nlc.solve(puzzle, q, policy=policy) for q in (nlc.ONE, nlc.UNIQUE))
    assert one.status == two.status == ("SATISFIABLE" if expected else "UNSATISFIABLE")
    assert (two.count, two.complete) == (min(2, len(expected)), len(expected) < 2)
    for answer in (one, two):
        for board in answer.boards:
            assert frozenset(board.to_json()["line"]) in expected
    return one, two


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"cover": True, "touch": True}, {"cover": False}, {}])
@pytest.mark.parametrize("portfolio", [False, True])
def test_boards_and_verdicts_are_those_of_brute_force(any_size, portfolio, options, monkeypatch):
    monkeypatch.setattr(beside, "has_free_core", lambda: True)
    monkeypatch.setattr(prover, "LEAD", 0.0)
    random = Random(f"prover {portfolio} {options}")
    policy = replace(ALONE, portfolio=portfolio)
    for _ in range(3 if portfolio else 12):
        both_right(random_case(random, "numberlink", "square", **options), policy)


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [{"touch": False}, {"touch": True}, {"no2x2": True}])
def test_a_small_board_whose_cells_may_stay_empty_is_searched_as_a_large_one(options, monkeypatch):
    monkeypatch.setattr(sat, "EMPTY_FROM", 1)
    random = Random(f"empty {options}")
    policy = replace(ALONE, reaches=(0.6, 1.2))
    counts, found_by = set(), set()
    for _ in range(12):
        case = random_case(random, "numberlink", "square", cover=False, **options)
        one, two = both_right(case, policy)
        counts.add(two.count)
        found_by |= {step.assumed for step in one.steps}
    assert counts == {0, 1, 2}
    assert found_by > {""}


# Other solvers decide what two conflicts a cell do not.
HARD = """
puzzle "hard" is numberlink {
  topology square;
  set cover = false;
  set touch = false;
  board
    . . . . . . . . . .
    . . . . . . . . . .
    . . 1 . . . . . . .
    . . . . . . . . . .
    . . . . . 2 . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    3 . . . 4 . . 5 . .
    4 . 1 . 3 2 . . . .
    5 . . . . . . . . .
  end
}
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("kissat", [False, True])
def test_each_step_names_its_solver_and_the_second_is_the_first_that_is_there(
    any_size, kissat, monkeypatch
):
    monkeypatch.setattr(beside, "has_free_core", lambda: True)
    monkeypatch.setattr(prover, "LEAD", 0.0)
    here = prover._Stated.ask_here
    monkeypatch.setattr(prover._Stated, "ask_here", lambda *given: time.sleep(5) or here(*given))
    if not kissat:
        monkeypatch.setenv("NLC_KISSAT", "/nowhere/kissat")
    (puzzle,) = nlc.loads(HARD)
    answer = nlc.solve(puzzle, nlc.UNIQUE, policy=replace(ALONE, portfolio=True))
    assert answer.unique
    second = BESIDE[0 if kissat else 1]
    assert answer.solver == second
    assert answer.portfolio is not None
    assert answer.portfolio.keys() == {f"pysat:{SOLVER}", second}
    told = answer.to_json()["strategy"]
    assert told[0]["solver"] == "pysat:minisat22"
    assert (told[-1]["solver"], told[-1]["outcome"]) == (answer.solver, "UNSATISFIABLE")
    assert told[-1]["step"].startswith("another board")


def test_the_second_waits_for_a_core_and_not_for_ever(monkeypatch):
    given: list[Limits] = []

    def solve(limits: Limits) -> Answer:
        given.append(limits)
        return Answer("SATISFIABLE", count=1)

    def second(limits: Limits = NO_LIMITS, lead: float = 0.0) -> beside.Beside:
        return beside.Beside(lambda: ("second", solve), limits, lead)

    free = iter([False, True])
    monkeypatch.setattr(beside, "has_free_core", lambda: next(free))
    one = second()
    assert (one.due(), one.due()) == (False, True)
    monkeypatch.setattr(beside, "has_free_core", lambda: False)
    monkeypatch.setattr(beside, "PATIENCE", 0.1)
    one = second()
    assert not one.due()
    time.sleep(0.11)
    assert one.due()
    monkeypatch.setattr(beside, "PATIENCE", 1000.0)
    late = second(Limits(seconds=0.2), lead=500.0)
    assert not late.due()
    time.sleep(0.11)
    assert late.due()
    entrant = late.enter()
    assert entrant is not None
    name, ask = entrant
    waited = ask().seconds["solve"]
    assert name == "second"
    assert waited >= 0.1
    assert given[0].seconds == pytest.approx(0.2 - waited, abs=0.05)


def test_a_late_solver_enters_when_the_others_have_given_up():
    class Late:
        def due(self) -> bool:
            return False

        def enter(self) -> tuple[str, Callable[[], Answer]]:
            return "late", lambda: Answer("SATISFIABLE", count=1)

    raced = race({"first": lambda: Answer("UNKNOWN", "no-answer")}, prover.is_whole, Late())
    assert (raced.winner, raced.reasons) == ("late", {"first": "no-answer", "late": "answered"})


def test_a_late_solver_does_not_enter_a_race_that_is_won():
    class Late:
        def due(self) -> bool:
            return False

        def enter(self) -> None:
            raise AssertionError

    raced = race({"first": lambda: Answer("SATISFIABLE", count=1)}, prover.is_whole, Late())
    assert (raced.winner, raced.reasons) == ("first", {"first": "answered"})


def test_without_other_readings_the_prover_has_the_rest_of_a_small_board() -> None:
    puzzle = nlc.load(FIXTURES / "hard.nl")[2]
    answer = nlc.solve(puzzle, nlc.UNIQUE, encoding="readings=none", policy=Policy(portfolio=False))
    assert answer.unique
    assert [step.solver for step in answer.steps] == ["pysat:cadical195", f"pysat:{SOLVER}"]


@pytest.mark.parametrize("kissat", [False, True])
def test_the_winner_is_one_of_the_portfolio(any_size, kissat, monkeypatch):
    monkeypatch.setattr(beside, "has_free_core", lambda: True)
    monkeypatch.setattr(prover, "LEAD", 0.0 if kissat else 1000.0)
    if kissat:
        rest = stages.Stages._rest
        monkeypatch.setattr(stages.Stages, "_rest", lambda *given: time.sleep(5) or rest(*given))
    (puzzle,) = nlc.loads(LATE)
    answer = nlc.solve(puzzle, policy=replace(ALONE, portfolio=True))
    assert answer.status == "UNSATISFIABLE"
    assert (answer.portfolio is not None) == kissat
    assert answer.solver in (answer.portfolio or {f"pysat:{SOLVER}"})


def test_a_named_solver_is_asked_to_the_end(any_size):
    (puzzle,) = nlc.loads(HARD)
    answer = nlc.solve(puzzle, nlc.UNIQUE, solver="pysat:minisat22", policy=ALONE)
    assert answer.unique
    assert {step.solver for step in answer.steps} == {"pysat:minisat22"}


def test_an_interruption_keeps_the_first_board(any_size, monkeypatch):
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(prover.Prover, "_stated", interrupted)
    (puzzle,) = nlc.loads(HARD)
    with pytest.raises(InterruptedSearchError) as caught:
        nlc.solve(puzzle, nlc.UNIQUE, policy=ALONE)
    answer = caught.value.answer
    assert (answer.reason, answer.count, answer.complete) == ("interrupted", 1, False)


def test_what_a_loser_had_found_is_not_taken_for_the_answer():
    part = Answer("SATISFIABLE", "interrupted", count=1, complete=False)

    def broken_off():
        try:
            time.sleep(60)
        except KeyboardInterrupt as stop:
            raise InterruptedSearchError(part, stop) from None

    whole = Answer("SATISFIABLE", count=1)
    raced = race({"loser": broken_off, "winner": lambda: whole}, prover.is_whole)
    assert (raced.winner, raced.result.reason) == ("winner", "answered")


# That it has no solution shows after all conflicts that its readings may take.
LATE = """
puzzle "late" is numberlink {
  topology square;
  set cover = false;
  board
    . . . 3 3 .
    . . . 4 . .
    . . . . . .
    . . . . 2 2
    . . . . . .
    . 1 . 4 . 1
  end
}
"""


def test_where_the_prover_finds_no_board_there_is_none(any_size):
    (puzzle,) = nlc.loads(LATE)
    answer = nlc.solve(puzzle, nlc.UNIQUE, policy=ALONE)
    assert (answer.status, answer.count, answer.complete) == ("UNSATISFIABLE", 0, True)
    assert answer.steps[-1].assumed == ""
