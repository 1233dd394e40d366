"""What a reason says: clues, cells and what is drawn, in every genre; runs and sums in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from support.sheets import PUZZLES

import nlc
from nlc.reasons.facts import variables
from nlc.reasons.steps.candidates import _fitting
from nlc.reasons.steps.step_builder import leftmost
from nlc.reasons.steps.steps import Step, step_lines

GENRES = list(dict.fromkeys(["nurikabe", "tents", "shikaku", "killer", *PUZZLES]))


@pytest.mark.sample(1)
@pytest.mark.parametrize("genre", GENRES)
def test_steps_name_nothing_but_clues_places_and_what_the_board_shows(genre: str) -> None:
    found = nlc.hint(PUZZLES[genre], limits=nlc.Limits(seconds=30))
    every = variables(found.program)
    hidden = "|".join(each.name for each in every if not each.shown)
    shown = {each.name for each in every if each.shown}
    for step in (*found.steps, *found.as_easy):
        text = "\n".join(step_lines(found.program, step))
        assert not re.search(rf"\b({hidden or '-'})(\[| is | at )", text)
        for one in _with_links(step):
            assert {fact.variable for fact in one.facts} <= shown
            told = any(each.clues or each.place or each.elements for each in one.rules)
            assert one.why and (told or one.cells or one.known)


def _with_links(step: Step) -> Iterator[Step]:
    yield step
    for one in step.inner:
        yield from _with_links(one)


@pytest.mark.parametrize("runs", [(1,), (3,), (1, 2), (2, 1), (1, 1, 1)])
def test_runs_lie_as_far_to_the_left_as_any_row_has_them(runs: tuple[int, ...]) -> None:
    rows = [row for row in product((False, True), repeat=6) if _runs(row) == runs]
    for known in product((None, False, True), repeat=6):
        fitting = [
            row for row in rows if all(a is None or a == b for a, b in zip(known, row, strict=True))
        ]
        begins = zip(*map(_begins, fitting), strict=True)
        assert leftmost(runs, known) == (tuple(map(min, begins)) if fitting else None)


def _runs(row: tuple[bool, ...]) -> tuple[int, ...]:
    return tuple(map(len, "".join(".#"[each] for each in row).replace(".", " ").split()))


def _begins(row: tuple[bool, ...]) -> list[int]:
    return [i for i, each in enumerate(row) if each and not (i and row[i - 1])]


@pytest.mark.parametrize("differ", [True, False])
def test_combinations_are_those_of_brute_force(differ: bool) -> None:
    values, masks = [1, 2, 3, 4, 5], [0b10110, 0b01111, 0b11010]
    for total in range(3, 16):
        rows = [
            row
            for row in product(range(5), repeat=3)
            if sum(values[v] for v in row) == total
            and all(mask >> v & 1 for mask, v in zip(masks, row, strict=True))
            and not (differ and any(a == b for a, b in combinations(row, 2)))
        ]
        left, sets = _fitting(masks, values, total, differ)
        assert left == [sum({1 << row[i] for row in rows}) for i in range(3)]
        if differ:
            assert sets == sorted({tuple(sorted(values[v] for v in row)) for row in rows})


@pytest.mark.parametrize(
    ("genre", "said", "unsaid"),
    [
        # What a reason places is told in place of what it excludes, all of it at once.
        (
            "skyscrapers",
            ["r1c3 is 5", "r3c1 is 5; r3c2 is 4; r3c3 is 3", "above column 3"],
            "side of",
        ),
        ("numbrix", ["r1c6 is 3", "r6c3 is 21", "r4c4 is 30"], " not "),
        ("battleships", ["no ship at r1c4, r1c6, r3c4, r3c6", "r1c4 and r2c5 (■)"], "SE corner"),
        ("yajilin", ["neither: r1c1 (0←), r1c4 (0→), r3c4 (0→)"], "more"),
        # A domino is a pair of cells, which two numbers have; no step says what its reason says.
        ("dominosa", ["domino at r5c1-r6c1", "pairs: 1 and 5"], "nothing else"),
        # What a cage needs of other cells is told, and few values that are left by themselves.
        ("kakuro", ["are 1 or 3", "since r5c7 is not 1"], "are not 2 4 5 6 7 8 9"),
        ("tents", ["since clearly no tent at r1c1"], "since no tent at r1c1"),
        ("magnets", ["+ at r6c5", "no - at r6c1", "(minus 1, plus 0)"], "pole is"),
        # A name is for all rules that are taken, also those about day and night, which nobody sees.
        (
            "moonsun",
            ["day and night by turns, and the ways there: r1c1 (☾), r2c1 (☀), r3c1 (☀); since"],
            "r1c1 (☾), r1c1",
        ),
    ],
)
def test_steps_say_it_as_people_do(genre: str, said: list[str], unsaid: str) -> None:
    found = nlc.steps(PUZZLES[genre], limits=nlc.Limits(seconds=30))
    lines = [" ".join(step_lines(found.program, step)) + "\n" for step in found.steps[:7]]
    told = re.sub(" +", " ", "".join(lines))
    assert [each for each in said if each not in told] == [] and unsaid not in told


def test_bridges_of_a_board_that_wraps_round_have_words_too() -> None:
    board = "board\n2 . 2\n. . .\n2 . 2\nend"
    text = f'puzzle "p" is hashi {{ topology square(wrap=both); {board} }}'
    (puzzle,) = nlc.loads(text)
    step, *_ = nlc.steps(puzzle, limits=nlc.Limits(seconds=30)).steps
    assert "bridge" in next(step_lines(nlc.elaborate(puzzle), step))
