"""Cut-set clauses against a line in several parts: a loop, or a line from one node to another.

Let the drawn edges of a graph be one connected line in every solution. If a model draws several
parts, take one part W and a connected piece P of the graph without W that contains another part. In
each solution that has an edge inside P and one outside P, an edge of the cut between P and W is
drawn, as the line is connected. Both conditions follow from *demands*: sets of edges of which at
least a given number are drawn. A demand that the edges outside P cannot satisfy needs an edge of
the cut or one inside P, and vice versa. If there is no such demand, an edge e that the model draws
there takes its place, by the literal "not e".

So no solution is lost, whatever the model was. In particular, a loop that satisfies all demands
alone is not cut off: then no demand needs an edge outside of it, and the clause contains the
negation of an edge of another part. P and the rest of the graph are connected, so that no smaller
set of edges separates them (the cut is a *bond*). The cut round all of W contains this one, and its
clause is weaker.

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
from nlc.encode.connected.base import Demands as Demands
from nlc.graph.contracted import Piece, contract


class Cut(Struct, frozen=True, eq=False):
    """In every solution that meets `demands` and draws `given`, one of `edges` is drawn.

    Attributes:
        edges: shape (n,), ascending; if empty, there is no such solution.
        given: at most two edges, drawn in the model that the cut was found for.
        demands: the demands that the cut relies on, at most two, ascending.
    """

    edges: Ints
    given: tuple[int, ...]
    demands: tuple[int, ...]


class LineCuts(Struct, frozen=True, eq=False):
    """Finds cuts in one graph.

    Attributes:
        nodes: number of nodes.
        ends: shape (edges, 2).
        demands: known demands; of several that fit, a cut relies on the first.
    """

    nodes: int
    ends: Ints
    demands: Demands

    def __call__(self, drawn: Bools, active: Bools | None = None) -> list[Cut]:
        """Return cuts that the drawn edges violate; none if these are in one part, or empty.

        Args:
            drawn: shape (edges,); branches and loose ends are allowed.
            active: shape (demands,), the demands that hold; None for all.
        """
        whole = contract(self.nodes, self.ends, drawn)
        if len(whole.parts) < 2:
            return []
        numbers = whole.number.take(self.ends)
        around = numbers.take(self.demands.nodes, axis=0)
        find_demands = DemandFinder(self.demands, around, whole.parts, active)
        chosen = np.flatnonzero(drawn)
        owner = numbers[chosen, 0]
        between = np.flatnonzero(numbers[:, 0] != numbers[:, 1]).astype(np.int32)
        tails, heads = numbers[between].T
        cuts: list[Cut] = []
        for part in whole.parts:
            is_tail = tails == part
            at = np.flatnonzero(is_tail | (heads == part))
            beyond = np.where(is_tail[at], heads[at], tails[at])
            leaving = between[at]
            for piece in whole.pieces(part):
                inside, outside = find_demands(piece)
                used = tuple(sorted({d for d in (inside, outside) if d is not None}))
                edges = leaving[piece.covers(beyond)]
                given = () if inside is not None else (int(chosen[piece.covers(owner).argmax()]),)
                if outside is not None:
                    cuts.append(Cut(edges, given, used))
                else:
                    drawn_here = chosen[owner == part].tolist()
                    cuts += (Cut(edges, (e, *given), used) for e in drawn_here)
        return cuts


class DemandFinder:
    """Finds demands that need edges inside a piece, and demands that need edges outside of it.

    Most pieces are the complement of one part. For these, the edges of each demand that touch each
    part are counted in advance.
    """

    def __init__(
        self, demands: Demands, numbers: Ints, parts: Sequence[int], active: Bools | None
    ) -> None:
        """Count the edges of demands at each part.

        Args:
            demands: known demands.
            numbers: shape (n, 2), the contracted nodes at the ends of the demands' edges.
            parts: the contracted nodes whose complements have pieces, ascending, at least one.
            active: shape (demands,), the demands that hold; None for all.
        """
        self._starts, self._least = demands.starts, demands.least
        self._numbers = numbers
        size = len(demands)
        self._active = np.ones(size, np.bool_) if active is None else active
        self._rows = {part: row for row, part in enumerate(parts)}
        row = np.full(max(parts[-1], int(numbers.max(initial=0))) + 1, -1)
        row[parts] = np.arange(len(parts))
        sizes = np.diff(demands.starts, append=len(demands.nodes))
        owner = np.repeat(np.arange(size), sizes)
        tails, heads = row.take(numbers[:, 0]), row.take(numbers[:, 1])

        def count(rows: Ints, chosen: Bools) -> Ints:
            """Return the number of some edges of each part and demand, shape (parts, demands)."""
            keys = (rows * size + owner)[chosen & (rows >= 0)]
            found = np.bincount(keys, minlength=len(parts) * size)
            return found.reshape(len(parts), size).astype(np.int32)

        within = tails == heads
        both = count(tails, within)
        touching = both + count(tails, ~within) + count(heads, ~within)
        beyond = self._active & (sizes - touching < self._least)
        inside = self._active & (both < self._least)
        self._either = _first_true(beyond & inside)
        self._beyond, self._inside = _first_true(beyond), _first_true(inside)

    def __call__(self, piece: Piece) -> tuple[int | None, int | None]:
        """Return a demand that needs an edge inside a piece, and one that needs one outside."""
        part = piece.all_but
        if part is None:
            return self._count_for(piece)
        row = self._rows[part]
        either = self._either[row]
        return (self._inside[row], self._beyond[row]) if either is None else (either, either)

    def _count_for(self, piece: Piece) -> tuple[int | None, int | None]:
        """Return the same for any piece, by counting its edges."""
        if not len(self._starts):
            return None, None
        tails, heads = piece.covers(self._numbers).T
        inside = np.add.reduceat(tails & heads, self._starts, dtype=np.int32)
        outside = np.add.reduceat(~(tails | heads), self._starts, dtype=np.int32)
        needed = np.stack([outside < self._least, inside < self._least]) & self._active
        both = needed.all(axis=0)
        if both.any():
            return int(both.argmax()), int(both.argmax())
        first, second = (int(row.argmax()) if row.any() else None for row in needed)
        return first, second


def _first_true(needed: Bools) -> list[int | None]:
    """Return the index of the first true value in each row, or None."""
    if not needed.shape[1]:
        return [None] * len(needed)
    first = needed.argmax(axis=1)
    has_any = needed[np.arange(len(needed)), first].tolist()
    return [d if true else None for d, true in zip(first.tolist(), has_any, strict=True)]
