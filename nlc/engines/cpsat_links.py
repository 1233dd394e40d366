"""Links, degrees and colours in CP-SAT: what the models of edges and of circuits share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nlc.engines.base import Puzzle
from nlc.engines.problem import Problem
from nlc.engines.rings import corners

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


@dataclass(frozen=True, eq=False)
class Links:
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
