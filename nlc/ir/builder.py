"""Builds a program: numbers its variables, and normalizes its nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Ints, distinct
from nlc.board import Sort
from nlc.ir import nodes as ir

Rows = Ints | None
"""The instance of each row of a batch; None: its own, or the only one."""

Guard = Ints | None
"""The guard of each row, shape (m, a); None: nothing."""


class Builder:
    """Adds variables and nodes to a program.

    Attributes:
        deferred: expansions of globals, run after all rules, with the indices of their rules.
        opened: the givens that are variables.
        forests: the edges without a cycle that rules name; not spanning trees, of edges of their
            own.
    """

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.deferred: list[tuple[int, Callable[[], None]]] = []
        self.opened: list[str] = []
        self.forests: list[ir.Acyclic] = []
        self._by_rule: list[list[ir.Node]] = []
        self._rule = -1
        self._bools: dict[str, ir.BoolVar] = {}
        self._atoms: dict[str, Ints] = {}
        self._clues: Ints = np.zeros((2, 0), np.int32)

    @staticmethod
    def beyond(program: ir.Program, rule: str) -> Builder:
        """Return a builder that adds a rule to a copy of a program; see `extended`."""
        names = ("auxiliaries", "rules", "atoms")
        builder = Builder(replace(program, **{name: [*getattr(program, name)] for name in names}))
        builder.begin_rule(rule)
        return builder

    def extended(self) -> ir.Program:
        """Return the program with the nodes that were added to it."""
        return replace(self.program, nodes=[*self.program.nodes, *self.nodes()])

    # ---------- variables ----------

    def declare(self, name: str, sort: Sort, shown: bool, reported: bool) -> None:
        """Declare a boolean variable over a sort."""
        size = self.program.board.count(sort)
        var = ir.BoolVar(name, sort, self._allocate(size), size, shown, reported)
        self.program.bools.append(var)
        self._bools[name] = var

    def bool_var(self, name: str) -> ir.BoolVar:
        """Return a declared boolean variable."""
        return self._bools[name]

    def _allocate(self, size: int) -> int:
        base = self.program.variables + 1
        self.program.variables += size
        return base

    def auxiliary(
        self, size: int, label: str, definition: ir.Definition, origin: ir.Origin
    ) -> Ints:
        """Make auxiliaries and return their literals, shape (size,)."""
        base = self._allocate(size)
        if size:
            self.program.auxiliaries.append(ir.Auxiliary(base, size, label, definition, origin))
        return np.arange(base, base + size, dtype=np.int32)

    def atoms(self, variable: str, elements: Ints, values: Ints | int) -> Ints:
        """Return literals for ``variable[elements[i]] = values[i]``, or one value, each made once.

        A value outside of the domain gives `-TRUE`.
        """
        values = np.broadcast_to(np.asarray(values, np.int32), elements.shape)
        domain = self.program.domains[variable]
        width = len(domain.values) + 1
        if variable not in self._atoms:
            self._atoms[variable] = self.program.atom_table(variable).ravel()
        table = self._atoms[variable]
        known = domain.possible(elements, values)
        keys = elements[known].astype(np.int64) * width + values[known] + 1
        new = distinct(keys[table[keys] == 0])
        if len(new):
            base = self._allocate(len(new))
            table[new] = np.arange(base, base + len(new), dtype=np.int32)
            new_elements = (new // width).astype(np.int32)
            new_values = (new % width - 1).astype(np.int32)
            self.program.atoms.append(ir.Atoms(base, variable, new_elements, new_values))
        out = np.full(len(elements), -ir.TRUE, np.int32)
        out[known] = table[keys]
        return out

    def name_atoms(self, variable: str, elements: Ints, values: Ints, lits: Ints) -> None:
        """Use existing literals as atoms; the caller defines them."""
        domain = self.program.domains[variable]
        table = self._atoms.setdefault(variable, self.program.atom_table(variable).ravel())
        table[elements.astype(np.int64) * (len(domain.values) + 1) + values + 1] = lits

    # ---------- nodes ----------

    def begin_rule(self, name: str) -> None:
        """Begin a rule; nodes are added to it from now on."""
        self.program.rules.append(name)
        self._by_rule.append([])
        self._rule = len(self._by_rule) - 1

    def defer(self, expansion: Callable[[], None]) -> None:
        """Run `expansion` after all rules, as a part of the present rule."""
        self.deferred.append((self._rule, expansion))

    def finish(self) -> None:
        """Run the deferred expansions and put the nodes into the program, by rule."""
        for rule, expansion in self.deferred:
            self._rule = rule
            expansion()
        self.program.nodes = list(self.nodes())

    def nodes(self) -> Iterator[ir.Node]:
        """Yield the present nodes, by rule."""
        for nodes in self._by_rule:
            yield from nodes

    def add(self, node: ir.Node) -> None:
        """Add a node that keeps its contract already."""
        self._by_rule[self._rule].append(node)

    def add_forest(self, node: ir.Acyclic) -> None:
        """Add that edges have no cycle, of which other rules may speak."""
        self.add(node)
        self.forests.append(node)

    def clause(self, lits: Ints, origin: ir.Origin, rows: Rows = None, guard: Guard = None) -> None:
        """State that where all of a row's guard holds, so does one of its literals.

        Args:
            lits: shape (m, n).
            origin: what is being stated.
            rows: shape (m,).
            guard: shape (m, a).
        """
        for index, guard_, lits_ in self._reduced(_guard(guard, len(lits)), lits):
            place = _place(origin, index, rows)
            if _plain(np.concatenate([guard_, lits_], axis=1)):
                self.add(ir.Implies(guard_, ir.Clause(lits_), place))
            else:
                self._repeated(guard_, lits_, place)

    def _repeated(self, guard: Ints, lits: Ints, origin: ir.Origin) -> None:
        """State clauses some of which hold a variable twice: drop tautologies and repetitions."""
        groups: dict[tuple[int, int], list[tuple[int, list[int], list[int]]]] = {}
        size = np.sort(np.abs(np.concatenate([guard, lits], axis=1)), axis=1)
        again = (size[:, 1:] == size[:, :-1]).any(axis=1)
        rows = np.flatnonzero(again)
        pairs = zip(rows.tolist(), guard[again].tolist(), lits[again].tolist(), strict=True)
        for i, premise, head in pairs:
            guards = list(dict.fromkeys(premise))
            heads = [x for x in dict.fromkeys(head) if -x not in guards]
            if not any(-x in guards for x in guards) and not any(
                -x in heads or x in guards for x in heads
            ):
                groups.setdefault((len(guards), len(heads)), []).append((i, guards, heads))
        for (p, q), items in sorted(groups.items()):
            index = np.array([i for i, _, _ in items], np.int32)
            guard_ = np.array([g for _, g, _ in items], np.int32).reshape(len(items), p)
            lits_ = np.array([h for _, _, h in items], np.int32).reshape(len(items), q)
            self.add(ir.Implies(guard_, ir.Clause(lits_), origin.at(index)))
        if not again.all():  # the others are the longest
            place = origin.at(np.flatnonzero(~again))
            self.add(ir.Implies(guard[~again], ir.Clause(lits[~again]), place))

    def count(
        self,
        counts: ir.Counts,
        lits: Ints,
        origin: ir.Origin,
        rows: Rows = None,
        guard: Guard = None,
    ) -> None:
        """State that where a row's guard holds, the number of its true literals is in `counts`."""
        guard = _guard(guard, len(lits))
        for counts_, lits_, index in self.distinct(counts, lits, origin, rows):
            for index2, guard_ in self._live(guard[index]):
                place, n = _place(origin, index[index2], rows), lits_.shape[1]
                if counts_ == ir.Counts.between(1, n):
                    self.clause(lits_[index2], place, guard=guard_)
                elif counts_ != ir.Counts.between(0, n):
                    self.add(ir.Exactly(counts_, lits_[index2], guard_, place))

    def counted(
        self, counts: ir.Counts, lits: Ints, label: str, origin: ir.Origin, rows: Ints
    ) -> Ints:
        """Return literals "the number of the row's true literals is in `counts`", shape (m,).

        Auxiliaries are made for rows that need them.
        """
        out = np.zeros(len(lits), np.int32)
        for counts_, lits_, index in self.distinct(counts, lits, origin, rows):
            n = lits_.shape[1]
            if counts_ == ir.Counts.between(0, n) or not counts_.intervals:
                out[index] = ir.TRUE if counts_.intervals else -ir.TRUE
            elif n == 1:
                out[index] = lits_[:, 0] if 1 in counts_ else -lits_[:, 0]
            else:
                definition = ir.CountDefinition(counts_, lits_)
                out[index] = self.auxiliary(len(index), label, definition, origin.at(rows[index]))
        return out

    def distinct(
        self, counts: ir.Counts, lits: Ints, origin: ir.Origin, rows: Rows
    ) -> Iterator[tuple[ir.Counts, Ints, Ints]]:
        """Yield (counts, lits, index of the rows) without constants and repeated variables."""
        if _plain(lits):
            if len(lits):
                yield counts.within(lits.shape[1]), lits, np.arange(len(lits), dtype=np.int32)
            return
        always = (lits == ir.TRUE).sum(axis=1)
        keep = np.abs(lits) != ir.TRUE
        keys = keep.sum(axis=1) * (lits.shape[1] + 1) + always
        for key in distinct(keys).tolist():
            n, k = divmod(key, lits.shape[1] + 1)
            index = np.flatnonzero(keys == key).astype(np.int32)
            part = lits[index][keep[index]].reshape(len(index), n)
            part = self._unrepeat(part, _place(origin, index, rows))
            yield counts.shift(-k).within(n), part, index

    def _unrepeat(self, lits: Ints, origin: ir.Origin) -> Ints:
        """Replace the second and later occurrences of a variable in a row by equal auxiliaries."""
        lits = lits.copy()
        again = np.zeros(lits.shape, np.bool_)
        for j in range(1, lits.shape[1]):
            again[:, j] = (np.abs(lits[:, :j]) == np.abs(lits[:, j : j + 1])).any(axis=1)
        again &= np.abs(lits) != ir.TRUE
        if again.any():
            where = np.nonzero(again)
            definition = ir.CountDefinition(ir.Counts.of(1), lits[where].reshape(-1, 1))
            lits[where] = self.auxiliary(len(where[0]), "copy", definition, origin.at(where[0]))
        return lits

    def _live(self, guard: Ints) -> list[tuple[Ints, Ints]]:
        """Drop what a guard, shape (m, a), need not say.

        Returns:
            Pairs (index of rows, their guard), without rows whose guard is false.
        """
        none = np.zeros((len(guard), 0), np.int32)
        return [(index, guard_) for index, guard_, _ in self._reduced(guard, none)]

    def _reduced(self, guard: Ints, lits: Ints) -> list[tuple[Ints, Ints, Ints]]:
        """Drop constants, and in guards also tests for a clue beside a value of the clue.

        So a demand of an open clue has one guard, as encodings read it.
        """
        if self.opened and guard.shape[1] > 1:
            valued, absent = self._clue_atoms()
            at = np.where(np.abs(guard) < len(valued), np.abs(guard), 0)
            value, there = np.where(guard > 0, valued[at], 0), np.where(guard < 0, absent[at], 0)
            follows = (there > 0) & (there[:, :, None] == value[:, None]).any(axis=2)
            guard = np.where(follows, np.int32(ir.TRUE), guard)
        return _without_constants(guard, lits)

    def _clue_atoms(self) -> tuple[Ints, Ints]:
        """Return for each variable the clue whose value it is, and the clue whose absence it is.

        Clues are numbered from 1 over all open givens; 0 is none.
        """
        size = self.program.variables + 1
        if len(self._clues[0]) != size:
            self._clues = np.zeros((2, size), np.int32)
            first = 1
            for name in self.opened:
                for atoms in self.program.atoms:
                    if atoms.variable == name:
                        at = atoms.base + np.arange(len(atoms.values))
                        self._clues[(atoms.values == ir.ABSENT).astype(int), at] = (
                            first + atoms.elements
                        )
                first += self.program.domains[name].size
        return self._clues[0], self._clues[1]

    def state(
        self, then: ir.Relate | ir.Assign, origin: ir.Origin, rows: Rows = None, guard: Guard = None
    ) -> None:
        """Add what finite-domain variables have, or have not, row by row under a guard."""
        size = len(then.values if isinstance(then, ir.Assign) else then.left_elements)
        for index, guard_ in self._live(_guard(guard, size)):
            part = ir.some_rows(then, index)
            self.add(ir.Implies(guard_, part, _place(origin, index, rows)))

    def differ(
        self, variable: str, elements: Ints, origin: ir.Origin, rows: Ints, guard: Ints
    ) -> None:
        """Add that the values of a variable at the elements of a row, shape (m, n), differ."""
        if elements.shape[1] < 2:
            return
        for index, guard_ in self._live(guard):
            place = origin.at(rows[index])
            item = ir.AllDifferent(variable, elements[index], guard_, place)
            self.program.differences.append(item)

    def runs(self, item: ir.Runs, rows: Ints) -> None:
        """Add the lengths of the runs of rows of literals; variables may be there twice."""
        for index, guard_ in self._live(item.guard):
            place = item.origin.at(rows[index])
            wanted = tuple(item.lengths[i] for i in index.tolist())
            part = self._unrepeat(item.lits[index], place)
            self.program.runs.append(ir.Runs(part, wanted, item.ring, guard_, place))


def _guard(guard: Guard, rows: int) -> Ints:
    return np.zeros((rows, 0), np.int32) if guard is None else guard


def _place(origin: ir.Origin, index: Ints, rows: Rows) -> ir.Origin:
    """Return the origin of some rows of a batch, by the instance of each."""
    if rows is not None:
        return origin.at(rows[index])
    alone = all(len(data) == 1 for _, _, data in origin.binders)
    return origin.at(np.zeros_like(index) if alone else index)


def _plain(lits: Ints) -> bool:
    """Return whether no row has a constant, or a variable twice."""
    size = np.abs(lits)
    if size.size and int(size.max()) >= ir.TRUE:
        return False
    n = lits.shape[1]
    if n < 2:
        return True
    if n <= 8:
        return not any(
            bool((size[:, i] == size[:, j]).any()) for i in range(n) for j in range(i + 1, n)
        )
    size.sort(axis=1)
    return not bool((size[:, 1:] == size[:, :-1]).any())


def _without_constants(guard: Ints, lits: Ints) -> list[tuple[Ints, Ints, Ints]]:
    """Drop the constants of guarded clauses, shapes (m, a) and (m, n).

    Returns:
        Triples (index of rows, guard, literals), without rows that always hold.
    """
    if not len(guard):
        return []
    alive: Bools = ~((guard == -ir.TRUE).any(axis=1) | (lits == ir.TRUE).any(axis=1))
    keep_guard, keep_lits = np.abs(guard) != ir.TRUE, np.abs(lits) != ir.TRUE
    if alive.all() and keep_guard.all() and keep_lits.all():
        return [(np.arange(len(guard), dtype=np.int32), guard, lits)]
    sizes = np.stack([keep_guard.sum(axis=1), keep_lits.sum(axis=1)], axis=1)
    out = []
    for a, n in distinct(sizes[alive]).tolist():
        index = np.flatnonzero(alive & (sizes == (a, n)).all(axis=1)).astype(np.int32)
        guard_ = guard[index][keep_guard[index]].reshape(len(index), a)
        lits_ = lits[index][keep_lits[index]].reshape(len(index), n)
        out.append((index, guard_, lits_))
    return out
