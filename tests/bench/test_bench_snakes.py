import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from nlc.bench.compiling import measure
from nlc.bench.snakes import bands, puzzle, snake
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import load

SCRIPT = Path(__file__).parents[2] / "scripts" / "draw_snakes.py"


def draw(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def program(rows: int, cols: int, pairs: int) -> Program:
    return elaborate(load(Source("snakes.nl", puzzle(rows, cols, pairs))).puzzles[0])


def drawn_links(rows: int, cols: int, pairs: int) -> list[str]:
    """Return the names of the segments of all snakes."""
    found = []
    for band in bands(rows, pairs):
        for one, other in pairwise(snake(band, cols)):
            (r, c), (s, d) = sorted((one, other))
            found.append(f"line[r{r + 1}c{c + 1}-r{s + 1}c{d + 1}]")
    return found


def test_the_script_prints_the_puzzle_of_its_arguments() -> None:
    assert draw("7", "5", "3").stdout == puzzle(7, 5, 3)


def test_the_script_refuses_more_pairs_than_rows() -> None:
    done = draw("2", "5", "3")
    assert done.returncode == 2
    assert "3 pairs need a row each, and there are 2 rows" in done.stderr


@pytest.mark.parametrize(("rows", "cols", "pairs"), [(3, 1, 2), (1, 1, 1), (5, 5, 0), (5, 5, -1)])
def test_a_pair_without_two_cells_is_refused(rows: int, cols: int, pairs: int) -> None:
    with pytest.raises(ValueError, match="pair"):
        puzzle(rows, cols, pairs)


def test_rows_are_shared_out_evenly() -> None:
    assert [list(band) for band in bands(7, 3)] == [[0, 1], [2, 3], [4, 5, 6]]


@pytest.mark.parametrize(("rows", "cols", "pairs"), [(4, 4, 2), (7, 3, 3), (5, 2, 5), (6, 1, 2)])
def test_the_snakes_are_a_solution(rows: int, cols: int, pairs: int) -> None:
    from pysat.solvers import Solver

    cnf = lower(program(rows, cols, pairs), Encoding.parse("acyclic=order")).cnf
    numbers = {name: b.base + i for b in cnf.names for i, name in enumerate(b.make())}
    drawn = {numbers[name] for name in drawn_links(rows, cols, pairs)}
    lines = [v for name, v in numbers.items() if name.startswith("line[")]
    clauses = [clause for block in cnf.blocks for clause in block.clauses.tolist()]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assert solver.solve(assumptions=[v if v in drawn else -v for v in lines])
    assert len(drawn) == rows * cols - pairs


def test_compiling_is_measured_on_each_board() -> None:
    rows = measure(sizes=(4, 8), pairs=2, encoding="labels=direct", repeat=1)
    assert [row.size for row in rows] == [4, 8]
    expected = lower(program(8, 8, 2), Encoding.parse("labels=direct")).cnf.clauses
    assert rows[1].clauses == expected
    assert rows[0].ratio == 1
    assert np.isclose(rows[1].ratio, rows[1].seconds / 64 / (rows[0].seconds / 16))
