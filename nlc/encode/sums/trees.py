"""Trees of partial totals in steps: the totalizer and the sequential counter.

Sources: Bailleux and Boufkhad (CP 2003) for counts; Joshi, Martins and Manquinho (CP 2015,
"generalized totalizer") and Hölldobler, Manthey and Steinke (KI 2012, "sequential weight counter")
for weights. Here numbers have any levels, products are totals as well, both directions are encoded,
and a partial total has literals only for levels that can decide a bound.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from nlc.encode.base import Declaration, declared
from nlc.encode.sums import Shape
from nlc.encode.template import Template
from nlc.ir.nodes import totals_of

MAX_LEVELS = 20_000
"""The most levels of a partial total."""

MAX_PAIRS = 4_000_000
"""The most pairs of levels that are joined."""


class Node(Struct, eq=False):
    """A partial total: its levels, its two parts, and its literals by level."""

    levels: tuple[int, ...]
    parts: tuple[Node, Node] | None = None
    lits: dict[int, int] = {}

    def at(self, level: int) -> int | None:
        """Return the least level that is at least `level`; None if there is none."""
        index = bisect_left(self.levels, level)
        return self.levels[index] if index < len(self.levels) else None


def balance(leaves: Sequence[Node], join: Callable[[Node, Node], Node]) -> Node:
    """Repeatedly join the two parts of the fewest levels."""
    pending = list(leaves)
    while len(pending) > 1:
        pending.sort(key=lambda node: len(node.levels))
        pending = [*pending[2:], join(pending[0], pending[1])]
    return pending[0]


def chain(leaves: Sequence[Node], join: Callable[[Node, Node], Node]) -> Node:
    """Join one number after the other."""
    whole, *others = leaves
    for leaf in others:
        whole = join(whole, leaf)
    return whole


class Tree:
    """An encoding by a tree of partial totals."""

    def __init__(
        self,
        declaration: Declaration,
        build: Callable[[Sequence[Node], Callable[[Node, Node], Node]], Node],
    ) -> None:
        self.declaration = declaration
        self._build = build

    def refusal(self, shape: Shape) -> str | None:
        """Return a reason if a partial total has too many levels, else None."""
        try:
            self._build_tree(shape)
        except OverflowError as error:
            return str(error)
        return None

    def _build_tree(self, shape: Shape) -> Node:
        pairs = 0

        def join(one: Node, other: Node) -> Node:
            nonlocal pairs
            pairs += len(one.levels) * len(other.levels)
            if pairs > MAX_PAIRS:
                raise OverflowError(f"more than {MAX_PAIRS:,} pairs of levels are joined")
            levels = totals_of(shape.op, (one.levels, other.levels))
            if len(levels) > MAX_LEVELS:
                raise OverflowError(f"a partial total has more than {MAX_LEVELS:,} levels")
            return Node(levels, (one, other))

        leaves, at = [], 0
        for levels in shape.levels:
            lits = {level: at + i for i, level in enumerate(levels[1:], 1)}
            leaves.append(Node(levels, None, lits))
            at += len(levels) - 1
        return self._build(leaves, join)

    def template(self, shape: Shape) -> Template:
        """Return the clauses of all nodes from the root on, for the levels that are needed."""
        root = self._build_tree(shape)
        clauses: list[list[int]] = []
        last = shape.inputs + len(shape.bounds)
        outputs = {b: shape.inputs + j for j, b in enumerate(shape.bounds, 1)}
        root_lits: dict[int, int] = {}
        for bound, output in outputs.items():
            level = root.at(bound)
            if level is None or level == root.levels[0]:
                clauses.append([output if level is not None else -output])
            elif level in root_lits or root.parts is None:
                same = root_lits.get(level) or root.lits[level]
                clauses += [[-same, output], [same, -output]]
            else:
                root_lits[level] = output
        pending = [(root, root_lits)] if root.parts is not None else []
        while pending:
            node, lits = pending.pop()
            assert node.parts is not None
            node.lits = lits
            clauses += [[-lits[b], lits[a]] for a, b in pairwise(sorted(lits))]
            needs: tuple[dict[int, int], dict[int, int]] = ({}, {})
            for part, need in zip(node.parts, needs, strict=True):
                if part.parts is None:
                    need.update(part.lits)
            rows = [(lit, _corners(shape, *node.parts, level)) for level, lit in lits.items()]
            for side, (part, need) in enumerate(zip(node.parts, needs, strict=True)):
                for corner in (each[side] for _, row in rows for each in row):
                    if corner is not None and corner not in need and part.parts is not None:
                        last += 1
                        need[corner] = last
            for literal, row in rows:
                for one, other in row:
                    pair = zip((one, other), needs, strict=True)
                    clauses.append([*(-need[c] for c, need in pair if c is not None), literal])
                clauses += _below(literal, row, needs)
            pending += [
                (part, need)
                for part, need in zip(node.parts, needs, strict=True)
                if part.parts is not None and need
            ]
        return shape.template(last, clauses)


def _corners(
    shape: Shape, one: Node, other: Node, level: int
) -> list[tuple[int | None, int | None]]:
    """Return the least pairs of levels, first ascending, whose total is at a level or beyond.

    None stands for the lowest level, which every number reaches.
    """
    out: list[tuple[int | None, int | None]] = []
    j = len(other.levels) - 1
    last: int | None = None
    for i, mine in enumerate(one.levels):
        if shape.combine(mine, other.levels[j]) < level:
            continue
        while j and shape.combine(mine, other.levels[j - 1]) >= level:
            j -= 1
        if last is None or j < last:
            out.append((mine if i else None, other.levels[j] if j else None))
            last = j
        if not j:
            break
    return out


def _below(
    literal: int,
    corners: Sequence[tuple[int | None, int | None]],
    needs: tuple[dict[int, int], dict[int, int]],
) -> Iterator[list[int]]:
    """Yield the clauses "a total is below a level if its numbers are below certain pairs".

    These are the greatest pairs that miss the level; they lie between neighbouring corners.
    """
    firsts, seconds = [one for one, _ in corners], [other for _, other in corners]
    for k, (one, other) in enumerate(zip([*firsts, None], [None, *seconds], strict=True)):
        # Below the first number of corner k and the second of the corner before it; none is below
        # the lowest level.
        if (k < len(corners) and one is None) or (k and other is None):
            continue
        sides = [needs[0][one]] if one is not None else []
        sides += [needs[1][other]] if other is not None else []
        yield [*sides, -literal]


TOTALIZER = Tree(declared("sums", "totalizer"), balance)

SEQUENTIAL = Tree(declared("sums", "sequential"), chain)
