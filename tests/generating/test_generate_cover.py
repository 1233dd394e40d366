"""The random walk over covers, held against all covers of small boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from generating.generated import request

from nlc.generating.numberlink.cover import Cover
from nlc.generating.numberlink.draft import paths_of
from nlc.generating.numberlink.unique import TEMPERATURE


def covers(links: list[tuple[int, int]], cells: int, paths: int, least: int) -> set[frozenset[int]]:
    """Return the covers by so many paths of at least so many cells, as sets of link numbers."""
    found = set()
    for chosen in _forests(links, cells, cells - paths):
        size = [1] * cells
        root = list(range(cells))
        for i in chosen:
            a, b = (_root(root, cell) for cell in links[i])
            root[a] = b
            size[b] += size[a]
        if all(size[_root(root, cell)] >= least for cell in range(cells)):
            found.add(chosen)
    return found


def _forests(links: list[tuple[int, int]], cells: int, count: int) -> Iterator[frozenset[int]]:
    degree = [0] * cells

    def search(i: int, chosen: tuple[int, ...], root: list[int]) -> Iterator[frozenset[int]]:
        if len(chosen) == count:
            yield frozenset(chosen)
        elif len(links) - i >= count - len(chosen):
            a, b = links[i]
            p, q = _root(root, a), _root(root, b)
            if p != q and degree[a] < 2 and degree[b] < 2:
                degree[a] += 1
                degree[b] += 1
                yield from search(i + 1, (*chosen, i), [q if r == p else r for r in root])
                degree[a] -= 1
                degree[b] -= 1
            yield from search(i + 1, chosen, root)

    yield from search(0, (), list(range(cells)))


def _root(root: list[int], cell: int) -> int:
    while root[cell] != cell:
        cell = root[cell]
    return cell


def walked(tiling: str, cols: int, rows: int, paths: int, samples: int, apart: int, anywhere: bool):
    """Return how often each cover was met by one long walk, and all covers.

    If `anywhere`, the walk proposes its moves itself; else they are at random cells.
    """
    board = request(tiling, cols, rows).shape.board
    random = Random(2)
    cover = Cover(board, paths, random, touch=True, turn=True, least=3)
    met: Counter[frozenset[int]] = Counter()
    while met.total() < samples:
        for _ in range(apart):
            if anywhere:
                cover.propose(TEMPERATURE)
            else:
                cover.move(int(random.random() * cover.cells), TEMPERATURE)
        if not cover.energy:
            met[frozenset(np.flatnonzero(cover.links()).tolist())] += 1
    links = [(a, b) for a, b in board.link_cells.tolist()]
    return met, covers(links, cover.cells, paths, least=3)


@pytest.mark.sample(2)
@pytest.mark.parametrize("anywhere", [True, False])
@pytest.mark.parametrize(
    ("tiling", "cols", "rows", "paths", "number"),
    [("square", 3, 3, 2, 72), ("hex", 3, 3, 2, 264), ("triangle", 4, 3, 2, 12)],
)
def test_a_walk_meets_every_cover_about_equally_often(tiling, cols, rows, paths, number, anywhere):
    apart = 50 if number > 50 else 200
    met, every = walked(tiling, cols, rows, paths, 12 * number, apart, anywhere)
    assert met.keys() == every
    assert len(every) == number
    expected = met.total() / number
    chi = sum((met[cover] - expected) ** 2 / expected for cover in every)
    # Of independent uniform samples, chi-squared has this mean and standard deviation.
    assert chi < (number - 1) + 5 * np.sqrt(2 * (number - 1))


@pytest.mark.parametrize("tiling", ["square", "hex", "triangle"])
def test_energy_and_paths_are_kept_up_to_date(tiling):
    board = request(tiling, 6, 5).shape.board
    random = Random(8)
    barred = {0, 7, 13}
    cover = Cover(board, 5, random, touch=False, turn=True, least=3, barred=barred)
    taken = sum(cover.move(random.randrange(30), 0.5) for _ in range(3000))
    taken += sum(cover.propose(0.5) for _ in range(1000))
    assert taken > 100
    assert sorted(cover.ends) == sorted({p[i] for p in cover.paths.values() for i in (0, -1)})
    assert sorted(cell for path in cover.paths.values() for cell in path) == list(range(30))
    assert all(cover.of[cell] == n for n, path in cover.paths.items() for cell in path)
    found = {frozenset((p[0], p[-1])) for p in paths_of(board, cover.links())}
    assert found == {frozenset((p[0], p[-1])) for p in cover.paths.values() if len(p) > 1}
    faults = abs(len(cover.paths) - 5)
    pairs = board.link_cells.tolist()
    for number, path in cover.paths.items():
        beside = sum(cover.of[a] == cover.of[b] == number for a, b in pairs)
        faults += max(0, 3 - len(path)) + beside - len(path) + 1
        faults += (path[0] in barred) + (path[-1] in barred)
    assert cover.energy == faults


def test_a_path_that_turns_back_round_a_corner_is_a_fault_where_that_is_forbidden():
    board = request("square", 2, 2).shape.board
    cover = Cover(board, 1, Random(1), touch=True, turn=False, least=2)
    assert len(cover.paths) == 1
    assert cover.energy == 1
