"""Counts some of whose literals are there with a group of clues each."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nlc.explaining.row_owners import RowKey, RowOwners
from nlc.ir.nodes import Auxiliary, BoolVar, CountDefinition, Counts, Exactly, Lits, Node, Origin


class NotMergedError(Exception):
    """A row does not depend on one group, or the boards differ in what no row says."""


class Gates:
    """Makes literals that hold where another and a selector do.

    Attributes:
        base: the first selector.
        last: the last variable so far.
        made: the auxiliaries.
    """

    def __init__(self, base: int, size: int) -> None:
        self.base, self.last = base, base + size - 1
        self.made: list[Auxiliary] = []

    def both(self, literals: Lits, selectors: Lits, rule: str) -> Lits:
        """Return a literal for each pair."""
        definition = CountDefinition(Counts.of(2), np.column_stack([literals, selectors]))
        base, size = self.last + 1, len(literals)
        self.made.append(Auxiliary(base, size, "present", definition, Origin(rule, None)))
        self.last += size
        return np.arange(base, base + size, dtype=np.int32)


def at_most(
    loose: list[RowKey],
    found: RowOwners,
    bools: list[BoolVar],
    group_at: Mapping[int, int],
    gates: Gates,
) -> list[Node]:
    """State counts "at most k" whose literals are there with the group of the clue at their cell.

    That it is so is compared with all boards.

    Args:
        loose: rows that do not depend on one group.
        found: the rows of all boards.
        bools: the declared variables.
        group_at: the group whose clue stands at a cell.
        gates: makes the literals.

    Raises:
        NotMergedError: a row is no such count, or it is not so.
    """
    instances: dict[tuple[str, tuple[int, ...], int], list[RowKey]] = {}
    for key in loose:
        kind, place, _ = key
        counts = kind.counts
        if counts is None or kind.guards or len(counts.intervals) != 1 or counts.intervals[0][0]:
            raise NotMergedError(f"{len(loose)} rows, such as of {kind.rule}")
        instances.setdefault((kind.rule, place, counts.intervals[0][1]), []).append(key)
    out: list[Node] = []
    for (rule, place, most), _ in instances.items():
        rows = {
            key: owners
            for key, owners in found.owners.items()
            if key[0].rule == rule and key[1] == place and key[0].counts is not None
        }
        (widest,) = (key for key, owners in rows.items() if 0 in owners)
        lits = found.literals[widest]
        group = np.array([group_at.get(_element(bools, int(x)), -1) for x in lits])
        if (group < 0).any():
            raise NotMergedError(f"a row of {rule}")
        for i, members in enumerate(found.members):
            wanted = set(lits[members[group]].tolist())
            stated = [set(found.literals[key].tolist()) for key, had in rows.items() if i in had]
            if stated != ([wanted] if len(wanted) > most else []):
                raise NotMergedError(f"a row of {rule}")
        there = gates.both(lits, (gates.base + group).astype(np.int32), rule)
        guard = np.zeros((1, 0), np.int32)
        counts = Counts.between(0, most)
        out.append(Exactly(counts, there[None, :], guard, Origin(rule, None)))
    return out


def _element(bools: list[BoolVar], literal: int) -> int:
    for var in bools:
        if var.base <= abs(literal) < var.base + var.size:
            return abs(literal) - var.base
    return -1
