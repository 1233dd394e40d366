"""Orders of variables, by the width of the frontier of a board."""

from __future__ import annotations

import pytest
from engines.counts import cases_of, empty, puzzle

from nlc.engines.frontier.orders import width
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle


def narrowest(case: Puzzle) -> int:
    board = elaborate(case).board
    return width(board.centers, board.link_cells)


@pytest.mark.parametrize("shape", [(3, 30), (30, 3)])
def test_a_long_board_is_swept_along_its_length(shape):
    assert narrowest(puzzle("numberlink", empty(*shape), cover=False)) == 3


def test_a_ring_that_is_drawn_across_has_a_frontier_of_two():
    cells = [f"c{7 * i % 30}" for i in range(30)]
    links = [f"{a}-{b}" for a, b in zip(cells, [*cells[1:], cells[0]], strict=True)]
    text = (
        f'puzzle "random" is numberlink {{ topology graph {{ cells '
        f"{' '.join(sorted(cells))}; links {' '.join(links)}; }} mark label = A at c0, c1; }}"
    )
    (case,) = cases_of([text])
    assert narrowest(case) == 2
