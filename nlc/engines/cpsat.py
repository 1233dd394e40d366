"""The common part of the engines on CP-SAT: rounds of solving, and the constraints on links.

CP-SAT is the constraint solver of OR-tools (Perron, Didier, Gay: The CP-SAT-LP Solver, CP 2023),
which learns clauses as SAT solvers do. It takes no constraints while it runs: to exclude a solution
or a ring, the engine adds a constraint to the model and solves it again. It uses one thread and a
fixed seed, so that its answers are reproducible.
"""

from __future__ import annotations

import contextlib
import importlib
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, field

from nlc.arrays import Bools, Ints
from nlc.engines import library
from nlc.engines.base import EngineInput
from nlc.engines.problem import Problem
from nlc.engines.rounds import RoundsEngine, corners, leaving

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


class Formulation(Struct, frozen=True, eq=False):
    """A model of a puzzle; see `nlc.engines.rounds.Rounds`.

    Attributes:
        shown: boolean variables whose values determine the solution; the true ones of a solution
            are never a subset of those of another one.
        decode: returns which links are drawn, shape (links,), from the values of `shown`; None if
            these are the links themselves.
        used: by cell, the variable for being on a path; None if it is on one in any case. Needed
            only if `shown` are the links and there may be rings.
        figures: statistics of the model and of all rounds so far.
    """

    problem: Problem
    model: CpModel
    shown: Sequence[IntVar]
    decode: Callable[[Bools], Bools] | None = None
    used: Sequence[IntVar | None] = ()
    figures: dict[str, int] = field(default_factory=dict)

    def solve(self) -> Bools | None:
        """Return the values of `shown`, or None where there is no solution.

        Raises:
            RuntimeError: the solver did not decide it.
        """
        from ortools.sat.python import cp_model

        if not self.figures:
            made = {"variables": self.model.proto.variables}
            made["constraints"] = self.model.proto.constraints
            self.figures.update({name: len(items) for name, items in made.items()})
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.catch_sigint_signal = False  # the parent process handles it
        status = solver.solve(self.model)
        for name, count in (("conflicts", solver.num_conflicts), ("branches", solver.num_branches)):
            self.figures[name] = self.figures.get(name, 0) + count
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"CP-SAT says {solver.status_name(status)}")
        return np.array([solver.boolean_value(var) for var in self.shown], np.bool_)

    def drawn_links(self, values: Bools) -> Bools:
        """Return which links are drawn."""
        return values if self.decode is None else self.decode(values)

    def block(self, values: Bools) -> None:
        """Exclude a solution."""
        self.model.add_bool_or([~self.shown[i] for i in np.flatnonzero(values).tolist()])

    def cut(self, ring: Ints) -> None:
        """Exclude a ring.

        If a path covers a cell of the ring, which has no end, a link leads out of the ring's cells.
        """
        _, out = leaving(self.problem, ring)
        away = [self.shown[link] for link in out.tolist()]
        guards = {var.index: var for cell in ring.tolist() if (var := self.used[cell]) is not None}
        if len(guards) < len(ring):
            self.model.add_bool_or(away)
        for guard in guards.values():
            self.model.add_bool_or([~guard, *away])


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


class CpSatEngine(UsesOrTools, RoundsEngine):
    """Solves a model in rounds; a subclass provides it."""

    statistics = ("variables", "constraints", "rounds", "cuts", "conflicts", "branches")

    def start(self, puzzle: EngineInput) -> Formulation:
        """Return the model of a puzzle; see `RoundsEngine.start`."""
        library.load("ortools.sat.python.cp_model")
        return self.formulate(puzzle)

    @abstractmethod
    def formulate(self, puzzle: EngineInput) -> Formulation:
        """Return the model of a puzzle that has at least one pair."""


class Links(Struct, frozen=True, eq=False):
    """Variables of a board.

    Attributes:
        lines: by link, whether it is drawn.
        used: by cell, whether a path covers it; None if one does in any case.
    """

    lines: Sequence[IntVar]
    used: Sequence[IntVar | None]


def add_links(model: CpModel, problem: Problem) -> Links:
    """Add the variables of the links, and of the cells that may stay empty."""
    lines = [model.new_bool_var("") for _ in problem.ends]
    covered = problem.labels > 0 if not problem.cover else np.ones(problem.nodes, np.bool_)
    used = [None if certain else model.new_bool_var("") for certain in covered.tolist()]
    return Links(lines, used)


def add_degrees(model: CpModel, problem: Problem, links: Links) -> None:
    """Constrain each end to one drawn link, and any other cell to none or two."""
    for cell, ways in enumerate(links_at_cells(problem)):
        at = [links.lines[link] for link in ways]
        guard = links.used[cell]
        if problem.labels[cell]:
            model.add_exactly_one(at)
        else:
            model.add(sum(at) == (2 if guard is None else 2 * guard))


def add_colours(model: CpModel, problem: Problem, links: Links) -> None:
    """Constrain drawn links to join cells of one colour and, without touching, only those.

    A colour is an integer variable: the number of a pair, or 0 for an empty cell.
    """
    colours = []
    for cell, label in enumerate(problem.labels.tolist()):
        guard = links.used[cell]
        least = 1 if guard is None else 0
        colours.append(model.new_int_var(label or least, label or problem.groups, ""))
        if guard is not None:
            model.add(colours[cell] >= 1).only_enforce_if(guard)
            model.add(colours[cell] == 0).only_enforce_if(~guard)
    for line, (a, b) in zip(links.lines, problem.ends.tolist(), strict=True):
        model.add(colours[a] == colours[b]).only_enforce_if(line)
        if not problem.touch:
            guards = [~line] if (used := links.used[a]) is None else [~line, used]
            model.add(colours[a] != colours[b]).only_enforce_if(guards)


def add_sums(
    model: CpModel, puzzle: EngineInput, lines: Sequence[IntVar], turns: bool = True
) -> None:
    """Add the sums of a puzzle and, with `turns`, redundant constraints for corners.

    The latter hold where no path touches itself, and shorten the search.
    """
    for each in puzzle.problem.sums:
        drawn = sum(lines[link] for link in each.edges)
        model.add_linear_constraint(drawn, each.low, each.high)
    if turns and not puzzle.problem.touch:
        for links in corners(puzzle.board):
            model.add(sum(lines[link] for link in links.tolist()) <= len(links) - 2)


def links_at_cells(problem: Problem) -> list[list[int]]:
    """Return the links at each cell."""
    ways: list[list[int]] = [[] for _ in range(problem.nodes)]
    for link, (a, b) in enumerate(problem.ends.tolist()):
        ways[a].append(link)
        ways[b].append(link)
    return ways
