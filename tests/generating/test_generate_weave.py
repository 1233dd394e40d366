"""Weaves, their moves and their strands."""

from __future__ import annotations

from itertools import chain, pairwise, product
from random import Random

import pytest

from nlc.generating.numberlink.weave import Weave

SIZES = [(1, 2), (2, 1), (1, 7), (2, 2), (2, 5), (5, 2), (3, 3), (4, 4), (5, 5), (4, 7), (7, 3)]


def counts(weave: Weave) -> tuple[list[int], list[int]]:
    """Return the numbers of drawn links at each cell and round each inner vertex, from scratch."""
    cells = [[0] * weave.cols for _ in range(weave.rows)]
    vertices = [[0] * (weave.cols + 1) for _ in range(weave.rows + 1)]
    for r, c in product(range(weave.rows), range(weave.cols)):
        spot = weave.cells[r * weave.cols + c]
        if weave.drawn[spot + 1]:
            cells[r][c] += 1
            cells[r][c + 1] += 1
            vertices[r][c + 1] += 1
            vertices[r + 1][c + 1] += 1
        if weave.drawn[spot + weave.stride]:
            cells[r][c] += 1
            cells[r + 1][c] += 1
            vertices[r + 1][c] += 1
            vertices[r + 1][c + 1] += 1
    return [*chain(*cells)], [*chain(*vertices)]


@pytest.mark.parametrize("size", SIZES)
def test_a_new_weave_gives_each_cell_one_link_or_two_and_no_vertex_three(size):
    weave = Weave(*size)
    at_cells, at_vertices = counts(weave)
    assert set(at_cells) <= {1, 2}
    assert max(at_vertices) <= 2
    assert len(weave.ends) == at_cells.count(1)


def test_a_single_cell_cannot_be_woven():
    with pytest.raises(ValueError, match="two cells"):
        Weave(1, 1)


@pytest.mark.parametrize("size", [(3, 3), (6, 4), (7, 9)])
def test_moves_keep_the_numbers_of_links_and_the_list_of_ends(size):
    weave, random = Weave(*size), Random(5)
    redrawn = 0
    for _ in range(3000):
        found = weave.redraw(weave.rectangle(weave.cells, random, 5))
        if found is not None:
            redrawn += 1
            before = len(weave.ends)
            gained = weave.gained(found[1])
            weave.settle(found[1])
            assert len(weave.ends) == before + gained
    at_cells, at_vertices = counts(weave)
    assert redrawn > 50
    assert set(at_cells) <= {1, 2}
    assert max(at_vertices) <= 2
    assert sorted(weave.ends) == [
        cell for cell, count in zip(weave.cells, at_cells, strict=True) if count == 1
    ]


def test_a_refused_move_changes_nothing():
    weave, random = Weave(6, 6), Random(1)
    before = bytes(weave.drawn), list(weave.count), list(weave.around)
    refused = 0
    for _ in range(500):
        found = weave.redraw(weave.rectangle(weave.cells, random, 6))
        if found is None:
            refused += 1
        else:
            weave.toggle(found[0])
        assert (bytes(weave.drawn), weave.count, weave.around) == before
    assert refused > 100


def test_the_rings_of_a_new_weave_are_cut():
    weave = Weave(6, 6)
    path = max(weave.paths(), key=len)
    assert (len(path), len(set(path))) == (20, 20)


@pytest.mark.parametrize("seed", range(4))
def test_paths_run_over_drawn_links_and_all_cells(seed):
    weave = Weave(9, 11)
    weave.anneal(20, Random(seed))
    paths = weave.paths()
    assert sorted(chain(*paths)) == list(range(99))
    for path in paths:
        for cell, after in pairwise(path):
            assert weave.drawn[(weave.cells[cell] + weave.cells[after]) // 2]
    assert abs(len(weave.ends) - 20) <= 8
