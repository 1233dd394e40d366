from random import Random

import pytest

from nlc.bench.rings import piece, puzzle
from nlc.drivers.base import NO_LIMITS
from nlc.drivers.registry import DEFAULT, get
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.solve.strategy import solve


def parts(cells: set[tuple[int, int]], corners: bool) -> int:
    """Return the number of parts of some cells, which hang together by sides, or by corners too."""
    left, count = set(cells), 0
    while left:
        queue, count = [left.pop()], count + 1
        while queue:
            row, col = queue.pop()
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    beside = (row + down, col + right)
                    if beside in left and (corners or not (down and right)):
                        left.remove(beside)
                        queue.append(beside)
    return count


@pytest.mark.parametrize("seed", range(30))
def test_the_rim_of_a_piece_is_one_ring(seed: int) -> None:
    """The piece hangs together by sides, and so does the rest, with what is around the board."""
    inside = piece(9, 7, Random(seed))
    around = {(r, c) for r in range(-1, 8) for c in range(-1, 10)} - inside
    assert len(inside) > 20
    assert parts(inside, corners=False) == parts(around, corners=False) == 1


@pytest.mark.parametrize("share", [0.3, 1.0])
def test_a_puzzle_has_a_solution(share: float) -> None:
    program = elaborate(load(Source("ring", puzzle(8, 6, "1", share))).puzzles[0])
    result = solve(program, lower(program, Encoding(), in_process=True), get(DEFAULT), NO_LIMITS)
    assert result.status == "SATISFIABLE"
