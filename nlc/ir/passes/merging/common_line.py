"""The lines that merged programs have in common."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.dataclasses import replace
from nlc.ir.nodes import LINES, Acyclic, Global, Lits, Program
from nlc.ir.passes.merging.renumber import with_constants


def common_line(
    programs: Sequence[Program], nodes: Sequence[Acyclic], tables: Sequence[Lits]
) -> Global | None:
    """Return the line that acyclicities, one of each program, help to state, if it is the same.

    That it is in one part is all that is common: it may be closed in one program and open in
    another, or have other ends.
    """
    found = [
        program.globals[node.origin.expands]
        for program, node in zip(programs, nodes, strict=True)
        if node.origin.expands is not None
    ]
    if len(found) < len(nodes) or any(line.kind not in LINES for line in found):
        return None
    lits = [with_constants(line.lits, table) for line, table in zip(found, tables, strict=True)]
    same = all(
        np.array_equal(mine, lits[0]) and np.array_equal(line.graph.ends, found[0].graph.ends)
        for mine, line in zip(lits, found, strict=True)
    )
    return replace(found[0], lits=lits[0]) if same else None
