"""What the engines on CP-SAT share: rounds of solving, blocking and cutting.

CP-SAT is the constraint solver of OR-tools (Perron, Didier, Gay: The CP-SAT-LP Solver, CP 2023),
which learns clauses as SAT solvers do. It takes no constraints while it runs: where a solution is
to be excluded, or a ring was found, a constraint is added to the model, which is solved anew. It
uses one thread and a fixed seed here, so that its answers are the same each time.
"""

from __future__ import annotations

import contextlib
import importlib
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nlc.arrays import Bools
from nlc.engines import library
from nlc.engines.base import Engine, Puzzle, require_pairs
from nlc.engines.rings import detached, leaving

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar


def _itself(drawn: Bools) -> Bools:
    return drawn


@dataclass(frozen=True, eq=False)
class Formulation:
    """How a puzzle is stated.

    Attributes:
        model: the variables and constraints.
        shown: boolean variables whose values tell the solution; no solution has all that are true
            in another one.
        read: returns which links are drawn, shape (links,), by the values of `shown`; these are the
            links themselves if nothing else is said.
        lines: by link, the variable that says that it is drawn, where rings are to be cut; None
            where the model allows none.
        used: by cell, the variable that says that a path covers it; None where that is certain.
    """

    model: CpModel
    shown: Sequence[IntVar]
    read: Callable[[Bools], Bools] = _itself
    lines: Sequence[IntVar] | None = None
    used: Sequence[IntVar | None] = ()


class CpSatEngine(Engine):
    """Solves a formulation again and again; a subclass says which one."""

    statistics = ("variables", "constraints", "rounds", "cuts", "conflicts", "branches")

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

    def refuse(self, puzzle: Puzzle) -> None:
        """Refuse what is not Numberlink.

        Raises:
            UserError: it has other rules.
        """
        require_pairs(self, puzzle)

    @abstractmethod
    def formulate(self, puzzle: Puzzle) -> Formulation:
        """Return the model of a puzzle that has at least one pair."""

    def search(self, puzzle: Puzzle, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield the solutions, one or more rounds for each.

        Raises:
            MemoryError: a limit of memory leaves no room for OR-tools.
        """
        problem = puzzle.problem
        if not problem.groups:  # nothing may be drawn
            if not (problem.cover and problem.nodes):
                yield np.zeros(len(problem.ends), np.bool_)
            return
        library.load("ortools.sat.python.cp_model")
        stated = self.formulate(puzzle)
        statistics |= dict.fromkeys(self.statistics, 0)
        statistics["variables"] = len(stated.model.proto.variables)
        statistics["constraints"] = len(stated.model.proto.constraints)
        while (values := _solved(stated, statistics)) is not None:
            drawn = stated.read(values)
            if stated.lines is None or not (cut := _cut(stated, puzzle, drawn)):
                yield drawn
                _block(stated, values)
            else:
                statistics["cuts"] += cut


def solver() -> CpSolver:
    """Return a solver that gives the same answers each time."""
    from ortools.sat.python import cp_model

    made = cp_model.CpSolver()
    made.parameters.num_workers = 1
    made.parameters.random_seed = 0
    made.parameters.catch_sigint_signal = False  # whoever started the process takes care of it
    return made


def _solved(stated: Formulation, statistics: dict[str, int]) -> Bools | None:
    """Return the values of what is shown, or None where there is no solution.

    Raises:
        RuntimeError: the solver did not decide it.
    """
    from ortools.sat.python import cp_model

    asked = solver()
    status = asked.solve(stated.model)
    statistics["rounds"] += 1
    statistics["conflicts"] += asked.num_conflicts
    statistics["branches"] += asked.num_branches
    if status == cp_model.INFEASIBLE:
        return None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError(f"CP-SAT says {asked.status_name(status)}")
    return np.array([asked.boolean_value(var) for var in stated.shown], np.bool_)


def _block(stated: Formulation, values: Bools) -> None:
    """Exclude a solution."""
    shown = stated.shown
    stated.model.add_bool_or([~shown[i] for i in np.flatnonzero(values).tolist()])


def _cut(stated: Formulation, puzzle: Puzzle, drawn: Bools) -> int:
    """Exclude the rings of a drawing, and return how many there are.

    Where a path covers a cell of a ring, which has no end, a link leads out of the ring's cells.
    """
    lines, used = stated.lines, stated.used
    assert lines is not None
    rings = detached(puzzle.problem, drawn)
    for ring in rings:
        _, out = leaving(puzzle.problem, ring)
        away = [lines[link] for link in out.tolist()]
        guards = {var.index: var for cell in ring.tolist() if (var := used[cell]) is not None}
        if len(guards) < len(ring):
            stated.model.add_bool_or(away)
        for guard in guards.values():
            stated.model.add_bool_or([~guard, *away])
    return len(rings)
