"""One round of folding: what is known for sure, and nodes simplified by it."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, distinct
from nlc.ir import nodes as ir
from nlc.ir.builder import Builder

UNKNOWN = -2
"""The value index of an element of which nothing is known."""


class Facts:
    """What is known so far.

    Attributes:
        lits: shape (2 variables + 3,), by literals, negative ones from the end: what stands for
            each, itself, `TRUE` or its negation; the two in the middle are for these.
        values: for each finite-domain variable the value of every element, or `UNKNOWN`.
        present: for each finite-domain variable, whether every element surely has a value.
    """

    def __init__(self, program: ir.Program) -> None:
        self._most = program.variables + 1
        half = np.arange(1, self._most + 1, dtype=np.int32)
        half[-1] = ir.TRUE
        self.lits = np.concatenate([np.array([ir.TRUE], np.int32), half, -half[::-1]])
        self.values = {n: np.full(d.size, UNKNOWN, np.int32) for n, d in program.domains.items()}
        self.present = {
            n: np.full(d.size, not d.optional, np.bool_) for n, d in program.domains.items()
        }
        self.size = 0
        self._atoms = program.atoms

    def grow(self, variables: int) -> None:
        """Take in variables that were made since, of which nothing is known."""
        before, self._most = self._most - 1, variables + 1
        half = np.arange(1, self._most + 1, dtype=np.int32)
        half[-1] = ir.TRUE
        lits = np.concatenate([np.array([ir.TRUE], np.int32), half, -half[::-1]])
        lits[1 : before + 1] = self.lits[1 : before + 1]
        lits[len(lits) - before :] = self.lits[len(self.lits) - before :]
        self.lits = lits

    def substitute(self, lits: Ints) -> Ints:
        """Return literals with the known ones replaced by constants."""
        known: Ints = self.lits[np.minimum(np.maximum(lits, -self._most), self._most)]
        return known

    def learn_literals(self, lits: Ints) -> None:
        """Add literals that hold; they were unknown."""
        new = distinct(lits)
        self.size += len(new)
        self.lits[new] = ir.TRUE
        self.lits[-new] = -ir.TRUE

    def learn_values(self, variable: str, elements: Ints, values: Ints) -> None:
        """Add values of elements; they were unknown."""
        self.size += len(elements)
        self.values[variable][elements] = values
        self.present[variable][elements] = values != ir.ABSENT
        self._learn_atoms(variable)

    def learn_present(self, variable: str, elements: Ints) -> None:
        """Add elements that have some value."""
        self.size += int((~self.present[variable][elements]).sum())
        self.present[variable][elements] = True
        self._learn_atoms(variable)

    def _learn_atoms(self, variable: str) -> None:
        for atoms in self._atoms:
            if atoms.variable != variable:
                continue
            known = self.values[variable][atoms.elements]
            wrong = (known != UNKNOWN) & (known != atoms.values)
            wrong |= (atoms.values == ir.ABSENT) & self.present[variable][atoms.elements]
            ids = np.arange(atoms.base, atoms.base + len(known))
            for given in (ids[known == atoms.values], -ids[wrong]):
                self.lits[given] = ir.TRUE
                self.lits[-given] = -ir.TRUE


class Round(Builder):
    """Simplifies all nodes by the known facts once; new facts become nodes, and are learnt.

    Attributes:
        out: the simplified nodes, and whether each is a fact that is not simplified further.
    """

    def __init__(self, program: ir.Program, facts: Facts) -> None:
        self.facts = facts
        super().__init__(program)
        self.out: list[tuple[ir.Node, bool]] = []

    def _allocate(self, size: int) -> int:
        base = super()._allocate(size)
        self.facts.grow(self.program.variables)
        return base

    def run(self, nodes: list[tuple[ir.Node, bool]], first: bool) -> list[tuple[ir.Node, bool]]:
        """Return the simplified nodes, in the same order.

        The first round also finds facts that nodes state themselves; later rounds only simplify
        nodes that mention facts.
        """
        for node, settled in nodes:
            if settled or not (first or self._mentions_facts(node)):
                self.out.append((node, settled))
                continue
            match node:
                case ir.Acyclic(graph, lits, origin):
                    known = self.facts.substitute(lits)
                    remaining = np.where(known == -ir.TRUE, -ir.TRUE, lits).astype(np.int32)
                    self.out.append((ir.Acyclic(graph, remaining, origin), False))
                case ir.Exactly():
                    self._exactly(node)
                case ir.Implies(then=ir.Clause()):
                    self._clause(node)
                case ir.Implies():
                    self._domains(node)
        return self.out

    def _mentions_facts(self, node: ir.Node) -> bool:
        """Return whether a node mentions a fact."""
        match node:
            case ir.Acyclic(lits=lits):
                return bool((self.facts.substitute(lits) != lits).any())
            case ir.Exactly(lits=lits, guard=guard) | ir.Implies(guard, ir.Clause(lits)):
                parts = (guard, lits)
                return any(bool((self.facts.substitute(p) != p).any()) for p in parts)
            case ir.Implies(guard, ir.Assign(variable, elements, values)):
                known = self.facts.values[variable][elements] != UNKNOWN
                known |= (values == ir.ABSENT) & self.facts.present[variable][elements]
            case ir.Implies(guard, ir.Relate(left, left_elements, right, right_elements)):
                known = self.facts.values[left][left_elements] != UNKNOWN
                known |= self.facts.values[right][right_elements] != UNKNOWN
        return bool(known.any() or (self.facts.substitute(guard) != guard).any())

    # ---------- one node ----------

    def _exactly(self, node: ir.Exactly) -> None:
        guard, lits = self.facts.substitute(node.guard), self.facts.substitute(node.lits)
        touched = _constant(guard) | _constant(lits)
        if not touched.any():
            self.add(node)
            return
        for rows, changed in _split(touched):
            if changed:
                self.count(node.counts, lits[rows], guard[rows], node.origin, rows)
            else:
                self.add(ir.Exactly(node.counts, lits[rows], guard[rows], node.origin.at(rows)))

    def _clause(self, node: ir.Implies) -> None:
        assert isinstance(node.then, ir.Clause)
        guard, lits = self.facts.substitute(node.guard), self.facts.substitute(node.then.lits)
        touched = _constant(guard) | _constant(lits)
        if not touched.any():
            self.add(node)
            return
        for rows, changed in _split(touched):
            if changed:
                self.clause(guard[rows], lits[rows], node.origin, rows)
            else:
                self.add(ir.Implies(guard[rows], ir.Clause(lits[rows]), node.origin.at(rows)))

    def _domains(self, node: ir.Implies) -> None:
        """Simplify an implication between values of finite-domain variables."""
        guard = self.facts.substitute(node.guard)
        then, origin = node.then, node.origin
        if isinstance(then, ir.Assign):
            self._assign(then, guard, origin, np.arange(len(guard), dtype=np.int32))
            return
        assert isinstance(then, ir.Relate)
        left = self.facts.values[then.left][then.left_elements]
        right = self.facts.values[then.right][then.right_elements]
        for rows in rows_of((left == UNKNOWN) & (right == UNKNOWN)):
            ends = then.left_elements[rows], then.right_elements[rows]
            part = replace(then, left_elements=ends[0], right_elements=ends[1])
            self.relate(part, guard[rows], origin, rows)
        for rows in rows_of((left != UNKNOWN) & (right == UNKNOWN)):
            fixed = ir.Assign(then.right, then.right_elements[rows], left[rows], then.equal)
            self._assign(fixed, guard[rows], origin, rows)
        for rows in rows_of(right != UNKNOWN):
            fixed = ir.Assign(then.left, then.left_elements[rows], right[rows], then.equal)
            self._assign(fixed, guard[rows], origin, rows)

    def _assign(self, then: ir.Assign, guard: Ints, origin: ir.Origin, rows: Ints) -> None:
        """Add an assignment without its known values; `rows` are instances."""
        known = self.facts.values[then.variable][then.elements]
        absent = (then.values == ir.ABSENT) & self.facts.present[then.variable][then.elements]
        settled = (known != UNKNOWN) | absent
        for index in rows_of(~settled):
            self.assign(pick(then, index), guard[index], origin, rows[index])
        for index in rows_of(settled & ((known == then.values) != then.equal)):
            never = np.zeros((len(index), 0), np.int32)
            self.clause(guard[index], never, origin, rows[index])

    # ---------- facts ----------

    def add(self, node: ir.Node) -> None:
        """Add a node; literals and values that it fixes become facts."""
        match node:
            case ir.Exactly(counts, lits, guard) if not guard.shape[1]:
                n = lits.shape[1]
                if counts in (ir.Counts.of(n), ir.Counts.of(0)):
                    units = lits if counts == ir.Counts.of(n) else -lits
                    rows = np.repeat(np.arange(len(lits), dtype=np.int32), n)
                    self._add_units(units.ravel(), node.origin, rows)
                    return
            case ir.Implies(guard, ir.Clause(lits)) if guard.shape[1] + lits.shape[1] == 1:
                units = np.concatenate([-guard, lits], axis=1).ravel()
                self._add_units(units, node.origin, np.arange(len(units), dtype=np.int32))
                return
            case ir.Implies(guard, ir.Assign() as then) if not guard.shape[1]:
                if then.equal:
                    self._add_values(then, node.origin)
                    return
                if (then.values == ir.ABSENT).all():
                    self.facts.learn_present(then.variable, then.elements)
                    self.out.append((node, True))
                    return
        self.out.append((node, False))

    def _add_units(self, units: Ints, origin: ir.Origin, rows: Ints) -> None:
        """Add literals as unit clauses, without those that are known already.

        An atom becomes an assignment of its finite-domain variable.
        """
        for atoms in self.program.atoms:
            index = np.abs(units) - atoms.base
            inside = (index >= 0) & (index < len(atoms.values))
            for sign in (1, -1):
                for at in rows_of(inside & (np.sign(units) == sign)):
                    elements, values = atoms.elements[index[at]], atoms.values[index[at]]
                    then = ir.Assign(atoms.variable, elements, values, sign == 1)
                    no_guard = np.zeros((len(at), 0), np.int32)
                    self._assign(then, no_guard, origin, rows[at])
            units, rows = units[~inside], rows[~inside]
        known = self.facts.substitute(units)
        fresh = np.zeros(len(units), np.bool_)
        fresh[np.unique(units, return_index=True)[1]] = True
        # A unit that contradicts a known literal remains, since the formula is unsatisfiable.
        for index in rows_of(fresh & (known != ir.TRUE)):
            no_guard = np.zeros((len(index), 0), np.int32)
            clause = ir.Clause(units[index, None])
            self.out.append((ir.Implies(no_guard, clause, origin.at(rows[index])), True))
        self.facts.learn_literals(units[fresh & (np.abs(known) != ir.TRUE)])

    def _add_values(self, then: ir.Assign, origin: ir.Origin) -> None:
        """Add values of elements; a second value of an element remains, as a contradiction."""
        known = self.facts.values[then.variable][then.elements]
        for index in rows_of(known != then.values):
            no_guard = np.zeros((len(index), 0), np.int32)
            node = ir.Implies(no_guard, pick(then, index), origin.at(index))
            self.out.append((node, True))
            new = index[known[index] == UNKNOWN]
            self.facts.learn_values(then.variable, then.elements[new], then.values[new])


def _constant(lits: Ints) -> Bools:
    return np.asarray((np.abs(lits) == ir.TRUE).any(axis=1))


def rows_of(mask: Bools) -> list[Ints]:
    """Return a list with the rows where a mask holds, or an empty list if there are none."""
    rows = np.flatnonzero(mask).astype(np.int32)
    return [rows] if len(rows) else []


def _split(touched: Bools) -> list[tuple[Ints, bool]]:
    """Return the rows without facts, then those with facts, if there are any."""
    return [(rows, changed) for changed in (False, True) for rows in rows_of(touched == changed)]


def pick(then: ir.Assign, rows: Ints) -> ir.Assign:
    """Return some rows of an assignment."""
    return replace(then, elements=then.elements[rows], values=then.values[rows])
