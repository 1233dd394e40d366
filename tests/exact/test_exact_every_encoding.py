"""Every encoding there is, on all kinds of boards: a part of what `python -m fuzzing` tries."""

from __future__ import annotations

import re
from random import Random

import pytest
from fuzzing.cases import FuzzPlan, NumberedCase
from fuzzing.check_puzzle import check_trial, segments
from fuzzing.command import main
from fuzzing.findings import Tally
from fuzzing.kinds import KINDS, make
from fuzzing.puzzles import parse_cases, program_of
from fuzzing.trial import QUICK, WATCHED, Choice, Trial, comparable, driver
from oracle.case import GENRES, TILINGS, Case
from oracle.larger_boards import larger_case, larger_cases, small_cases
from oracle.reference_board import Drawn

from nlc.drivers.search import models
from nlc.encode.lower import lower
from nlc.encode.spec import NONE, Encoding
from nlc.errors import UserError

pytestmark = pytest.mark.slow

FREE = (("cover", False), ("touch", True), ("no2x2", False))
COVER = (("cover", True), ("touch", True), ("no2x2", False))
RINGS = [
    Case("numberlink", Drawn("square", (". . . .", ". A A .", ". . . .")), COVER),
    Case("numberlink", Drawn("square", ("A . .", "A . .")), COVER),
]
"""Boards on which an encoding that is not exact accepts a ring."""


def every_name() -> set[str]:
    """Return what must be on trial: all choices of each part of an encoding that keep solutions."""
    return {f"{part}={name}" for part, names in comparable().items() for name in names} - {
        f"numberlink={NONE}"
    }


def tried(cases: list[Case], tally: Tally) -> list[str]:
    """Try every encoding on puzzles, and return what is wrong."""
    faults = []
    for number, (case, loaded) in enumerate(zip(cases, parse_cases(cases), strict=True)):
        trials = Choice().every(Random(number), case.genre)
        numbered = NumberedCase(number, "encodings", case, trials, evaluate=True)
        judged = KINDS["encodings"].check(numbered, loaded, tally)
        faults += [fault.message for fault, _ in judged]
    return faults


@pytest.mark.parametrize("tiling", TILINGS)
def test_every_encoding_keeps_to_brute_force_on_small_boards(tiling: str) -> None:
    some = list(small_cases((tiling,), 9))[7::11]
    solved = [case for case in some if case.solutions()]
    others = [case for case in some if not case.solutions()]
    tally = Tally()
    assert tried([*solved[:: len(solved) // 2], *others[:: len(others) // 2]], tally) == []
    assert every_name() <= set(tally.runs)
    assert 2 <= tally.kinds["with solutions"] < tally.boards.total()


def test_every_encoding_and_many_solvers_agree_on_random_boards() -> None:
    tally = Tally()
    cases = [
        larger_case(Random(f"{genre} {tiling} 0"), genre, tiling)
        for genre in GENRES
        for tiling in TILINGS
    ]
    assert tried(cases, tally) == []
    assert every_name() <= set(tally.runs)
    assert len(tally.solvers) > 15
    assert tally.kinds["with solutions"] >= 3


def test_every_encoding_that_is_not_exact_accepts_a_board_too_many() -> None:
    solver = driver(WATCHED, worker=False)
    offers = solver.capabilities.offers
    strict, inexact = set(), set()
    for case in RINGS:
        program = program_of(next(parse_cases([case])))
        for name in sorted(every_name()):
            try:
                lowered = lower(program, Encoding.parse(name), offers)
            except UserError:
                continue
            outcomes = models(solver, lowered.cnf, separators=lowered.separators)
            found = [each.model for each in outcomes if each.model is not None]
            boards = {segments(program, lowered.assignment(model)) for model in found}
            assert boards >= case.solutions(), name
            if not lowered.exact:
                inexact.add(name)
            if boards > case.solutions():
                strict.add(name)
    assert strict == inexact


# ---------- the comparison itself ----------


def compared(spec: str, change: str, solver: str = QUICK) -> list[str]:
    """Return the faults where one right board is taken to be wrong, or the reverse."""
    case = Case("numberlink", Drawn("square", ("A . .", ". . A")), FREE)
    expected = case.solutions()
    if change == "fewer":
        expected.pop()
    elif change == "more":
        expected.add(frozenset({"r1c1-r1c2"}))
    program = program_of(next(parse_cases([case])))
    faults = check_trial(program, Trial(spec, solver), expected, Tally(), [])
    return [f"{fault.kind}: {fault.message}" for fault in faults]


@pytest.mark.parametrize("spec", ["log", "thesis", "edge-path"])
def test_a_board_that_an_encoding_lacks_is_told(spec: str) -> None:
    assert compared(spec, "none") == []
    assert "lacks: lacks {r1c1-r1c2}" in compared(spec, "more")


def test_a_board_too_many_is_told_of_an_exact_encoding() -> None:
    assert any(fault.startswith("extra: accepts {") for fault in compared("log", "fewer"))


def test_a_board_too_many_that_breaks_no_rule_is_told_of_any_encoding() -> None:
    (fault,) = compared("edge-path", "fewer")
    assert fault.startswith("evaluator: the evaluator finds nothing wrong")


def test_a_solver_that_fails_is_told() -> None:
    (fault, *_) = compared("log", "none", "cmd:false")
    assert "the solver failed" in fault


def test_all_small_boards_are_tried_one_after_the_other(tmp_path, capfd) -> None:
    words = ["--kind", "encodings", "--exhaustive", "--first", "3", "--cases", "2"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    assert re.search(r"^boards: 2 ", capfd.readouterr().out, re.MULTILINE)
    plan = FuzzPlan(0, ("encodings",), exhaustive=True)
    made = [make(plan, number).subject for number in range(40)]
    assert made == [case for case, _ in zip(small_cases(), range(40), strict=False)]
    assert make(plan, 7).subject == made[7]
    assert make(plan, 10**6) is None


def test_random_boards_are_as_large_and_varied_as_promised() -> None:
    boards = [case for _, case in zip(range(200), larger_cases(5), strict=False)]
    assert boards[:50] == [case for _, case in zip(range(50), larger_cases(5), strict=False)]
    sizes = {(len(case.drawn.rows), len(case.drawn.rows[0].split())) for case in boards}
    assert max(sizes) == (6, 6)
    assert any(case.drawn.walls for case in boards)
    assert any("#" in "".join(case.drawn.rows) for case in boards)
    most = max(sum(row.count("A") for row in case.drawn.rows) for case in boards)
    assert most > 2
