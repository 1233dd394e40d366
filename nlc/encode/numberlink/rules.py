"""A Numberlink puzzle as whole-model encodings see it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board.board import Board
from nlc.dataclasses import dataclass
from nlc.ir.nodes import BoolVar, Domain, Exactly, Implies

ROLES = ("terminal", "through", "same", "open", "apart")
"""What the rules of a Numberlink puzzle say."""


@dataclass(frozen=True, eq=False)
class Numberlink:
    """A Numberlink puzzle: p pairs of cells, each to be joined by a path, none of which cross.

    Attributes:
        board: where it is drawn.
        line: the variable of the segments, over links.
        color: the variable of the labels, over cells; p values.
        ends: shape (p, 2), the two cells of each label, the smaller first.
        used: shape (cells,), which cells lie on a path in every solution, for the rules say so.
        apart: shape (links,), which links are drawn where both their cells are on one path.
        further: constraints on segments alone.
        rules: the name of the rule for each of `ROLES`: one segment leaves an end (``terminal``),
            two or none leave any other cell (``through``), a segment joins cells of one label
            (``same``), no segments form a ring (``open``), neighbours on one path are linked
            (``apart``); where no rule says so, the role itself.
    """

    board: Board
    line: BoolVar
    color: Domain
    ends: Ints
    used: Bools
    apart: Bools
    further: tuple[Exactly | Implies, ...]
    rules: Mapping[str, str]

    @property
    def inner(self) -> Ints:
        """The cells that are no end of a path, ascending."""
        return np.setdiff1d(np.arange(len(self.used), dtype=np.int32), self.ends)
