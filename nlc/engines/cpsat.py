"""The engines on CP-SAT that know Numberlink: one model each, solved in rounds.

CP-SAT is the constraint solver of OR-tools (Perron, Didier, Gay: The CP-SAT-LP Solver, CP 2023),
which learns clauses as SAT solvers do. It takes no constraints while it runs: to exclude a solution
or a ring, the engine adds a constraint to the model and solves it again. It uses one thread and a
fixed seed, so that its answers are reproducible.

All models have a boolean variable a link, and the degrees of cells. What else they have excludes
that paths join other ends than those of a pair and, but for colours alone, rings.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from nlc.arrays import Bools
from nlc.engines import library
from nlc.engines.base import EngineInput
from nlc.engines.rounds import RoundsEngine, links_at_cells

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver, IntVar, LiteralT


class UsesOrTools:
    """The requirements of engines on CP-SAT."""

    def version(self) -> str | None:
        """Return the version of OR-tools."""
        return library.version("ortools", "OR-tools")

    def missing(self) -> str | None:
        """Return what to install where there is no OR-tools."""
        return None if self.version() else "OR-tools is missing: pip install 'nlc[cpsat]'"

    def prepare(self) -> None:
        """Import pandas, the largest import of OR-tools, which takes longer than many searches.

        Only the process of the search imports OR-tools itself: see `nlc.engines.mip`.
        """
        with contextlib.suppress(ImportError):
            importlib.import_module("pandas")


def new_solver() -> CpSolver:
    """Return CP-SAT with one thread and a fixed seed."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.catch_sigint_signal = False  # the parent process handles it
    return solver


class Model:
    """Links with degrees and sums in CP-SAT; see `nlc.engines.rounds.Rounds`.

    Attributes:
        lines: by link, whether it is drawn.
        used: by cell, whether a path covers it; None if one does in any case.
        figures: statistics of the model and of all rounds so far.
    """

    def __init__(self, puzzle: EngineInput) -> None:
        from ortools.sat.python import cp_model

        self.model, self.figures = cp_model.CpModel(), dict[str, int]()
        self.pairs, self.problem = puzzle.pairs, puzzle.problem
        self.lines = [self.model.new_bool_var("") for _ in self.problem.ends]
        covered = (self.problem.labels > 0) | self.problem.cover
        self.used: list[IntVar | None] = [
            None if certain else self.model.new_bool_var("") for certain in covered.tolist()
        ]
        for cell, links in enumerate(links_at_cells(self.problem)):
            at, used = [self.lines[link] for link in links], self.used[cell]
            if self.problem.labels[cell]:
                self.model.add_exactly_one(at)
            else:
                self.model.add(sum(at) == (2 if used is None else 2 * used))
        for each in self.problem.sums:
            drawn = sum(self.lines[link] for link in each.edges)
            self.model.add_linear_constraint(drawn, each.low, each.high)

    def solve(self) -> Bools | None:
        """Return which links are drawn, or None where there is no solution."""
        from ortools.sat.python import cp_model

        if not self.figures:
            self.figures["variables"] = len(self.model.proto.variables)
            self.figures["constraints"] = len(self.model.proto.constraints)
        solver = new_solver()
        status = solver.solve(self.model)
        for name, count in (("conflicts", solver.num_conflicts), ("branches", solver.num_branches)):
            self.figures[name] = self.figures.get(name, 0) + count
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"CP-SAT says {solver.status_name(status)}")
        return np.array([solver.boolean_value(line) for line in self.lines], np.bool_)

    def limit(self, links: list[int], most: int) -> None:
        """Add that at most so many of some links are drawn."""
        self.model.add(sum(self.lines[link] for link in links) <= most)


class CpSatEngine(UsesOrTools, RoundsEngine):
    """Solves a model in rounds; `state` adds to it what links and degrees do not say."""

    statistics = ("variables", "constraints", "rounds", "cuts", "conflicts", "branches")

    def __init__(self, name: str, summary: str, state: Callable[[Model], None]) -> None:
        self.name, self.summary, self._state = name, summary, state

    def start(self, puzzle: EngineInput) -> Model:
        """Return the model of a puzzle; see `RoundsEngine.start`."""
        library.load("ortools.sat.python.cp_model")
        model = Model(puzzle)
        self._state(model)
        return model


def add_colours(links: Model) -> None:
    """Constrain drawn links to join cells of one colour and, without touching, only those.

    A colour is an integer variable: the number of a pair, or 0 for an empty cell. The authors of a
    course project on Numberlink compared three programs, and supposed that this model, which they
    did not implement, would be the fastest.
    """
    model, problem = links.model, links.problem
    colours: list[IntVar] = []
    for label, used in zip(problem.labels.tolist(), links.used, strict=True):
        least = 1 if used is None else 0
        colours.append(model.new_int_var(label or least, label or problem.groups, ""))
        if used is not None:
            model.add(colours[-1] >= 1).only_enforce_if(used)
            model.add(colours[-1] == 0).only_enforce_if(~used)
    for line, (a, b) in zip(links.lines, problem.ends.tolist(), strict=True):
        model.add(colours[a] == colours[b]).only_enforce_if(line)
        if not problem.touch:
            guards = [~line] if (used := links.used[a]) is None else [~line, used]
            model.add(colours[a] != colours[b]).only_enforce_if(guards)


def _add_circuit(links: Model) -> None:
    """Add colours, and one circuit: from the last end of each path an arc leads to the next path.

    CP-SAT's `AddCircuit` takes arcs with a literal each: the true ones form one circuit through all
    nodes except those with a true loop. The order of the paths and the direction of each are fixed.
    But the circuit allows a path to end at another path's end, which colours exclude.
    """
    add_colours(links)
    model, pairs = links.model, links.pairs
    first, last = set(pairs[:, 0].tolist()), set(pairs[:, 1].tolist())
    always, never = model.new_constant(1), model.new_constant(0)
    following = zip(pairs[:, 1].tolist(), np.roll(pairs[:, 0], -1).tolist(), strict=True)
    arcs: list[tuple[int, int, LiteralT]] = [(end, start, always) for end, start in following]
    # Without a loop, a cell without links would not be a node of the circuit at all.
    arcs += [(c, c, never if used is None else ~used) for c, used in enumerate(links.used)]
    for line, (a, b) in zip(links.lines, links.problem.ends.tolist(), strict=True):
        both = [
            (tail, head, model.new_bool_var(""))
            for tail, head in ((a, b), (b, a))
            if tail not in last and head not in first
        ]
        arcs += both
        model.add(sum(arc for _, _, arc in both) == line)
    model.add_circuit(arcs)


def _add_circuits(links: Model) -> None:
    """Add a circuit for each pair: its path and an arc back; the cells of other paths have loops.

    This needs no colours, as each cell is on one of the circuits.
    """
    model, problem = links.model, links.problem
    labels = problem.labels.tolist()
    on = [[model.new_bool_var("") for _ in range(problem.groups)] for _ in labels]
    for cell, (label, used) in enumerate(zip(labels, links.used, strict=True)):
        model.add_exactly_one(on[cell] if used is None else [*on[cell], ~used])
        if label:
            model.add(on[cell][label - 1] == 1)
    always = model.new_constant(1)
    drawn: list[list[IntVar]] = [[] for _ in links.lines]
    for pair, (first, last) in enumerate(links.pairs.tolist()):
        arcs: list[tuple[int, int, LiteralT]] = [(last, first, always)]
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


def _add_positions(links: Model) -> None:
    """Add a boolean variable a cell, pair and position on the path.

    Source: the course project's ConstraintPathSolver. Each position of a pair has a cell or, after
    the path's end, a *phantom*, which is not a cell. Two cells that follow each other are linked.
    """
    model, problem = links.model, links.problem
    labels = problem.labels.tolist()
    length = problem.nodes - 2 * (problem.groups - 1)
    # A path begins at its first end and avoids the ends of others.
    at = {
        (cell, pair, position): model.new_bool_var("")
        for pair, first in enumerate(links.pairs[:, 0].tolist())
        for cell, label in enumerate(labels)
        for position in range(length)
        if label in (0, pair + 1) and (cell == first) == (position == 0)
    }
    by_cell: list[list[LiteralT]] = [[] if used is None else [~used] for used in links.used]
    places = [(pair, position) for pair in range(problem.groups) for position in range(length)]
    by_place: dict[tuple[int, int], list[LiteralT]] = {
        place: [model.new_bool_var("")] for place in places
    }  # the first is the phantom
    before: dict[tuple[int, int, int], list[IntVar]] = {place: [] for place in at}
    for (cell, pair, position), var in at.items():
        by_cell[cell].append(var)
        by_place[pair, position].append(var)
    for held in (*by_cell, *by_place.values()):
        model.add_exactly_one(held)
    for pair, (_, last) in enumerate(links.pairs.tolist()):
        for position in range(1, length):
            phantom = by_place[pair, position][0]
            model.add_implication(by_place[pair, position - 1][0], phantom)
            if (ended := at.get((last, pair, position - 1))) is not None:
                model.add_implication(ended, phantom)
    for line, (a, b) in zip(links.lines, problem.ends.tolist(), strict=True):
        for one, other in ((a, b), (b, a)):
            for pair, position in places:
                here, there = at.get((one, pair, position)), at.get((other, pair, position + 1))
                if here is not None and there is not None:
                    model.add_bool_or([~here, ~there, line])
                    before[other, pair, position + 1].append(here)
    for place, others in before.items():
        if place[2]:
            model.add_bool_or([~at[place], *others])
    if not problem.touch:
        add_colours(links)


EDGE = CpSatEngine(
    "cpsat-edge",
    "CP-SAT: a variable a link, a colour a cell; rings are cut as they are met",
    add_colours,
)
CIRCUIT = CpSatEngine(
    "cpsat-circuit", "CP-SAT: one circuit through all paths, a colour a cell", _add_circuit
)
CIRCUITS = CpSatEngine("cpsat-circuits", "CP-SAT: a circuit for each path", _add_circuits)
PATH = CpSatEngine(
    "cpsat-path", "CP-SAT: a variable a cell, pair and position on the path", _add_positions
)
