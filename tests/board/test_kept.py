"""What is kept as long as a board is."""

from __future__ import annotations

import nlc
from nlc.board import cached_by_board


def board_of(text):
    return nlc.elaborate(nlc.loads(text)[0]).board


def test_a_result_is_worked_out_once_for_a_board():
    calls = []

    @cached_by_board
    def size(board, factor=1):
        calls.append(factor)
        return [board.rows * board.cols * factor]

    one, two = board_of("1 . 1\n. . .\n"), board_of("1 . . 1\n. . . .\n")
    assert (size(one), size(one, 2), size(two), size(one, factor=3)) == ([6], [12], [8], [18])
    assert size(one) is size(one)
    assert size(one, 2) is size(one, 2)
    assert calls == [1, 2, 1, 3]
