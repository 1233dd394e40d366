"""One circuit in CP-SAT for each path; see `cpsat_circuit`."""

from __future__ import annotations

from nlc.engines.base import EngineInput
from nlc.engines.cpsat import CpSatEngine, Formulation, add_degrees, add_links, add_sums


class CpSatCircuitsEngine(CpSatEngine):
    """One circuit for each pair: its path and an arc back; the cells of other paths have loops.

    This needs no colours, as each cell is on one of the circuits.
    """

    name = "cpsat-circuits"
    summary = "CP-SAT: a circuit for each path"

    def formulate(self, puzzle: EngineInput) -> Formulation:
        """Return the model."""
        from ortools.sat.python import cp_model

        model, problem = cp_model.CpModel(), puzzle.problem
        links = add_links(model, problem)
        add_degrees(model, problem, links)
        add_sums(model, puzzle, links.lines)
        labels = problem.labels.tolist()
        on = [[model.new_bool_var("") for _ in range(problem.groups)] for _ in labels]
        for cell, (label, used) in enumerate(zip(labels, links.used, strict=True)):
            model.add_exactly_one(on[cell] if used is None else [*on[cell], ~used])
            if label:
                model.add(on[cell][label - 1] == 1)
        always = model.new_constant(1)
        drawn: list[list[cp_model.IntVar]] = [[] for _ in links.lines]
        for pair, (first, last) in enumerate(puzzle.pairs.tolist()):
            arcs: list[tuple[int, int, cp_model.LiteralT]] = [(last, first, always)]
            arcs += [(cell, cell, ~circuits[pair]) for cell, circuits in enumerate(on)]
            for link, (a, b) in enumerate(problem.ends.tolist()):
                for tail, head in ((a, b), (b, a)):
                    if tail != last and head != first and {labels[a], labels[b]} <= {0, pair + 1}:
                        drawn[link].append(model.new_bool_var(""))
                        arcs.append((tail, head, drawn[link][-1]))
                if not problem.touch:
                    model.add_bool_or([links.lines[link], ~on[a][pair], ~on[b][pair]])
            model.add_circuit(arcs)
        for line, arcs_of in zip(links.lines, drawn, strict=True):
            model.add(sum(arcs_of) == line)
        return Formulation(problem, model, links.lines)


ENGINE = CpSatCircuitsEngine()
