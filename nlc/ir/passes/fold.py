"""Folds facts into the other nodes of a program: constant propagation.

A corner cell of a Numberlink board draws both of its links; a clue fixes the colour of its cell.
Unit propagation finds the same in the CNF, but only after all its clauses were written and loaded.
Folding adds each fact once, and simplifies the nodes that mention it. It changes neither the
solutions nor the variables. The evaluator does not use folded programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, distinct
from nlc.graph import spanning_forest
from nlc.ir import nodes as ir
from nlc.ir.builder import Builder
from nlc.ir.exchange import defining_literals
from nlc.ir.passes import Pass


@dataclass(frozen=True)
class Fold(Pass):
    """Adds each fact once, and drops the nodes that facts make redundant.

    Attributes:
        rounds: the number of rounds over all nodes; a fact reaches one more node in each.
    """

    name = "fold"
    source = "constant propagation"
    size = "about half of the clauses go"

    rounds: int = 4

    def apply(self, program: ir.Program) -> ir.Program:
        """Return a program with the same variables, and simplified nodes."""
        facts = Facts(program)
        nodes = [(node, False) for node in program.nodes]
        always: set[str] = set()
        for _ in range(self.rounds):
            before = facts.size
            # Facts of the last round are not in the nodes that it had already simplified.
            always = {name for name, present in facts.present.items() if present.all()}
            nodes = Round(program, facts).run(nodes)
            if facts.size == before:
                break
        domains = dict(program.domains)
        atoms = program.atoms
        thens = [node.then for node, _ in nodes if isinstance(node, ir.Implies)]
        assigned = [then for then in thens if isinstance(then, ir.Assign) and then.equal]
        absent = {then.variable for then in assigned if (then.values == ir.ABSENT).any()}
        full = always - absent if program.objective is None else set()
        for name, domain in domains.items():
            if domain.optional and name in full and not _defines_by_absence(program, name):
                domains[name] = replace(domain, optional=False)
                atoms = [part for block in atoms for part in _without_absence(block, name)]
        kept = [node for node, _ in nodes if not _requires_value(node, domains)]
        for name, domain in domains.items():
            if domain.allowed is not None:
                continue  # equal elements may have different sets of values
            kept, twins = _merge(kept, name, facts.values[name], domain.twins)
            fixed = np.zeros(domain.size, np.bool_)
            fixed[twins[facts.values[name] != UNKNOWN]] = True
            domains[name] = replace(domain, twins=twins, fixed=fixed)
        connections = [item.mapped(facts.substitute) for item in program.connections]
        return replace(program, nodes=kept, domains=domains, atoms=atoms, connections=connections)


PASS = Fold


def _merge(
    nodes: list[ir.Node], variable: str, values: Ints, twins: Ints | None
) -> tuple[list[ir.Node], Ints]:
    """Find the elements of a variable that always have the same value.

    Args:
        nodes: the nodes of the program.
        variable: the name of the variable.
        values: shape (elements,), the known values, or `UNKNOWN`.
        twins: shape (elements,), equal elements in a program that was folded before.

    Returns:
        The nodes that are not redundant if such elements are identified, and the first equal
        element of each element.
    """
    elements = np.arange(len(values), dtype=np.int32)
    known = np.flatnonzero(values != UNKNOWN).astype(np.int32)
    _, first, which = np.unique(values[known], return_index=True, return_inverse=True)
    edges = [np.stack([known, known[first[which]]], axis=1)]
    if twins is not None:
        edges.append(np.stack([elements, twins], axis=1))
    kept: list[ir.Node] = []
    for node in nodes:
        match node:
            case ir.Implies(guard, ir.Relate(left, ends, right, others, True)) if (
                left == right == variable and not guard.shape[1]
            ):
                edges.append(np.stack([ends, others], axis=1))
            case _:
                kept.append(node)
    root = spanning_forest(len(values), np.concatenate(edges).astype(np.int32)).root
    least = elements.copy()
    np.minimum.at(least, root, elements)
    twins = least[root]
    seen: set[tuple[int, int]] = set()
    return [part for node in kept for part in _without_repeats(node, variable, twins, seen)], twins


def _without_repeats(
    node: ir.Node, variable: str, twins: Ints, seen: set[tuple[int, int]]
) -> Iterator[ir.Node]:
    """Yield a node without values that an equal element has already."""
    match node:
        case ir.Implies(guard, ir.Assign(name, elements, values, True) as then, origin) if (
            name == variable and not guard.shape[1]
        ):
            keys = list(zip(twins[elements].tolist(), values.tolist(), strict=True))
            first = {key: i for i, key in reversed(list(enumerate(keys))) if key not in seen}
            seen.update(first)
            for rows in rows_of(np.isin(np.arange(len(keys)), list(first.values()))):
                yield ir.Implies(guard[rows], ir.some_rows(then, rows), origin.at(rows))
        case _:
            yield node


def _defines_by_absence(program: ir.Program, variable: str) -> bool:
    """Return whether an atom "no value" occurs in the definition of an auxiliary."""
    blocks = (block for block in program.atoms if block.variable == variable)
    absent = [block.lits[block.values == ir.ABSENT] for block in blocks]
    defined = [np.abs(lits).ravel() for lits in defining_literals(program)]
    if not absent or not defined:
        return False
    return bool(np.isin(np.concatenate(defined), np.concatenate(absent)).any())


def _without_absence(block: ir.Atoms, variable: str) -> list[ir.Atoms]:
    """Return the blocks that remain of a block of atoms without atoms "no value"."""
    if block.variable != variable:
        return [block]
    keep = np.flatnonzero(block.values != ir.ABSENT).astype(np.int32)
    runs = np.split(keep, np.flatnonzero(np.diff(keep) > 1) + 1) if len(keep) else []
    return [replace(ir.some_rows(block, run), base=block.base + int(run[0])) for run in runs]


def _requires_value(node: ir.Node, domains: dict[str, ir.Domain]) -> bool:
    """Return whether a node says no more than that values of a non-optional variable are there."""
    then = node.then if isinstance(node, ir.Implies) else None
    if not isinstance(then, ir.Assign) or domains[then.variable].optional:
        return False
    return bool((then.values == ir.ABSENT).all())


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
        self.lits, self._most = np.zeros(1, np.int32), 1
        self.grow(program.variables)
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

    def learn_values(self, variable: str, elements: Ints, values: Ints | None) -> None:
        """Add values of elements, which were unknown; None: that they have some value."""
        if values is None:
            self.size += int((~self.present[variable][elements]).sum())
            self.present[variable][elements] = True
        else:
            self.size += len(elements)
            self.values[variable][elements] = values
            self.present[variable][elements] = values != ir.ABSENT
        for atoms in self._atoms:
            if atoms.variable != variable:
                continue
            known = self.values[variable][atoms.elements]
            wrong = (known != UNKNOWN) & (known != atoms.values)
            wrong |= (atoms.values == ir.ABSENT) & self.present[variable][atoms.elements]
            for given in (atoms.lits[known == atoms.values], -atoms.lits[wrong]):
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

    def run(self, nodes: list[tuple[ir.Node, bool]]) -> list[tuple[ir.Node, bool]]:
        """Return the simplified nodes, in the same order."""
        for node, settled in nodes:
            if settled:
                self.out.append((node, settled))
                continue
            match node:
                case ir.Acyclic(graph, lits, origin):
                    known = self.facts.substitute(lits)
                    remaining = np.where(known == -ir.TRUE, -ir.TRUE, lits).astype(np.int32)
                    self.out.append((ir.Acyclic(graph, remaining, origin), False))
                case ir.Exactly(counts, lits):
                    self._literals(counts, lits, node)
                case ir.Implies(then=ir.Clause(lits)):
                    self._literals(None, lits, node)
                case ir.Implies():
                    self._domains(node)
        return self.out

    # ---------- one node ----------

    def _literals(
        self, counts: ir.Counts | None, lits: Ints, node: ir.Exactly | ir.Implies
    ) -> None:
        """Simplify a count of literals, or a clause."""
        guard, lits = self.facts.substitute(node.guard), self.facts.substitute(lits)
        origin = node.origin
        touched = (np.abs(np.concatenate([guard, lits], axis=1)) == ir.TRUE).any(axis=1)
        if not touched.any():
            self.add(node)
            return
        for rows in rows_of(~touched):
            same = guard[rows], origin.at(rows)
            if counts is None:
                self.add(ir.Implies(same[0], ir.Clause(lits[rows]), same[1]))
            else:
                self.add(ir.Exactly(counts, lits[rows], *same))
        for rows in rows_of(touched):
            if counts is None:
                self.clause(lits[rows], origin, rows, guard[rows])
            else:
                self.count(counts, lits[rows], origin, rows, guard[rows])

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
            self.state(ir.some_rows(then, rows), origin, rows, guard[rows])
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
            self.state(ir.some_rows(then, index), origin, rows[index], guard[index])
        for index in rows_of(settled & ((known == then.values) != then.equal)):
            never = np.zeros((len(index), 0), np.int32)
            self.clause(never, origin, rows[index], guard[index])

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
                    self.facts.learn_values(then.variable, then.elements, None)
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
            clause = ir.Clause(units[index, None])
            self.out.append((ir.unguarded(clause, origin.at(rows[index])), True))
        self.facts.learn_literals(units[fresh & (np.abs(known) != ir.TRUE)])

    def _add_values(self, then: ir.Assign, origin: ir.Origin) -> None:
        """Add values of elements; a second value of an element remains, as a contradiction."""
        known = self.facts.values[then.variable][then.elements]
        for index in rows_of(known != then.values):
            node = ir.unguarded(ir.some_rows(then, index), origin.at(index))
            self.out.append((node, True))
            new = index[known[index] == UNKNOWN]
            self.facts.learn_values(then.variable, then.elements[new], then.values[new])


def rows_of(mask: Bools) -> list[Ints]:
    """Return a list with the rows where a mask holds, or an empty list if there are none."""
    rows = np.flatnonzero(mask).astype(np.int32)
    return [rows] if len(rows) else []
