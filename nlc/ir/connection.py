"""Connectedness kept whole: for encodings that state it in a way of their own.

Elaboration restates a `Global` of `CONNECTED` by pointers along spanning trees. `kept_whole` puts a
`Connection` in the place of each such restatement, with what other rules say of its members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints, distinct_rows
from nlc.graph import Graph
from nlc.graph.planar import refusal
from nlc.ir import nodes as ir


def connection_of(item: ir.Global, members: Members | None = None) -> ir.Connection:
    """Return what a global of `CONNECTED` says, and what other rules say of its members."""
    goals = None
    if item.kind == "reaches":
        goals = np.full(item.graph.nodes, -ir.TRUE, np.int32)
        goals[item.targets] = ir.TRUE
    most = root = None
    if item.members is not None and members is not None:
        most, root = members(item.members)
    return ir.Connection(item.graph, item.lits, item.members, goals, item.origin, most, root)


def sizes_of(program: ir.Program, item: ir.Global) -> ir.Connection:
    """Return what `group_sizes` says: the graph has a node for each number that a node may have."""
    assert item.variable is not None
    numbers = np.array([int(text) for text in program.domains[item.variable].values], np.int32)
    k, every = len(numbers), np.arange(len(numbers), dtype=np.int32)
    ends = (item.graph.ends[:, None] * k + every[:, None]).reshape(-1, 2)
    graph = Graph(item.graph.nodes * k, ends, np.zeros_like(ends))
    edges, sizes = np.full(len(ends), ir.TRUE, np.int32), np.tile(numbers, item.graph.nodes)
    return ir.Connection(graph, edges, item.members, None, item.origin, sizes=sizes)


def connections_of(
    program: ir.Program, takes: Callable[[ir.Connection], bool] = lambda item: item.sizes is None
) -> list[ir.Connection]:
    """Return the connectedness that a program states, restated or left whole."""
    if program.connections or not program.connects:
        return list(filter(takes, program.connections))
    return list(_taken(program, takes)[0].values())


def _taken(
    program: ir.Program, takes: Callable[[ir.Connection], bool]
) -> tuple[dict[int, ir.Connection], frozenset[int]]:
    """Return the connections that are taken, by their globals, and the globals of other parts."""
    sized = {
        i: found
        for i, item in enumerate(program.globals)
        if item.variable is not None and takes(found := sizes_of(program, item))
    }
    inside = frozenset(i for i, item in enumerate(program.globals) if item.origin.expands in sized)
    members = None if program.guarded_rules else Members(program)
    joined = {
        i: connection_of(item, members)
        for i, item in enumerate(program.globals)
        if item.kind in ir.CONNECTED and i not in inside
    }
    return sized | {i: item for i, item in joined.items() if takes(item)}, inside


def stated(program: ir.Program) -> list[ir.Node]:
    """Return the nodes but those of spanning trees, which say nothing more of members."""
    trees = {i for i, item in enumerate(program.globals) if item.kind in ir.CONNECTED}
    return [node for node in program.nodes if node.origin.expands not in trees]


class Members:
    """What the counts and implications of a program say of the members of sets."""

    def __init__(self, program: ir.Program) -> None:
        """Take the program as elaborated: its implications are between the same literals."""
        nodes = stated(program)
        counts = [n for n in nodes if isinstance(n, ir.Exactly) and not n.guard.shape[1]]
        bounds = ((n.lits, n.counts.intervals[-1][1]) for n in counts if n.counts.intervals)
        rows = [(lits, most) for lits, most in bounds if most < lits.shape[1]]
        self._rows = [row for lits, _ in rows for row in lits]
        self._most = [most for lits, most in rows for _ in lits]
        flat = np.concatenate([np.zeros(0, np.int32), *(lits.ravel() for lits, _ in rows)])
        which = np.repeat(np.arange(len(self._rows)), [len(row) for row in self._rows])
        order = np.argsort(flat, kind="stable")
        self._lits, self._which = flat[order], which[order]
        pairs = np.concatenate([np.zeros((0, 2), np.int32), *_implied(program, nodes)])
        pairs = pairs[distinct_rows(pairs)[0]] if len(pairs) else pairs
        self._if, self._then = pairs[np.argsort(pairs[:, 1], kind="stable")].T

    def __call__(self, members: ir.Lits) -> tuple[int | None, int | None]:
        """Return how many hold at most, and the place of one that holds wherever any does.

        Args:
            members: shape (n,), literals, constants among them.
        """
        open_ = members[np.abs(members) != ir.TRUE]
        always = int((members == ir.TRUE).sum())
        if len(open_) + always < 2:
            most: int | None = len(open_) + always
        elif not len(open_):
            return None, int((members == ir.TRUE).argmax())
        else:
            first, last = np.searchsorted(self._lits, [open_[0], open_[0] + 1])
            rows = self._which[first:last]
            if len(set(open_.tolist())) < len(open_):  # a count has a literal of two members once
                rows = rows[:0]
            found = [self._most[i] for i in rows if np.isin(open_, self._rows[i]).all()]
            most = min(found) + always if found else None
        return most, self._root(members)

    def _root(self, members: ir.Lits) -> int | None:
        if (members == ir.TRUE).any():
            return int((members == ir.TRUE).argmax())
        possible = np.flatnonzero(members != -ir.TRUE)
        lits = members[possible]
        first, last = (np.searchsorted(self._then, lits, side) for side in ("left", "right"))
        runs = [np.arange(a, b) for a, b in zip(first, last, strict=True)]
        inside = np.concatenate([np.zeros(0, np.intp), *runs])
        given, then = self._if[inside], self._then[inside]
        sure = np.isin(lits, then[given == ir.TRUE])
        if not sure.any():
            pairs = np.isin(given, lits) & (given != then)
            told, times = np.unique(then[pairs], return_counts=True)
            sure = np.isin(lits, told[times == len(lits) - 1])
            sure |= len(lits) == 1
        return int(possible[sure.argmax()]) if sure.any() else None


def _implied(program: ir.Program, nodes: list[ir.Node]) -> Iterator[Ints]:
    """Yield pairs of literals, shape (n, 2), the first of which implies the second; or `TRUE`.

    The second is one that may be a member.
    """
    members = np.zeros(2 * program.variables + 3, np.bool_)
    for item in program.globals:
        if item.kind in ir.CONNECTED and item.members is not None:
            members[item.members[np.abs(item.members) != ir.TRUE]] = True
    for node in nodes:
        if not isinstance(node, ir.Implies) or node.guard.shape[1] > 2:
            continue
        match node.then:
            case ir.Clause(lits):
                row = np.concatenate([-node.guard, lits], axis=1)
            case ir.Assign(variable, elements, values, True):
                atoms = program.atom_table(variable)[elements, values + 1]
                row = np.column_stack([-node.guard, np.where(atoms, atoms, -ir.TRUE)])
            case _:
                continue
        if row.shape[1] == 1:
            row = np.column_stack([np.full(len(row), -ir.TRUE, np.int32), row])
        for given, then in ((0, 1), (1, 0)) if row.shape[1] == 2 else ():
            kept = np.abs(row[:, then]) != ir.TRUE
            kept[kept] = members[row[kept, then]]
            yield np.column_stack([-row[kept, given], row[kept, then]])


def complements(program: ir.Program) -> list[ir.Connection]:
    """Return the connections of plane graphs whose other nodes are connected, too."""
    found = program.connections or [
        connection_of(item) for item in program.globals if item.kind in ir.CONNECTED
    ]
    sums = [  # a set and its others have opposite literals
        (each, int(each.members.sum()))
        for each in found
        if each.goals is None and each.members is not None
    ]
    known = {total for _, total in sums}
    sets = [each for each, total in sums if -total in known]
    last = {_digest(each, 1): i for i, each in enumerate(sets)}
    before = (each for i, each in enumerate(sets) if last.get(_digest(each, -1), -1) > i)
    return [each for each in before if refusal(each.graph) is None]


def _digest(item: ir.Connection, sign: int) -> bytes:
    """Return a digest of the graph and of the members, or of the others."""
    assert item.members is not None
    return blake2b(item.graph.ends.tobytes() + (sign * item.members).tobytes()).digest()


def kept_whole(program: ir.Program, takes: Callable[[ir.Connection], bool]) -> ir.Program:
    """Return an elaborated program with connections in place of some of its restatements."""
    if not program.connects:
        return program
    whole, inside = _taken(program, takes)
    if not whole:
        return program
    gone = whole.keys() | inside
    nodes = [node for node in program.nodes if node.origin.expands not in gone]
    return replace(program, nodes=nodes, connections=list(whole.values()))
