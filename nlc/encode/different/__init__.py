"""Encodings of `all_different`: the values of a variable over a set are different.

They replace it by other nodes before merging and passes, so that these apply to the new nodes.
Values over a set are different pair by pair, the clique of disequalities (folklore), or value by
value: at most one element has it (the direct encoding of Gent, Nightingale 2004, "A new encoding of
AllDifferent into SAT"), or exactly one in a permutation. The implied clauses that each value occurs
are those of Kwon, Jain 2006, "Optimized CNF encoding for sudoku puzzles", for permutations of any
size.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.encode.base import Declaration, declared
from nlc.ir import nodes as ir
from nlc.ir.nodes import Domain, Node
from nlc.registry import Registry


class AtomTable:
    """The atoms of a program, and new ones of an encoding.

    Attributes:
        added: blocks of new atoms.
        variables: the number of variables, the new ones included.
    """

    def __init__(self, program: ir.Program) -> None:
        self.added: list[ir.Atoms] = []
        self.variables = program.variables
        self._program = program
        self._tables: dict[str, Ints] = {}

    def literals(self, variable: str, elements: Ints, values: Ints) -> ir.Lits:
        """Return the literals of ``variable[elements[i]] = values[i]``, which must be possible."""
        domain = self._program.domains[variable]
        width = len(domain.values) + 1
        table = self._table(domain)
        keys = elements.astype(np.int64) * width + values + 1
        new = np.unique(keys[table[keys] == 0])
        if len(new):
            base = self.variables + 1
            self.variables += len(new)
            table[new] = np.arange(base, base + len(new), dtype=np.int32)
            block = (new // width).astype(np.int32), (new % width - 1).astype(np.int32)
            self.added.append(ir.Atoms(base, variable, *block))
        made: ir.Lits = table[keys]
        return made

    def _table(self, domain: Domain) -> Ints:
        """Return the atom of each element and value, 0 if there is none."""
        if domain.name not in self._tables:
            width = len(domain.values) + 1
            table = np.zeros(domain.size * width, np.int32)
            for atoms in self._program.atoms:
                if atoms.variable == domain.name:
                    keys = atoms.elements.astype(np.int64) * width + atoms.values + 1
                    table[keys] = np.arange(atoms.base, atoms.base + len(keys), dtype=np.int32)
            self._tables[domain.name] = table
        return self._tables[domain.name]


class DifferentEncoding(ABC):
    """Encodes `all_different` by other nodes."""

    declaration: Declaration

    @abstractmethod
    def nodes(self, item: ir.AllDifferent, domain: Domain, atoms: AtomTable) -> Iterator[Node]:
        """Yield nodes that are equivalent to an item.

        Args:
            item: the rows of elements with different values.
            domain: the variable; it has at least as many values as a row has elements.
            atoms: has the literals of values.
        """


class Pairs(DifferentEncoding):
    """A disequality for each pair."""

    declaration = declared("different", "pairs")

    def nodes(self, item: ir.AllDifferent, domain: Domain, atoms: AtomTable) -> Iterator[Node]:
        """See `DifferentEncoding`."""
        m, n = item.elements.shape
        one, two = item.pairs()
        row = np.repeat(np.arange(m, dtype=np.int32), n * (n - 1) // 2)
        guard = item.guard[row]
        if domain.optional:
            # Two missing values are allowed; if one is present, the other differs or is missing.
            absent = np.full(len(one), ir.ABSENT, np.int32)
            present = -atoms.literals(item.variable, one, absent)
            guard = np.column_stack([guard, present])
        differ = ir.Relate(item.variable, one, item.variable, two, equal=False)
        yield ir.Implies(guard.astype(np.int32), differ, item.origin.at(row))


class Values(DifferentEncoding):
    """A count for each value; `implied` adds that a permutation has every value."""

    def __init__(self, declaration: Declaration, implied: bool) -> None:
        self.declaration, self.implied = declaration, implied

    def nodes(self, item: ir.AllDifferent, domain: Domain, atoms: AtomTable) -> Iterator[Node]:
        """See `DifferentEncoding`."""
        m, n = item.elements.shape
        values = len(domain.values)
        every = self.implied and n == values and not domain.optional
        flat = item.elements.ravel()
        lits = [
            atoms.literals(item.variable, flat, np.full(len(flat), value, np.int32)).reshape(m, n)
            for value in range(values)
        ]
        counts = ir.Counts.of(1) if every else ir.Counts.between(0, 1)
        rows = np.tile(np.arange(m, dtype=np.int32), values)
        yield ir.Exactly(counts, np.concatenate(lits), item.guard[rows], item.origin.at(rows))


REGISTRY: Registry[DifferentEncoding] = Registry(
    "encoding of all different",
    "ENCODING",
    "nlc.encodings.different",
    {
        "pairs": Pairs(),
        "values": Values(declared("different", "values"), implied=True),
        "values-at-most": Values(declared("different", "values-at-most"), implied=False),
    },
)


def expand(
    program: ir.Program, encoding: DifferentEncoding, named: Mapping[str, DifferentEncoding]
) -> ir.Program:
    """Return a program with `all_different` replaced by other nodes; `named` are those of rules."""
    if not program.differences:
        return program
    atoms = AtomTable(program)
    nodes: list[Node] = []
    for item in program.differences:
        domain = program.domains[item.variable]
        if item.elements.shape[1] > len(domain.values) and not domain.optional:
            never = np.zeros((len(item.elements), 0), np.int32)
            nodes.append(ir.Implies(item.guard, ir.Clause(never), item.origin))
        else:
            nodes += named.get(item.origin.rule, encoding).nodes(item, domain, atoms)
    return replace(
        program,
        nodes=[*program.nodes, *nodes],
        atoms=[*program.atoms, *atoms.added],
        variables=atoms.variables,
        differences=[],
    )
