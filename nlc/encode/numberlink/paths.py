"""Encodings of whole Numberlink puzzles by variables of their paths, after a course project.

Added to the source: variables for the shown segments, which the source decodes from the model;
boards whose cells may stay empty; and paths that do not touch themselves.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import comb

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Sort
from nlc.cnf import Cnf, Model
from nlc.cnf.text import encode_value
from nlc.encode.base import declared
from nlc.encode.declare import rule_of
from nlc.encode.numberlink import Labels, Numberlink, by_degree, product, too_many
from nlc.encode.template import pairwise, tidy
from nlc.ir.nodes import ABSENT


class EdgePath:
    """A variable for each link and pair: the path of the pair draws the link.

    Source: the edge encoding ("PycoEdge"), with published mean sizes of 1,720 clauses at 5x5 to
    116,906 at 10x10. `lower` adds its five kinds of clauses one by one; their number is
    O(k^3 n^2) on n x n cells with k pairs. The k^2 n^4 of the published growth belongs to an
    earlier version, with a variable for every two links of the board. Boards whose cells may stay
    empty only lack clause 3.

    The links of each pair have the degrees of a path from one end to the other.
    The links of a pair need not be connected: it may draw rings in addition to its path.
    """

    declaration = declared("numberlink", "edge-path")

    def refusal(self, puzzle: Numberlink) -> str | None:
        """Refuse puzzles with too many clauses."""
        pairs = len(puzzle.ends)
        degrees = puzzle.board.cell_links.lengths[puzzle.inner].tolist()
        cells = sum(comb(d, 3) * pairs**3 + d * pairs for d in degrees)
        return too_many(cells + len(puzzle.apart) * comb(pairs, 2))

    def lower(self, cnf: Cnf, puzzle: Numberlink, line: Ints) -> Labels:
        """Add the degrees of each pair."""
        rules = puzzle.rules
        x = _allocate_edges(cnf, puzzle)
        # 1. A link is drawn by at most one pair.
        cnf.add(rules["same"], pairwise(x))
        owner = np.full(len(puzzle.used), -1, np.int32)
        owner[puzzle.ends] = np.arange(len(puzzle.ends))[:, None]
        for cells, links in by_degree(puzzle.board):
            end = owner[cells] >= 0
            _end(cnf, rules["terminal"], x[links[end]], owner[cells[end]])
            _inner(cnf, rules["through"], x[links[~end]], puzzle.used[cells[~end]])
        # A segment is shown if and only if some pair draws the link.
        cnf.add(rule_of(puzzle.line.name), product(-x, line[:, None]))
        cnf.add(rule_of(puzzle.line.name), np.column_stack([-line, x]))
        if puzzle.apart.any():
            _keep_edges_off(cnf, rules["apart"], puzzle, x, line)
        return partial(_labels_of_edges, puzzle=puzzle, x=x)


def _allocate_edges(cnf: Cnf, puzzle: Numberlink) -> Ints:
    """Return the variables, shape (links, p)."""
    texts = [encode_value(text) for text in puzzle.color.values]

    def names() -> list[str]:
        links = puzzle.board.names(Sort.LINK)
        return [f"aux:path[{link}]={text}" for link in links for text in texts]

    return cnf.array((len(puzzle.apart), len(texts)), "aux", names)


def _end(cnf: Cnf, rule: str, x: Ints, owner: Ints) -> None:
    """2. The pair of an end draws exactly one of its links, and the others draw none.

    Args:
        x: shape (m, d, p), the variables of the links of each end.
        owner: shape (m,), its pair.
    """
    own = np.take_along_axis(x, owner[:, None, None], axis=2)[:, :, 0]
    cnf.add(rule, own)
    cnf.add(rule, pairwise(own))
    others = owner[:, None] != np.arange(x.shape[2])
    cnf.add(rule, -x.transpose(0, 2, 1)[others].reshape(-1, 1))


def _inner(cnf: Cnf, rule: str, x: Ints, used: Bools) -> None:
    """Two links of one pair are drawn at every other cell; none or two at one that is not `used`.

    Args:
        x: shape (m, d, p), the variables of the links of each cell.
        used: shape (m,).
    """
    m, d, p = x.shape
    # 3. Some pair draws some link.
    cnf.add(rule, x[used].reshape(np.count_nonzero(used), d * p))
    # 4. Of three links one is not drawn, whichever pairs draw the other two.
    for e, f, g in combinations(range(d), 3):
        three = x[:, e, :, None, None], x[:, f, None, :, None], x[:, g, None, None, :]
        cnf.add(rule, -product(*three))
    # 5. A pair that draws one link draws another.
    rows = x.transpose(0, 2, 1).reshape(m * p, d)
    for e in range(d):
        cnf.add(rule, np.where(np.arange(d) == e, -rows, rows))


def _keep_edges_off(cnf: Cnf, rule: str, puzzle: Numberlink, x: Ints, line: Ints) -> None:
    """No pair draws links at both cells of a link that it does not draw."""
    incidence = puzzle.board.cell_links
    width = int(incidence.lengths.max())
    table = np.full((len(puzzle.used), width), -1, np.int32)
    table[np.arange(width) < incidence.lengths[:, None]] = incidence.data
    links = np.flatnonzero(puzzle.apart)
    first, second = (table[puzzle.board.link_cells[links, i]] for i in (0, 1))
    valid = (first >= 0) & (first != links[:, None]), (second >= 0) & (second != links[:, None])
    row, e, f = np.nonzero(valid[0][:, :, None] & valid[1][:, None, :])
    clauses = -x[first[row, e]], -x[second[row, f]], line[links[row], None]
    for block in tidy(product(*clauses)):
        cnf.add(rule, block)


def _labels_of_edges(model: Model, puzzle: Numberlink, x: Ints) -> Ints:
    """Return the pair of the links that are drawn at each cell."""
    out = np.full(len(puzzle.used), ABSENT, np.int32)
    link, pair = np.nonzero(model[x])
    out[puzzle.board.link_cells[link]] = pair[:, None]
    return out


class PathPosition:
    """A variable for each cell, pair and position: the path of the pair has the cell there.

    Source: the path encoding ("PycoPath"), with published sizes of 167,144 clauses at 5x5 and
    721,223 at 6x6, growth O(k^2 n^6) for n x n cells and k pairs. On a board of N cells a path has
    the positions 0..N; beyond its end it is at a phantom cell. `lower` adds the kinds of clauses of
    the source one by one: k = 3 at 5x5 gives 142,459 clauses, k = 4 at 6x6 662,520. On boards whose
    cells may stay empty a cell has at most one position.

    Exact: the cells of a pair that are not the phantom are a walk from its first end without
    repetition. It contains the second end, whose successor is the phantom, from which there is no
    way back; so it ends there. Positions are determined by the path, and so is every variable.
    """

    declaration = declared("numberlink", "path-position")

    def refusal(self, puzzle: Numberlink) -> str | None:
        """Refuse puzzles with too many clauses."""
        cells, pairs = len(puzzle.used), len(puzzle.ends)
        positions = cells + 1
        once = cells * comb(pairs * positions, 2) + pairs * positions * comb(positions, 2)
        apart = 2 * int(np.count_nonzero(puzzle.apart)) * pairs * comb(positions, 2)
        return too_many(once + pairs * cells**3 + apart)

    def lower(self, cnf: Cnf, puzzle: Numberlink, line: Ints) -> Labels:
        """Add the paths."""
        rules, ends = puzzle.rules, puzzle.ends
        x = _allocate(cnf, puzzle)
        cells, pairs, positions = len(x) - 1, x.shape[1], x.shape[2]
        # 1. Each cell has exactly one pair and position; at most one, if it may stay empty.
        rows = x[:-1].reshape(cells, pairs * positions)
        cnf.add(rules["through"], rows[puzzle.used])
        cnf.add(rules["through"], pairwise(rows))
        # 2. At each position a pair is at exactly one cell or the phantom.
        rows = np.moveaxis(x, 0, 2).reshape(pairs * positions, cells + 1)
        cnf.add(rules["open"], rows)
        cnf.add(rules["open"], pairwise(rows))
        # 3. It stays at the phantom.
        cnf.add(rules["open"], product(-x[-1, :, :-1], x[-1, :, 1:]))
        # 4. Consecutive cells are neighbours.
        near = np.zeros((cells, cells), np.bool_)
        near[tuple(puzzle.board.link_cells.T)] = True
        v, w = np.nonzero(~(near | near.T))
        cnf.add(rules["same"], product(-x[v, :, :-1], -x[w, :, 1:]))
        # 5. A path begins at its first end, is once at its second, and then at the phantom.
        pair = np.arange(pairs)
        last = x[ends[:, 1], pair]
        cnf.add(rules["terminal"], x[ends[:, 0], pair, :1])
        cnf.add(rules["terminal"], product(-last[:, :-1], x[-1, :, 1:]))
        cnf.add(rules["terminal"], last[:, :-1])
        cnf.add(rules["terminal"], pairwise(last[:, :-1]))
        _show(cnf, rule_of(puzzle.line.name), puzzle, x, line)
        if puzzle.apart.any():
            _keep_off(cnf, rules["apart"], puzzle, x)
        return partial(_labels, x=x)


def _allocate(cnf: Cnf, puzzle: Numberlink) -> Ints:
    """Return the variables, shape (N + 1, p, N + 1): cell (the phantom last), pair, position."""
    texts = [encode_value(text) for text in puzzle.color.values]
    side = len(puzzle.used) + 1

    def names() -> list[str]:
        cells = [*puzzle.board.names(Sort.CELL), "phantom"]
        return [f"aux:at[{c}]={text}:{i}" for c in cells for text in texts for i in range(side)]

    return cnf.array((side, len(texts), side), "aux", names)


def _show(cnf: Cnf, rule: str, puzzle: Numberlink, x: Ints, line: Ints) -> None:
    """A segment is shown if and only if its cells have consecutive positions on one path."""
    a, b = (x[puzzle.board.link_cells[:, i]] for i in (0, 1))
    shown = line[:, None, None]
    cnf.add(rule, product(-a[..., :-1], -b[..., 1:], shown))
    cnf.add(rule, product(-b[..., :-1], -a[..., 1:], shown))
    # The first cell of a shown segment is on a path, and the second next to it there.
    cnf.add(rule, product(-shown[..., 0], -a[..., 0], b[..., 1]))
    cnf.add(rule, product(-shown, -a[..., 1:-1], b[..., :-2], b[..., 2:]))
    cnf.add(rule, product(-shown[..., 0], -a[..., -1], b[..., -2]))
    left = ~puzzle.used[puzzle.board.link_cells[:, 0]]
    anywhere = a.reshape(len(a), x.shape[1] * x.shape[2])
    cnf.add(rule, np.column_stack([-line, anywhere])[left])


def _keep_off(cnf: Cnf, rule: str, puzzle: Numberlink, x: Ints) -> None:
    """The two cells of a link have no positions on one path that are two or more apart."""
    a, b = (x[puzzle.board.link_cells[puzzle.apart, i]] for i in (0, 1))
    i, j = np.triu_indices(x.shape[2], 2)
    cnf.add(rule, product(-a[..., i], -b[..., j]))
    cnf.add(rule, product(-a[..., j], -b[..., i]))


def _labels(model: Model, x: Ints) -> Ints:
    """Return the pair on whose path each cell is."""
    out = np.full(len(x) - 1, ABSENT, np.int32)
    cell, pair = np.nonzero(model[x[:-1]].any(axis=2))
    out[cell] = pair
    return out
