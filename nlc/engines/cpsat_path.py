"""Positions on paths in CP-SAT: a boolean variable a cell, pair and position.

Source: the course project's ConstraintPathSolver. Each position of a pair has a cell or, after the
path's end, a *phantom*, which is not a cell. The constraints for empty cells and for paths that do
not touch themselves are our own.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools
from nlc.engines.base import EngineInput
from nlc.engines.cpsat import CpSatEngine, Formulation
from nlc.engines.problem import Problem

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

Place = tuple[int, int, int]
"""A cell, a pair and a position on its path."""


class CpSatPathEngine(CpSatEngine):
    """A model of which cell is at which position of which path."""

    name = "cpsat-path"
    summary = "CP-SAT: a variable a cell, pair and position on the path"

    def formulate(self, puzzle: EngineInput) -> Formulation:
        """Return the model; the positions determine a solution."""
        from ortools.sat.python import cp_model

        model, problem = cp_model.CpModel(), puzzle.problem
        places = _Places.of(model, puzzle)
        _add_paths(model, puzzle, places)
        if not problem.touch:
            _add_distances(model, problem, places)
        _add_sums(model, problem, places)
        decode = partial(_drawn_links, problem, places)
        return Formulation(problem, model, list(places.at.values()), decode)


class _Places(Struct, frozen=True, eq=False):
    """The positions that cells may have on paths.

    Attributes:
        length: the number of positions of each pair.
        at: the variables.
        neighbours: by cell, the cells that have a link to it.
    """

    length: int
    at: dict[Place, IntVar]
    neighbours: list[list[int]]

    @staticmethod
    def of(model: CpModel, puzzle: EngineInput) -> _Places:
        """Return the variables: a path begins at its first end and avoids the ends of others."""
        problem = puzzle.problem
        labels = problem.labels.tolist()
        firsts = puzzle.pairs[:, 0].tolist()
        length = problem.nodes - 2 * (problem.groups - 1)
        at = {
            (cell, pair, position): model.new_bool_var("")
            for pair, first in enumerate(firsts)
            for cell, label in enumerate(labels)
            for position in range(length)
            if label in (0, pair + 1) and (cell == first) == (position == 0)
        }
        neighbours: list[list[int]] = [[] for _ in labels]
        for a, b in problem.ends.tolist():
            neighbours[a].append(b)
            neighbours[b].append(a)
        return _Places(length, at, neighbours)


def _add_paths(model: CpModel, puzzle: EngineInput, places: _Places) -> None:
    """Constrain the positions of each pair to a path, followed by the phantom."""
    problem, at = puzzle.problem, places.at
    cells = range(problem.nodes)
    by_cell: list[list[IntVar]] = [[] for _ in cells]
    for (cell, _, _), var in at.items():
        by_cell[cell].append(var)
    for cell, label in enumerate(problem.labels.tolist()):
        if problem.cover or label:
            model.add_exactly_one(by_cell[cell])
        else:
            model.add_at_most_one(by_cell[cell])
    for pair, (_, last) in enumerate(puzzle.pairs.tolist()):
        phantom = [model.new_bool_var("") for _ in range(places.length)]
        for position in range(places.length):
            held = [at[c, pair, position] for c in cells if (c, pair, position) in at]
            model.add_exactly_one([*held, phantom[position]])
            if position and (ended := at.get((last, pair, position - 1))) is not None:
                model.add_implication(ended, phantom[position])
            if position:
                model.add_implication(phantom[position - 1], phantom[position])
    for (cell, pair, position), var in at.items():
        if position:
            before = [at.get((other, pair, position - 1)) for other in places.neighbours[cell]]
            model.add_bool_or([~var, *(other for other in before if other is not None)])


def _add_distances(model: CpModel, problem: Problem, places: _Places) -> None:
    """Constrain two linked cells of a path to be one step apart on it."""
    at = places.at
    for pair in range(problem.groups):
        on = []
        for cell in range(problem.nodes):
            held = [at.get((cell, pair, position)) for position in range(places.length)]
            on.append(model.new_bool_var(""))
            model.add(sum(var for var in held if var is not None) == on[cell])
        for a, b in problem.ends.tolist():
            for position in range(places.length):
                if (here := at.get((a, pair, position))) is not None:
                    near = [at.get((b, pair, position + step)) for step in (-1, 1)]
                    model.add_bool_or([~here, ~on[b], *(var for var in near if var is not None)])


def _add_sums(model: CpModel, problem: Problem, places: _Places) -> None:
    """Bound the number of drawn links of some sets; Numberlink has only upper bounds.

    So it is enough that two successive cells imply their link.
    """
    at = places.at
    lines = {link: model.new_bool_var("") for each in problem.sums for link in each.edges}
    for link, line in lines.items():
        a, b = problem.ends[link].tolist()
        for one, other in ((a, b), (b, a)):
            for pair in range(problem.groups):
                for position in range(places.length - 1):
                    here, there = at.get((one, pair, position)), at.get((other, pair, position + 1))
                    if here is not None and there is not None:
                        model.add_bool_or([~here, ~there, line])
    for each in problem.sums:
        model.add(sum(lines[link] for link in each.edges) <= each.high)


def _drawn_links(problem: Problem, places: _Places, held: Bools) -> Bools:
    """Return the links between the cells of successive positions."""
    chosen = [place for place, true in zip(places.at, held.tolist(), strict=True) if true]
    cells = {(pair, position): cell for cell, pair, position in chosen}
    steps = {
        (min(cell, after), max(cell, after))
        for (pair, position), cell in cells.items()
        if (after := cells.get((pair, position + 1))) is not None
    }
    return np.array([tuple(ends) in steps for ends in problem.ends.tolist()], np.bool_)


ENGINE = CpSatPathEngine()
