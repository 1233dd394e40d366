"""Rings beside the paths of a drawing, and the links round a corner."""

from __future__ import annotations

import numpy as np
from engines.random_boards import puzzle

from nlc.board import Sort
from nlc.engines.rounds import corners, detached_pieces, leaving


def drawn(board, *names):
    return np.isin(board.board.names(Sort.LINK), names)


def test_pieces_without_an_end_are_told_by_their_cells():
    board = puzzle(["A . . .", "A . . ."])
    ring = ["r1c3-r1c4", "r1c4-r2c4", "r2c3-r2c4", "r1c3-r2c3"]
    assert detached_pieces(board.problem, drawn(board, "r1c1-r2c1")) == []
    (cells,) = detached_pieces(board.problem, drawn(board, "r1c1-r2c1", *ring))
    assert cells.tolist() == [2, 3, 6, 7]


def test_nothing_drawn_is_no_ring():
    board = puzzle(["A . A"])
    assert detached_pieces(board.problem, drawn(board)) == []


def test_a_long_winding_piece_is_one():
    board = puzzle([" ".join("." * 9)] * 9)
    names = [f"r{r}c{c}-r{r}c{c + 1}" for r in range(1, 10) for c in range(1, 9)]
    names += [f"r{r}c{9 if r % 2 else 1}-r{r + 1}c{9 if r % 2 else 1}" for r in range(1, 9)]
    (cells,) = detached_pieces(board.problem, drawn(board, *names))
    assert cells.tolist() == list(range(81))


def test_links_inside_cells_and_out_of_them():
    board = puzzle(["A . A", ". . ."])
    names = np.array(board.board.names(Sort.LINK))
    inside, out = leaving(board.problem, np.array([0, 1, 4], np.int32))
    assert set(names[inside]) == {"r1c1-r1c2", "r1c2-r2c2"}
    assert set(names[out]) == {"r1c1-r2c1", "r1c2-r1c3", "r2c1-r2c2", "r2c2-r2c3"}


def test_corners_beside_a_hole_have_no_ring():
    whole, holed = puzzle(["A . A", ". . ."]), puzzle(["A . A", ". . #"])
    assert [len(links) for links in corners(whole.board)] == [4, 4]
    assert [len(links) for links in corners(holed.board)] == [4]
