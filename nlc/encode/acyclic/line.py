"""One line, closed or from end to end, by clauses against models in several parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from msgspec import Struct

from nlc.arrays import distinct
from nlc.cnf import Clauses, Model, Separator
from nlc.encode.loop_cuts import Demands, LineCuts
from nlc.encode.policy import candidates
from nlc.graph import Graph
from nlc.ir.nodes import TRUE, Clause, Exactly, Global, Implies, Lits, Program


class LineConstraint(Struct, frozen=True, eq=False):
    """A line whose drawn edges must be connected.

    Attributes:
        graph: the edges that may be drawn.
        lits: shape (edges,), the literal of each edge.
        demands: the demands of other constraints on the edges.
        guards: shape (demands,), the literal under which each demand holds, or 0.
    """

    graph: Graph
    lits: Clauses
    demands: Demands
    guards: Clauses


@runtime_checkable
class LineEncoding(Protocol):
    """An encoding of acyclicity with its own encoding of a whole line."""

    def lower_line(self, line: LineConstraint) -> Sequence[Separator]:
        """Return separators that accept a model if its line is in one part.

        They replace the acyclicity of a `Global` of `LINES`; its other parts, degrees and a drawn
        edge, are other nodes.
        """


def line_constraint(
    program: Program, item: Global, literals: Callable[[Lits], Clauses]
) -> LineConstraint | None:
    """Return the line of a global of `LINES`; None if an edge is fixed, or two share a variable."""
    graph, lits = candidates(item)
    if len(distinct(np.abs(lits))) < len(lits) or (lits == TRUE).any():
        return None
    demands, under = demands_on(program, lits)
    guards = np.zeros(len(under), np.int32)
    guards[under != 0] = literals(under[under != 0])
    return LineConstraint(graph, literals(lits), demands, guards)


def demands_on(program: Program, edges: Lits) -> tuple[Demands, Lits]:
    """Return the demands of counts and clauses on the edges.

    They come from any rule: a clue, a pearl that must be visited, an end of the line. If a row also
    has other literals, it demands the edges that are needed if all of those hold.

    Args:
        edges: shape (edges,), the IR literal of each edge.

    Returns:
        The demands, those without a guard first, and their guards as IR literals, 0 for none.
    """
    parts, guards = [Demands.of([], [])], [np.zeros(0, np.int32)]
    order = np.argsort(edges).astype(np.int32)
    ascending = edges[order]
    for lits, least, guard in sorted(_rows(program), key=lambda rows: rows[2].shape[1]):
        if not len(edges):
            break
        place = np.searchsorted(ascending, lits).clip(max=len(edges) - 1)
        is_edge = ascending[place] == lits
        needed = least - (~is_edge).sum(axis=1)
        rows = np.flatnonzero(needed > 0)
        sizes = is_edge[rows].sum(axis=1)
        starts = np.cumsum(sizes) - sizes
        demanded = order[place[rows][is_edge[rows]]]
        parts.append(Demands(starts.astype(np.int32), demanded, needed[rows].astype(np.int32)))
        guards.append(guard[rows, 0] if guard.shape[1] else np.zeros(len(rows), np.int32))
    return Demands.concatenate(parts), np.concatenate(guards)


def _rows(program: Program) -> Iterator[tuple[Lits, int, Lits]]:
    """Yield literals, the least number of them that hold, and the guard of at most one literal."""
    for node in program.nodes:
        match node:
            case Exactly(counts, lits, guard) if counts.intervals and 0 not in counts:
                least = counts.intervals[0][0]
            case Implies(guard, Clause(lits)):
                least = 1
            case _:
                continue
        if guard.shape[1] < 2 and lits.size:
            yield lits, least, guard


class LineSeparator(Struct, frozen=True, eq=False):
    """Finds the parts of a line in a model, and the clauses of `LineCuts` against them.

    Other nodes of the IR ensure the degrees of the nodes and a drawn edge, so that a model in one
    part is a line. A demand under a guard is used if the model makes the guard true, and the clause
    then contains the guard's negation.
    """

    line: LineConstraint

    def __call__(self, model: Model) -> Sequence[Sequence[int]]:
        """Return clauses that the model violates; none if its drawn edges are in one part."""
        line = self.line
        lits, guards = line.lits, line.guards
        drawn = model[np.abs(lits)] == (lits > 0)
        active = (guards == 0) | (model[np.abs(guards)] == (guards > 0))
        cuts = LineCuts(line.graph.nodes, line.graph.ends, line.demands)(drawn, active)
        return [
            sorted(
                {
                    *lits[cut.edges].tolist(),
                    *(-lits[list(cut.given)]).tolist(),
                    *(-g for g in guards[list(cut.demands)].tolist() if g),
                }
            )
            for cut in cuts
        ]
