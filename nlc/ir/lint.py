"""Finds puzzles that are plainly unsolvable, from the program alone.

Nothing here knows a genre: it reads off the program which degrees the rules fix, along which links
a value must stay the same, and which elements have their value given.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from nlc.arrays import Ints, distinct
from nlc.board import Sort
from nlc.errors import Diagnostics, Span
from nlc.graph import Graph, spanning_forest
from nlc.ir.apart import apart, given_values
from nlc.ir.chosen_edges import UNKNOWN, ChosenEdges, at_nodes
from nlc.ir.nodes import BoolVar, Clause, Counts, Exactly, Implies, Node, Program
from nlc.language.resolve import Puzzle

MAX_WARNINGS = 3
"""Warnings of one kind for a puzzle."""


def lint(
    program: Program, puzzle: Puzzle, diagnostics: Diagnostics, *, certain: bool = False
) -> None:
    """Warn of what cannot be solved.

    Args:
        program: the elaborated puzzle.
        puzzle: where it was written.
        diagnostics: takes the warnings.
        certain: tell only what leaves no solution for sure, by whatever rules.
    """
    span = puzzle.literal.span if puzzle.literal is not None else puzzle.tree.span
    _impossible(program, puzzle.tree.span, span, diagnostics)
    for var in program.bools:
        if var.sort is Sort.LINK:
            _parity(program, var, span, diagnostics)
            for name in program.domains:
                _apart(program, var, name, span, diagnostics, certain)
                given, follows = given_values(program, var, name)
                if not certain and follows.any() and program.domains[name].sort is Sort.CELL:
                    _encased(program, var, given, span, diagnostics)


def contradictions(program: Program, puzzle: Puzzle) -> tuple[str, ...]:
    """Return what shows at a glance that a puzzle has no solution; none if nothing does."""
    seen = Diagnostics()
    lint(program, puzzle, seen, certain=True)
    return tuple(item.message for item in seen.items)


def is_unbalanced(program: Program) -> bool:
    """Return whether the two colours of a checkerboard ask for different numbers of links."""
    return any(
        next(_unbalanced(program, var), None) is not None
        for var in program.bools
        if var.sort is Sort.LINK
    )


def _impossible(program: Program, puzzle: Span, span: Span, diagnostics: Diagnostics) -> None:
    """Warn of instances of a rule that nothing can satisfy, such as a cell without neighbours.

    Args:
        program: the elaborated puzzle.
        puzzle: all of its text; a rule in there is reported at the statement that asks too much.
        span: where rules of the genre are reported.
        diagnostics: takes the warnings.
    """
    for node in program.nodes:
        match node:
            case Exactly(counts, lits, guard) if not guard.shape[1]:
                hopeless = not counts.within(lits.shape[1]).intervals
            case Implies(guard, Clause(lits)) if not guard.shape[1]:
                hopeless = lits.shape[1] == 0
            case _:
                continue
        if hopeless:
            statement = node.origin.span
            house = statement is not None and _within(statement, puzzle)
            for row in range(min(MAX_WARNINGS, len(lits))):
                where = _instance(program, node, row)
                diagnostics.warn(
                    f"rule '{node.origin.rule}' cannot hold{where}: there is no solution",
                    statement if house else span,
                )


def _within(inner: Span, outer: Span) -> bool:
    """Return whether a stretch of text starts inside of another one."""
    start = inner.line, inner.column
    end = outer.end_line, outer.end_column
    return inner.source is outer.source and (outer.line, outer.column) <= start < end


def _instance(program: Program, node: Node, row: int) -> str:
    """Return for which elements a row of a node speaks, as `` for c = r1c1``."""
    parts = [
        f"{name} = {program.board.names(sort)[data[row]]}"
        for name, sort, data in node.origin.binders
        if sort is not None
    ]
    return f" for {', '.join(parts)}" if parts else ""


# ---------- parity ----------


def _parity(program: Program, var: BoolVar, span: Span, diagnostics: Diagnostics) -> None:
    """Warn where the cells of a checkerboard's two colours ask for different numbers of links."""
    for cell, sums in _unbalanced(program, var):
        where = program.board.names(Sort.CELL)[cell]
        diagnostics.warn(
            f"no solution, by parity: coloured like a checkerboard, the cells of one colour "
            f"need {sums[0]} links and those of the other {sums[1]} (the piece with {where})",
            span,
        )


def _unbalanced(program: Program, var: BoolVar) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield a cell of each piece that asks for different numbers, and these.

    Every link joins the two colours of a bipartite board, so where the rules fix the degree of each
    cell of a connected piece, the degrees of both colours have the same sum.
    """
    graph = program.board.link_graph
    lits = np.arange(var.base, var.base + var.size, dtype=np.int32)
    degrees = at_nodes(program, ChosenEdges(graph, lits), _number)
    if np.all(degrees == UNKNOWN):
        return
    piece, side = _two_colouring(graph)
    for number in distinct(piece):
        members = piece == number
        if (degrees[members] == UNKNOWN).any() or (side[members] < 0).any():
            continue
        one, two = (int(degrees[members & (side == colour)].sum()) for colour in (0, 1))
        if one != two:
            yield int(np.flatnonzero(members)[0]), (one, two)


def _number(counts: Counts) -> int | None:
    """Return the only number of a set, or None."""
    numbers = list(counts)
    return numbers[0] if len(numbers) == 1 else None


def _two_colouring(graph: Graph) -> tuple[Ints, Ints]:
    """Return the piece of each node and its colour 0 or 1; -1 in pieces that are not bipartite.

    The bipartite double cover has nodes v and v + n; a piece is bipartite just when the two copies
    of its nodes fall into different components.
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
    program: Program, var: BoolVar, domain: str, span: Span, diagnostics: Diagnostics, certain: bool
) -> None:
    """Warn where elements with one given value have no way to each other past the other values."""
    names = program.board.names(Sort.CELL)
    found = (item for item in apart(program, var, domain) if item.certain or not certain)
    for item in islice(found, MAX_WARNINGS):
        text = program.domains[domain].values[item.value]
        diagnostics.warn(
            f"no way leads from '{text}' at {names[item.one]} to '{text}' at {names[item.other]}",
            span,
        )


def _least(counts: Counts) -> int | None:
    """Return the least number of a set, or None where it has none."""
    return min(counts, default=None)


def _encased(
    program: Program, var: BoolVar, given: Ints, span: Span, diagnostics: Diagnostics
) -> None:
    """Warn of cells whose neighbours have too many different values for the links they need.

    The links of a cell lead to cells of one value: to those that have it, and to those without a
    given one. The thesis calls such a cell isolated.
    """
    graph = program.board.link_graph
    lits = np.arange(var.base, var.base + var.size, dtype=np.int32)
    needed = at_nodes(program, ChosenEdges(graph, lits), _least)
    ends = np.concatenate([graph.ends, graph.ends[:, ::-1]])
    ends = ends[np.argsort(ends[:, 0], kind="stable")]
    starts = np.searchsorted(ends[:, 0], np.arange(graph.nodes + 1))
    free = np.bincount(ends[given[ends[:, 1]] < 0, 0], minlength=graph.nodes)
    names, found = program.board.names(Sort.CELL), 0
    for cell in np.flatnonzero(needed > free).tolist():
        beside = given[ends[starts[cell] : starts[cell + 1], 1]]
        values, counts = np.unique(beside[beside >= 0], return_counts=True)
        own = counts[values == given[cell]] if given[cell] >= 0 else counts
        need, most = int(needed[cell]), int(free[cell] + own.max(initial=0))
        if most < need and found < MAX_WARNINGS:
            found += 1
            diagnostics.warn(
                f"{names[cell]} is isolated: it needs {need} link{'s' * (need > 1)} to cells of "
                f"one value, and its neighbours leave it {most or 'none'}",
                span,
            )
