"""Connectedness by pointers along spanning trees, as elaboration states it."""

from __future__ import annotations

from collections.abc import Sequence

from nlc.cnf import Cnf, Separator
from nlc.encode.base import Declaration
from nlc.encode.connected.base import AcyclicChoice, ConnectedEncoding, Joined
from nlc.ir.nodes import Connection


class Arborescence(ConnectedEncoding):
    """Each member points along a chosen edge to a member, and the pointers hold no cycle.

    `nlc.ir.elaborate.globals` makes these nodes; passes see them, and the encoding of acyclicity
    states the last part.
    """

    declaration = Declaration(
        name="arborescence",
        source="arborescences, as in the multi-terminal vertex formulations of Steiner trees",
        preserves_models=False,
        size="2 variables an edge and one a node, and what acyclicity takes",
    )

    def takes(self, item: Connection) -> bool:
        """Return False: the nodes of the program say it."""
        return False

    def lower(
        self, cnf: Cnf, rule: str, joined: Joined, choose: AcyclicChoice
    ) -> Sequence[Separator]:
        """Add nothing."""
        return ()


ENCODING = Arborescence()
