"""A small part of what `scripts/prove_encodings.py` tries, with every encoding there is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from nlc.oracle.case import GENRES, TILINGS, Case
from nlc.oracle.larger_boards import larger_case, larger_cases
from nlc.oracle.reference_board import Drawn

SCRIPTS = Path(__file__).parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

import prove_encodings as prove  # noqa: E402
from support.puzzles import program_of  # noqa: E402

from nlc.encode.acyclic import REGISTRY  # noqa: E402
from nlc.encode.lower import lower  # noqa: E402
from nlc.encode.policy import WATCHED  # noqa: E402
from nlc.encode.spec import NONE, choices  # noqa: E402

FREE = (("cover", False), ("touch", True), ("no2x2", False))
COVER = (("cover", True), ("touch", True), ("no2x2", False))
RINGS = [
    Case("numberlink", Drawn("square", (". . . .", ". A A .", ". . . .")), COVER),
    Case("numberlink", Drawn("square", ("A . .", "A . .")), COVER),
]
"""Boards on which an encoding that is not exact accepts a ring."""


def every_name() -> set[str]:
    """Return what must be on trial: all choices of an encoding but counts, which take turns."""
    parts = choices()
    names = {
        f"{part}={name}" for part in ("domains", "acyclic", "numberlink") for name in parts[part]
    }
    chosen_later = {"acyclic=auto", *(f"acyclic={name}" for name in REGISTRY.aliases)}
    return (names | {"thesis"}) - chosen_later - {f"numberlink={NONE}"}


def small_cases(tiling: str) -> list[Case]:
    """Return some puzzles of 2x3, 3x2 and 3x3 cells, with one pair and with two.

    They are just enough for each encoding of counts to have its turn.
    """
    found = []
    for pairs, size, count in ((1, 6, 3), (2, 6, 4), (1, 9, 3), (2, 9, 6)):
        known = [
            case
            for case in prove.small_cases(tiling, size, {pairs})
            if sum(len(row.split()) for row in case.drawn.rows) == size
        ]
        found += known[:: len(known) // count][:count]
    return found


@pytest.mark.parametrize("tiling", TILINGS)
def test_every_encoding_keeps_to_brute_force_on_small_boards(tiling: str) -> None:
    tally = prove.Tally()
    tried = list(prove.try_small(tally, enumerate(small_cases(tiling))))
    assert tally.differences == []
    assert not tally.refused
    assert every_name() <= set(tally.runs)
    assert {f"cardinality={name}" for name in choices()["count"]} <= set(tally.runs)
    assert 5 <= tally.boards["with solutions"] < len(tried)


def test_every_encoding_and_solver_agree_on_random_boards() -> None:
    tally = prove.Tally()
    cases = [
        larger_case(Random(f"{genre} {tiling} 0"), genre, tiling)
        for genre in GENRES
        for tiling in TILINGS
    ]
    tried = list(prove.try_random(tally, enumerate(cases), seed=0))
    assert tally.differences == []
    assert every_name() <= set(tally.runs)
    assert {name for name, _ in tally.refused} <= {name for name in tally.runs if "whole" in name}
    assert len(tally.solvers) > 15
    assert 3 <= tally.boards["with solutions"] <= len(tried)


def test_every_encoding_that_is_not_exact_accepts_a_board_too_many() -> None:
    tally = prove.Tally()
    list(prove.try_small(tally, enumerate(RINGS)))
    program = program_of(RINGS[0].text)
    inexact = {
        trial.name
        for trial in prove.exhaustive_trials(0)
        if not lower(program, trial.encoding, WATCHED).exact
    }
    assert tally.differences == []
    assert set(tally.strict) == inexact


# ---------- the comparison itself ----------


def compared(spec: str, change: str) -> list[str]:
    """Return the differences where one right board is taken to be wrong, or the reverse."""
    case = Case("numberlink", Drawn("square", ("A . .", ". . A")), FREE)
    expected = case.solutions()
    if change == "fewer":
        expected.pop()
    elif change == "more":
        expected.add(frozenset({"r1c1-r1c2"}))
    tally = prove.Tally()
    trial = prove.Trial(spec, prove.Encoding.parse(spec))
    prove.compare(tally, case.text, program_of(case.text), trial, expected)
    return tally.differences


@pytest.mark.parametrize("spec", ["log", "thesis", "edge-path"])
def test_a_board_that_an_encoding_lacks_is_told(spec: str) -> None:
    assert compared(spec, "none") == []
    (difference,) = compared(spec, "more")
    assert "lacks {r1c1-r1c2}" in difference
    assert "A . ." in difference


def test_a_board_too_many_is_told_of_an_exact_encoding() -> None:
    (difference,) = compared("log", "fewer")
    assert "accepts {" in difference


def test_a_board_too_many_that_breaks_no_rule_is_told_of_any_encoding() -> None:
    (difference,) = compared("edge-path", "fewer")
    assert "the evaluator says []" in difference


def test_a_solver_that_fails_is_told() -> None:
    case = RINGS[1]
    tally = prove.Tally()
    trial = prove.Trial("log", prove.Encoding(), "cmd:false")
    assert prove.compare(tally, case.text, program_of(case.text), trial, None) is None
    (difference,) = tally.differences
    assert "the solver failed" in difference


def test_the_script_tells_figures_and_goes_on_where_it_stopped() -> None:
    command = [sys.executable, str(SCRIPTS / "prove_encodings.py"), "exhaustive", "--cells", "2"]
    run = subprocess.run(
        [*command, "--tiling", "square", "--skip", "3"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "by brute force 1," in run.stdout
    assert "differences: 0\n" in run.stdout


def test_random_boards_are_as_large_and_varied_as_promised() -> None:
    boards = [case for _, case in zip(range(200), larger_cases(5), strict=False)]
    assert boards[:50] == [case for _, case in zip(range(50), larger_cases(5), strict=False)]
    sizes = {(len(case.drawn.rows), len(case.drawn.rows[0].split())) for case in boards}
    assert max(sizes) == (6, 6)
    assert any(case.drawn.walls for case in boards)
    assert any("#" in "".join(case.drawn.rows) for case in boards)
    most = max(sum(row.count("A") for row in case.drawn.rows) for case in boards)
    assert most > 2
