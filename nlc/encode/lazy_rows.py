"""Rows that models seldom violate, added only when one does.

For example, "two neighbours of one colour are linked" takes more clauses than all other rules of
Numberlink together. Once no path turns back round a corner, nearly every model satisfies it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.cnf import Model
from nlc.encode.domains import AnyWords
from nlc.encode.literals import Group
from nlc.ir.nodes import ABSENT, Assign, Implies, Node, Relate
from nlc.ir.passes import VALUES

PATIENCE = 10
"""The number of models that violate a node after which all of its rows are added."""


def is_lazy(node: Node) -> bool:
    """Return whether the rows of a node are better added lazily.

    These are disequalities under a guard, and nodes that exclude values which a merged program
    lacks. Disequalities without a guard, as in the colouring of a graph, guide the search.
    """
    match node:
        case Implies(guard, Relate(equal=False)):
            return bool(guard.shape[1])
        case Implies(_, Assign(equal=False), origin):
            return origin.rule == VALUES
        case _:
            return False


class LazyRows:
    """A separator that adds the rows of a node that a model violates.

    A row becomes one clause for each common value, without auxiliaries, which denies the
    conjunction of its guard and of the cubes of the value.
    """

    def __init__(self, then: Relate | Assign, guards: list[Group], sides: list[AnyWords]) -> None:
        """Set up for a node with `is_lazy`.

        Args:
            then: the consequence of the guards.
            guards: CNF literals of the guards, by groups of rows.
            sides: the words of each side of `then`.
        """
        self._then, self._guards, self._sides = then, guards, sides
        self._broken = 0

    def __call__(self, model: Model) -> Sequence[Sequence[int]]:
        """Return the clauses of the rows that a model violates."""
        forbidden = self._forbidden(model)
        out: list[list[int]] = []
        for rows, guard in self._guards:
            candidates = np.flatnonzero(forbidden[rows]).astype(np.int32)
            lits = guard.take(candidates, axis=0)
            broken = candidates[(model.take(np.abs(lits)) == (lits > 0)).all(axis=1)]
            if len(broken):
                chosen = np.full(len(guard), self._broken >= PATIENCE)
                chosen[broken] = True
                out += self._clauses(rows, guard, chosen)
        self._broken += bool(out)
        return out

    def _forbidden(self, model: Model) -> Bools:
        """Return the rows with the forbidden value or equality, shape (rows,)."""
        then = self._then
        values = self._sides[0].decode(model)
        if isinstance(then, Assign):
            forbidden: Bools = values.take(then.elements) == then.values
            return forbidden
        others = values if self._sides[1] is self._sides[0] else self._sides[1].decode(model)
        equal: Bools = values.take(then.left_elements) == others.take(then.right_elements)
        return equal

    def _clauses(self, rows: Ints, guard: Ints, mask: Bools) -> Iterator[list[int]]:
        """Yield the clauses of some rows of a group."""
        then = self._then
        at = np.flatnonzero(mask)
        index = rows[at]
        negated_guard = (-guard[at]).tolist()
        if isinstance(then, Assign):
            (words,) = self._sides
            cubes = _cubes(words, then.elements[index], then.values[index])
            for literals, cube in zip(negated_guard, cubes, strict=True):
                yield [*literals, *cube]
            return
        domains = [words.domain for words in self._sides]
        absent = [ABSENT] if all(domain.optional for domain in domains) else []
        for value in [*absent, *range(min(len(domain.values) for domain in domains))]:
            values = np.full(len(at), value, np.int32)
            left = _cubes(self._sides[0], then.left_elements[index], values)
            right = _cubes(self._sides[1], then.right_elements[index], values)
            for literals, first, second in zip(negated_guard, left, right, strict=True):
                clause = {*literals, *first, *second}
                if not any(-literal in clause for literal in clause):
                    yield sorted(clause)


def _cubes(words: AnyWords, elements: Ints, values: Ints) -> list[list[int]]:
    """Return, row by row, the negated literals of "the word has the value"."""
    out: list[list[int]] = [[] for _ in range(len(elements))]
    for rows, literals in words.cubes(elements, values):
        for row, cube in zip(rows.tolist(), (-literals).tolist(), strict=True):
            out[row] = cube
    return out
