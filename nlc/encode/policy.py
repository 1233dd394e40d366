"""Which encoding of acyclicity a program gets: the default, and why one is refused."""

from __future__ import annotations

from nlc.encode import acyclic
from nlc.errors import Span, fail
from nlc.graph.graph import Graph
from nlc.ir.nodes import TRUE, Acyclic, Global, Lits, Program

SOLVER_NEEDS = {
    "in-process": "it adds clauses while a solver that runs inside Python searches, "
    "so that there is no fixed formula to write, or to prove anything of",
    "propagator": "it needs a solver that takes propagators, such as pysat:cadical195",
}
"""What an encoding may need of the solver, and why it is refused without it."""


def candidates(node: Acyclic | Global) -> tuple[Graph, Lits]:
    """Return the graph without the edges that are never chosen, and the literals of the others."""
    keep = node.lits != -TRUE
    if keep.all():
        return node.graph, node.lits
    graph = node.graph
    kept = Graph(graph.nodes, graph.ends[keep], graph.rank[keep], graph.nonplanar)
    return kept, node.lits[keep]


def choose_acyclic(program: Program, name: str, offers: frozenset[str]) -> str:
    """Return the full name of the encoding of acyclicity, `auto` and aliases resolved.

    Args:
        program: what is to be encoded.
        name: of an encoding, or ``auto``.
        offers: what the solver offers of `SOLVER_NEEDS`.

    Raises:
        UserError: the named encoding cannot treat a graph of the program, or needs a solver of
            another kind. The hint names one that can be used.
    """
    if name == "auto":
        return _default(program, offers)
    found = _refusal(program, name, offers)
    if found is not None:
        reason, span = found
        hint = f"use acyclic={_default(program, offers)}"
        raise fail(f"acyclic={name} cannot be used here: {reason}", span, hint)
    return acyclic.REGISTRY.get(name).declaration.name


def _default(program: Program, offers: frozenset[str]) -> str:
    """Return the encoding that measures best where it can be used; `lfsr` always can."""
    preferred = ("lazy", "primal-dual") if "in-process" in offers else ("primal-dual",)
    usable = (name for name in preferred if _refusal(program, name, offers) is None)
    return next(usable, "lfsr")


def _refusal(program: Program, name: str, offers: frozenset[str]) -> tuple[str, Span | None] | None:
    """Return why an encoding cannot be used, and for which statement, or None."""
    encoding = acyclic.REGISTRY.get(name)
    for node in program.nodes:
        if isinstance(node, Acyclic):
            for need, reason in SOLVER_NEEDS.items():
                if need in encoding.declaration.needs and need not in offers:
                    return reason, node.origin.span
            refusal = encoding.refusal(candidates(node)[0])
            if refusal is not None:
                return refusal, node.origin.span
    return None
