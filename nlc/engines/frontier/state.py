"""The states of one layer of the frontier method.

A state says of a set of decided edges all that the others need to know. For each node of the
frontier it holds the drawn degree, the piece that the node is in, and the label of that piece. A
piece is named by its first slot, so that equal pieces have equal names: the part of Knuth's mate
array and, for trees and for paths that must not touch themselves, of the component array of
Kawahara et al. All states of a layer are the columns of one array of bytes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.engines.frontier.schedule import Schedule
from nlc.engines.problem import Problem
from nlc.errors import fail

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Columns = npt.NDArray[np.intp]
Masks = npt.NDArray[np.uint64]

WIDEST = 64
"""The most nodes in the frontier."""

MASK_BITS = 64
LABELS = 255
ONE = np.uint64(1)


class Shape(Struct, frozen=True):
    """Which rows the array of states has.

    Attributes:
        width: the number of slots for nodes, w.
        labels: whether pieces have labels.
        tallies: the number of slots for sums.
        foes: whether a state holds which pieces must stay apart.
    """

    width: int
    labels: bool
    tallies: int
    foes: bool

    @staticmethod
    def of(problem: Problem, plan: Schedule) -> Shape:
        """Return the shape for a problem.

        Raises:
            UserError: the frontier is too wide or there are too many labels.
        """
        width, labels = plan.width, problem.groups
        if width > WIDEST:
            raise fail(
                f"the frontier of this board is {width} nodes wide, and the frontier method "
                f"takes up to {WIDEST}"
            )
        if labels > LABELS:
            raise fail(
                f"this board has {labels} labels, and the frontier method takes up to {LABELS}"
            )
        if not problem.touch and width + labels > MASK_BITS:
            raise fail(
                f"this board has {labels} labels and a frontier {width} nodes wide; where paths "
                f"must not touch themselves, the frontier method takes up to {MASK_BITS} together"
            )
        return Shape(width, labels > 0, plan.tallies, not problem.touch)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return (3 if self.labels else 2) * self.width + self.tallies


class Layer(Struct, eq=False):
    """States, one a column.

    Attributes:
        shape: which rows there are.
        cells: shape (shape.rows, n).
        foes: shape (w, n), or (0, n) where pieces may touch. At the first slot of a piece without a
            label, the pieces that it must not be joined with: bit i for a piece without a label
            whose first slot is i, bit w + k - 1 for all pieces of label k.
    """

    shape: Shape
    cells: Bytes
    foes: Masks

    @staticmethod
    def start(shape: Shape) -> Layer:
        """Return the only state before all edges."""
        foes = np.zeros((shape.width if shape.foes else 0, 1), np.uint64)
        return Layer(shape, np.zeros((shape.rows, 1), np.uint8), foes)

    @property
    def size(self) -> int:
        """The number of states, n."""
        return int(self.cells.shape[1])

    @property
    def piece(self) -> Bytes:
        """Shape (w, n), one more than the first slot of the piece of each node.

        It is 0 for a node that has all its edges, where its piece no longer matters or is known by
        its label.
        """
        return self.cells[: self.shape.width]

    @property
    def degree(self) -> Bytes:
        """Shape (w, n), the number of drawn edges of each node, at most 2."""
        return self.cells[self.shape.width : 2 * self.shape.width]

    @property
    def label(self) -> Bytes:
        """Shape (w, n), the label of each node's piece, from 1, or 0; rows only with labels."""
        return self.cells[2 * self.shape.width : 3 * self.shape.width]

    @property
    def tallies(self) -> Bytes:
        """Shape (sums, n), the number of drawn edges of each sum."""
        return self.cells[self.shape.rows - self.shape.tallies :]

    def take(self, columns: Columns) -> Layer:
        """Return a copy of some states."""
        return Layer(self.shape, self.cells.take(columns, axis=1), self.foes.take(columns, axis=1))

    def put(self, columns: Columns, states: Layer) -> None:
        """Put states in place of some."""
        self.cells[:, columns] = states.cells
        self.foes[:, columns] = states.foes

    def beside(self, other: Layer) -> Layer:
        """Return the states of two layers."""
        return Layer(
            self.shape,
            np.concatenate([self.cells, other.cells], axis=1),
            np.concatenate([self.foes, other.foes], axis=1),
        )

    def labelled(self, slot: int) -> Bools:
        """Return in which states the piece of a node has a label."""
        found: Bools = self.label[slot] > 0 if self.shape.labels else self._nowhere()
        return found

    def one_label(self, a: int, b: int) -> Bools:
        """Return in which states the pieces of two nodes have the same label."""
        if not self.shape.labels:
            return self._nowhere()
        found: Bools = self.labelled(a) & (self.label[a] == self.label[b])
        return found

    def one_piece(self, a: int, b: int) -> Bools:
        """Return in which states two nodes are in one piece, going by its name."""
        found: Bools = (self.piece[a] == self.piece[b]) & (self.piece[a] > 0)
        return found

    def _nowhere(self) -> Bools:
        return np.zeros(self.size, np.bool_)

    def first_of(self, piece: Bytes) -> Bytes:
        """Return one more than the first slot with a node of the given piece, 0 where none is."""
        out = np.zeros(self.size, np.uint8)
        for slot in reversed(range(self.shape.width)):
            np.copyto(out, np.uint8(slot + 1), where=self.piece[slot] == piece)
        return out

    def rename(self, old: Bytes, new: Bytes) -> None:
        """Give a piece, whose name is not 0, another name."""
        np.copyto(self.piece, new, where=self.piece == old)
