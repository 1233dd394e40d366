"""Connectedness kept whole: for encodings that state it in a way of their own.

Elaboration restates a `Global` of `CONNECTED` by pointers along spanning trees. `kept_whole` puts a
`Connection` in the place of each such restatement.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
from msgspec.structs import replace

from nlc.graph.planar import refusal
from nlc.ir.nodes import CONNECTED, TRUE, Connection, Global, Program


def connection_of(item: Global) -> Connection:
    """Return what a global of `CONNECTED` says."""
    goals = None
    if item.kind == "reaches":
        goals = np.full(item.graph.nodes, -TRUE, np.int32)
        goals[item.targets] = TRUE
    return Connection(item.graph, item.lits, item.members, goals, item.origin)


def connections_of(program: Program) -> list[Connection]:
    """Return the connectedness that a program states, restated or left whole."""
    return program.connections or [
        connection_of(item) for item in program.globals if item.kind in CONNECTED
    ]


def complements(program: Program) -> list[Connection]:
    """Return the connections of plane graphs whose other nodes are connected, too."""
    found = connections_of(program)
    sets = [
        (item, item.members) for item in found if item.goals is None and item.members is not None
    ]
    if len(sets) < 2:
        return []

    return [
        one
        for (one, members), (other, rest) in combinations(sets, 2)
        if np.array_equal(one.graph.ends, other.graph.ends)
        and np.array_equal(members, -rest)
        and refusal(one.graph) is None
    ]


def kept_whole(program: Program, takes: Callable[[Connection], bool]) -> Program:
    """Return an elaborated program with connections in place of some of its restatements."""
    joined = [(i, item) for i, item in enumerate(program.globals) if item.kind in CONNECTED]
    found = {i: connection_of(item) for i, item in joined}
    whole = {i: item for i, item in found.items() if takes(item)}
    if not whole:
        return program
    nodes = [node for node in program.nodes if node.origin.expands not in whole]
    return replace(program, nodes=nodes, connections=list(whole.values()))
