"""One circuit in CP-SAT through all paths.

CP-SAT's `AddCircuit` takes arcs with a literal each: the true ones form one circuit through all
nodes except those with a true loop. So there are no detached rings. The model also has the degrees
of cells, which are redundant but make the search far shorter.
"""

from __future__ import annotations

import numpy as np

from nlc.engines.base import EngineInput
from nlc.engines.cpsat import (
    CpSatEngine,
    Formulation,
    add_colours,
    add_degrees,
    add_links,
    add_sums,
)


class CpSatCircuitEngine(CpSatEngine):
    """One circuit for the board: from the last end of each path an arc leads to the next path.

    The order of the paths and the direction of each are fixed. But the circuit allows a path to end
    at another path's end, which colours exclude, as in `cpsat-edge`.

    Args:
        degrees: whether to add the degrees of cells.
    """

    name = "cpsat-circuit"
    summary = "CP-SAT: one circuit through all paths, a colour a cell"

    def __init__(self, degrees: bool = True) -> None:
        self.degrees = degrees

    def formulate(self, puzzle: EngineInput) -> Formulation:
        """Return the model."""
        from ortools.sat.python import cp_model

        model, problem, pairs = cp_model.CpModel(), puzzle.problem, puzzle.pairs
        links = add_links(model, problem)
        if self.degrees:
            add_degrees(model, problem, links)
        add_colours(model, problem, links)
        add_sums(model, puzzle, links.lines)
        first, last = set(pairs[:, 0].tolist()), set(pairs[:, 1].tolist())
        always, never = model.new_constant(1), model.new_constant(0)
        arcs: list[tuple[int, int, cp_model.LiteralT]] = [
            (int(end), int(start), always)
            for end, start in zip(pairs[:, 1], np.roll(pairs[:, 0], -1), strict=True)
        ]
        # Without a loop, a cell without links would not be a node of the circuit at all.
        arcs += [(c, c, never if used is None else ~used) for c, used in enumerate(links.used)]
        for line, (a, b) in zip(links.lines, problem.ends.tolist(), strict=True):
            both = [
                (tail, head, model.new_bool_var(""))
                for tail, head in ((a, b), (b, a))
                if tail not in last and head not in first
            ]
            arcs += both
            model.add(sum(arc for _, _, arc in both) == line)
        model.add_circuit(arcs)
        return Formulation(problem, model, links.lines)


ENGINE = CpSatCircuitEngine()
