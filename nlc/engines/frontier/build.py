"""Counts all paths, or trees, of a puzzle exactly, by a frontier method.

The edges of the board are decided one by one, in an order that keeps the frontier narrow: the nodes
of which some edges are decided and others not. Two partial boards that look alike there can be
completed alike, so they are one state, and the states form a decision diagram. This is Simpath
(D. E. Knuth, The Art of Computer Programming 4A, 2011, section 7.1.4, exercise 225), extended to
pairs of labels and clues (R. Yoshinaka, T. Saitoh, J. Kawahara, K. Tsuruma, H. Iwashita,
S. Minato, Finding All Solutions and Instances of Numberlink and Slitherlink by ZDDs, Algorithms
5(2), 2012) and to trees (J. Kawahara, T. Inoue, H. Iwashita, S. Minato, Frontier-Based Search for
Enumerating All Constrained Subgraphs with Compressed Representation, IEICE Trans. Fundamentals
E100-A(9), 2017).
"""

from __future__ import annotations

import numpy as np

from nlc.engines.frontier.diagram import Diagram, Guard, Level, Watch
from nlc.engines.frontier.moves import decide
from nlc.engines.frontier.schedule import edge_order, make_schedule
from nlc.engines.frontier.state import Layer, Shape
from nlc.engines.problem import Problem
from nlc.process.limits import NO_LIMITS, Limits


def build(problem: Problem, limits: Limits = NO_LIMITS, watch: Watch | None = None) -> Diagram:
    """Return the diagram of all solutions.

    Args:
        limits: of the count; of memory, an estimate, or half of the machine's where none is given.

    Raises:
        UserError: the frontier is too wide, or there are too many labels.
        LimitReached: a limit was reached.
    """
    if not _begins(problem):
        return Diagram(len(problem.ends), (), np.zeros(1, np.bool_))
    plan = make_schedule(problem, edge_order(problem))
    shape = Shape.of(problem, plan)
    layer = Layer.start(shape)
    guard = Guard(limits, len(plan.steps), "edge", watch)
    levels: list[Level] = []
    for number, step in enumerate(plan.steps):
        # Both children of each state at once: the parts, the whole, what survives, and its words;
        # and the indices that sort them, 48 bytes.
        state = layer.shape.rows + 8 * len(layer.foes)
        guard.check(number, layer.size, 2 * layer.size * (4 * state + 48))
        decided = decide(problem, layer, step)
        levels.append(Level(step.edge, (decided.skip, decided.draw)))
        layer = decided.layer
    return Diagram(len(problem.ends), tuple(levels), np.ones(layer.size, np.bool_))


def _begins(problem: Problem) -> bool:
    """Return whether no node or sum without any edge makes a solution impossible."""
    lonely = np.bincount(problem.ends.ravel(), minlength=problem.nodes) == 0
    stuck = lonely if problem.cover else lonely & (problem.labels > 0)
    return not stuck.any() and all(item.edges or item.low <= 0 for item in problem.sums)
