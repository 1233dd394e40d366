import re

import pytest

from nlc.bench.turning import Row, measure, table
from nlc.bench.untouching import puzzle
from nlc.drivers.base import NO_LIMITS
from nlc.drivers.registry import DEFAULT, get
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.solve.strategy import solve


@pytest.mark.parametrize(
    ("tiling", "size", "pairs"), [("square", 6, 6), ("hex", 6, 9), ("triangle", 6, 10)]
)
def test_a_drawn_board_has_a_solution_that_does_not_touch_itself(tiling, size, pairs):
    text = puzzle(tiling, size, pairs, seed=1)
    assert "set touch = false;" in text
    labels = re.findall(r"(?<= )\d+(?=\s)", text.partition("board")[2])
    assert 4 <= len(labels) <= 2 * pairs
    program = elaborate(load(Source("drawn.nl", text)).puzzles[0])
    result = solve(program, lower(program, Encoding(), in_process=True), get(DEFAULT), NO_LIMITS)
    assert result.status == "SATISFIABLE"


def test_a_seed_makes_the_same_board_again_and_another_seed_another():
    assert puzzle("hex", 5, 8, seed=1) == puzzle("hex", 5, 8, seed=1)
    assert puzzle("hex", 5, 8, seed=1) != puzzle("hex", 5, 8, seed=2)


def test_every_way_is_measured_with_every_solver():
    texts = [puzzle("hex", 6, 9, seed) for seed in range(2)]
    rows = measure({"small": texts}, solvers=("pysat:minisat22", "pysat:glucose42"))
    assert [(row.boards, row.solver) for row in rows] == [
        ("small", "pysat:minisat22"),
        ("small", "pysat:glucose42"),
    ]
    for row in rows:
        assert row.undecided == (0, 0, 0)
        assert len(row.conflicts) == len(row.decisions) == len(row.seconds) == 3
        assert all(seconds > 0 for seconds in row.seconds)


def test_the_table_shows_figures_and_ratios():
    row = Row("small", "some", (0, 0, 1), (2, 4, 8), (0, 1, 2), (1.0, 1.5, 2.0))
    cells = re.split(r"  +", table([row]).splitlines()[-1])
    assert cells[:4] == ["small", "some", "2 / 4 / 8", "4.0"]
    assert cells[4:] == ["0 / 1 / 2", "-", "1.00 / 1.50 / 2.00", "2.0", "0 / 0 / 1"]
