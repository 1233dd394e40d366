"""Counts by the frontier method against numbers that are known from elsewhere."""

from __future__ import annotations

from math import factorial

import numpy as np
import pytest
from engines.counts import cases_of, corners, count, empty, puzzle

from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("size", "paths"),
    list(enumerate((2, 12, 184, 8512, 1262816, 575780564, 789360053252), 2)),
)
def test_paths_between_opposite_corners_are_oeis_a007764(size, paths):
    assert count(puzzle("numberlink", corners(size), cover=False)) == paths


@pytest.mark.sample(7)
@pytest.mark.parametrize(
    ("size", "loops"),
    list(enumerate((1, 13, 213, 9349, 1222363, 487150371, 603841648931, 2318527339461265), 1)),
)
def test_loops_of_a_square_board_are_oeis_a140517(size, loops):
    assert count(puzzle("slitherlink", empty(size, size))) == loops


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("points", "loops"), [(2, 1), (4, 6), (6, 1072), (8, 4638576), (10, 467260456608)]
)
def test_loops_through_all_points_are_oeis_a003763(points, loops):
    problem = puzzle("slitherlink", empty(points - 1, points - 1), full=True)
    assert count(problem) == loops


@pytest.mark.parametrize(
    ("size", "trees"), [(2, 4), (3, 192), (4, 100352), (5, 557568000), (6, 32565539635200)]
)
def test_trees_on_all_cells_are_oeis_a007341(size, trees):
    rows = [" ".join("A" * size)] * size
    assert count(puzzle("multilink", rows, branch=True)) == trees


@pytest.mark.parametrize(
    ("topology", "rows"),
    [
        ("square", ["A A # A", "A A A A", "A # A A"]),
        ("hex", [" A A A", "A A A A", " A A A"]),
        ("triangle", ["A A A A A", "A A A A A", "A A A A A"]),
        ("square(wrap=both)", ["A A A A", "A A A A", "A A A A"]),
    ],
)
def test_trees_on_all_cells_are_as_kirchhoff_counts_them(topology, rows):
    trees = puzzle("multilink", rows, topology, branch=True)
    board = elaborate(trees).board
    laplacian = np.zeros((len(board.centers), len(board.centers)))
    for a, b in board.link_cells:
        laplacian[[a, b], [a, b]] += 1
        laplacian[a, b] -= 1
        laplacian[b, a] -= 1
    assert count(trees) == round(np.linalg.det(laplacian[1:, 1:]))


def complete_graph(nodes: int, **options: bool) -> Puzzle:
    """Return a pair in the graph that joins all cells with all others."""
    cells = [f"c{i}" for i in range(nodes)]
    links = [f"{a}-{b}" for i, a in enumerate(cells) for b in cells[:i]]
    sets = "".join(f"set {name} = {str(value).lower()};" for name, value in options.items())
    text = (
        f'puzzle "random" is numberlink {{ topology graph {{ cells {" ".join(cells)}; '
        f"links {' '.join(links)}; }} {sets} mark label = A at c0, c1; }}"
    )
    (case,) = cases_of([text])
    return case


@pytest.mark.parametrize("nodes", [3, 5, 8])
def test_paths_of_a_complete_graph_are_the_orders_of_the_cells_between(nodes):
    between = nodes - 2
    some = sum(factorial(between) // factorial(k) for k in range(between + 1))
    assert count(complete_graph(nodes, cover=False)) == some
    assert count(complete_graph(nodes, cover=True)) == factorial(between)
    assert count(complete_graph(nodes, cover=False, touch=False)) == 1
