"""The map from IR literals to CNF literals, filled on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.cnf import Clauses
from nlc.encode.declare import AnyWords
from nlc.ir.nodes import Atoms, Auxiliary, Lits, Program

Group = tuple[Ints | None, Clauses]
"""Indices of some rows of a batch (None for all) and a matrix with a row for each of them."""

Define = Callable[[Atoms | Auxiliary, Ints], Clauses]
"""Gives CNF literals to the IR variables with these offsets in their block, and states them."""


class LiteralMap:
    """CNF literals of IR literals.

    Declared booleans are entered at the start, atoms that are one variable of a word too; all other
    atoms and the auxiliaries are defined when they are first asked for.
    """

    def __init__(self, program: Program, words: Mapping[str, AnyWords], define: Define) -> None:
        # Entry -v counts from the right: it holds the negation of entry v.
        self._table = np.zeros(2 * program.variables + 1, np.int32)
        self._words = words
        self._define = define
        blocks: list[Atoms | Auxiliary] = [*program.atoms, *program.auxiliaries]
        self._blocks = sorted(blocks, key=lambda block: block.base)
        self._bases = np.array([block.base for block in self._blocks], np.int64)
        for block in program.atoms:
            cubes = words[block.variable].cubes(block.elements, block.values)
            for rows, literals in cubes:
                if literals.shape[1] == 1:
                    self.enter(block.base + rows, literals[:, 0])

    def enter(self, variables: npt.NDArray[np.integer], literals: Clauses) -> None:
        """Set the CNF literals of IR variables."""
        self._table[variables] = literals
        self._table[-variables] = -literals

    def __call__(self, lits: Lits) -> Clauses:
        """Return the CNF literals of IR literals, an array of the same shape."""
        out = self._table[lits]
        if not out.all():
            self._meet(np.abs(lits[out == 0]))
            out = self._table[lits]
        return out

    def conjunction(self, lits: Lits) -> Iterator[Group]:
        """Yield CNF literals that say together that all literals of a row hold.

        Atoms that are not variables by themselves are written out as literals of their words, so
        that rows differ in length: they come in groups of one length.

        Args:
            lits: shape (m, a), IR literals.
        """
        out = self._table[lits]
        if out.all():
            yield None, out
            return
        missing = out == 0
        opaque = missing.copy()
        opaque[missing] = (lits[missing] < 0) | ~self._atoms(np.abs(lits[missing]))
        self._meet(np.abs(lits[opaque]))
        out = self._table[lits]
        groups: list[Group] = [(None, out[:, :0])]
        for column in range(lits.shape[1]):
            groups = [
                extended
                for group in groups
                for extended in self._extend(group, lits[:, column], out[:, column])
            ]
        yield from groups

    def _extend(self, group: Group, lits: Lits, found: Clauses) -> Iterator[Group]:
        """Append one column to the conjunctions of a group, splitting it by length."""
        rows, before = group
        lits, found = taken(lits, rows), taken(found, rows)
        if found.all():
            yield rows, np.hstack([before, found[:, None]])
            return
        if rows is None:
            rows = np.arange(len(lits), dtype=np.int32)
        plain = found != 0
        if plain.any():
            yield rows[plain], np.hstack([before[plain], found[plain, None]])
        missing = np.flatnonzero(~plain)
        for index, members, offsets in self._by_block(lits[missing]):
            block = self._blocks[index]
            assert isinstance(block, Atoms)
            at = missing[members]
            cubes = self._words[block.variable].cubes(
                block.elements[offsets], block.values[offsets]
            )
            for part, literals in cubes:
                yield rows[at[part]], np.hstack([before[at[part]], literals])

    def _atoms(self, variables: Ints) -> npt.NDArray[np.bool_]:
        """Return which of some variables are atoms."""
        kinds = np.array([isinstance(block, Atoms) for block in self._blocks])
        return kinds[np.searchsorted(self._bases, variables, side="right") - 1]

    def _meet(self, variables: Ints) -> None:
        """Have the given variables defined, block by block, each once."""
        for index, _, offsets in self._by_block(variables):
            block = self._blocks[index]
            if isinstance(block, Auxiliary):
                asked = np.ones(block.size, np.bool_)
            else:
                asked = np.zeros(len(block.elements), np.bool_)
            asked[offsets] = True
            # The definition of an earlier block may have defined some in the meantime.
            asked &= self._table[block.base : block.base + len(asked)] == 0
            wanted = np.flatnonzero(asked).astype(np.int32)
            if len(wanted):
                self.enter(block.base + wanted, self._define(block, wanted))

    def _by_block(self, variables: Ints) -> Iterator[tuple[int, Ints, Ints]]:
        """Yield each block with the places of its variables and their offsets in it."""
        where = np.searchsorted(self._bases, variables, side="right") - 1
        for index in np.flatnonzero(np.bincount(where, minlength=0)).tolist():
            members = np.flatnonzero(where == index).astype(np.int32)
            yield index, members, (variables[members] - self._bases[index]).astype(np.int32)


S = TypeVar("S", bound=np.generic)


def taken(array: npt.NDArray[S], rows: Ints | None) -> npt.NDArray[S]:
    """Return some rows of an array; None stands for all of them."""
    return array if rows is None else array[rows]
