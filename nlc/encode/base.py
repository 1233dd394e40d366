"""Declarations of encodings, and the interfaces of encodings of counts and acyclicity."""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, json

from nlc.cnf import Clauses, Cnf, Separator
from nlc.graph import Graph
from nlc.graph.planar import refusal
from nlc.ir.chosen_edges import Degrees as Degrees

if TYPE_CHECKING:
    from nlc.encode.template import Template
    from nlc.ir.nodes import Counts
    from nlc.ir.passes import Pass


class Declaration(Struct, frozen=True, kw_only=True):
    """The properties of an encoding.

    Attributes:
        name: its name in a spec, such as ``primal-dual``; `declarations` of `nlc.encode.spec` fills
            it in, as of the table.
        node: the part of a spec that chooses it, such as ``acyclic`` or ``passes``; likewise.
        source: the paper, and the numbers of formulas in it.
        exact: whether its models, projected on the inputs, are exactly those of the node.
        preserves_models: whether each solution of the node has exactly one model.
        size: variables and clauses, in words or formulas.
        needs: ``planar`` (a planar embedding), ``in-process`` (a solver inside Python),
            ``propagator`` (one that takes external propagators), or another condition in a few
            words, such as ``p <= 12``.
    """

    name: str = ""
    node: str = ""
    source: str
    exact: bool = True
    preserves_models: bool = True
    size: str
    needs: tuple[str, ...] = ()


@cache
def _declarations() -> dict[str, dict[str, Declaration]]:
    data = pkgutil.get_data("nlc.encode", "declarations.json") or b""
    return json.decode(data, type=dict[str, dict[str, Declaration]])


def declared(part: str, name: str) -> Declaration:
    """Return what ``declarations.json`` says of an encoding of nlc, by the part of a spec."""
    return _declarations()[part][name]


def of_pass(kind: type[Pass]) -> Declaration:
    """Return the declaration of a pass; its new variables are determined by the others."""
    return Declaration(
        name=kind.name,
        source=kind.source,
        exact=not kind.loses,
        preserves_models=not kind.loses,
        size=kind.size,
        needs=kind.needs,
    )


class CardinalityEncoding(Protocol):
    """Encodes "the number of true literals among n is in a set of counts"."""

    @property
    def declaration(self) -> Declaration:
        """The properties of the encoding."""

    def refusal(self, n: int, counts: Counts) -> str | None:
        """Return why the encoding does not apply to a set of counts of n literals, or None."""

    def template(self, n: int, counts: Counts) -> Template:
        """Return the clauses over n distinct inputs; `refusal` must be None."""


class AcyclicEncoding:
    """Encodes "the chosen edges of a graph contain no cycle".

    Attributes:
        declaration: its properties.
        joins_lines: whether a line, whose degrees are known, is cut where it is in parts instead.
    """

    declaration: Declaration
    joins_lines = False

    def refusal(self, graph: Graph) -> str | None:
        """Return why the encoding does not apply to a graph, or None."""
        if "planar" in self.declaration.needs:
            return refusal(graph)
        return None

    def lower(
        self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses, degrees: Degrees
    ) -> Sequence[Separator]:
        """Add clauses (and variables) to a CNF; here by `encode`, all at once.

        Args:
            cnf: takes the clauses, under the name of `rule`.
            rule: name of the rule that requires acyclicity.
            graph: nodes and edges; `refusal` must be None.
            lits: shape (edges,), the CNF literal of each edge.
            degrees: known bounds on the degrees of nodes.

        Returns:
            Separators that add further clauses while solving; empty unless the encoding is lazy.
        """
        self.encode(cnf, rule, graph, lits)
        return ()

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        """Add all clauses and variables, as `lower` does."""
        raise NotImplementedError
