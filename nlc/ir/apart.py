"""Finds elements with one given value that have no way to each other past the other values."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, distinct
from nlc.board import Sort
from nlc.graph import spanning_forest
from nlc.ir.chosen_edges import UNKNOWN, ChosenEdges, at_nodes
from nlc.ir.nodes import Assign, BoolVar, Counts, Implies, Program, Relate


class Apart(Struct, frozen=True):
    """Two cells with one given value that lie apart.

    Attributes:
        value: its index.
        one: a cell.
        other: another one.
        certain: whether that leaves no solution. Chosen links join cells of one value, and an even
            number of cells that are joined have an odd number of them (the handshake lemma); so a
            cell that must have an odd number cannot be the only one on its side.
    """

    value: int
    one: int
    other: int
    certain: bool


def apart(program: Program, var: BoolVar, domain: str) -> Iterator[Apart]:
    """Yield values that are given to cells which chosen links cannot join, at most once each.

    Args:
        program: the elaborated puzzle.
        var: whether each link is chosen.
        domain: of the values, which stay the same along chosen links.
    """
    given, follows = given_values(program, var, domain)
    if not follows.any() or program.domains[domain].sort is not Sort.CELL:
        return
    ends = program.board.link_graph.ends
    odd: Ints | None = None
    own, met = distinct(given[given >= 0]), distinct(_joined(given, ends))
    for value in np.setdiff1d(own, met, assume_unique=True).tolist():
        free = (given == -1) | (given == value)
        piece = spanning_forest(len(given), ends[free[ends].all(axis=1)]).root
        cells = np.flatnonzero(given == value).astype(np.int32)
        others = cells[piece[cells] != piece[cells[0]]]
        if not len(others):
            continue
        if odd is None:
            lits = np.arange(var.base, var.base + var.size, dtype=np.int32)
            odd = at_nodes(program, ChosenEdges(program.board.link_graph, lits), _parity)
        certain = bool(follows.all()) and _is_odd(odd, piece, cells, free)
        yield Apart(value, int(cells[0]), int(others[0]), certain)


def given_values(program: Program, var: BoolVar, domain: str) -> tuple[Ints, Bools]:
    """Return the value given to each element, or -1, and along which links values are the same."""
    given = np.full(program.domains[domain].size, -1, np.int32)
    follows = np.zeros(var.size, np.bool_)
    for node in program.nodes:
        match node:
            case Implies(guard, Assign(variable, elements, values, True)):
                if variable == domain and not guard.shape[1]:
                    given[elements] = values
            case Implies(guard, Relate(left, one, right, other, True)):
                if left == right == domain and guard.shape[1] == 1:
                    link = guard[:, 0] - var.base
                    known = (link >= 0) & (link < var.size)
                    link, pair = link[known], np.column_stack([one, other])[known]
                    ends = program.board.link_graph.ends[link]
                    same = np.all(np.sort(ends, axis=1) == np.sort(pair, axis=1), axis=1)
                    follows[link[same]] = True
            case _:
                pass
    return given, follows


def _joined(given: Ints, ends: Ints) -> Ints:
    """Return values of two cells that are neighbours, or beside the same free cells: a quick look.

    Args:
        given: shape (cells,), a value or -1.
        ends: shape (links, 2).
    """
    values = given[ends]
    beside = values[(values[:, 0] == values[:, 1]) & (values[:, 0] >= 0), 0]
    piece = spanning_forest(len(given), ends[(values == -1).all(axis=1)]).root
    rim = np.concatenate([ends, ends[:, ::-1]])
    rim = rim[(given[rim[:, 0]] >= 0) & (given[rim[:, 1]] == -1)]
    key = given[rim[:, 0]].astype(np.int64) * len(given) + piece[rim[:, 1]]
    met = distinct(np.column_stack([key, rim[:, 0]]))[:, 0]
    both, count = np.unique(met, return_counts=True)
    pairs = np.flatnonzero(np.bincount(given[given >= 0], minlength=1) == 2)
    found = np.concatenate([beside, both[count > 1] // max(1, len(given))])
    return np.intersect1d(distinct(found), pairs, assume_unique=True).astype(np.int32)


def _parity(counts: Counts) -> int | None:
    found = {k % 2 for k in counts}
    return found.pop() if len(found) == 1 else None


def _is_odd(odd: Ints, piece: Ints, cells: Ints, free: Bools) -> bool:
    """Return whether some piece that holds a cell asks for an odd number of ends of links."""
    for root in distinct(piece[cells]):
        inside = odd[free & (piece == root)]
        if not np.any(inside == UNKNOWN) and inside.sum() % 2:
            return True
    return False
