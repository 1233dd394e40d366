"""What an encoding declares about itself, and what encodings of counts and acyclicity are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from nlc.cnf import Clauses, Cnf, Separator
from nlc.graph import Graph
from nlc.graph.planar import refusal
from nlc.ir.chosen_edges import ConditionalDegrees as ConditionalDegrees
from nlc.ir.chosen_edges import Degrees as Degrees

if TYPE_CHECKING:
    from nlc.encode.template import Template
    from nlc.ir.nodes import Counts
    from nlc.ir.passes import Pass


class Declaration(Struct, frozen=True):
    """What is known of an encoding before it runs.

    Attributes:
        name: as in a spec, such as ``primal-dual``.
        node: the part of a spec that chooses it: ``domains``, ``cardinality``, ``acyclic``,
            ``connected``, ``different``, ``sums``, ``runs``, ``passes`` or ``numberlink``.
        source: paper and formula numbers.
        exact: its models, projected on the inputs, are exactly those of the node.
        preserves_models: each solution of the node has exactly one model.
        size: variables and clauses, in words or formulas.
        needs: ``planar`` (a planar embedding), ``in-process`` (a solver inside Python),
            ``propagator`` (one that takes external propagators), or in a few words what else a
            puzzle or a solver must be for it, such as ``p <= 12``.
    """

    name: str
    node: str
    source: str
    exact: bool
    preserves_models: bool
    size: str
    needs: tuple[str, ...] = ()


def of_pass(kind: type[Pass]) -> Declaration:
    """Return what a pass declares; what it adds, it determines."""
    kept = not kind.loses
    return Declaration(kind.name, "passes", kind.source, kept, kept, kind.size, kind.needs)


class CardinalityEncoding(Protocol):
    """States that the number of true literals among n lies in a set of counts."""

    @property
    def declaration(self) -> Declaration:
        """What the encoding is."""

    def refusal(self, n: int, counts: Counts) -> str | None:
        """Return why the encoding cannot state this set of counts of n literals, or None."""

    def template(self, n: int, counts: Counts) -> Template:
        """Return the clauses over n distinct inputs; only for what is not refused."""


class AcyclicEncoding(ABC):
    """States that the chosen edges of a graph hold no cycle."""

    declaration: Declaration

    def refusal(self, graph: Graph) -> str | None:
        """Return why the encoding cannot treat this graph, or None."""
        if "planar" in self.declaration.needs:
            return refusal(graph)
        return None

    @abstractmethod
    def lower(
        self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses, degrees: Degrees
    ) -> Sequence[Separator]:
        """Add clauses (and variables) to a CNF.

        Args:
            cnf: takes the clauses, under the name of `rule`.
            rule: name of the rule that asks.
            graph: nodes and edges; not refused.
            lits: shape (edges,), the CNF literal of each edge.
            degrees: what is known of the nodes.

        Returns:
            Separators for what was left to the solving loop; empty for all but lazy encodings.
        """


class StaticEncoding(AcyclicEncoding):
    """An encoding of acyclicity that needs no solving loop, and no degrees."""

    def lower(
        self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses, degrees: Degrees
    ) -> Sequence[Separator]:
        """Add all clauses."""
        self.state(cnf, rule, graph, lits)
        return ()

    @abstractmethod
    def state(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        """Add clauses and variables, as `lower` does."""
