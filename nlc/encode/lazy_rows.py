"""Rows that models seldom break, stated only when one does.

That two neighbours of one colour are linked, say, takes more clauses than all other rules of
Numberlink together, and once no path turns back round a corner nearly every model obeys it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.cnf import Model
from nlc.encode.declare import AnyWords
from nlc.encode.literals import Group, taken
from nlc.ir.nodes import ABSENT, Assign, Implies, Node, Relate
from nlc.ir.passes import VALUES

PATIENCE = 10
"""Broken models of a node after which all of its rows are stated."""


def is_lazy(node: Node) -> bool:
    """Return whether a node is better stated lazily.

    These are differences under a guard (without one, as in the colouring of a graph, they are what
    the search is about), and what denies a program values that it never mentions.
    """
    match node:
        case Implies(guard, Relate(equal=False)):
            return bool(guard.shape[1])
        case Implies(_, Assign(equal=False), origin):
            return origin.rule == VALUES
        case _:
            return False


class LazyRows:
    """A separator that states the rows of a node that a model breaks.

    A row is stated by one clause for each common value, without auxiliaries: not all of its guard
    and of the cubes that give the value.
    """

    def __init__(self, then: Relate | Assign, guards: list[Group], sides: list[AnyWords]) -> None:
        """Take a node for which `is_lazy` holds.

        Args:
            then: what the guards imply.
            guards: CNF literals of the guards, by groups of rows.
            sides: the words of each side of `then`.
        """
        self._then, self._guards, self._sides = then, guards, sides
        self._broken = 0

    def __call__(self, model: Model) -> Sequence[Sequence[int]]:
        """Return clauses of the rows that a model breaks, some of which it breaks too."""
        met = self._met(model)
        out: list[list[int]] = []
        for rows, guard in self._guards:
            asked = np.flatnonzero(taken(met, rows)).astype(np.int32)
            lits = guard.take(asked, axis=0)
            broken = asked[(model.take(np.abs(lits)) == (lits > 0)).all(axis=1)]
            if len(broken):
                stated = np.full(len(guard), self._broken >= PATIENCE)
                stated[broken] = True
                out += self._clauses(rows, guard, stated)
        self._broken += bool(out)
        return out

    def _met(self, model: Model) -> Bools:
        """Return where the value that is denied is met, shape (rows,)."""
        then = self._then
        values = self._sides[0].decode(model)
        if isinstance(then, Assign):
            met: Bools = values.take(then.elements) == then.values
            return met
        others = values if self._sides[1] is self._sides[0] else self._sides[1].decode(model)
        alike: Bools = values.take(then.left_elements) == others.take(then.right_elements)
        return alike

    def _clauses(self, rows: Ints | None, guard: Ints, mask: Bools) -> Iterator[list[int]]:
        """Yield the clauses of some rows of a group."""
        then = self._then
        at = np.flatnonzero(mask)
        index = at if rows is None else rows[at]
        denied = (-guard[at]).tolist()
        if isinstance(then, Assign):
            (words,) = self._sides
            cubes = _cubes(words, then.elements[index], then.values[index])
            for literals, cube in zip(denied, cubes, strict=True):
                yield [*literals, *cube]
            return
        for value in self._common():
            values = np.full(len(at), value, np.int32)
            left = _cubes(self._sides[0], then.left_elements[index], values)
            right = _cubes(self._sides[1], then.right_elements[index], values)
            for literals, one, two in zip(denied, left, right, strict=True):
                clause = {*literals, *one, *two}
                if not any(-literal in clause for literal in clause):
                    yield sorted(clause)

    def _common(self) -> list[int]:
        """Return the values that both sides may have."""
        domains = [words.domain for words in self._sides]
        absent = [ABSENT] if all(words.optional for words in self._sides) else []
        return [*absent, *range(min(len(domain.values) for domain in domains))]


def _cubes(words: AnyWords, elements: Ints, values: Ints) -> list[list[int]]:
    """Return, row by row, the negated literals that say that a word has a value."""
    out: list[list[int]] = [[] for _ in range(len(elements))]
    for rows, literals in words.cubes(elements, values):
        for row, cube in zip(rows.tolist(), (-literals).tolist(), strict=True):
            out[row] = cube
    return out
