"""Puzzles whose clues are lists are made from their rules, and written as they are drawn."""

from __future__ import annotations

import pytest
from support import documents

import nlc
from nlc.board.overlay import format_lists
from nlc.errors import UserError

GENRES = documents.ROOT / "fixtures" / "lists.nl"


def test_lists_are_drawn_beside_each_other_and_above_each_other() -> None:
    lists = [["3"], ["1", "12"], [], ["2"], ["1", "1"]]
    rows = [line.split() for line in format_lists(lists, 2)]
    assert rows == [["."] * 4 + ["1"], ["."] * 3 + ["2", "1"], [".", "3"], ["1", "12"]]
    assert format_lists([[], []], 1) == [". .", "."]


@pytest.mark.slow
@pytest.mark.parametrize(("genre", "tiling"), [("nonogram", "square"), ("tapa", "hex")])
def test_a_puzzle_with_lists_has_one_solution(genre: str, tiling: str) -> None:
    (made,) = nlc.generate(f"{GENRES}:{genre}", "4x4", tiling=tiling, seed=3)
    (puzzle,) = nlc.loads(made.text)
    assert nlc.unique(puzzle)


def test_a_line_that_has_too_many_lists_is_refused() -> None:
    with pytest.raises(UserError, match="a line of 11 cells has more than 150 lists"):
        list(nlc.generate(f"{GENRES}:nonogram", "11x5", seed=1))
