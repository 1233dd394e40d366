"""Connectedness, loops and lines of small boards, in plain Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache
from typing import TypeVar

from oracle.reference_board import Complex

Pair = tuple[int, int]

Node = TypeVar("Node", bound=Hashable)


def parts(nodes: Iterable[Node], pairs: Iterable[tuple[Node, Node]]) -> list[set[Node]]:
    """Return the connected components of nodes, along pairs of which both are among them."""
    left = set(nodes)
    neighbours: dict[Node, set[Node]] = {node: set() for node in left}
    for a, b in pairs:
        if a in left and b in left:
            neighbours[a].add(b)
            neighbours[b].add(a)
    found = []
    while left:
        part, reached = set[Node](), {left.pop()}
        while reached:
            node = reached.pop()
            part.add(node)
            reached |= neighbours[node] - part
        left -= part
        found.append(part)
    return found


def whole(nodes: Iterable[Node], pairs: Iterable[tuple[Node, Node]]) -> bool:
    """Return whether nodes are connected."""
    return len(parts(nodes, pairs)) < 2


def forest(pairs: Iterable[Pair]) -> bool:
    """Return whether edges hold no cycle; pairs may come twice."""
    edges = list(pairs)
    nodes = {node for pair in edges for node in pair}
    return len(edges) == len(nodes) - len(parts(nodes, edges))


@cache
def meeting(board: Complex) -> dict[int, list[int]]:
    """Return the cells at each vertex, by a number of the vertex; a bridge has no vertex."""
    number = {point: i for i, point in enumerate(sorted(set(board.corners.values())))}
    at: dict[int, list[int]] = {i: [] for i in number.values()}
    for name, point in board.corners.items():
        at[number[point]].append(board.names.index(name.partition(".")[0]))
    return at


@cache
def vertex_pairs(board: Complex) -> list[tuple[int, Pair]]:
    """Return each two cells that meet at a vertex, with the vertex."""
    return [
        (vertex, (a, b)) for vertex, cells in meeting(board).items() for a in cells for b in cells
    ]


@cache
def ray(board: Complex, cell: int, link: str) -> tuple[int, ...]:
    """Return the cells straight on from a cell through a link of it, the nearest first."""
    found: list[int] = []
    at = cell
    while len(board.sides[at]) % 2 == 0 and link not in board.warps:
        (at,) = set(board.links[link]) - {at}
        if len(board.sides[at]) % 2 or at == cell or at in found:
            break
        found.append(at)
        if (link, at) not in board.opposite:
            break
        link = board.opposite[link, at]
    return tuple(found)


@cache
def rays(board: Complex, cell: int) -> tuple[tuple[int, ...], ...]:
    """Return the rays from a cell, one for each link."""
    return tuple(ray(board, cell, link) for link, ends in board.links.items() if cell in ends)


@cache
def lines(board: Complex) -> frozenset[frozenset[int]]:
    """Return the cells of each straight line of two or more cells."""
    found = set()
    for cell in range(len(board.names)):
        for link, ends in board.links.items():
            if cell in ends and len(board.sides[cell]) % 2 == 0:
                back = board.opposite.get((link, cell))
                ways = [ray(board, cell, link), ray(board, cell, back) if back else ()]
                found.add(frozenset([cell, *ways[0], *ways[1]]))
    return frozenset(line for line in found if len(line) > 1)
