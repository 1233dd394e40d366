"""Decides one edge in all states of a layer at once, and merges states that are equal."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.engines.frontier import foes
from nlc.engines.frontier.merging import merge, words_of
from nlc.engines.frontier.pieces import draw, leave
from nlc.engines.frontier.schedule import Place, Step
from nlc.engines.frontier.state import Bools, Bytes, Layer
from nlc.engines.problem import Problem, Sum

FULL = 2
"""The degree at which a node of a path has all its edges."""

_MET = 255
"""In the place of a count: the sum holds whatever the edges to come."""


class EdgeDecision(Struct, frozen=True, eq=False):
    """The result of deciding an edge.

    Attributes:
        layer: the states after it.
        skip: shape (n,), for each state before it the one where the edge is left out, or -1 where
            no solution can come of that.
        draw: shape (n,), likewise where it is drawn.
    """

    layer: Layer
    skip: Ints
    draw: Ints


def decide(problem: Problem, layer: Layer, step: Step) -> EdgeDecision:
    """Decide an edge both ways in every state, and keep one of equal states; `layer` is used up."""
    n = layer.size
    for place in step.enters:
        _enter(problem, layer, place)
    may_skip, may_draw = _allowed(problem, layer, step)
    skipping, drawing = np.flatnonzero(may_skip), np.flatnonzero(may_draw)
    skipped, drawn = layer.take(skipping), layer.take(drawing)
    a, b = (place.slot for place in step.ends)
    if layer.shape.foes:
        foes.part(skipped, a, b)
    alive = np.ones(len(skipping) + len(drawing), np.bool_)
    alive[len(skipping) :] = draw(problem, drawn, step)
    for states, more in ((skipped, 0), (drawn, 1)):
        for tally in step.tallies:
            table = _counted(problem.sums[tally.number], tally.rest, more)
            states.tallies[tally.slot] = table[states.tallies[tally.slot]]
    both = skipped.beside(drawn)
    for place in step.leaves:
        alive &= leave(problem, both, step, place.slot)
    kept = np.flatnonzero(alive)
    both = both.take(kept)
    firsts, kinds = merge([*words_of(both.cells), *both.foes])
    target = np.full(len(alive), -1, np.int32)
    target[kept] = kinds
    skip, drew = np.full(n, -1, np.int32), np.full(n, -1, np.int32)
    skip[skipping] = target[: len(skipping)]
    drew[drawing] = target[len(skipping) :]
    return EdgeDecision(both.take(firsts), skip, drew)


def _enter(problem: Problem, layer: Layer, place: Place) -> None:
    """Let a node enter the frontier, as a piece of its own.

    The end of a path counts as drawn once already, so that it is full at the same degree as others.
    """
    layer.piece[place.slot] = place.slot + 1
    if problem.labels[place.node]:
        layer.label[place.slot] = problem.labels[place.node]
        layer.degree[place.slot] = problem.pairs


def _allowed(problem: Problem, layer: Layer, step: Step) -> tuple[Bools, Bools]:
    """Return in which states the edge may be left out, and in which it may be drawn."""
    a, b = (place.slot for place in step.ends)
    may_skip, may_draw = np.ones(layer.size, np.bool_), np.ones(layer.size, np.bool_)
    for place in step.ends:
        degree, reaches = layer.degree[place.slot], _reaches(problem, place)
        may_skip &= reaches[degree]
        may_draw &= reaches[degree + 1]
        if not problem.branch:
            may_draw &= degree < FULL
    for tally in step.tallies:
        item, count = problem.sums[tally.number], layer.tallies[tally.slot]
        may_skip &= _still_fits(item, tally.rest, 0)[count]
        may_draw &= _still_fits(item, tally.rest, 1)[count]
    one_piece, one_label = layer.one_piece(a, b), layer.one_label(a, b)
    may_draw &= ~one_piece & (one_label | ~layer.labelled(a) | ~layer.labelled(b))
    if layer.shape.foes:
        may_skip &= ~one_piece & ~one_label
        may_draw &= ~foes.are_foes(layer, a, b, one_label=problem.groups == 1)
    return may_skip, may_draw


def _reaches(problem: Problem, place: Place) -> Bools:
    """Return for each degree up to 3 whether a node that has it can come to an allowed one.

    Degrees are counted up to 2, so that a tree may have more.
    """
    if problem.labels[place.node]:
        allowed = {FULL} if problem.pairs else {1, FULL}
    else:
        allowed = {FULL} if problem.cover else {0, FULL}
    now = [*range(FULL + 1), FULL]
    return np.array([any(k <= final <= k + place.rest for final in allowed) for k in now])


def _still_fits(item: Sum, rest: int, more: int) -> Bools:
    """Return for each count whether the sum can be met, after an edge that adds `more`.

    Args:
        item: the sum, of less than 255 edges.
        rest: the number of its edges that are decided later.
        more: 0 or 1.

    Returns:
        Shape (256,).
    """
    after = np.arange(_MET + 1) + more
    fits: Bools = (after <= item.high) & (after + rest >= item.low)
    fits[_MET] = True
    return fits


def _counted(item: Sum, rest: int, more: int) -> Bytes:
    """Return for each count what a state holds after an edge that adds `more`.

    That is 0 after the last edge: the slot is free then.
    """
    after = np.arange(_MET + 1) + more
    sure = (after >= item.low) & (after + rest <= item.high)
    sure[_MET] = True
    return np.where(sure, _MET, after).astype(np.uint8) * np.uint8(rest > 0)
