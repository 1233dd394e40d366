"""Cut-set clauses against a line in several parts: a loop, or a line from one node to another.

Let the drawn edges of a graph be one connected line in every solution. If a model draws several
parts, take one part W and a connected piece P of the graph without W in which another part lies. In
each solution that has an edge wholly inside P and one wholly outside of it, an edge of the cut
between P and W is drawn, as the line is connected. Both conditions follow from *demands*, sets of
edges of which at least so many are drawn: a demand that is too large for the edges outside P needs
an edge of the cut or one inside P, and the other way round. Where no demand tells it, an edge e
that the model draws there stands in for it, by the literal "not e".

So no solution is lost, whatever the model was: a loop that meets all demands alone is not cut off,
for then no demand asks for anything outside of it, and the clause holds the negation of an edge of
another part. P is connected and so is what is left, hence no part of the cut would do alone (it is
a *bond*); the cut round all of W, which holds this one, says less.

Demand-based cut-sets for Slitherlink: folklore; cut-set clauses in a loop of SAT calls: Ohashi et
al., "SAT-based CEGAR method for the Hamiltonian cycle problem enhanced by cut-set constraints", SAT
2025. The connected pieces come from one depth-first search: R. Tarjan, "Depth-first search and
linear graph algorithms", SIAM J. Comput. 1 (1972).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.graph.contracted import Piece, contract


class Demands(Struct, frozen=True, eq=False):
    """Sets of edges, of each of which at least so many are drawn.

    Attributes:
        starts: shape (k,), where the edges of each demand start; no demand is without edges.
        edges: shape (n,), edge indices, those of one demand after the other.
        least: shape (k,), from 1 to the size of the set.
    """

    starts: Ints
    edges: Ints
    least: Ints

    @staticmethod
    def of(sets: Sequence[Sequence[int] | Ints], least: Sequence[int] | Ints) -> Demands:
        """Return the demands for edge sets, each with its number."""
        sizes = np.array([len(each) for each in sets], dtype=np.int32)
        parts = [np.asarray(each, dtype=np.int32) for each in sets]
        edges = np.concatenate([np.zeros(0, np.int32), *parts]).astype(np.int32)
        starts = (np.cumsum(sizes) - sizes).astype(np.int32)
        return Demands(starts, edges, np.asarray(least, dtype=np.int32))

    @staticmethod
    def joined(parts: Sequence[Demands]) -> Demands:
        """Return the demands of several together, at least one."""
        before = np.cumsum([0, *(len(part.edges) for part in parts[:-1])]).tolist()
        return Demands(
            np.concatenate([part.starts + n for part, n in zip(parts, before, strict=True)]),
            np.concatenate([part.edges for part in parts]),
            np.concatenate([part.least for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.starts)


class Cut(Struct, frozen=True, eq=False):
    """In every solution that meets `demands` and draws `given`, one of `edges` is drawn.

    Attributes:
        edges: shape (n,), ascending; none: there is no such solution.
        given: at most two edges, drawn in the model that the cut was found for.
        demands: the demands that the cut relies on, at most two, ascending.
    """

    edges: Ints
    given: tuple[int, ...]
    demands: tuple[int, ...]


class LineCuts(Struct, frozen=True, eq=False):
    """Finds cuts of one graph.

    Attributes:
        nodes: number of nodes.
        ends: shape (edges, 2).
        demands: what is known; of several that would do, a cut relies on the first.
    """

    nodes: int
    ends: Ints
    demands: Demands

    def __call__(self, drawn: Bools, active: Bools | None = None) -> list[Cut]:
        """Return cuts that the drawn edges break; none where these are in one part, or absent.

        Args:
            drawn: shape (edges,); any edges, also with branches or loose ends.
            active: shape (demands,), which demands may be relied on; None: all.
        """
        whole = contract(self.nodes, self.ends, drawn)
        if len(whole.parts) < 2:
            return []
        numbers = whole.number.take(self.ends)
        around = numbers.take(self.demands.edges, axis=0)
        reasons = Reasons(self.demands, around, whole.parts, active)
        chosen = np.flatnonzero(drawn)
        owner = numbers[chosen, 0]
        between = np.flatnonzero(numbers[:, 0] != numbers[:, 1]).astype(np.int32)
        tails, heads = numbers[between].T
        cuts: list[Cut] = []
        for part in whole.parts:
            mine = tails == part
            at = np.flatnonzero(mine | (heads == part))
            beyond = np.where(mine[at], heads[at], tails[at])
            leaving = between[at]
            for piece in whole.pieces(part):
                inside, outside = reasons(piece)
                used = tuple(sorted({d for d in (inside, outside) if d is not None}))
                edges = leaving[piece.covers(beyond)]
                given = () if inside is not None else (int(chosen[piece.covers(owner).argmax()]),)
                if outside is not None:
                    cuts.append(Cut(edges, given, used))
                else:
                    here = chosen[owner == part].tolist()
                    cuts += (Cut(edges, (e, *given), used) for e in here)
        return cuts


class Reasons:
    """Says which demands ask for edges inside of a piece, and which for edges outside of it.

    Most pieces are all but one part. For these, the edges of each demand that touch each part are
    counted once for all.
    """

    def __init__(
        self, demands: Demands, numbers: Ints, parts: Sequence[int], active: Bools | None
    ) -> None:
        """Count.

        Args:
            demands: what is known.
            numbers: shape (n, 2), the contracted nodes at the ends of the demands' edges.
            parts: the contracted nodes that pieces are left without, ascending, at least one.
            active: shape (demands,), which demands may be relied on; None: all.
        """
        self._starts, self._least = demands.starts, demands.least
        self._numbers = numbers
        size = len(demands)
        self._active = np.ones(size, np.bool_) if active is None else active
        self._rows = {part: row for row, part in enumerate(parts)}
        row = np.full(max(parts[-1], int(numbers.max(initial=0))) + 1, -1)
        row[parts] = np.arange(len(parts))
        sizes = np.diff(demands.starts, append=len(demands.edges))
        owner = np.repeat(np.arange(size), sizes)
        tails, heads = row.take(numbers[:, 0]), row.take(numbers[:, 1])

        def count(rows: Ints, chosen: Bools) -> Ints:
            """Return how many of some edges each part and demand has, shape (parts, demands)."""
            keys = (rows * size + owner)[chosen & (rows >= 0)]
            found = np.bincount(keys, minlength=len(parts) * size)
            return found.reshape(len(parts), size).astype(np.int32)

        within = tails == heads
        both = count(tails, within)
        touching = both + count(tails, ~within) + count(heads, ~within)
        beyond = self._active & (sizes - touching < self._least)
        inside = self._active & (both < self._least)
        self._either = _firsts(beyond & inside)
        self._beyond, self._inside = _firsts(beyond), _firsts(inside)

    def __call__(self, piece: Piece) -> tuple[int | None, int | None]:
        """Return a demand that asks for more than is outside of a piece, and one for its inside."""
        part = piece.all_but
        if part is None:
            return self._of_any(piece)
        row = self._rows[part]
        either = self._either[row]
        return (self._inside[row], self._beyond[row]) if either is None else (either, either)

    def _of_any(self, piece: Piece) -> tuple[int | None, int | None]:
        """Return the same by counting for this piece."""
        if not len(self._starts):
            return None, None
        tails, heads = piece.covers(self._numbers).T
        inside = np.add.reduceat(tails & heads, self._starts, dtype=np.int32)
        outside = np.add.reduceat(~(tails | heads), self._starts, dtype=np.int32)
        asks = np.stack([outside < self._least, inside < self._least]) & self._active
        both = asks.all(axis=0)
        if both.any():
            return int(both.argmax()), int(both.argmax())
        first, second = (int(row.argmax()) if row.any() else None for row in asks)
        return first, second


def _firsts(asks: Bools) -> list[int | None]:
    """Return the first demand that asks in each row, or None."""
    if not asks.shape[1]:
        return [None] * len(asks)
    first = asks.argmax(axis=1)
    asked = asks[np.arange(len(asks)), first].tolist()
    return [d if true else None for d, true in zip(first.tolist(), asked, strict=True)]
