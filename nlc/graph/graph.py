"""Graphs with a rotation system."""

from __future__ import annotations

from nlc.arrays import Ints
from nlc.dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected graph with a rotation system, for acyclicity and connectedness.

    Attributes:
        nodes: number of nodes.
        ends: shape (m, 2), the two nodes of each edge.
        rank: shape (m, 2), the place of the edge in the clockwise order round each of its two ends;
            any strictly increasing numbers will do, so that deleting edges keeps it valid.
        nonplanar: None where the rotation system is believed to be an embedding in the plane (the
            user of it still checks Euler's formula), else the reason why there is none.
    """

    nodes: int
    ends: Ints
    rank: Ints
    nonplanar: str | None = None
