"""Whole-board constraints, decomposed into counts, implications and acyclicity.

Each is kept as a `Global` for the evaluator, which checks it as it was written; the nodes of its
decomposition have ``origin.expands`` set.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, distinct, find_rows
from nlc.board import Board, Incidence, Sort, group_by_key
from nlc.graph import Graph, components, restrict
from nlc.ir import nodes as ir
from nlc.ir.builder import Builder
from nlc.ir.elaborate.formula import Many
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.values import by_length
from nlc.ir.nodes import TRUE, Lits


class Globals:
    """Adds whole-board constraints for one statement."""

    def __init__(self, builder: Builder, origin: ir.Origin) -> None:
        self.builder = builder
        self.origin = origin

    def acyclic(self, edges: Edges) -> None:
        """Add "the chosen edges have no cycle"."""
        forest = ir.Acyclic(edges.graph, edges.lits, self.origin, edges.node_sort)
        self.builder.add_forest(forest)

    def path(self, edges: Edges, start: int, end: int) -> None:
        """Add "the chosen edges are one simple path from `start` to `end`".

        They are that path if they are a forest in which the two ends have degree 1 and all other
        nodes have degree 0 or 2.
        """
        parts = self._keep("path", edges, None, np.array([start, end], np.int32))
        ends = np.zeros(edges.graph.nodes, np.bool_)
        ends[[start, end]] = True
        parts._degrees(edges, ends)
        parts.acyclic(edges)

    def loop(self, edges: Edges) -> None:
        """Add "the chosen edges are one closed loop".

        Every node has degree 0 or 2, and the chosen edges without one of them have no cycle. The
        edge left out is the first chosen one in a list that is known to have a chosen edge: the
        shortest such list by the other rules, such as the borders of a clue.
        """
        parts = self._keep("loop", edges, None, np.zeros(0, np.int32))
        parts._degrees(edges, np.zeros(edges.graph.nodes, np.bool_))
        self.builder.defer(lambda: parts._cut_open(edges))

    def connected(self, edges: Edges, members: Ints | None) -> None:
        """Add "the member nodes are connected by chosen edges through members".

        By a spanning tree: every member but one root points along a chosen edge to a member, and
        the pointers have no cycle. Without `members`, the ends of chosen edges are the members.

        Args:
            members: shape (nodes,), a literal each, or None.
        """
        parts = self._keep("connected", edges, members, np.zeros(0, np.int32))
        if members is None:
            members = parts._touched(edges)
        else:
            edges = _between(edges, members != -ir.TRUE)
        roots = self.builder.auxiliary(edges.graph.nodes, "root", None, parts.origin)
        self.builder.count(ir.Counts.between(0, 1), roots[None, :], parts.origin)
        parts._pointers(edges, members, np.stack([roots, -members], axis=1))

    def reaches(self, edges: Edges, members: Ints, targets: Ints) -> None:
        """Add "chosen edges through members connect every member node to a target".

        Every member that is not a target points along a chosen edge to a member, and the pointers
        have no cycle.

        Args:
            members: shape (nodes,), a literal each.
            targets: nodes.
        """
        parts = self._keep("reaches", edges, members, targets)
        edges = _between(edges, members != -ir.TRUE)
        ends = np.full((edges.graph.nodes, 1), ir.TRUE, np.int32)
        others = np.setdiff1d(np.arange(edges.graph.nodes), targets)
        ends[others, 0] = -members[others]
        parts._pointers(edges, members, ends)

    def group_sizes(self, edges: Edges, variable: str) -> None:
        """State that each number is the size of the group of nodes with it that edges join.

        Each node has an owner, the first node of its group whose number a rule fixes, or else the
        first of all. Nodes have one owner where they are joined and have one number, an owner owns
        itself, and what it owns is connected and as large as its number says.

        Args:
            edges: all of them chosen.
            variable: has a number for each node.
        """
        n, k = edges.graph.nodes, len(self.builder.program.domains[variable].values)
        number = np.arange(n * k, dtype=np.int32)
        has = self.builder.atoms(variable, number // k, number % k)
        parts = self._keep("group_sizes", edges, has, np.zeros(0, np.int32), variable)
        self.builder.defer(lambda: parts._own(edges, variable))

    # ---------- parts ----------

    def _keep(
        self,
        kind: str,
        edges: Edges,
        members: Ints | None,
        targets: Ints,
        variable: str | None = None,
    ) -> Globals:
        """Keep the global as it was written; return the builder of its parts."""
        whole = ir.Global(
            kind,
            edges.graph,
            edges.lits,
            members,
            targets,
            edges.node_sort,
            edges.edge_sort,
            edges.elements,
            self.origin,
            variable,
        )
        self.builder.program.globals.append(whole)
        number = len(self.builder.program.globals) - 1
        return Globals(self.builder, replace(self.origin, expands=number))

    def _node_origin(self, edges: Edges, nodes: Ints) -> ir.Origin:
        return replace(self.origin, binders=(("node", edges.node_sort, nodes),))

    def _degrees(self, edges: Edges, ends: Bools) -> None:
        """Add "nodes have degree 0 or 2, and those of the mask `ends` degree 1"."""
        incident = _incident(edges.graph)
        for nodes, index in by_length(incident.indptr):
            lits = edges.lits[incident.data[index]]
            for mask, counts in (
                (~ends[nodes], ir.Counts.of(0, 2)),
                (ends[nodes], ir.Counts.of(1)),
            ):
                self.builder.count(counts, lits[mask], self._node_origin(edges, nodes[mask]))

    def _touched(self, edges: Edges) -> Ints:
        """Return the literals "a chosen edge ends at the node", shape (nodes,)."""
        incident = _incident(edges.graph)
        nodes = np.flatnonzero(np.diff(incident.indptr)).astype(np.int32)
        indptr = incident.indptr[np.append(nodes, edges.graph.nodes)]
        any_of = Many(False, indptr, edges.lits[incident.data])
        out = np.full(edges.graph.nodes, -ir.TRUE, np.int32)
        reifier = Reifier(self.builder, self._node_origin(edges, nodes))
        out[nodes] = reifier.literal(any_of, np.arange(len(nodes), dtype=np.int32))
        return out

    def _pointers(self, edges: Edges, members: Ints, instead: Ints) -> None:
        """Add "each node points along one chosen edge to a member, without a cycle".

        Args:
            members: shape (nodes,), literals.
            instead: shape (nodes, k), literals; a true one replaces the pointer.
        """
        graph, m = edges.graph, len(edges.lits)
        out = self.builder.auxiliary(2 * m, "pointer", None, self.origin)
        tails, heads = graph.ends.T.ravel(), graph.ends[:, ::-1].T.ravel()
        pointed = replace(self.origin, binders=(("from", edges.node_sort, tails),))
        lits = np.tile(edges.lits, 2)
        for target in (lits, members[heads]):
            self.builder.clause(target[:, None], pointed, guard=out[:, None])
        leaving = group_by_key(tails, out, graph.nodes)
        for nodes, index in by_length(leaving.indptr):
            if not index.shape[1]:  # most nodes of a board, where a set has a few of them
                alone = members[nodes] == -ir.TRUE
                never = instead[nodes[alone], :-1]
                if never.size:
                    origin = self._node_origin(edges, nodes[alone])
                    self.builder.count(ir.Counts.of(0), never, origin)
                nodes, index = nodes[~alone], index[~alone]
            choices = np.concatenate([leaving.data[index], instead[nodes]], axis=1)
            self.builder.count(ir.Counts.of(1), choices, self._node_origin(edges, nodes))
        both = np.stack([out[:m], out[m:]], axis=1)
        self.builder.count(ir.Counts.between(0, 1), both, self.origin)
        if not self._forest_already(edges):
            definition = ir.CountDefinition(ir.Counts.between(1, 2), both)
            chosen = self.builder.auxiliary(m, "tree", definition, self.origin)
            self.builder.add(ir.Acyclic(graph, chosen, self.origin))

    def _own(self, edges: Edges, variable: str) -> None:
        """State the sizes of groups by owners, with what all rules say of the numbers."""
        builder, origin, n = self.builder, self.origin, edges.graph.nodes
        domain = builder.program.domains[variable]
        sizes: Ints = np.array([int(text) for text in domain.values], np.int32)
        may, told = self._numbers(variable)
        wrong = np.argwhere(may & ~_with_room(edges.graph, may, sizes)).astype(np.int32)
        may[wrong[:, 0], wrong[:, 1]] = False
        never = ir.Assign(variable, wrong[:, 0], wrong[:, 1], equal=False)
        builder.state(never, origin)
        reach = _owners(edges.graph, may, told, sizes)
        owned = np.full((n, n), -ir.TRUE, np.int32)
        owned[reach] = builder.auxiliary(int(reach.sum()), "owner", None, origin)
        every = np.arange(n, dtype=np.int32)
        choices = owned.T
        if domain.optional:
            absent = builder.atoms(variable, every, ir.ABSENT)
            choices = np.column_stack([choices, absent])
        builder.count(ir.Counts.of(1), choices, self._node_origin(edges, every))
        owner, node = np.nonzero(reach)
        builder.clause(owned[owner, owner][:, None], origin, guard=owned[owner, node][:, None])
        a, b = edges.graph.ends.T
        equal = ir.Relate(variable, a, variable, b, equal=True)
        same = builder.auxiliary(len(a), "same number", equal, origin)
        trio = (owned[:, a].ravel(), owned[:, b].ravel(), np.tile(same, n))
        for i in range(3):
            two = np.stack([trio[i - 1], trio[i - 2]], axis=1)
            builder.clause(trio[i][:, None], origin, guard=two)
        for d in np.flatnonzero(reach.any(axis=1)).tolist():
            self._group(edges, variable, owned[d], d, sizes, may[d], bool(told[d]))

    def _group(
        self, edges: Edges, variable: str, lits: Ints, d: int, sizes: Ints, may: Bools, told: bool
    ) -> None:
        """State of one owner, with the literals of what it owns, that this is a group."""
        most = ir.Counts.between(0, int(sizes[may].max()))
        self.builder.count(most, lits[None], self.origin)
        self.connected(edges, lits)
        values = np.flatnonzero(may).astype(np.int32)
        atoms = self.builder.atoms(variable, np.full(len(values), d, np.int32), values)
        for value, atom in zip(values.tolist(), atoms.tolist(), strict=True):
            guard = np.array([[lits[d]] if told else [lits[d], atom]], np.int32)
            size = ir.Counts.of(int(sizes[value]))
            self.builder.count(size, lits[None], self.origin, guard=guard)
        if told:
            owns = np.flatnonzero(lits != -ir.TRUE).astype(np.int32)
            number = ir.Assign(variable, owns, np.full(len(owns), values[0], np.int32), equal=True)
            self.builder.state(number, self.origin, guard=lits[owns][:, None])

    def _numbers(self, variable: str) -> tuple[Bools, Bools]:
        """Return which values a variable can have, (nodes, values), and where rules fix one."""
        may = self.builder.program.domains[variable].table()
        told = np.zeros(len(may), np.bool_)
        nodes = () if self.builder.program.guarded_rules else self.builder.nodes()
        for then in ir.stated_values(nodes):
            there = then.values != ir.ABSENT
            at, value = then.elements[there], then.values[there]
            if then.variable == variable and then.equal:
                only = np.zeros((len(at), may.shape[1]), np.bool_)
                only[np.arange(len(at)), value] = True
                np.logical_and.at(may, at, only)
                told[at] = True
            elif then.variable == variable:
                may[at, value] = False
        return may, told & (may.sum(axis=1) == 1)

    def _forest_already(self, edges: Edges) -> bool:
        """Return whether another rule already excludes cycles of these edges."""
        if self.builder.program.guarded_rules:
            return False
        wanted = _edge_rows(edges.graph, edges.lits)
        if len(distinct(wanted)) < len(wanted):
            return False
        return not len(wanted) or any(
            wanted[0, 2] in forest.lits
            and bool((find_rows(wanted, _edge_rows(forest.graph, forest.lits)) >= 0).all())
            for forest in self.builder.forests
        )

    def _cut_open(self, edges: Edges) -> None:
        """Add "the chosen edges without the first chosen one of a list have no cycle"."""
        certain = np.flatnonzero(edges.lits == ir.TRUE)
        if len(certain):
            others = np.arange(len(edges.lits)) != certain[0]
            graph = restrict(edges.graph, others)
            self.builder.add_forest(ir.Acyclic(graph, edges.lits[others], self.origin))
            return
        edges = self._with_distinct_variables(edges)
        first = self._surely_chosen(edges)
        if first is None:
            first = edges.lits
            self.builder.clause(first[None, :], self.origin)
        later = self.builder.auxiliary(
            len(first), "later", ir.FirstTrueDefinition(first), self.origin
        )
        lits = edges.lits.copy()
        order = np.argsort(edges.lits)
        lits[order[np.searchsorted(edges.lits, first, sorter=order)]] = later
        self.builder.add_forest(ir.Acyclic(edges.graph, lits, self.origin))

    def _with_distinct_variables(self, edges: Edges) -> Edges:
        """Return the edges with a copy of each literal whose variable another edge has before."""
        if len(distinct(np.abs(edges.lits))) == len(edges.lits):
            return edges
        again = np.ones(len(edges.lits), np.bool_)
        again[np.unique(np.abs(edges.lits), return_index=True)[1]] = False
        lits = edges.lits.copy()
        definition = ir.CountDefinition(ir.Counts.of(1), lits[again][:, None])
        lits[again] = self.builder.auxiliary(int(again.sum()), "copy", definition, self.origin)
        return replace(edges, lits=lits)

    def _surely_chosen(self, edges: Edges) -> Ints | None:
        """Return the shortest list of edge literals at least one of which is true by some rule."""
        best: Ints | None = None
        if self.builder.program.guarded_rules:
            return best
        for node in self.builder.nodes():
            match node:
                case ir.Exactly(counts, lits, guard) if 0 not in counts and not guard.shape[1]:
                    rows = lits
                case ir.Implies(guard, ir.Clause(lits)) if not guard.shape[1]:
                    rows = lits
                case _:
                    continue
            if best is not None and rows.shape[1] >= len(best):
                continue
            fits = np.flatnonzero(np.isin(rows, edges.lits).all(axis=1))
            if len(fits):
                best = np.sort(rows[fits[0]])
        return best


def _between(edges: Edges, possible: Bools) -> Edges:
    """Return the edges with both ends passable."""
    keep = possible[edges.graph.ends[:, 0]] & possible[edges.graph.ends[:, 1]]
    graph = restrict(edges.graph, keep)
    return replace(edges, graph=graph, lits=edges.lits[keep], elements=edges.elements[keep])


def _with_room(graph: Graph, may: Bools, sizes: Ints) -> Bools:
    """Return which numbers nodes have room for: where as many nodes as they say hang together."""
    room = np.zeros(may.shape, np.int64)
    for value, inside in enumerate(may.T):
        part = components(graph.nodes, graph.ends[inside[graph.ends].all(axis=1)])
        room[:, value] = np.bincount(part[inside], minlength=graph.nodes)[part]
    out: Bools = (sizes > 0) & (sizes <= room)
    return out


def _owners(graph: Graph, may: Bools, told: Bools, sizes: Ints) -> Bools:
    """Return which nodes each node may own, shape (nodes, nodes).

    A way of fewer steps than its number leads from an owner to what it owns, through nodes that may
    have this number; of those it is the first, but that those whose number is told come before.

    Args:
        may: shape (nodes, values), which values each node can have.
        told: shape (nodes,), whether a node can have one value alone.
        sizes: shape (values,), the number that each value is.
    """
    n = graph.nodes
    every = np.arange(n)
    later: Bools = every[:, None] <= every
    later = np.where(told[:, None], ~told | later, ~told & later)
    near = group_by_key(graph.ends.ravel(), graph.ends[:, ::-1].ravel(), n)
    rows = np.repeat(every, np.diff(near.indptr))
    beside = np.full((n, int(np.diff(near.indptr).max(initial=0))), n)
    beside[rows, np.arange(len(rows)) - near.indptr[rows]] = near.data
    out = np.zeros((n, n), np.bool_)
    for value, size in enumerate(sizes.tolist()):
        inside = later & may[:, value]
        reach: Bools = np.diag(may[:, value])
        for _ in range(size - 1):
            wider = reach | (inside & np.pad(reach, ((0, 0), (0, 1)))[:, beside].any(axis=2))
            if np.array_equal(wider, reach):
                break
            reach = wider
        out |= reach
    return out


def _incident(graph: Graph) -> Incidence:
    """Return the edges at each node."""
    return group_by_key(graph.ends.ravel(), np.arange(2 * len(graph.ends)) // 2, graph.nodes)


def _edge_rows(graph: Graph, lits: Ints) -> Ints:
    """Return the two nodes and the literal of each edge, shape (edges, 3)."""
    return np.concatenate([np.sort(graph.ends, axis=1), lits[:, None]], axis=1).astype(np.int32)


TOUCHING = "cells that touch at corners are joined across each other"
"""Why cells that are joined at vertices are not a plane graph."""


OWN = "pairs of elements are joined across each other"
"""Why pairs are not a plane graph."""


class Edges(Struct, frozen=True, eq=False):
    """The edges of a global constraint.

    Attributes:
        graph: all nodes, and the edges.
        lits: shape (edges,), the literal of each edge; may be `TRUE`, and a variable may repeat.
        elements: shape (edges,), the link, border, vertex or pair of each edge.
        node_sort: the sort of the nodes.
        edge_sort: the sort of the edges; a vertex has an edge for each two cells at it.
        nodes: shape (nodes,), the element or value that each node is, ascending.
    """

    graph: Graph
    lits: Lits
    elements: Ints
    node_sort: Sort
    edge_sort: Sort
    nodes: Ints


def edges_between(ends: Ints, pairs: Ints, lits: Lits, sort: Sort, nodes: Ints) -> Edges:
    """Return pairs of elements or values as edges.

    Args:
        ends: shape (edges, 2), the members of each pair.
        pairs: shape (edges,), their numbers.
        lits: shape (edges,).
        sort: of the nodes.
        nodes: all elements or values that may be joined, ascending.
    """
    possible: Bools = lits != -TRUE
    at = np.searchsorted(nodes, ends[possible]).astype(np.int32)
    rank = np.repeat(np.arange(len(at), dtype=np.int32)[:, None], 2, axis=1)
    graph = Graph(len(nodes), at, rank, OWN)
    return Edges(graph, lits[possible], pairs[possible], sort, Sort("pair"), nodes)


def edges_of(board: Board, node_sort: Sort, sort: Sort, elements: Ints, lits: Lits) -> Edges:
    """Return elements of a board as edges between its nodes.

    Args:
        board: the board.
        node_sort: `CELL` or `VERTEX`.
        sort: the sort of the elements: `LINK` joins its cells; `BORDER` its vertices, or the cells
            on its two sides; `VERTEX` all cells at it.
        elements: ascending, each once.
        lits: shape (elements,), the literals of the elements.
    """
    if sort is Sort.LINK:
        graph = restrict(board.link_graph, elements)
    elif sort is Sort.BORDER and node_sort is Sort.VERTEX:
        graph = restrict(board.border_graph, elements)
    elif sort is Sort.BORDER:
        inner = board.border_inner[elements]
        elements, lits = elements[inner], lits[inner]
        graph = restrict(_cells_across(board), elements)
    else:
        graph, elements, lits = _cells_at_vertices(board, elements, lits)
    possible: Bools = lits != -TRUE
    if not possible.all():
        graph = restrict(graph, np.flatnonzero(possible))
        elements, lits = elements[possible], lits[possible]
    nodes = np.arange(graph.nodes, dtype=np.int32)
    return Edges(graph, lits.astype(np.int32), elements.astype(np.int32), node_sort, sort, nodes)


def _cells_across(board: Board) -> Graph:
    """Return the cells with an edge across each border; at the rim it is a self-loop."""
    ends, around = board.border_cells, board.cell_borders
    cells = np.repeat(np.arange(len(around.lengths), dtype=np.int32), around.lengths)
    place = np.arange(len(cells), dtype=np.int32) - around.indptr[cells]
    rank = np.zeros(ends.shape, np.int32)
    for end in (0, 1):
        here = ends[around.data, end] == cells
        rank[around.data[here], end] = place[here]
    joined = np.where(ends < 0, ends[:, ::-1], ends).astype(np.int32)
    return Graph(board.link_graph.nodes, joined, rank, board.link_graph.nonplanar)


def _cells_at_vertices(board: Board, vertices: Ints, lits: Lits) -> tuple[Graph, Ints, Lits]:
    """Return cells with an edge for each two at a vertex; the vertices and their literals.

    Cells with several common vertices have one edge if one of these literals is `TRUE`.
    """
    at, table = np.full(board.count(Sort.VERTEX), -TRUE, np.int32), board.vertex_cells
    at[vertices] = lits
    pairs, where = [np.zeros((0, 2), np.int32)], [np.zeros(0, np.int32)]
    for rows, index in by_length(table.indptr):
        cells = table.data[index]
        for i in range(cells.shape[1]):
            for j in range(i + 1, cells.shape[1]):
                pairs.append(cells[:, [i, j]])
                where.append(rows)
    ends, met = np.concatenate(pairs), np.concatenate(where)
    order = np.argsort(met, kind="stable")
    ends, met = ends[order], met[order]
    held = at[met]
    keep: Bools = (held != -TRUE) & (ends[:, 0] != ends[:, 1])
    keys = np.sort(ends, axis=1).astype(np.int64) @ np.array([len(table.data) + 1, 1])
    certain = np.flatnonzero(held == TRUE)
    first = np.unique(keys[certain], return_index=True)[1]
    keep[np.isin(keys, keys[certain])] = False
    keep[certain[first]] = ends[certain[first], 0] != ends[certain[first], 1]
    ends, met, held = ends[keep], met[keep], held[keep]
    rank = np.repeat(np.arange(len(ends), dtype=np.int32)[:, None], 2, axis=1)
    return Graph(board.link_graph.nodes, ends, rank, TOUCHING), met, held
