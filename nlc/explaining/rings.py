"""The ring that lines would close, from the lines that are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from nlc.board import Sort
from nlc.explaining.facts import Fact
from nlc.ir.nodes import Program


def ring(program: Program, facts: Iterable[Fact]) -> tuple[str, ...]:
    """Return the elements of the only ring that some facts have, in their order round it.

    Args:
        program: the puzzle.
        facts: those that hold of booleans over links or borders count, each variable by itself.

    Returns:
        Names; none where there is no ring, or there are several.
    """
    drawn: dict[str, set[int]] = {}
    for fact in facts:
        if fact.value == 1 and fact.holds:
            drawn.setdefault(fact.variable, set()).add(fact.element)
    board = program.board
    graphs = {Sort.LINK: board.link_graph, Sort.BORDER: board.border_graph}
    for var in program.bools:
        if var.name in drawn and var.sort in graphs:
            ends = graphs[var.sort].ends
            found = _round({edge: tuple(ends[edge].tolist()) for edge in drawn[var.name]})
            if found:
                return tuple(board.names(var.sort)[edge] for edge in found)
    return ()


def _round(ends: dict[int, tuple[int, int]]) -> list[int]:
    """Return the edges of the only ring, from the least on; empty if there is none or another."""
    left = dict(sorted(ends.items()))
    while True:
        degree = Counter(node for pair in left.values() for node in pair)
        loose = [edge for edge, pair in left.items() if min(degree[node] for node in pair) == 1]
        if not loose:
            break
        for edge in loose:
            del left[edge]
    if not left or max(degree.values()) > 2:
        return []
    edge = next(iter(left))
    out, node = [edge], left[edge][1]
    while True:
        onward = [e for e, pair in left.items() if node in pair and e != edge]
        if not onward or onward[0] == out[0]:
            return out if len(out) == len(left) else []
        edge = onward[0]
        out.append(edge)
        node = sum(left[edge]) - node
