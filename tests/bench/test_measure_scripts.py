"""The scripts that draw boards of snakes and measure nlc, run as commands."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load

pytestmark = pytest.mark.slow

SCRIPTS = Path(__file__).parents[2] / "scripts"


def run(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPTS / script), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def lines(script: str, *words: str) -> list[list[str]]:
    """Return the cells of the table that a script prints, without its head."""
    done = run(script, *words)
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()[2:]]


def snake(band: range, cols: int) -> list[tuple[int, int]]:
    """Return the cells of the path through some rows, from end to end."""
    cells = []
    for turn, row in enumerate(band):
        cells += [(row, col) for col in range(cols)[:: -1 if turn % 2 else 1]]
    return cells


def test_the_rows_of_a_board_are_shared_out_evenly():
    board = run("draw_snakes.py", "7", "3", "3").stdout.split("board\n")[1].splitlines()[:7]
    assert [line.split() for line in board] == [
        *(["1", ".", "."], ["1", ".", "."]),
        *(["2", ".", "."], ["2", ".", "."]),
        *(["3", ".", "."], [".", ".", "."], [".", ".", "3"]),
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["2", "5", "3"], "3 pairs need a row each, and there are 2 rows"),
        (["3", "1", "2"], "every pair needs two cells"),
        (["1", "1", "1"], "every pair needs two cells"),
        (["5", "5", "0"], "0 pairs"),
    ],
)
def test_a_pair_without_two_cells_is_refused(words, told):
    done = run("draw_snakes.py", *words)
    assert done.returncode == 2
    assert told in done.stderr


@pytest.mark.parametrize(("rows", "cols", "pairs"), [(4, 4, 2), (6, 3, 3), (5, 2, 5), (6, 1, 2)])
def test_the_snakes_are_a_solution(rows, cols, pairs):
    from pysat.solvers import Solver

    text = run("draw_snakes.py", *map(str, (rows, cols, pairs))).stdout
    cnf = lower(elaborate(load(Source("snakes.nl", text)).puzzles[0]), Encoding()).cnf
    numbers = {name: b.base + i for b in cnf.names for i, name in enumerate(b.make())}
    height = rows // pairs
    drawn = set()
    for first in range(0, rows, height):
        for one, other in pairwise(snake(range(first, first + height), cols)):
            (r, c), (s, d) = sorted((one, other))
            drawn.add(numbers[f"line[r{r + 1}c{c + 1}-r{s + 1}c{d + 1}]"])
    links = [v for name, v in numbers.items() if name.startswith("line[")]
    clauses = [clause for block in cnf.blocks for clause in block.clauses.tolist()]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assert solver.solve(assumptions=[v if v in drawn else -v for v in links])
    assert len(drawn) == rows * cols - pairs


def test_three_writers_are_compared_with_the_first():
    words = ["--clauses", "5000", "--variables", "2000", "--repeat", "1"]
    found = lines("measure_writing.py", *words)
    assert [cells[0] for cells in found] == ["nlc", "join", "PySAT"]
    assert found[0][-1] == "1.0"


def test_compiling_is_measured_on_each_board():
    words = ["--sizes", "4", "8", "--pairs", "2", "--repeat", "1", "--encoding", "domains=direct"]
    found = lines("measure_compiling.py", *words)
    assert [cells[0] for cells in found] == ["4x4", "8x8"]
    text = run("draw_snakes.py", "8", "8", "2").stdout
    program = elaborate(load(Source("snakes.nl", text)).puzzles[0])
    assert int(found[1][1]) == lower(program, Encoding.parse("domains=direct")).cnf.clauses
    assert found[0][-1] == "1.00"
    islands = lines("measure_compiling.py", "--islands", "--sizes", "8", "12", "--repeat", "1")
    assert [cells[0] for cells in islands] == ["8x8", "12x12"]


def test_the_search_of_the_thesis_is_measured_beside_its_encoding():
    done = run("measure_backtracking.py", "--boards", "2", "fixtures/text_three.txt")
    head, cells = (line.split() for line in done.stdout.splitlines())
    assert head == ["file", "boards", "steps", "search", "stating", "MiniSat", "ratio"]
    assert cells[:2] == ["text_three.txt", "2"]
    search, stating, solving, ratio = map(float, cells[3:])
    assert ratio == pytest.approx(search / (stating + solving), rel=0.02)
