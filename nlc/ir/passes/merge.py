"""Merges programs of one shape into one in which assumptions select each of them.

Rows of all programs are added once, without a selector. Any other row is added once under a
selector that holds if a selected program has the row: activation literals (Eén, Sörensson 2003,
"Temporal induction by incremental SAT solving"), one for each set of programs with common rows.
Rows have no meaning here, so that puzzles that differ in their clues can be merged as well as one
puzzle with several options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, distinct, distinct_rows
from nlc.ir import nodes as ir
from nlc.ir.passes import VALUES, Pass


class Kind(NamedTuple):
    """The kind of rows that can be in one node; a row is its guard and its matter."""

    rule: str
    what: type[ir.Exactly | ir.Clause | ir.Relate | ir.Assign]
    guards: int
    width: int
    counts: ir.Counts | None = None
    variables: tuple[str, ...] = ()
    equal: bool = True


def shape(program: ir.Program) -> Hashable:
    """Return the shape of a program; those to merge have the same: variables and graphs."""
    graphs = [node.graph for node in program.nodes if isinstance(node, ir.Acyclic)]
    joined = [item for item in program.globals if item.kind in ir.CONNECTED or item.variable]
    return (
        tuple((v.name, v.sort, v.base, v.size, v.shown, v.reported) for v in program.bools),
        tuple(
            (
                *(d.name, d.sort, d.size, d.optional, d.shown, d.reported),
                None if d.allowed is None else (d.values, d.allowed.tobytes()),
            )
            for d in program.domains.values()
        ),
        tuple((graph.nodes, graph.ends.tobytes()) for graph in graphs),
        tuple(
            (
                *(item.kind, item.members is None, item.graph.nodes, item.graph.ends.tobytes()),
                None if item.variable is None else program.domains[item.variable].values,
            )
            for item in joined
        ),
    )


@dataclass(frozen=True)
class Merge(Pass):
    """Merges a program with others of its shape; it comes before all other passes.

    A merged program and its parts have the same variables for the same things: declared ones,
    atoms, and auxiliaries of one definition. An auxiliary that is free to choose may serve several
    programs, since the rows that speak of it are stated only where their program is chosen. Of the
    globals the merged program has only lines that all programs have. A finite-domain variable has
    as many values as where it has most.

    In a spec its options are the parts ``readings`` and ``puzzles``, which name the programs.

    Attributes:
        others: of one `shape` with the program that it is applied to; none is folded.
    """

    name = "merge"
    source = "activation literals (Eén, Sörensson 2003)"
    needs = ("programs of one shape",)
    size = "at most 2 selector clauses a program and set of programs; common rows once"

    others: tuple[ir.Program, ...] = field(default=(), repr=False, metadata={"option": False})

    def apply(self, program: ir.Program) -> ir.Program:
        """Return all programs as one; `Program.choices` has the variables that choose each."""
        return merge([program, *self.others])


PASS = Merge


def merge(programs: Sequence[ir.Program]) -> ir.Program:
    """Merge programs of one `shape`, none of which is folded.

    The solutions of program i are those of the merged one with ``choices[i]`` true and the other
    choices false.
    """
    first = programs[0]
    numbers = Renumbering(first)
    tables = [numbers.table(program) for program in programs]
    rows: dict[Kind, list[list[Ints]]] = {}

    def add(program: int, kind: Kind, matrix: Ints) -> None:
        if kind not in rows:
            rows[kind] = [[] for _ in programs]
        rows[kind][program].append(matrix)

    for i, (program, table) in enumerate(zip(programs, tables, strict=True)):
        for node in program.nodes:
            if not isinstance(node, ir.Acyclic):
                add(i, *rows_of(node, table))

    def common(each: Sequence[ir.Lits], label: str, rule: str) -> ir.Lits:
        """Return literals that equal those of the selected program; new ones where they differ."""
        lits = np.stack(each)
        differ = np.flatnonzero((lits != lits[0]).any(axis=0))
        chosen: ir.Lits = lits[0].copy()
        if not len(differ):
            return chosen
        chosen[differ] = numbers.free(len(differ), label, rule)
        for i, row in enumerate(lits[:, differ]):
            for sign in (1, -1):
                variable, literal = sign * chosen[differ], sign * row
                both = np.column_stack([literal, variable])[np.abs(row) != ir.TRUE]
                add(i, Kind(rule, ir.Clause, 1, 1), both)
                add(i, Kind(rule, ir.Clause, 0, 1), variable[literal == ir.TRUE][:, None])
        return chosen

    lines, cyclic = _merge_acyclic(programs, tables, common)
    joined = zip(*(program.connections for program in programs), strict=True)
    connections = [_merge_connections(each, tables, common) for each in joined]
    start = numbers.variables
    chosen = np.arange(start + 1, start + 1 + len(programs), dtype=np.int32)
    selectors = Selectors(chosen)
    nodes: list[ir.Node] = []
    for kind, parts in rows.items():
        nodes += _stated(kind, parts, selectors)
    domains = dict(first.domains)
    for name in domains:
        domains[name], lacking = _merge_domain([p.domains[name] for p in programs], selectors)
        nodes += lacking
    variables = start + selectors.size
    made = ir.Auxiliary(start + 1, selectors.size, "chosen", None, selectors.origin)
    return replace(
        first,
        domains=domains,
        atoms=numbers.atoms,
        auxiliaries=[*numbers.auxiliaries, made],
        globals=lines,
        nodes=[*selectors.nodes(), *nodes, *cyclic],
        variables=variables,
        connections=connections,
        choices=chosen,
    )


def rows_of(node: ir.Exactly | ir.Implies, table: ir.Lits) -> tuple[Kind, Ints]:
    """Return the kind of a node, and guard and matter of its rows in the merged numbers."""
    rule, guard = node.origin.rule, table.take(node.guard)
    a = guard.shape[1]
    if isinstance(node, ir.Exactly):
        kind = Kind(rule, ir.Exactly, a, node.lits.shape[1], node.counts)
        return kind, np.concatenate([guard, table.take(node.lits)], axis=1)
    match node.then:
        case ir.Clause(lits):
            kind = Kind(rule, ir.Clause, a, lits.shape[1])
            return kind, np.concatenate([guard, table.take(lits)], axis=1)
        case ir.Relate(left, ends, right, others, equal):
            kind = Kind(rule, ir.Relate, a, 2, variables=(left, right), equal=equal)
            return kind, np.column_stack([guard, ends, others])
        case ir.Assign(name, elements, values, equal):
            kind = Kind(rule, ir.Assign, a, 2, variables=(name,), equal=equal)
            return kind, np.column_stack([guard, elements, values])


def node_of(kind: Kind, rows: Ints, selectors: ir.Lits | None = None) -> ir.Node:
    """Return rows of one kind as a node, each under its selector."""
    guard, matter = rows[:, : kind.guards], rows[:, kind.guards :]
    if selectors is not None:
        guard = np.column_stack([selectors, guard])
    origin = ir.Origin(kind.rule, None)
    if kind.counts is not None:
        return ir.Exactly(kind.counts, matter, guard, origin)
    if kind.what is ir.Clause:
        return ir.Implies(guard, ir.Clause(matter), origin)
    one, two = np.ascontiguousarray(matter.T)
    if kind.what is ir.Relate:
        left, right = kind.variables
        return ir.Implies(guard, ir.Relate(left, one, right, two, kind.equal), origin)
    return ir.Implies(guard, ir.Assign(kind.variables[0], one, two, kind.equal), origin)


def _stated(kind: Kind, parts: list[list[Ints]], selectors: Selectors) -> list[ir.Node]:
    """Return the nodes of the rows of one kind, which each program has as matrices."""
    empty = np.zeros((0, kind.guards + kind.width), np.int32)
    matrices = [part[0] if len(part) == 1 else np.concatenate([*part, empty]) for part in parts]
    first = matrices[0]
    if all(matrix is first or np.array_equal(matrix, first) for matrix in matrices[1:]):
        return [node_of(kind, first)] if len(first) else []
    every = np.concatenate(matrices)
    owner = np.repeat(np.arange(len(parts)), [len(matrix) for matrix in matrices])
    places, which = distinct_rows(every)
    member = np.zeros((len(places), len(parts)), np.bool_)
    member[which, owner] = True
    rows, common = every[places], member.all(axis=1)
    out = [node_of(kind, rows[common])] if common.any() else []
    if not common.all():
        out.append(node_of(kind, rows[~common], selectors.literals(member[~common])))
    return out


def _merge_domain(
    domains: list[ir.Domain], selectors: Selectors
) -> tuple[ir.Domain, list[ir.Node]]:
    """Return the domain with the most values, and nodes that exclude values for other programs."""
    most = max(domains, key=lambda domain: len(domain.values))
    sizes = np.array([len(domain.values) for domain in domains])
    values = np.arange(sizes.min(), sizes.max(), dtype=np.int32)
    if not len(values) or not most.size:
        return most, []
    guards = selectors.literals(values[:, None] >= sizes)
    elements = np.arange(most.size, dtype=np.int32)
    lacking = ir.Assign(
        most.name, np.tile(elements, len(values)), np.repeat(values, most.size), equal=False
    )
    guard = np.repeat(guards, most.size)[:, None]
    return most, [ir.Implies(guard, lacking, ir.Origin(VALUES, None))]


Common = Callable[[Sequence[ir.Lits], str, str], ir.Lits]
"""Makes common literals for those of several programs, with the label and rule of new ones."""


def _merge_acyclic(
    programs: Sequence[ir.Program], tables: Sequence[ir.Lits], common: Common
) -> tuple[list[ir.Global], list[ir.Node]]:
    """Return the lines of all programs, and one acyclicity for each graph.

    If programs choose an edge by different literals, a variable stands for them.
    """
    lines: list[ir.Global] = []
    out: list[ir.Node] = []
    each = [
        [node for node in program.nodes if isinstance(node, ir.Acyclic)] for program in programs
    ]
    for nodes in zip(*each, strict=True):
        rule = nodes[0].origin.rule
        lits = [with_constants(n.lits, t) for n, t in zip(nodes, tables, strict=True)]
        chosen = common(lits, "edge", rule)
        line = common_line(programs, nodes, tables)
        lines += [line] if line is not None else []
        expands = None if line is None else len(lines) - 1
        out.append(ir.Acyclic(nodes[0].graph, chosen, ir.Origin(rule, None, expands=expands)))
    return lines, out


def _merge_connections(
    each: Sequence[ir.Connection], tables: Sequence[ir.Lits], common: Common
) -> ir.Connection:
    """Merge connections, one of each program."""
    rule = each[0].origin.rule
    changes = (partial(with_constants, table=table) for table in tables)
    renumbered = [*map(ir.Connection.mapped, each, changes)]

    def joined(label: str, parts: Sequence[ir.Lits | None]) -> ir.Lits | None:
        given = [part for part in parts if part is not None]
        return common(given, label, rule) if given else None

    roots = {item.root for item in each}
    sizes = [item.most for item in each if item.most is not None]
    return replace(
        renumbered[0],
        most=max(sizes) if len(sizes) == len(each) else None,
        root=roots.pop() if len(roots) == 1 else None,
        lits=common([item.lits for item in renumbered], "edge", rule),
        members=joined("member", [item.members for item in renumbered]),
        goals=joined("goal", [item.goals for item in renumbered]),
        origin=ir.Origin(rule, None),
    )


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
        return ir.unguarded(ir.Clause(np.stack(columns, axis=1)), self.origin)


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
        what: Hashable
        match definition:
            case None:
                kind: tuple[Hashable, ...] = (rule, label, block.size)
                if label == ir.RUN:  # where a line has no list, those of the next are others
                    kind += tuple(data.tobytes() for _, _, data in block.origin.binders)
                key = ("free", *kind, met[kind])
                met[kind] += 1
                if key not in self._defined:
                    self._defined[key] = int(self.free(block.size, label, rule)[0])
                base = self._defined[key]
                return np.arange(base, base + block.size, dtype=np.int32)
            case ir.Relate(left, ends, right, others, equal):
                what, rows = (left, right, equal), np.column_stack([ends, others])
            case ir.FirstTrueDefinition(lits):
                what, rows = "first", table[lits][None]
            case ir.CountDefinition(counts, lits):
                what, rows = counts, table[lits]
            case ir.TotalDefinition(op, levels, bounds, lits):
                what, rows = (op, levels, bounds), table[lits]
        each = np.arange(block.size // max(len(rows), 1), dtype=np.int32)
        new, numbers = self._rows((type(definition), what), rows, len(each))
        if isinstance(definition, ir.Relate):
            one, other = np.ascontiguousarray(rows[new].T)
            definition = replace(definition, left_elements=one, right_elements=other)
        elif isinstance(definition, ir.FirstTrueDefinition):
            definition = ir.FirstTrueDefinition(rows[0])
        else:
            definition = replace(definition, lits=rows[new])
        self._keep((numbers[new][:, None] + each).ravel(), label, definition, rule)
        return (numbers[:, None] + each).ravel()

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
    pairs = zip(programs, nodes, strict=True)
    found = [p.globals[n.origin.expands] for p, n in pairs if n.origin.expands is not None]
    if len(found) < len(nodes) or any(line.kind not in ir.LINES for line in found):
        return None
    lits = [with_constants(line.lits, table) for line, table in zip(found, tables, strict=True)]
    same = all(np.array_equal(mine, lits[0]) for mine in lits)
    same &= all(np.array_equal(line.graph.ends, found[0].graph.ends) for line in found)
    return replace(found[0], lits=lits[0]) if same else None
