"""The preset `thesis` has the clauses of the thesis's formulas, counted by shape of the board."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest
from encode.accepted import fixture
from support.puzzles import program_of

from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError

Cell = tuple[int, int]

SQUARE = ((0, 1), (1, 0), (0, -1), (-1, 0))
AXIAL = (*SQUARE, (1, -1), (-1, 1))
"""Steps from p(i, j) to its neighbours, i down and j to the right."""


def thesis(text: str) -> LoweredProgram:
    return lower(program_of(text), Encoding.parse("thesis"))


def drawn(tiling: str, rows: int, cols: int, pairs: int) -> tuple[str, set[Cell]]:
    """Return a puzzle whose labels stand in the first cells, and these cells."""
    board = [["."] * cols for _ in range(rows)]
    ends = [divmod(k, cols) for k in range(2 * pairs)]
    for k, (i, j) in enumerate(ends):
        board[i][j] = str(k % pairs)
    lean = tiling == "hex"
    lines = "\n".join(" " * (i * lean) + " ".join(row) for i, row in enumerate(board))
    return f'puzzle "p" is numberlink {{ topology {tiling}; board\n{lines}\nend }}', set(ends)


def degrees(rows: int, cols: int, steps: tuple[Cell, ...], ends: set[Cell]) -> Counter[int]:
    """Return how many cells that are no ends have each number of neighbours; of ends, negated."""
    found: Counter[int] = Counter()
    for i in range(rows):
        for j in range(cols):
            d = sum(0 <= i + a < rows and 0 <= j + b < cols for a, b in steps)
            found[-d if (i, j) in ends else d] += 1
    return found


def expected(rows: int, cols: int, pairs: int, tiling: str, ends: set[Cell]) -> dict[str, int]:
    """Return the clauses of the formulas, by rule."""
    hexagonal = tiling == "hex"
    found = degrees(rows, cols, AXIAL if hexagonal else SQUARE, ends)
    links = rows * (cols - 1) + (rows - 1) * cols + hexagonal * (rows - 1) * (cols - 1)
    corners = (rows - 1) * (cols - 1) * (2 if hexagonal else 1)
    sides = 3 if hexagonal else 4
    rim = 2 * (rows - 1) + 2 * (cols - 1)
    return {
        # (1)-(4), (13), (14): exactly one segment at an end; (5)-(7): its label.
        "terminal": sum((1 + comb(-d, 2)) * n for d, n in found.items() if d < 0) + 2 * pairs,
        # (1)-(4), (13), (14): exactly two segments at every other cell.
        "through": sum((d + comb(d, 3)) * n for d, n in found.items() if d > 0),
        # (5)-(7): exactly one label in each cell.
        "var:color": rows * cols * (1 + comb(pairs, 2)),
        # (8), (9): a way to take one of two cells for each label.
        "same": links * 2**pairs,
        # (10)-(12), (15), (16): exactly one pointer at an inner corner, not across a segment, and
        # no two at each other; links on the rim have only one inner corner.
        "open": corners * (1 + comb(sides, 2)) + corners * sides + links - rim,
    }


@pytest.mark.parametrize("tiling", ["square", "hex"])
@pytest.mark.parametrize(("rows", "cols", "pairs"), [(3, 4, 1), (4, 4, 3), (5, 3, 5), (6, 7, 8)])
def test_clauses_are_those_of_the_formulas(tiling: str, rows: int, cols: int, pairs: int) -> None:
    text, ends = drawn(tiling, rows, cols, pairs)
    lowered = thesis(text)
    found = {rule: sizes.clauses for rule, sizes in lowered.rule_statistics().items()}
    wanted = expected(rows, cols, pairs, tiling, ends)
    assert {rule: found[rule] for rule in wanted} == wanted
    assert sum(found.values()) == sum(wanted.values())


@pytest.mark.parametrize("tiling", ["square", "hex"])
def test_the_sets_of_variables_are_those_of_the_thesis(tiling: str) -> None:
    rows, cols, pairs = 4, 5, 3
    lowered = thesis(drawn(tiling, rows, cols, pairs)[0])
    found = {rule: sizes.variables for rule, sizes in lowered.rule_statistics().items()}
    # H and V, or H, L and P: the links. N: a cell and label. R: an inner corner and direction.
    links = {"square": 31, "hex": 43}[tiling]
    pointers = {"square": 3 * 4 * 4, "hex": 2 * 3 * 4 * 3}[tiling]
    assert found["var:line"] == links
    assert found["var:color"] == rows * cols * pairs
    assert found["open"] == pointers
    assert lowered.cnf.variables == links + rows * cols * pairs + pointers


def test_a_link_takes_2_to_the_p_clauses_of_p_plus_1_literals() -> None:
    lowered = thesis(drawn("square", 3, 3, 4)[0])
    blocks = [block.clauses for block in lowered.cnf.blocks if block.rule == "same"]
    assert {clauses.shape[1] for clauses in blocks} == {5}
    assert sum(len(clauses) for clauses in blocks) == 12 * 16


def test_more_than_twelve_pairs_are_refused() -> None:
    (program,) = fixture("thirteen_pairs")
    with pytest.raises(UserError) as caught:
        lower(program, Encoding.parse("thesis"))
    message = caught.value.diagnostics[0].message
    assert message.startswith("domains=thesis cannot represent 'color': 13 values would take 2^13")


def test_its_own_program_has_more_variables_and_almost_as_many_clauses() -> None:
    (program,) = fixture("nine_pairs")
    cnf = lower(program, Encoding.parse("thesis")).cnf
    assert cnf.variables == 180 + 900 + 324 == 1404
    assert cnf.clauses == 97547
    assert cnf.variables < 1641
    assert 0.999 < cnf.clauses / 97620 < 1
