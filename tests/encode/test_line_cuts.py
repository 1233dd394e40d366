"""Cut-sets: broken by the drawing that they were made for, and by no line that meets the clues."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from nlc.encode.connected.base import Demands
from nlc.encode.connected.lazy import NodeCuts
from nlc.encode.connected.reduce import line_graph
from nlc.generating.shape import Shape
from nlc.graph import Graph


@cache
def board(topology: str, rows: int, cols: int):
    drawn = tuple(
        tuple((2 * c + (r % 2 if topology == "hex" else 0), ".") for c in range(cols))
        for r in range(rows)
    )
    return Shape(topology, drawn).board


SHAPES = [("square", 2, 3), ("square", 3, 3), ("hex", 3, 3), ("triangle", 2, 4), ("triangle", 3, 3)]


def in_parts(ends, chosen) -> int:
    """Count the connected parts of some edges, by plain merging."""
    parts: list[set[int]] = []
    for u, v in ends[chosen].tolist():
        touched = [p for p in parts if u in p or v in p]
        parts = [p for p in parts if u not in p and v not in p] + [{u, v}.union(*touched)]
    return len(parts)


@cache
def drawings(shape, ports):
    """Return all sets of borders with even degrees but at the two ports, one a row.

    They are the rims of all sets of cells, each taken against one way between the ports.
    """
    here = board(*shape)
    cells, edges = len(here.centers), len(here.border_cells)
    rims = np.zeros((cells, edges), np.bool_)
    for c in range(cells):
        rims[c, here.cell_borders.row(c)] = True
    chosen = (np.arange(1 << cells)[:, None] >> np.arange(cells)) & 1
    out = (chosen @ rims.astype(np.int32)) % 2 == 1
    return out ^ (way(here, *ports) if ports else np.zeros(edges, np.bool_))


def way(here, start: int, goal: int):
    """Return the borders of a walk between two vertices, breadth first."""
    came: dict[int, tuple[int, int]] = {start: (start, -1)}
    queue = [start]
    for node in queue:
        for e, (u, v) in enumerate(here.border_vertices.tolist()):
            for a, b in ((u, v), (v, u)):
                if a == node and b not in came:
                    came[b] = (a, e)
                    queue.append(b)
    out = np.zeros(len(here.border_vertices), np.bool_)
    while goal != start:
        goal, e = came[goal]
        out[e] = True
    return out


@cache
def lines(shape, ports):
    """Return the drawings that are one line without branches, one a row."""
    here = board(*shape)
    ends = here.border_vertices
    nodes = here.border_graph.nodes
    return np.array(
        [
            row
            for row in drawings(shape, ports)
            if in_parts(ends, row) == 1
            and np.bincount(ends[row].ravel(), minlength=nodes).max() < 3
        ]
    )


def sides(here):
    return [here.cell_borders.row(c).tolist() for c in range(len(here.centers))]


def demands_of(sets, least) -> Demands:
    """Return the demands of sets of edges with their least numbers."""
    starts = np.cumsum([0, *map(len, sets)], dtype=np.int32)[:-1]
    edges = np.array([edge for each in sets for edge in each], np.int32)
    return Demands(starts, edges, np.array(least, np.int32))


def met(demanded, row, demands: Demands):
    """Return which demands a drawing meets."""
    counts = [int(row[list(edges)].sum()) for edges in demanded]
    return np.array(counts) >= demands.least


def cut_finder(ends, demands: Demands, nodes: int):
    """Return a function from a drawing to its cuts: edges, those given, and the demands."""
    find = NodeCuts(line_graph(Graph(nodes, ends, np.zeros_like(ends))), demands)

    def cuts(drawn, active=None):
        active = np.ones(len(demands), np.bool_) if active is None else active
        return {
            (tuple(cut.nodes.tolist()), tuple(e for e in pair if e is not None), tuple(used))
            for cut in find(drawn, drawn, active, None)
            for pair in product(cut.near.tolist() or [None], cut.far.tolist()[:1] or [None])
            for used in [sorted(set(cut.demands))]
        }

    return cuts


CASES = [(shape, ports) for shape in SHAPES for ports in ((), (0, 5))]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("shape", "ports"), CASES)
def test_cuts_are_broken_by_their_drawing_and_kept_by_every_line(shape, ports):
    random = Random(f"{shape} {ports}")
    here = board(*shape)
    ends, every = here.border_vertices, sides(here)
    good = lines(shape, ports)
    seen = 0
    for row in random.choices(drawings(shape, ports), k=60):
        demanded = random.sample(every, random.randint(0, len(every)))
        counts = [int(row[edges].sum()) for edges in demanded]
        demanded = [edges for edges, n in zip(demanded, counts, strict=True) if n]
        # More may be demanded than the drawing gives: then the demand is not active.
        least = [random.randint(1, len(edges)) for edges in demanded]
        demands = demands_of(demanded, least)
        active = met(demanded, row, demands) & (np.array([random.random() for _ in least]) < 0.8)
        cuts = cut_finder(ends, demands, here.border_graph.nodes)(row, active)
        assert bool(cuts) == (in_parts(ends, row) > 1)
        keeps = np.array([met(demanded, line, demands) for line in good]).reshape(len(good), -1)
        for edges, given, used in cuts:
            assert not row[list(edges)].any() and row[list(given)].all()
            assert active[list(used)].all()
            bound = good[:, list(given)].all(axis=1) & keeps[:, list(used)].all(axis=1)
            assert good[bound][:, list(edges)].any(axis=1).all()
            seen += 1
    assert seen


def obeying(rows, every, clues):
    """Return the drawings that are not empty and have as many sides of each cell as its clue."""
    fits = rows.any(axis=1)
    for c, n in clues.items():
        fits &= rows[:, every[c]].sum(axis=1) == n
    return rows[fits]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("shape", "ports"), CASES)
def test_cutting_until_nothing_is_found_leaves_just_the_lines(shape, ports):
    random = Random(f"{shape} {ports} all")
    here = board(*shape)
    ends, every = here.border_vertices, sides(here)
    rows = drawings(shape, ports)
    plain = np.array([np.bincount(ends[row].ravel()).max(initial=0) < 3 for row in rows])
    cut_off = 0
    for density in (0.0, 0.1, 0.2, 0.4):
        line = random.choice(lines(shape, ports))
        some = [c for c in range(len(every)) if random.random() < density]
        clues = {c: int(line[every[c]].sum()) for c in some}
        left = obeying(rows[plain], every, clues)
        asked = {c: n for c, n in clues.items() if n}
        demands = demands_of([every[c] for c in asked], list(asked.values()))
        separate = cut_finder(ends, demands, here.border_graph.nodes)
        while len(bad := [row for row in left if in_parts(ends, row) > 1]):
            for edges, given, _ in separate(random.choice(bad)):
                broken = left[:, list(given)].all(axis=1) & ~left[:, list(edges)].any(axis=1)
                cut_off += int(broken.sum())
                left = left[~broken]
        good = obeying(lines(shape, ports), every, clues)
        assert {row.tobytes() for row in left} == {row.tobytes() for row in good}
    assert cut_off or len(every) < 8


def chain(*edges):
    return np.array(edges, np.int32)


# Two squares joined by a path of two edges:  0-1-2-3-0,  2-8-4,  4-5-6-7-4.
TWO = chain((0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (2, 8), (8, 4))
RINGS = np.arange(10) < 8


def cuts_of(demands, ends=TWO, drawn=RINGS, nodes=9):
    return cut_finder(ends, demands, nodes)(drawn)


def test_clues_on_both_sides_force_an_edge_of_each_cut():
    demands = demands_of([[0, 1], [5]], [1, 1])
    assert cuts_of(demands) == {((8,), (), (0, 1)), ((9,), (), (0, 1))}


def test_one_clue_that_no_side_can_meet_alone_is_enough():
    assert cuts_of(demands_of([[0, 1, 4, 5]], [3])) == {((8,), (), (0,)), ((9,), (), (0,))}


def test_a_ring_that_meets_every_clue_is_left_only_if_another_edge_is_drawn():
    cuts = cuts_of(demands_of([[0]], [1]))
    assert ((8,), (4,), (0,)) in cuts
    assert {((9,), (e,), (0,)) for e in range(4, 8)} <= cuts
    assert len(cuts) == 5


def test_without_clues_an_edge_of_each_side_forces_the_cut():
    cuts = cuts_of(demands_of([], []))
    assert cuts == {((8,), (e, 4), ()) for e in range(4)} | {
        ((9,), (e, 0), ()) for e in range(4, 8)
    }


def test_a_ring_with_parts_on_two_sides_is_cut_from_each():
    ends = chain((0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (1, 5), (5, 6))
    drawn = np.array([1, 1, 1, 0, 1, 0, 1], np.bool_)
    demands = demands_of([[0], [4], [6]], [1, 1, 1])
    edges = {edges for edges, _, _ in cuts_of(demands, ends, drawn, 7)}
    assert edges == {(3,), (5,)}


def test_parts_that_no_edge_can_join_give_a_cut_without_edges():
    ends = chain((0, 1), (2, 3))
    found = cuts_of(demands_of([[0], [1]], [1, 1]), ends, np.array([True, True]), 4)
    assert found == {((), (), (0, 1))}


def test_an_earlier_demand_is_relied_on_before_a_later_one():
    cuts = cuts_of(demands_of([[0], [1], [5], [6]], [1, 1, 1, 1]))
    assert {demands for _, _, demands in cuts} == {(0, 2)}


def test_one_part_needs_no_cut():
    drawn = np.arange(10) < 4
    assert cuts_of(demands_of([[0]], [1]), drawn=drawn) == set()
    assert cuts_of(demands_of([[0]], [1]), drawn=np.zeros(10, np.bool_)) == set()
