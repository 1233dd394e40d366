"""Finds simple contradictions of puzzles, in the program alone.

No genre is known here: the program has the degrees that rules fix, the links along which values are
equal, and the elements with given values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from nlc.arrays import Bools, Ints, distinct
from nlc.board import Sort
from nlc.errors import Diagnostics, Span
from nlc.graph import Graph, spanning_forest
from nlc.ir import nodes as ir
from nlc.ir.chosen_edges import UNKNOWN, ChosenEdges, at_nodes
from nlc.language.resolve import Puzzle

MAX_WARNINGS = 3
"""The most warnings of one kind for a puzzle."""


def lint(program: ir.Program, puzzle: Puzzle, diagnostics: Diagnostics) -> None:
    """Warn of contradictions.

    Args:
        program: the program of the puzzle.
        puzzle: the puzzle.
        diagnostics: gets the warnings.
    """
    board = puzzle.literal.span if puzzle.literal is not None else puzzle.tree.span
    for message, statement in _contradictions(program, certain=False):
        is_house_rule = statement is not None and _within(statement, puzzle.tree.span)
        diagnostics.warn(message, statement if is_house_rule else board)


def static_checks(program: ir.Program) -> tuple[str, ...]:
    """Return messages on certain contradictions of a puzzle, by its program."""
    return tuple(dict.fromkeys(message for message, _ in _contradictions(program, certain=True)))


def _contradictions(program: ir.Program, certain: bool) -> Iterator[tuple[str, Span | None]]:
    """Yield a message on each contradiction, and the statement that cannot hold, if it is one."""
    yield from _impossible(program)
    for var in program.bools:
        if var.sort is Sort.LINK:
            lits = np.arange(var.base, var.base + var.size, dtype=np.int32)
            edges = ChosenEdges(program.board.link_graph, lits)
            found = [*_odd_pieces(program, edges)]
            for domain in program.domains.values():
                given, follows = given_values(program, var, domain.name)
                if domain.sort is Sort.CELL and follows.any():
                    if follows.all() or not certain:
                        apart = _apart(program, edges, domain, given, certain)
                        found += islice(apart, MAX_WARNINGS)
                    if not certain:
                        found += islice(_isolated(program, edges, given), MAX_WARNINGS)
            yield from ((message, None) for message in found)


def _impossible(program: ir.Program) -> Iterator[tuple[str, Span | None]]:
    """Yield unsatisfiable instances of a rule, such as a cell without neighbours."""
    for node in program.nodes:
        match node:
            case ir.Exactly(counts, lits, guard) if not guard.shape[1]:
                unsatisfiable = not counts.within(lits.shape[1]).intervals
            case ir.Implies(guard, ir.Clause(lits)) if not guard.shape[1]:
                unsatisfiable = lits.shape[1] == 0
            case _:
                continue
        for row in range(min(MAX_WARNINGS, len(lits))) if unsatisfiable else ():
            where = _instance(program, node, row)
            rule = f"rule '{node.origin.rule}'"
            yield f"{rule} cannot hold{where}: there is no solution", node.origin.span


def _within(inner: Span, outer: Span) -> bool:
    """Return whether a span starts inside another one."""
    start = inner.line, inner.column
    end = outer.end_line, outer.end_column
    return inner.source is outer.source and (outer.line, outer.column) <= start < end


def _instance(program: ir.Program, node: ir.Node, row: int) -> str:
    """Return the bound elements of a row of a node, as `` for c = r1c1``."""
    names, placed = program.board.names, node.origin.placed
    parts = [f"{name} = {names(sort)[data[row]]}" for name, sort, data in placed]
    return f" for {', '.join(parts)}" if parts else ""


# ---------- parity ----------


def _odd_pieces(program: ir.Program, edges: ChosenEdges) -> Iterator[str]:
    """Yield messages on pieces whose two colours of cells need different numbers of links.

    Every link joins the two colours of a bipartite board. So if the rules fix the degree of each
    cell of a connected piece, the degrees of both colours have the same sum.
    """
    degrees = at_nodes(program, edges, lambda k: min(k) if len([*k]) == 1 else None)
    if np.all(degrees == UNKNOWN):
        return
    piece, side = _two_colouring(edges.graph)
    for number in distinct(piece):
        members = piece == number
        if (degrees[members] == UNKNOWN).any() or (side[members] < 0).any():
            continue
        sums = [int(degrees[members & (side == colour)].sum()) for colour in (0, 1)]
        if sums[0] == sums[1]:
            continue
        where = program.board.names(Sort.CELL)[int(np.flatnonzero(members)[0])]
        yield (
            f"no solution, by parity: coloured like a checkerboard, the cells of one colour "
            f"need {sums[0]} links and those of the other {sums[1]} (the piece with {where})"
        )


def _two_colouring(graph: Graph) -> tuple[Ints, Ints]:
    """Return the piece of each node and its colour 0 or 1; -1 in pieces that are not bipartite.

    The bipartite double cover has nodes v and v + n; a piece is bipartite if and only if the two
    copies of its nodes are in different components.
    """
    n = graph.nodes
    one, two = graph.ends[:, 0], graph.ends[:, 1]
    doubled = np.concatenate(
        [np.stack([one, two + n], axis=1), np.stack([one + n, two], axis=1)]
    ).astype(np.int32)
    piece = spanning_forest(n, graph.ends).root
    cover = spanning_forest(2 * n, doubled).root
    low, high = cover[:n], cover[n:]
    side = np.where(low < high, 0, 1)
    return piece, np.where(low == high, -1, side).astype(np.int32)


# ---------- values that cannot meet ----------


def _apart(
    program: ir.Program, edges: ChosenEdges, domain: ir.Domain, given: Ints, certain: bool
) -> Iterator[str]:
    """Yield messages on equal given values that cannot be connected past the other values.

    With `certain`, only if there is no solution: where chosen links join cells of one value, an
    even number of cells that are joined have an odd number of them (the handshake lemma); so a cell
    that must have an odd number cannot be the only one on its side.
    """
    names, ends = program.board.names(Sort.CELL), edges.graph.ends
    odd: Ints | None = None
    own, connected = distinct(given[given >= 0]), distinct(_connected_values(given, ends))
    for value in np.setdiff1d(own, connected, assume_unique=True).tolist():
        free = (given == -1) | (given == value)
        piece = spanning_forest(len(given), ends[free[ends].all(axis=1)]).root
        cells = np.flatnonzero(given == value).astype(np.int32)
        others = cells[piece[cells] != piece[cells[0]]]
        if not len(others):
            continue
        if certain:
            odd = at_nodes(program, edges, lambda counts: counts.parity) if odd is None else odd
            if not _is_odd(odd, piece, cells, free):
                continue
        text = domain.values[value]
        one, other = names[cells[0]], names[others[0]]
        yield f"no way leads from '{text}' at {one} to '{text}' at {other}"


def _isolated(program: ir.Program, edges: ChosenEdges, given: Ints) -> Iterator[str]:
    """Yield messages on cells whose neighbours have too many values for the links they need.

    The links of a cell lead to cells of one value: those with it, and those without a given one.
    The thesis calls such a cell isolated.
    """
    graph = edges.graph
    needed = at_nodes(program, edges, lambda counts: min(counts, default=None))
    ends = np.concatenate([graph.ends, graph.ends[:, ::-1]])
    ends = ends[np.argsort(ends[:, 0], kind="stable")]
    starts = np.searchsorted(ends[:, 0], np.arange(graph.nodes + 1))
    free = np.bincount(ends[given[ends[:, 1]] < 0, 0], minlength=graph.nodes)
    names = program.board.names(Sort.CELL)
    for cell in np.flatnonzero(needed > free).tolist():
        neighbours = given[ends[starts[cell] : starts[cell + 1], 1]]
        values, counts = np.unique(neighbours[neighbours >= 0], return_counts=True)
        own = counts[values == given[cell]] if given[cell] >= 0 else counts
        need, most = int(needed[cell]), int(free[cell] + own.max(initial=0))
        if most < need:
            yield (
                f"{names[cell]} is isolated: it needs {need} link{'s' * (need > 1)} to cells of "
                f"one value, and its neighbours leave it {most or 'none'}"
            )


def given_values(program: ir.Program, var: ir.BoolVar, domain: str) -> tuple[Ints, Bools]:
    """Return the given value of each element, or -1, and the links along which values are equal."""
    given = np.full(program.domains[domain].size, -1, np.int32)
    follows = np.zeros(var.size, np.bool_)
    for then in ir.stated_values(program.nodes):
        if then.equal and then.variable == domain:
            given[then.elements] = then.values
    for node in program.nodes:
        match node:
            case ir.Implies(guard, ir.Relate(left, one, right, other, True)):
                if left == right == domain and guard.shape[1] == 1:
                    link = guard[:, 0] - var.base
                    known = (link >= 0) & (link < var.size)
                    link, pair = link[known], np.column_stack([one, other])[known]
                    ends = program.board.link_graph.ends[link]
                    same = np.all(np.sort(ends, axis=1) == np.sort(pair, axis=1), axis=1)
                    follows[link[same]] = True
    return given, follows


def _connected_values(given: Ints, ends: Ints) -> Ints:
    """Return values of two cells that are obviously connected: neighbours, or by free cells.

    Args:
        given: shape (cells,), a value or -1.
        ends: shape (links, 2).
    """
    values = given[ends]
    neighbours = values[(values[:, 0] == values[:, 1]) & (values[:, 0] >= 0), 0]
    piece = spanning_forest(len(given), ends[(values == -1).all(axis=1)]).root
    rim = np.concatenate([ends, ends[:, ::-1]])
    rim = rim[(given[rim[:, 0]] >= 0) & (given[rim[:, 1]] == -1)]
    key = given[rim[:, 0]].astype(np.int64) * len(given) + piece[rim[:, 1]]
    connected = distinct(np.column_stack([key, rim[:, 0]]))[:, 0]
    both, count = np.unique(connected, return_counts=True)
    pairs = np.flatnonzero(np.bincount(given[given >= 0], minlength=1) == 2)
    found = np.concatenate([neighbours, both[count > 1] // max(1, len(given))])
    return np.intersect1d(distinct(found), pairs, assume_unique=True).astype(np.int32)


def _is_odd(odd: Ints, piece: Ints, cells: Ints, free: Bools) -> bool:
    """Return whether some piece with a cell needs an odd number of ends of links."""
    inside = (odd[free & (piece == root)] for root in distinct(piece[cells]))
    return any(UNKNOWN not in ends and bool(ends.sum() % 2) for ends in inside)
