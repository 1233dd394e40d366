"""A variable for each link and pair: the path of the pair draws the link.

Source: the edge encoding of a course project ("PycoEdge"), with published mean sizes of 1,720
clauses at 5x5 to 116,906 at 10x10. `EdgePath.lower` adds its five kinds of clauses one by one;
their number is O(k^3 n^2) on n x n cells with k pairs. The k^2 n^4 of the published growth belongs
to an earlier version, with a variable for every two links of the board.

Added to the source: variables for the shown segments, which the source decodes from the model;
boards whose cells may stay empty, which only lack clause 3; and paths that do not touch themselves.
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
from nlc.encode.base import Declaration
from nlc.encode.declare import rule_of
from nlc.encode.numberlink import Labels, Numberlink, by_degree, product, too_many
from nlc.encode.template import pairwise, tidy
from nlc.ir.nodes import ABSENT


class EdgePath:
    """The links of each pair have the degrees of a path from one end to the other.

    The links of a pair need not be connected: it may draw rings in addition to its path.
    """

    declaration = Declaration(
        name="edge-path",
        source="course project, edge encoding (PycoEdge)",
        exact=False,
        needs=("numberlink",),
        size="p variables a link; C(p, 2) clauses a link, 1 + dp + C(d, 3) p^3 a cell of d links, "
        "1 + C(d, 2) + d(p - 1) an end; for the shown segments p + 1 a link",
    )

    def refusal(self, puzzle: Numberlink) -> str | None:
        """Refuse puzzles with too many clauses."""
        pairs = len(puzzle.ends)
        degrees = puzzle.board.cell_links.lengths[puzzle.inner].tolist()
        cells = sum(comb(d, 3) * pairs**3 + d * pairs for d in degrees)
        return too_many(cells + len(puzzle.apart) * comb(pairs, 2))

    def lower(self, cnf: Cnf, puzzle: Numberlink, line: Ints) -> Labels:
        """Add the degrees of each pair."""
        rules = puzzle.rules
        x = _allocate(cnf, puzzle)
        # 1. A link is drawn by at most one pair.
        cnf.add(rules["same"], pairwise(x))
        owner = np.full(len(puzzle.used), -1, np.int32)
        owner[puzzle.ends] = np.arange(len(puzzle.ends))[:, None]
        for cells, links in by_degree(puzzle.board):
            end = owner[cells] >= 0
            _end(cnf, rules["terminal"], x[links[end]], owner[cells[end]])
            _inner(cnf, rules["through"], x[links[~end]], puzzle.used[cells[~end]])
        _show(cnf, rule_of(puzzle.line.name), x, line)
        if puzzle.apart.any():
            _keep_off(cnf, rules["apart"], puzzle, x, line)
        return partial(_labels, puzzle=puzzle, x=x)


def _allocate(cnf: Cnf, puzzle: Numberlink) -> Ints:
    """Return the variables, shape (links, p)."""
    texts = [encode_value(text) for text in puzzle.color.values]
    size = len(puzzle.apart) * len(texts)

    def names() -> list[str]:
        links = puzzle.board.names(Sort.LINK)
        return [f"aux:path[{link}]={text}" for link in links for text in texts]

    base = cnf.fresh(size, "aux", names)
    return np.arange(base, base + size, dtype=np.int32).reshape(-1, len(texts))


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


def _show(cnf: Cnf, rule: str, x: Ints, line: Ints) -> None:
    """A segment is shown if and only if some pair draws the link."""
    cnf.add(rule, product(-x, line[:, None]))
    cnf.add(rule, np.column_stack([-line, x]))


def _keep_off(cnf: Cnf, rule: str, puzzle: Numberlink, x: Ints, line: Ints) -> None:
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


def _labels(model: Model, puzzle: Numberlink, x: Ints) -> Ints:
    """Return the pair of the links that are drawn at each cell."""
    out = np.full(len(puzzle.used), ABSENT, np.int32)
    link, pair = np.nonzero(model[x])
    out[puzzle.board.link_cells[link]] = pair[:, None]
    return out


ENCODING = EdgePath()
