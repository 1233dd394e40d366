"""What the engines on CP-SAT share: rounds of solving, and the constraints on links.

CP-SAT is the constraint solver of OR-tools (Perron, Didier, Gay: The CP-SAT-LP Solver, CP 2023),
which learns clauses as SAT solvers do. It takes no constraints while it runs: where a solution is
to be excluded, or a ring was found, a constraint is added to the model, which is solved anew. It
uses one thread and a fixed seed here, so that its answers are the same each time.
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
from nlc.engines.base import Puzzle
from nlc.engines.problem import Problem
from nlc.engines.rounds import RoundsEngine, corners, leaving

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


class Formulation(Struct, frozen=True, eq=False):
    """How a puzzle is stated; see `nlc.engines.rounds.Rounds`.

    Attributes:
        shown: boolean variables whose values tell the solution; no solution has all that are true
            in another one.
        read: returns which links are drawn, shape (links,), by the values of `shown`; None where
            these are the links themselves.
        used: by cell, the variable that says that a path covers it; None where that is certain.
            Only where `shown` are the links, and rings may come.
        figures: of the model and of all rounds so far.
    """

    problem: Problem
    model: CpModel
    shown: Sequence[IntVar]
    read: Callable[[Bools], Bools] | None = None
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
        solver.parameters.catch_sigint_signal = False  # whoever started the process handles it
        status = solver.solve(self.model)
        for name, count in (("conflicts", solver.num_conflicts), ("branches", solver.num_branches)):
            self.figures[name] = self.figures.get(name, 0) + count
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"CP-SAT says {solver.status_name(status)}")
        return np.array([solver.boolean_value(var) for var in self.shown], np.bool_)

    def drawn(self, values: Bools) -> Bools:
        """Return which links are drawn."""
        return values if self.read is None else self.read(values)

    def block(self, values: Bools) -> None:
        """Exclude a solution."""
        self.model.add_bool_or([~self.shown[i] for i in np.flatnonzero(values).tolist()])

    def cut(self, ring: Ints) -> None:
        """Exclude a ring.

        Where a path covers a cell of the ring, which has no end, a link leads out of its cells.
        """
        _, out = leaving(self.problem, ring)
        away = [self.shown[link] for link in out.tolist()]
        guards = {var.index: var for cell in ring.tolist() if (var := self.used[cell]) is not None}
        if len(guards) < len(ring):
            self.model.add_bool_or(away)
        for guard in guards.values():
            self.model.add_bool_or([~guard, *away])


class AnyCpSat:
    """What engines on CP-SAT need to run."""

    def version(self) -> str | None:
        """Return the version of OR-tools."""
        return library.version("ortools", "OR-tools")

    def missing(self) -> str | None:
        """Return what to install where there is no OR-tools."""
        return None if self.version() else "OR-tools is missing: pip install 'nlc[cpsat]'"

    def prepare(self) -> None:
        """Import the most of what OR-tools imports, which takes longer than many a search.

        OR-tools itself is for the process of the search alone: see `nlc.engines.mip`.
        """
        with contextlib.suppress(ImportError):
            importlib.import_module("pandas")


class CpSatEngine(AnyCpSat, RoundsEngine):
    """Solves a formulation again and again; a subclass says which one."""

    statistics = ("variables", "constraints", "rounds", "cuts", "conflicts", "branches")

    def start(self, puzzle: Puzzle) -> Formulation:
        """Return the model of a puzzle; see `RoundsEngine.start`."""
        library.load("ortools.sat.python.cp_model")
        return self.formulate(puzzle)

    @abstractmethod
    def formulate(self, puzzle: Puzzle) -> Formulation:
        """Return the model of a puzzle that has at least one pair."""


class Links(Struct, frozen=True, eq=False):
    """Variables of a board.

    Attributes:
        lines: by link, whether it is drawn.
        used: by cell, whether a path covers it; None where that is certain.
    """

    lines: Sequence[IntVar]
    used: Sequence[IntVar | None]


def add_links(model: CpModel, problem: Problem) -> Links:
    """Add the variables of the links, and those of the cells that may be left over."""
    lines = [model.new_bool_var("") for _ in problem.ends]
    covered = problem.labels > 0 if not problem.cover else np.ones(problem.nodes, np.bool_)
    used = [None if certain else model.new_bool_var("") for certain in covered.tolist()]
    return Links(lines, used)


def add_degrees(model: CpModel, problem: Problem, links: Links) -> None:
    """State that one drawn link is at each end, and none or two are at any other cell."""
    for cell, ways in enumerate(ways_of(problem)):
        at = [links.lines[link] for link in ways]
        guard = links.used[cell]
        if problem.labels[cell]:
            model.add_exactly_one(at)
        else:
            model.add(sum(at) == (2 if guard is None else 2 * guard))


def add_colours(model: CpModel, problem: Problem, links: Links) -> None:
    """State that a drawn link joins cells of one colour and, without touching, no other link does.

    A colour is the number of a pair, and an integer variable; a cell that is left over has 0.
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


def add_sums(model: CpModel, puzzle: Puzzle, lines: Sequence[IntVar], turns: bool = True) -> None:
    """State the sums of a puzzle and, if `turns`, what follows for a corner where no path touches.

    The latter is redundant, and makes the search short.
    """
    for each in puzzle.problem.sums:
        drawn = sum(lines[link] for link in each.edges)
        model.add_linear_constraint(drawn, each.low, each.high)
    if turns and not puzzle.problem.touch:
        for links in corners(puzzle.board):
            model.add(sum(lines[link] for link in links.tolist()) <= len(links) - 2)


def ways_of(problem: Problem) -> list[list[int]]:
    """Return the links at each cell."""
    ways: list[list[int]] = [[] for _ in range(problem.nodes)]
    for link, (a, b) in enumerate(problem.ends.tolist()):
        ways[a].append(link)
        ways[b].append(link)
    return ways
