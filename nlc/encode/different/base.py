"""The interface of encodings of `all_different`, which replace it by other nodes.

They do so before merging and passes, so that these apply to the new nodes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.encode.base import Declaration
from nlc.ir.nodes import AllDifferent, Atoms, Clause, Domain, Implies, Lits, Node, Program


class AtomTable:
    """The atoms of a program, and new ones of an encoding.

    Attributes:
        added: blocks of new atoms.
        variables: the number of variables, the new ones included.
    """

    def __init__(self, program: Program) -> None:
        self.added: list[Atoms] = []
        self.variables = program.variables
        self._program = program
        self._tables: dict[str, Ints] = {}

    def literals(self, variable: str, elements: Ints, values: Ints) -> Lits:
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
            self.added.append(Atoms(base, variable, *block))
        made: Lits = table[keys]
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
    def nodes(self, item: AllDifferent, domain: Domain, atoms: AtomTable) -> Iterator[Node]:
        """Yield nodes that are equivalent to an item.

        Args:
            item: the rows of elements with different values.
            domain: the variable; it has at least as many values as a row has elements.
            atoms: has the literals of values.
        """


def expand(program: Program, encoding: DifferentEncoding) -> Program:
    """Return a program with `all_different` replaced by other nodes."""
    if not program.differences:
        return program
    atoms = AtomTable(program)
    nodes: list[Node] = []
    for item in program.differences:
        domain = program.domains[item.variable]
        if item.elements.shape[1] > len(domain.values) and not domain.optional:
            never = np.zeros((len(item.elements), 0), np.int32)
            nodes.append(Implies(item.guard, Clause(never), item.origin))
        else:
            nodes += encoding.nodes(item, domain, atoms)
    return replace(
        program,
        nodes=[*program.nodes, *nodes],
        atoms=[*program.atoms, *atoms.added],
        variables=atoms.variables,
        differences=[],
    )
