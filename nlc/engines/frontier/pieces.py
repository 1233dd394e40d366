"""How the pieces of the states change: an edge is drawn, or a node leaves the frontier."""

from __future__ import annotations

import numpy as np

from nlc.engines.frontier import foes
from nlc.engines.frontier.schedule import Step
from nlc.engines.frontier.state import Bools, Bytes, Columns, Layer
from nlc.engines.problem import Problem


def draw(problem: Problem, layer: Layer, step: Step) -> Bools:
    """Draw an edge where that is allowed, and return which states can still become a solution."""
    a, b = (place.slot for place in step.ends)
    pieces = layer.piece[a].copy(), layer.piece[b].copy()
    before = foes.foes_of(layer, a) | foes.foes_of(layer, b) if layer.shape.foes else None
    name = np.minimum(*pieces)
    layer.rename(np.maximum(*pieces), name)
    for slot in (a, b):
        layer.degree[slot] = np.minimum(layer.degree[slot] + 1, 2)
    label = np.zeros(layer.size, np.uint8)
    if layer.shape.labels:
        label = np.maximum(layer.label[a], layer.label[b])
        if layer.shape.foes and problem.groups == 1:
            label[:] = 1  # all that is drawn will have it, and foes are known the sooner
        np.copyto(layer.label, label, where=layer.piece == name)
    if not problem.branch:
        _forget_full(layer, (a, b), name)
    first = layer.first_of(name)
    layer.rename(name, first)
    alive = np.ones(layer.size, np.bool_)
    if before is not None:
        foes.join(layer, pieces, before, first, label)
        alive = ~_touches(problem, layer, step)
    alive &= _finish(layer, step, np.flatnonzero(first == 0), label)
    return alive


def _forget_full(layer: Layer, slots: tuple[int, int], piece: Bytes) -> None:
    """Take nodes of a path that have all their edges out of their piece.

    Where paths must not touch themselves, such a node keeps its label, or its piece as long as that
    has none.
    """
    if layer.shape.foes:
        full = (layer.piece == piece) & (layer.degree == 2)
        if layer.shape.labels:
            np.copyto(layer.piece, np.uint8(0), where=full & (layer.label > 0))
        return
    for slot in slots:
        full = layer.degree[slot] == 2
        layer.piece[slot, full] = 0
        if layer.shape.labels:
            layer.label[slot, full] = 0


def _touches(problem: Problem, layer: Layer, step: Step) -> Bools:
    """Return in which states a later edge can neither be drawn nor left out.

    Its ends are in one piece, which it would make a ring of, or have one label and no room for it.
    """
    out = np.zeros(layer.size, np.bool_)
    for a, b in step.inner:
        out |= layer.one_piece(a, b)
        if not problem.branch:
            full = (layer.degree[a] == 2) | (layer.degree[b] == 2)
            out |= full & layer.one_label(a, b)
    return out


def _finish(layer: Layer, step: Step, columns: Columns, label: Bytes) -> Bools:
    """Close the piece that has no open node any more in some states.

    It must have a label, and hold all nodes of it.

    Returns:
        Which of all states can still become a solution.
    """
    alive = np.ones(layer.size, np.bool_)
    if not layer.shape.labels:
        alive[columns] = False
        return alive
    label = label[columns]
    same = layer.label[:, columns] == label
    elsewhere = (same & (layer.piece[:, columns] > 0)).any(axis=0)
    alive[columns] = (label > 0) & ~elsewhere & ~step.unmet[label]
    layer.label[:, columns] *= ~same
    if layer.shape.foes:
        foes.forget_label(layer, columns, np.maximum(label, 1))
    return alive


def leave(problem: Problem, layer: Layer, step: Step, slot: int) -> Bools:
    """Let a node leave the frontier, and return which states can still become a solution."""
    piece, drawn = layer.piece[slot].copy(), layer.degree[slot] > 0
    label = np.zeros(layer.size, np.uint8)
    layer.piece[slot] = 0
    layer.degree[slot] = 0
    if layer.shape.labels:
        label = layer.label[slot].copy()
        layer.label[slot] = 0
    alive = np.ones(layer.size, np.bool_)
    columns = np.flatnonzero(piece == slot + 1)
    if len(columns):
        named = layer.take(columns)
        first = named.first_of(piece[columns])
        named.rename(piece[columns], first)
        if layer.shape.foes:
            foes.leave(named, slot, first)
        closed = np.flatnonzero((first == 0) & drawn[columns])
        alive[columns] = _finish(named, step, closed, label[columns])
        layer.put(columns, named)
    return alive
