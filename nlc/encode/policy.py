"""Which encoding of acyclicity a program gets: the default, and why one is refused."""

from __future__ import annotations

from nlc.board.board import Graph
from nlc.encode import acyclic
from nlc.ir.nodes import TRUE, Acyclic, Lits, Program
from nlc.lang.diagnostics import Span, fail


def candidates(node: Acyclic) -> tuple[Graph, Lits]:
    """Return the graph without the edges that are never chosen, and the literals of the others."""
    keep = node.lits != -TRUE
    if keep.all():
        return node.graph, node.lits
    graph = node.graph
    kept = Graph(graph.nodes, graph.ends[keep], graph.rank[keep], graph.nonplanar)
    return kept, node.lits[keep]


def choose_acyclic(program: Program, name: str, in_process: bool) -> str:
    """Return the name of the encoding of acyclicity, `auto` resolved.

    Raises:
        UserError: the named encoding cannot treat a graph of the program, or needs a solver inside
            Python and has none.
    """
    if name != "auto":
        found = _refusal(program, name, in_process)
        if found is not None:
            reason, span = found
            raise fail(f"acyclic={name} cannot be used here: {reason}", span, "use acyclic=order")
        return name
    preferred = ("lazy", "primal-dual") if in_process else ("primal-dual",)
    return next((n for n in preferred if _refusal(program, n, in_process) is None), "order")


def _refusal(program: Program, name: str, in_process: bool) -> tuple[str, Span | None] | None:
    """Return why an encoding cannot be used, and for which statement, or None."""
    encoding = acyclic.get(name)
    for node in program.nodes:
        if isinstance(node, Acyclic):
            if "in-process" in encoding.declaration.needs and not in_process:
                return "it needs a solver that runs inside Python", node.origin.span
            reason = encoding.refusal(candidates(node)[0])
            if reason is not None:
                return reason, node.origin.span
    return None
