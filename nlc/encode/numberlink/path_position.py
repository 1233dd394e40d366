"""A variable for each cell, pair and position: the path of the pair has the cell at that position.

Source: the path encoding of a course project ("PycoPath"), with published sizes of 167,144 clauses
at 5x5 and 721,223 at 6x6, growth O(k^2 n^6) for n x n cells and k pairs. On a board of N cells a
path has the positions 0..N; beyond its end it is at a phantom cell. `PathPosition.lower` adds the
kinds of clauses of the source one by one: k = 3 at 5x5 gives 142,459 clauses, k = 4 at 6x6 662,520.

Added to the source: variables for the shown segments, which the source decodes from the model;
boards whose cells may stay empty, where a cell has at most one position; and paths that do not
touch themselves.
"""

from __future__ import annotations

from functools import partial
from math import comb

import numpy as np

from nlc.arrays import Ints
from nlc.board import Sort
from nlc.cnf import Cnf, Model
from nlc.cnf.text import encode_value
from nlc.encode.base import Declaration
from nlc.encode.declare import rule_of
from nlc.encode.numberlink import Labels, Numberlink, product, too_many
from nlc.encode.template import pairwise
from nlc.ir.nodes import ABSENT


class PathPosition:
    """Each pair has a path of positions.

    Exact: the cells of a pair that are not the phantom are a walk from its first end without
    repetition. It contains the second end, whose successor is the phantom, from which there is no
    way back; so it ends there. Positions are determined by the path, and so is every variable.
    """

    declaration = Declaration(
        name="path-position",
        source="course project, path encoding (PycoPath)",
        needs=("numberlink",),
        size="p(N + 1)^2 variables on N cells; about p^2 N^3 / 2 + 3 p N^3 / 2 clauses",
    )

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
    size = side * len(texts) * side

    def names() -> list[str]:
        cells = [*puzzle.board.names(Sort.CELL), "phantom"]
        return [f"aux:at[{c}]={text}:{i}" for c in cells for text in texts for i in range(side)]

    base = cnf.fresh(size, "aux", names)
    return np.arange(base, base + size, dtype=np.int32).reshape(side, len(texts), side)


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


ENCODING = PathPosition()
