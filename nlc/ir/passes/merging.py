"""Parts of merging: selectors of alternatives, common numbers of variables, common lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, distinct
from nlc.ir import nodes as ir

RULE = "chosen"
"""The rule name of the clauses on selectors."""


class Selectors:
    """Makes one selector for each set of alternatives, on demand.

    Exactly one of the alternatives is assumed to be chosen. Unit propagation then determines every
    selector: a set of at most half of the alternatives is true if and only if one of its members
    is, a larger one if and only if none of the others is. That takes one binary clause for each of
    these, and one more clause: at most two literals for each alternative.

    Attributes:
        chosen: shape (n,), the variable of each alternative; selectors are numbered after them.
        size: the number of variables, those of the alternatives included.
    """

    def __init__(self, chosen: ir.Lits) -> None:
        self.chosen = chosen
        self.size = len(chosen)
        self.origin = ir.Origin(RULE, None)
        self._of: dict[bytes, int] = {}
        self._sets: list[Bools] = []

    def literals(self, member: Bools) -> ir.Lits:
        """Return a literal for each set of alternatives, shape (m, n) -> (m,).

        No set is empty or has all alternatives.
        """
        out: ir.Lits = self.chosen[member.argmax(axis=1)]
        several = np.flatnonzero(member.sum(axis=1) > 1)
        if not len(several):
            return out
        packed = np.packbits(member[several], axis=1)
        width = packed.shape[1]
        if width <= 8:  # as numbers they are sorted several times as fast
            packed = np.pad(packed, ((0, 0), (0, 8 - width)))
        kind = np.dtype(np.uint64) if width <= 8 else np.dtype((np.void, width))
        keys = packed.view(kind).ravel()
        different, first, which = np.unique(keys, return_index=True, return_inverse=True)
        sets = member[several[first]]
        # All but one alternative are chosen where that one is not.
        found = np.where(
            sets.sum(axis=1) == len(self.chosen) - 1, -self.chosen[sets.argmin(axis=1)], 0
        )
        for i in np.flatnonzero(found == 0).tolist():
            key = different[i].tobytes()
            if key not in self._of:
                self._sets.append(sets[i])
                self._of[key] = int(self.chosen[0]) + self.size
                self.size += 1
            found[i] = self._of[key]
        out[several] = found[which]
        return out

    def nodes(self) -> list[ir.Node]:
        """Return the definitions of the present selectors."""
        if not self._sets:
            return []
        member = np.stack(self._sets)
        made = np.arange(self.size - len(member), self.size, dtype=np.int32) + self.chosen[0]
        few = 2 * member.sum(axis=1) <= len(self.chosen)
        # A selector, or its negation, is the disjunction of the alternatives in `member`.
        member[~few] ^= True
        made[~few] *= -1
        row, column = np.nonzero(member)
        out: list[ir.Node] = [self._clauses(-self.chosen[column], made[row])]
        sizes = member.sum(axis=1)
        for size in distinct(sizes).tolist():
            rows = np.flatnonzero(sizes == size)
            several = np.nonzero(member[rows])[1].reshape(len(rows), size)
            out.append(self._clauses(-made[rows], *self.chosen[several].T))
        return out

    def _clauses(self, *columns: ir.Lits) -> ir.Node:
        none = np.zeros((len(columns[0]), 0), np.int32)
        return ir.Implies(none, ir.Clause(np.stack(columns, axis=1)), self.origin)


class Renumbering:
    """Common numbers of the variables of programs of one shape.

    The declared booleans keep their numbers. Atoms of the same element and value are identified,
    and so are auxiliaries with equal definitions. Free auxiliaries are identified if their blocks
    have the same size and the same position among those of their rule and label, and for runs also
    of their instance.
    """

    def __init__(self, program: ir.Program) -> None:
        """Begin with the declared variables of any of the programs."""
        self._declared = sum(var.size for var in program.bools)
        self.variables = self._declared
        self.atoms: list[ir.Atoms] = []
        self.auxiliaries: list[ir.Auxiliary] = []
        self._atoms: dict[str, dict[int, Ints]] = {}
        self._defined: dict[Hashable, int] = {}
        self._blocks: dict[Hashable, Ints] = {}

    def table(self, program: ir.Program) -> ir.Lits:
        """Return the common literal of each literal of a program, shape (2 * variables + 1,).

        Entry -v, which counts from the right, is the negation of entry v.
        """
        table = np.zeros(2 * program.variables + 1, np.int32)
        met: Counter[Hashable] = Counter()

        def enter(base: int, numbers: Ints) -> None:
            table[base : base + len(numbers)] = numbers
            table[-base : -base - len(numbers) : -1] = -numbers

        enter(1, np.arange(1, self._declared + 1, dtype=np.int32))
        blocks: list[ir.Atoms | ir.Auxiliary] = [*program.atoms, *program.auxiliaries]
        for block in sorted(blocks, key=lambda block: block.base):
            if isinstance(block, ir.Atoms):
                enter(block.base, self._atom_numbers(block, program.domains[block.variable].size))
            else:
                enter(block.base, self._auxiliary_numbers(block, table, met))
        return table

    def free(self, size: int, label: str, rule: str) -> Ints:
        """Return new variables without a definition."""
        base = self._allocate(size)
        numbers = np.arange(base, base + size, dtype=np.int32)
        self._keep(numbers, label, None, rule)
        return numbers

    def _allocate(self, size: int) -> int:
        base = self.variables + 1
        self.variables += size
        return base

    def _atom_numbers(self, block: ir.Atoms, size: int) -> Ints:
        """Return the numbers of a block of atoms of a variable over `size` elements."""
        whole = ("atoms", block.variable, block.elements.tobytes(), block.values.tobytes())
        if whole in self._blocks:
            return self._blocks[whole]
        out = np.zeros(len(block.elements), np.int32)
        known = self._atoms.setdefault(block.variable, {})
        for value in distinct(block.values).tolist():
            at = np.flatnonzero(block.values == value)
            elements = block.elements[at]
            numbers = known.setdefault(value, np.zeros(size, np.int32))
            new = distinct(elements[numbers[elements] == 0]).astype(np.int32)
            if len(new):
                base = self._allocate(len(new))
                numbers[new] = np.arange(base, base + len(new))
                values = np.full(len(new), value, np.int32)
                self.atoms.append(ir.Atoms(base, block.variable, new, values))
            out[at] = numbers[elements]
        self._blocks[whole] = out
        return out

    def _auxiliary_numbers(
        self, block: ir.Auxiliary, table: ir.Lits, met: Counter[Hashable]
    ) -> Ints:
        rule, label, definition = block.origin.rule, block.label, block.definition
        if isinstance(definition, ir.CountDefinition):
            lits = table[definition.lits]
            new, numbers = self._rows(("count", definition.counts), lits)
            stated: ir.Definition = ir.CountDefinition(definition.counts, lits[new])
            self._keep(numbers[new], label, stated, rule)
            return numbers
        if isinstance(definition, ir.RelateDefinition):
            relate = definition.relate
            ends = np.column_stack([relate.left_elements, relate.right_elements])
            new, numbers = self._rows(("relate", relate.left, relate.right, relate.equal), ends)
            left, right = np.ascontiguousarray(ends[new].T)
            part = replace(relate, left_elements=left, right_elements=right)
            self._keep(numbers[new], label, ir.RelateDefinition(part), rule)
            return numbers
        if isinstance(definition, ir.TotalDefinition):
            lits, outputs = table[definition.lits], len(definition.bounds)
            what = ("total", definition.op, definition.levels, definition.bounds)
            new, numbers = self._rows(what, lits, outputs)
            each = np.arange(outputs, dtype=np.int32)
            numbers = (numbers[:, None] + each).ravel()
            own = (new[:, None] * outputs + each).ravel()
            self._keep(numbers[own], label, replace(definition, lits=lits[new]), rule)
            return numbers
        if isinstance(definition, ir.FirstTrueDefinition):
            lits = table[definition.lits]
            key: Hashable = ("first", lits.tobytes())
            if key not in self._defined:
                base = self._defined[key] = self._allocate(block.size)
                numbers = np.arange(base, base + block.size, dtype=np.int32)
                self._keep(numbers, label, ir.FirstTrueDefinition(lits), rule)
        else:
            kind: tuple[Hashable, ...] = (rule, label, block.size)
            if label == ir.RUN:  # where a line has no list, those of the next are others
                kind += tuple(data.tobytes() for _, _, data in block.origin.binders)
            key = ("free", *kind, met[kind])
            met[kind] += 1
            if key not in self._defined:
                self._defined[key] = int(self.free(block.size, label, rule)[0])
        base = self._defined[key]
        return np.arange(base, base + block.size, dtype=np.int32)

    def _rows(self, what: Hashable, rows: Ints, each: int = 1) -> tuple[Ints, Ints]:
        """Return which rows are defined here for the first time, and the first number of all rows.

        `each` is how many numbers a row has.
        """
        whole = (what, rows.tobytes())
        if whole not in self._blocks:
            keys = [(what, row.tobytes()) for row in rows]
            new = {key: i for i, key in reversed(list(enumerate(keys))) if key not in self._defined}
            order = sorted(new.values())
            base = self._allocate(len(order) * each)
            self._defined.update((keys[i], base + j * each) for j, i in enumerate(order))
            self._blocks[whole] = np.array([self._defined[key] for key in keys], np.int32)
            return np.array(order, np.int32), self._blocks[whole]
        return np.zeros(0, np.int32), self._blocks[whole]

    def _keep(self, numbers: Ints, label: str, definition: ir.Definition, rule: str) -> None:
        """Note a block of new auxiliaries, numbered one after the other."""
        if len(numbers):
            base, size, origin = int(numbers[0]), len(numbers), ir.Origin(rule, None)
            self.auxiliaries.append(ir.Auxiliary(base, size, label, definition, origin))


def with_constants(lits: ir.Lits, table: ir.Lits) -> ir.Lits:
    """Return literals in the merged numbers; constants stay."""
    constant = np.abs(lits) == ir.TRUE
    return np.where(constant, lits, table[np.where(constant, 0, lits)]).astype(np.int32)


def common_line(
    programs: Sequence[ir.Program], nodes: Sequence[ir.Acyclic], tables: Sequence[ir.Lits]
) -> ir.Global | None:
    """Return the line that acyclicities, one of each program, help to state, if it is the same.

    That it is in one part is all that is common: it may be closed in one program and open in
    another, or have other ends.
    """
    found = [
        program.globals[node.origin.expands]
        for program, node in zip(programs, nodes, strict=True)
        if node.origin.expands is not None
    ]
    if len(found) < len(nodes) or any(line.kind not in ir.LINES for line in found):
        return None
    lits = [with_constants(line.lits, table) for line, table in zip(found, tables, strict=True)]
    same = all(
        np.array_equal(mine, lits[0]) and np.array_equal(line.graph.ends, found[0].graph.ends)
        for mine, line in zip(lits, found, strict=True)
    )
    return replace(found[0], lits=lits[0]) if same else None
