"""Weaves, their moves and their strands."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from nlc.generating.numberlink.methods.loops import Strands
from nlc.generating.numberlink.weave import Weave, anneal

SIZES = [(1, 2), (2, 1), (1, 7), (2, 2), (2, 5), (5, 2), (3, 3), (4, 4), (5, 5), (4, 7), (7, 3)]


def counts(weave: Weave) -> tuple[list[int], list[int]]:
    """Return the numbers of drawn links at each cell and round each inner vertex, from scratch."""
    right, down = weave.links()
    cells = [[0] * weave.cols for _ in range(weave.rows)]
    vertices = [[0] * (weave.cols + 1) for _ in range(weave.rows + 1)]
    for r, c in zip(*right.nonzero(), strict=True):
        cells[r][c] += 1
        cells[r][c + 1] += 1
        vertices[r][c + 1] += 1
        vertices[r + 1][c + 1] += 1
    for r, c in zip(*down.nonzero(), strict=True):
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
        found = weave.redraw(weave.rectangle(random.choice(weave.cells), random, 5))
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
        found = weave.redraw(weave.rectangle(random.choice(weave.cells), random, 6))
        if found is None:
            refused += 1
        else:
            weave.toggle(found[0])
        assert (bytes(weave.drawn), weave.count, weave.around) == before
    assert refused > 100


def test_the_rings_of_a_new_weave_are_read_as_rings():
    weave = Weave(6, 6)
    strand, ring = weave.strand(weave.cells[0])
    assert (len(strand), len(set(strand)), ring) == (20, 20, True)


@pytest.mark.parametrize("seed", range(4))
def test_repair_ends_with_paths_that_keep_off_themselves(seed):
    weave, random = Weave(9, 11), Random(seed)
    anneal(weave, 20, random)
    strands = Strands(weave, least=3)
    assert strands.repair(20, random, 20_000)
    assert len(weave.ends) == 20
    covered = 0
    for number, cells in strands.cells.items():
        path, ring = weave.strand(cells[0])
        assert not ring
        assert set(path) == set(cells)
        assert len(path) > 2
        covered += len(path)
        beside = sum(
            strands.of[cell + step] == number for cell in path for step in (2, 2 * weave.stride)
        )
        assert beside == len(path) - 1
    assert covered == 99


def test_a_refused_change_leaves_the_strands_as_they_were():
    weave, random = Weave(6, 6), Random(3)
    anneal(weave, 12, random)
    strands = Strands(weave, least=3)
    for _ in range(400):
        before = list(strands.of), dict(strands.cells), bytes(weave.drawn)
        where = weave.rectangle(random.choice(weave.cells), random, 4)
        if not strands.change(where, 12, random):
            assert (strands.of, strands.cells, bytes(weave.drawn)) == before
