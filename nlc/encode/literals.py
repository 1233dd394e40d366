"""The map from IR literals to CNF literals, filled on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.cnf import Clauses
from nlc.encode.domains import AnyWords, Words
from nlc.ir import nodes as ir

Group = tuple[Ints, Clauses]
"""Indices of some rows of a batch, and a matrix with a row for each of them."""

Define = Callable[[ir.Atoms | ir.Auxiliary, Ints], Clauses]
"""Defines the IR variables at some offsets of a block, and returns their CNF literals."""


class LiteralMap:
    """CNF literals of IR literals.

    Declared booleans, and atoms that are one literal of a word, are entered at the start. All other
    atoms and the auxiliaries are defined when they are first needed.
    """

    def __init__(self, program: ir.Program, words: Mapping[str, AnyWords], define: Define) -> None:
        # Entry -v counts from the right: it holds the negation of entry v.
        self._table = np.zeros(2 * program.variables + 1, np.int32)
        self._words = words
        self._define = define
        blocks: list[ir.Atoms | ir.Auxiliary] = [*program.atoms, *program.auxiliaries]
        self._blocks = sorted(blocks, key=lambda block: block.base)
        self._bases = np.array([block.base for block in self._blocks], np.int64)
        for block in program.atoms:
            cubes = words[block.variable].cubes(block.elements, block.values)
            for rows, literals in cubes:
                if literals.shape[1] == 1:
                    self.enter(block.base + rows, literals[:, 0])
        for words_ in words.values():
            if isinstance(words_, Words) and words_.word.bounds is not None:
                self._enter_bounds(program, words_)

    def _enter_bounds(self, program: ir.Program, words: Words) -> None:
        """Take the variables of order words for "it has the value v, or is beyond"."""
        domain, n = words.domain, len(words.domain.values)
        place = np.full((program.variables + 1, 2), ir.ABSENT, np.int32)
        for atoms in program.atoms:
            if atoms.variable == domain.name:
                ids = np.arange(atoms.base, atoms.base + len(atoms.values))
                place[ids] = np.column_stack([atoms.elements, atoms.values])
        possible = np.hstack([domain.table(), np.ones((domain.size, 1), np.bool_)])
        index = np.where(possible, np.arange(n + 1, dtype=np.int32), n)
        following = np.minimum.accumulate(index[:, ::-1], axis=1)[:, ::-1]
        for block in program.auxiliaries:
            found = block.definition
            if not isinstance(found, ir.CountDefinition) or found.lits.shape[1] != 2:
                continue
            here, beyond = found.lits.T
            if found.counts != ir.Counts.between(1, 2) or np.abs(found.lits).max() >= ir.TRUE:
                continue
            elements, values = place[np.maximum(here, 0)].T
            after = following[elements, np.minimum(values, n - 1) + 1]
            rows = np.flatnonzero((values >= 0) & (after < n)).astype(np.int32)
            same = words.at_least(elements[rows], after[rows]) == self._table[beyond[rows]]
            rows = rows[same]
            least = words.at_least(elements[rows], values[rows])
            self.enter(block.base + rows[least != 0], least[least != 0])

    def enter(self, variables: npt.NDArray[np.integer], literals: Clauses) -> None:
        """Set the CNF literals of IR variables."""
        self._table[variables] = literals
        self._table[-variables] = -literals

    def __call__(self, lits: ir.Lits) -> Clauses:
        """Return the CNF literals of IR literals, an array of the same shape."""
        out = self._table[lits]
        if not out.all():
            self._require(np.abs(lits[out == 0]))
            out = self._table[lits]
        return out

    def conjunction(self, lits: ir.Lits) -> Iterator[Group]:
        """Yield CNF literals whose conjunction is that of the literals of a row.

        Atoms without a variable of their own are replaced by literals of their words. So rows
        differ in length, and are grouped by it.

        Args:
            lits: shape (m, a), IR literals.
        """
        out, every = self._table[lits], np.arange(len(lits), dtype=np.int32)
        if out.all():
            yield every, out
            return
        missing = out == 0
        opaque = missing.copy()
        owner = np.searchsorted(self._bases, np.abs(lits[missing]), side="right") - 1
        atoms = np.array([isinstance(block, ir.Atoms) for block in self._blocks])
        opaque[missing] = (lits[missing] < 0) | ~atoms[owner]
        self._require(np.abs(lits[opaque]))
        out = self._table[lits]
        groups: list[Group] = [(every, out[:, :0])]
        for column in range(lits.shape[1]):
            groups = [
                extended
                for group in groups
                for extended in self._extend(group, lits[:, column], out[:, column])
            ]
        yield from groups

    def _extend(self, group: Group, lits: ir.Lits, found: Clauses) -> Iterator[Group]:
        """Append one column to the conjunctions of a group, splitting it by length."""
        rows, before = group
        lits, found = lits[rows], found[rows]
        if found.all():
            yield rows, np.hstack([before, found[:, None]])
            return
        plain = found != 0
        if plain.any():
            yield rows[plain], np.hstack([before[plain], found[plain, None]])
        missing = np.flatnonzero(~plain)
        for index, members, offsets in self._by_block(lits[missing]):
            block = self._blocks[index]
            assert isinstance(block, ir.Atoms)
            at = missing[members]
            cubes = self._words[block.variable].cubes(
                block.elements[offsets], block.values[offsets]
            )
            for part, literals in cubes:
                yield rows[at[part]], np.hstack([before[at[part]], literals])

    def _require(self, variables: Ints) -> None:
        """Define the variables that are not yet defined, block by block."""
        for index, _, offsets in self._by_block(variables):
            block = self._blocks[index]
            if isinstance(block, ir.Auxiliary):
                needed = np.ones(block.size, np.bool_)
            else:
                needed = np.zeros(len(block.elements), np.bool_)
            needed[offsets] = True
            # The definition of an earlier block may have defined some in the meantime.
            needed &= self._table[block.base : block.base + len(needed)] == 0
            missing = np.flatnonzero(needed).astype(np.int32)
            if len(missing):
                self.enter(block.base + missing, self._define(block, missing))

    def _by_block(self, variables: Ints) -> Iterator[tuple[int, Ints, Ints]]:
        """Yield each block with the positions of its variables and their offsets in it."""
        owner = np.searchsorted(self._bases, variables, side="right") - 1
        for index in np.flatnonzero(np.bincount(owner, minlength=0)).tolist():
            members = np.flatnonzero(owner == index).astype(np.int32)
            yield index, members, (variables[members] - self._bases[index]).astype(np.int32)
