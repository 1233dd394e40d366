"""Values of literals and variables on a board that may be partial, and unit propagation on it.

Values are in Kleene's logic (S. C. Kleene, Introduction to Metamathematics, 1952, section 64);
counts are intervals. In propagation rows that can derive nothing more are dropped, so that a long
chain of conclusions costs little more than the rows that it passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from nlc.arrays import AnyInts, Bools, Ints, offsets
from nlc.graph import components
from nlc.ir import nodes as ir

Drawn = Mapping[str, AbstractSet[int]]
"""The elements at which boolean variables are true, or are crossed out."""

Written = Mapping[str, Mapping[int, int]]
"""The value indices of elements of finite-domain variables."""

Signs = npt.NDArray[np.int8]
"""Truth values: 1 for true, -1 for false, 0 for unknown."""

UNKNOWN = ir.ABSENT - 1
"""The value index of an element whose value is unknown."""

SOME = ir.Counts.between(1, np.iinfo(np.int32).max)

Constraint = ir.Exactly | ir.CountDefinition | ir.Clause | ir.Relate | ir.Assign
"""Constraints without guards."""


class Valuation:
    """Values of the declared variables, extended to atoms and to auxiliaries that are defined.

    Free auxiliaries are unknown: they occur only in nodes that expand a `Global`.

    Attributes:
        full: whether the value of every declared variable is known.
        domains: value index of every element by variable, ABSENT for none, or UNKNOWN.
    """

    full = True

    def __init__(
        self, program: ir.Program, held: Bools, possible: Bools, domains: Mapping[str, Ints]
    ) -> None:
        """Set up with the booleans that certainly and that possibly hold, (k,), and the domains."""
        self.domains = domains
        # The literals that certainly hold: entry -v, counted from the right, is the negation of
        # entry v. Entry 0 is TRUE.
        self._truth = np.zeros(2 * program.variables + 1, dtype=np.bool_)
        self._truth[0] = True
        self._set(1, held, possible)
        for atoms in program.atoms:
            has = ir.Assign(atoms.variable, atoms.elements, atoms.values, True)
            self._set(atoms.base, *self.decide(has))
        for auxiliary in program.auxiliaries:
            definition = auxiliary.definition
            if isinstance(definition, (ir.CountDefinition, ir.Relate)):
                self._set(auxiliary.base, *self.decide(definition))
            elif isinstance(definition, ir.TotalDefinition):
                totals = [definition.reached(part) for part in self.bounds(definition.lits)]
                self._set(auxiliary.base, totals[0], totals[1])
            elif definition is not None:
                later = [part & (np.cumsum(part) > 1) for part in self.bounds(definition.lits)]
                self._set(auxiliary.base, *later)

    @staticmethod
    def of(program: ir.Program, board: ir.Assignment) -> Valuation:
        """Return the valuation of a filled board."""
        return Valuation(program, board.bools[1:], board.bools[1:], board.domains)

    def _set(self, base: int, held: Bools, possible: Bools) -> None:
        """Set the variables from `base` on."""
        end = len(self._truth) - base + 1
        self._truth[base : base + len(held)] = held
        self._truth[end - len(held) : end] = ~possible[::-1]

    def holds(self, lits: ir.Lits) -> Bools:
        """Return whether each literal certainly holds, in the shape of `lits`; TRUE may occur."""
        try:
            held: Bools = self._truth.take(lits)
        except IndexError:  # TRUE is larger than any variable, and rare
            constant = np.abs(lits) == ir.TRUE
            held = self._truth[np.where(constant, 0, lits)] & ~(constant & (lits < 0))
        return held

    def bounds(self, lits: ir.Lits) -> tuple[Bools, Bools]:
        """Return whether each literal certainly holds, and whether it possibly holds."""
        held = self.holds(lits)
        return held, held if self.full else ~self.holds(-lits)

    def decide(self, then: Constraint) -> tuple[Bools, Bools]:
        """Return the rows that certainly hold, and those that possibly hold, shape (rows,)."""
        if isinstance(then, ir.Relate):
            left = self.domains[then.left].take(then.left_elements)
            right = self.domains[then.right].take(then.right_elements)
            held: Bools = (left == right) == then.equal
            if not self.full:
                unknown = (left == UNKNOWN) | (right == UNKNOWN)
                return held & ~unknown, held | unknown
        elif isinstance(then, ir.Assign):
            value = self.domains[then.variable].take(then.elements)
            held = (value == then.values) == then.equal
            if not self.full:
                unknown = (value == UNKNOWN) & self.may_be(then)
                return held & ~unknown, held | unknown
        else:
            counts = then.counts if isinstance(then, (ir.Exactly, ir.CountDefinition)) else SOME
            low, high = self.interval(then.lits)
            if not self.full:
                return counts.cover(low, high), counts.meet(low, high)
            held = counts.mask(low)
        return held, held

    def interval(self, lits: ir.Lits) -> tuple[Ints, Ints]:
        """Return the least and the most literals of each row that hold; (m, n) to (m,)."""
        held, possible = self.bounds(lits)
        one = np.ones(lits.shape[1], np.int32)  # several times as fast as sums along short rows
        low: Ints = held @ one
        return low, low if self.full else possible @ one

    def may_be(self, assign: ir.Assign) -> Bools:
        """Return whether an unknown element may have the value, row by row."""
        return np.ones(len(assign.elements), np.bool_)


class Knowledge(Valuation):
    """A valuation to which `propagate` adds conclusions.

    Earlier values remain; later contradictions are ignored. The elements of all finite-domain
    variables are numbered together, those of variable v from ``offsets[v]``.

    Attributes:
        full: False; the valuation is partial.
        value: shape (elements,), value index, ABSENT or UNKNOWN.
        excluded: shape (elements, 1 + most values), column 0 for ABSENT, then the values.
        offsets: the first element of each finite-domain variable.
        hidden: shape (variables + 1,), the literals that may be concluded.
        hidden_elements: shape (elements,), the elements whose value may be concluded.
        changed: set when a value is added.
    """

    full = False

    def __init__(
        self, program: ir.Program, bools: Signs, values: Written, conclude_drawn: bool = True
    ) -> None:
        """Set up with known values of declared booleans, shape (k,), and of other variables.

        Without `conclude_drawn`, nothing is concluded on drawn variables.
        """
        domains = list(program.domains.values())
        starts = offsets(np.array([domain.size for domain in domains], np.int32)).tolist()
        width = 1 + max((len(domain.values) for domain in domains), default=0)
        self.offsets: dict[str, int] = {}
        self.value = np.full(starts[-1], UNKNOWN, dtype=np.int32)
        self.excluded = np.ones((starts[-1], width), dtype=np.bool_)
        self.hidden = np.ones(program.variables + 1, np.bool_)
        self.hidden_elements = np.ones(starts[-1], np.bool_)
        views: dict[str, Ints] = {}
        for domain, start in zip(domains, starts, strict=False):
            rows, name = slice(start, start + domain.size), domain.name
            self.offsets[name], views[name] = start, self.value[rows]
            self.excluded[rows, 0] = not domain.optional
            self.excluded[rows, 1 : 1 + len(domain.values)] = ~domain.table()
            self.hidden_elements[rows] = conclude_drawn or not ir.is_drawn(domain)
            given = values.get(name, {})
            views[name][list(given)] = list(given.values())
        blocks: list[tuple[int, int, ir.BoolVar | ir.Domain]]
        blocks = [(var.base, var.size, var) for var in program.bools]
        blocks += [(a.base, len(a.values), program.domains[a.variable]) for a in program.atoms]
        for base, size, variable in blocks:
            self.hidden[base : base + size] = conclude_drawn or not ir.is_drawn(variable)
        self._equal: list[Ints] = []
        self.changed = False
        super().__init__(program, bools > 0, bools >= 0, views)

    def may_be(self, assign: ir.Assign) -> Bools:
        elements = assign.elements + self.offsets[assign.variable]
        fine: Bools = ~self.excluded[elements, assign.values + 1]
        return fine

    def open(self, lits: ir.Lits) -> Bools:
        """Return whether each literal is unknown, in the shape of `lits`."""
        held, possible = self.bounds(lits)
        return possible & ~held

    def is_drawn_full(self) -> bool:
        """Return whether all drawn variables are known."""
        drawn = np.flatnonzero(~self.hidden).astype(np.int32)
        return not (self.open(drawn).any() or (self.value[~self.hidden_elements] == UNKNOWN).any())

    def put(self, lits: ir.Lits) -> None:
        """Make unknown literals true, drawn or not, shape (n,)."""
        lits = lits[self.open(lits)]
        if len(lits):
            self._truth[np.abs(lits)] = lits > 0
            self._truth[-np.abs(lits)] = ~self._truth[np.abs(lits)]
            self.changed = True

    def learn(self, lits: ir.Lits) -> None:
        """Make literals true, except for those that must not be concluded, shape (n,)."""
        self.put(lits[self.hidden[np.abs(lits)]])

    def assign(self, elements: AnyInts, values: AnyInts) -> None:
        """Set values of elements, shapes (n,)."""
        fresh = (self.value[elements] == UNKNOWN) & self.hidden_elements[elements]
        if fresh.any():
            self.value[elements[fresh]] = values[fresh]
            self.changed = True

    def exclude(self, elements: AnyInts, values: AnyInts) -> None:
        """Exclude values of elements, shapes (n,)."""
        fresh = ~self.excluded[elements, values + 1] & self.hidden_elements[elements]
        if fresh.any():
            self.excluded[elements[fresh], values[fresh] + 1] = True
            self.changed = True

    def join(self, left: Ints, right: Ints) -> None:
        """Add that elements have equal values, shapes (n,)."""
        if len(left):
            self._equal.append(np.stack([left, right], axis=1).astype(np.int32))
            self.changed = True

    def spread(self) -> None:
        """Propagate values and exclusions between equal elements, and set last candidates."""
        if self._equal:
            self._equal = [np.concatenate(self._equal)]
            root = components(len(self.value), self._equal[0])
            known = np.flatnonzero(self.value != UNKNOWN)[::-1]
            common = np.full(len(root), UNKNOWN, dtype=np.int32)
            common[root[known]] = self.value[known]
            told = np.flatnonzero(common[root] != UNKNOWN)
            self.assign(told, common[root[told]])
            rows, columns = np.nonzero(self.excluded)
            union = np.zeros_like(self.excluded)
            union[root[rows], columns] = True
            rows, columns = np.nonzero(union[root])
            self.exclude(rows, columns - 1)
        open_ = np.flatnonzero(self.value == UNKNOWN)
        left = ~self.excluded[open_]
        last = left.sum(axis=1) == 1
        self.assign(open_[last], left[last].argmax(axis=1) - 1)


Consequence = ir.CountDefinition | ir.TotalDefinition | ir.Relate | ir.Assign
Guarded = tuple[ir.Lits, Consequence]
"""A guard, and a constraint that holds row by row under it."""


def propagate(program: ir.Program, known: Knowledge) -> None:
    """Add conclusions until there are no more."""
    statements = list(_constraints(program))
    known.changed = True
    while known.changed:
        known.changed = False
        left = [_conclude(known, *each) for each in statements]
        statements = [each for each in left if len(each[0])]
        known.spread()


def _constraints(program: ir.Program) -> Iterator[Guarded]:
    """Yield the definitions of atoms and auxiliaries, and the nodes.

    The guard of a total has the literals of all its bounds. Acyclicity and whole-board constraints,
    with the nodes that restate them, give no conclusions.
    """
    for atoms in program.atoms:
        guard = atoms.lits[:, None]
        has = ir.Assign(atoms.variable, atoms.elements, atoms.values, True)
        yield guard, has
        yield -guard, replace(has, equal=False)
    for auxiliary in program.auxiliaries:
        definition, guard = auxiliary.definition, auxiliary.lits[:, None]
        if auxiliary.origin.expands is not None:
            continue
        if isinstance(definition, ir.CountDefinition):
            yield guard, definition
            others = definition.counts.complement(definition.lits.shape[1])
            yield -guard, replace(definition, counts=others)
        elif isinstance(definition, ir.TotalDefinition):
            yield guard.reshape(len(definition.lits), len(definition.bounds)), definition
        elif isinstance(definition, ir.Relate):
            yield guard, definition
            yield -guard, replace(definition, equal=not definition.equal)
    for node in program.nodes:
        if node.origin.expands is not None or isinstance(node, ir.Acyclic):
            continue
        if isinstance(node, ir.Exactly):
            yield node.guard, ir.CountDefinition(node.counts, node.lits)
        elif isinstance(then := node.then, ir.Clause):
            yield node.guard, ir.CountDefinition(SOME, then.lits)
        else:
            yield node.guard, then


def _conclude(known: Knowledge, guard: ir.Lits, then: Consequence) -> Guarded:
    """Add the conclusions of rows; return the rows that may have more."""
    if isinstance(then, ir.TotalDefinition):
        least, most = (then.reached(part).reshape(guard.shape) for part in known.bounds(then.lits))
        known.learn(guard[least])
        known.learn(-guard[~most])
        left = (least != most).any(axis=1)
        return guard[left], ir.some_rows(then, left)
    held, possible = known.bounds(guard)
    active, unsure = held.all(axis=1), possible & ~held
    keep = np.asarray(possible.all(axis=1) & unsure.any(axis=1))
    sure, may = known.decide(then)
    refuted = keep & ~may & (unsure.sum(axis=1) == 1)
    known.learn(-guard[refuted[:, None] & unsure])
    open_ = active & may & ~sure
    if isinstance(then, ir.CountDefinition):
        keep |= open_
        unknown = known.open(then.lits)
        low, high = known.interval(then.lits)
        none = open_ & ~then.counts.meet(low + 1, high)
        every = open_ & ~then.counts.meet(low, high - 1)
        known.learn(-then.lits[none[:, None] & unknown])
        known.learn(then.lits[every[:, None] & unknown])
    elif isinstance(then, ir.Assign):
        conclude = known.assign if then.equal else known.exclude
        elements = then.elements[active] + known.offsets[then.variable]
        conclude(elements, then.values[active])
    else:
        rows = active if then.equal else open_
        left = then.left_elements[rows] + known.offsets[then.left]
        right = then.right_elements[rows] + known.offsets[then.right]
        if then.equal:
            known.join(left, right)
        else:
            keep |= open_
            for these, others in ((left, known.value[right]), (right, known.value[left])):
                known.exclude(these[others != UNKNOWN], others[others != UNKNOWN])
    if keep.all():
        return guard, then
    return guard[keep], ir.some_rows(then, keep)
