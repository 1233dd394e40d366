"""Evaluates expressions over frames: rows of instances of the names that `for` binds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable

import numpy as np
from msgspec import Struct, field

from nlc.arrays import Bools, Ints, distinct_rows, look_up, number_keys, offsets
from nlc.board import Sort
from nlc.errors import fail
from nlc.ir.builder import Builder
from nlc.ir.elaborate import values as vs
from nlc.ir.elaborate.bounds import begin_steps, note_let
from nlc.ir.elaborate.formula import NOWHERE, Formula, Lit, constant, settled, take
from nlc.ir.elaborate.ground import GroundBoard
from nlc.ir.elaborate.opening import Guard
from nlc.ir.elaborate.shared import Prefixes, Steps
from nlc.ir.nodes import ABSENT, TRUE, Origin
from nlc.language import syntax as s


class Abbreviation(Struct, frozen=True, eq=False):
    """A ``let`` with parameters; it is evaluated in each call."""

    params: tuple[str, ...]
    value: s.Expr


Value = vs.Static | vs.StaticSet | vs.DecidedSet | vs.FdValue | vs.Sum | Formula | Abbreviation
"""The value of a name in a frame."""


class Frame(Struct, frozen=True, eq=False):
    """Instances, and the values of local names in them.

    Attributes:
        rows: number of instances.
        names: values of bound variables and local lets.
        bound: the bound variables among them, outermost first.
        cases: the guards of the instances, if givens are open.
    """

    rows: int = 1
    names: dict[str, Value] = field(default_factory=dict)
    bound: tuple[str, ...] = ()
    cases: tuple[Guard, ...] = ()

    @property
    def is_root(self) -> bool:
        """Whether there is one instance and no local name."""
        return self.rows == 1 and not self.names and not self.cases

    def under(self, case: Guard) -> Frame:
        """Return the frame of the instances that are possible in a case, under the case."""
        live = case.lits != -TRUE
        frame = self.select(live)
        if (case.lits[live] == TRUE).all() and not case.given:
            return frame
        return frame.within(case.take(np.flatnonzero(live).astype(np.int32)))

    def within(self, case: Guard) -> Frame:
        """Return the frame of the same instances under a case."""
        return Frame(self.rows, self.names, self.bound, (*self.cases, case))

    def known(self, lits: Ints) -> vs.Static | Lit:
        """Return a condition by its literals, shape (rows,), simplified by the cases."""
        for case in self.cases:
            lits = np.where(case.lits == lits, TRUE, np.where(case.lits == -lits, -TRUE, lits))
        return settled(lits.astype(np.int32))

    def guard(self) -> Ints:
        """Return the literals of the cases, shape (rows, cases)."""
        none = np.zeros((self.rows, 0), np.int32)
        return np.concatenate([none, *(case.lits[:, None] for case in self.cases)], axis=1)

    def bind(self, name: str, value: Value, bound: bool = False) -> Frame:
        """Return the frame with one more name."""
        names = {**self.names, name: value}
        return Frame(self.rows, names, (*self.bound, name) if bound else self.bound, self.cases)

    def take(self, rows: Ints) -> Frame:
        """Return the frame of the given instances, in this order, repetitions allowed."""
        done: dict[int, Formula] = {}
        names = {name: taken(value, rows, done) for name, value in self.names.items()}
        return Frame(len(rows), names, self.bound, tuple(case.take(rows) for case in self.cases))

    def select(self, mask: Bools) -> Frame:
        """Return the frame of the instances where `mask`, shape () or (rows,), is true."""
        if mask.all():
            return self
        return self.take(
            np.zeros(0, np.int32) if mask.ndim == 0 else np.flatnonzero(mask).astype(np.int32)
        )

    def expand(self, name: str, domain: vs.StaticSet) -> tuple[Frame, Ints]:
        """Bind a new name to the members of a set.

        Returns:
            The frame with one instance for each row and member, and the row of each.
        """
        indptr, data = domain.over(self.rows)
        parents = vs.ragged_rows(indptr)
        inner = Frame(len(data)) if self.is_root else self.take(parents)
        return inner.bind(name, vs.Static(domain.kind, data), bound=True), parents

    def binders(self) -> tuple[tuple[str, Sort | None, Ints], ...]:
        """Return the names, sorts (None for plain values) and values of the bound variables."""
        out = []
        for name in self.bound:
            value = self.names[name]
            assert isinstance(value, vs.Static)
            kind = value.kind.sort() if isinstance(value.kind, vs.Pairs) else value.kind
            sort = kind if isinstance(kind, Sort) else None
            out.append((name, sort, value.over(self.rows)))
        return tuple(out)


def taken(value: Value, rows: Ints, done: dict[int, Formula]) -> Value:
    """Return a value for the given instances; `done` is that of `formula.take`."""
    match value:
        case vs.Static(kind, data):
            return value if data.ndim == 0 else vs.Static(kind, data[rows])
        case vs.StaticSet(kind, indptr, data, ring):
            if indptr is None:
                return value
            if ring is not None:
                ring = vs.ragged_take(indptr, ring, rows)[1]
            return vs.StaticSet(kind, *vs.ragged_take(indptr, data, rows), ring)
        case vs.DecidedSet() | vs.FdValue() | vs.Sum():
            return value.take(rows)
        case Abbreviation():
            return value
        case _:
            return take(value, rows, done)


Evaluated = Value | vs.ArrayRef


MOST_INSTANCES = 64
"""The most instances that are evaluated without a search for equal ones."""


def repeated(arguments: list[Value], rows: int) -> tuple[Ints, Ints] | None:
    """Return the distinct rows of known arguments, and the inverse; see `numpy.unique`.

    None if arguments are not known, or if it does not pay.
    """
    if rows <= MOST_INSTANCES:
        return None
    columns = [value.over(rows) for value in arguments if isinstance(value, vs.Static)]
    if len(columns) < len(arguments) or not columns:
        return None
    number, first = number_keys(distinct_rows(np.stack(columns, axis=1).astype(np.int32))[1])
    return None if 2 * len(first) > rows else (first, number)


class ValueNeededError(Exception):
    """The value of an open given is needed during elaboration.

    Attributes:
        value: the given at an element of each row of `frame`; None if it is not a given.
    """

    def __init__(self, node: s.Node, value: object, frame: Frame) -> None:
        super().__init__(node)
        self.node, self.frame = node, frame
        self.value = value if isinstance(value, vs.FdValue) else None


class Evaluator(ABC):
    """Evaluates expressions that are type-checked.

    Attributes:
        ground: board, options and clues.
        builder: gets the auxiliaries of conditions in sets.
        prefixes: makes the auxiliaries of prefixes.
        steps: makes the auxiliaries of numbers that are added up.
        rule: name of the rule that is being elaborated.
        asserted: the conditions that must hold themselves, not as parts of others.
        totals: the auxiliaries "a total is at least a bound" (`totals.reached`).
    """

    def __init__(self, ground: GroundBoard, builder: Builder) -> None:
        self.ground = ground
        self.builder = builder
        self.prefixes, self.steps = Prefixes(builder), Steps(ground, builder)
        self.rule = ""
        self.asserted: frozenset[s.Expr] = frozenset()
        self.totals: dict[Hashable, int] = {}
        self._once: dict[Hashable, tuple[Evaluated, object]] = {}
        self._lets: dict[str, Evaluated] = {}

    def begin(self, asserted: Iterable[s.Expr] = ()) -> None:
        """Begin a statement: drop the cached values of the last one.

        Args:
            asserted: the conditions that must hold themselves, not as parts of others.
        """
        self.asserted = frozenset(asserted)
        self._once.clear()
        begin_steps()

    def given(self, name: str, elements: vs.Static, frame: Frame) -> vs.Static | vs.FdValue | Lit:
        """Return the clue at an element of each row: a variable if it is open."""
        given = self.ground.givens[name]
        if name in self.ground.conditions:
            return frame.known(self.ground.conditions[name][elements.over(frame.rows)])
        if name not in self.ground.opened:
            return vs.Static(given.kind, given.data[elements.data])
        where = elements.over(frame.rows)
        for case in frame.cases:
            if case.given == name and np.array_equal(case.elements, where):
                return vs.Static(given.kind, case.values)
        if not self.ground.opened[name][where].any():
            return vs.Static(given.kind, np.full(frame.rows, vs.MISSING, np.int32))
        if name in self.ground.singles:
            single, there = self.ground.singles[name][where], self.there(name, where, frame)
            if isinstance(there, vs.Static) and (~there.data | (single != vs.MISSING)).all():
                return vs.Static(given.kind, np.where(there.data, single, vs.MISSING))
        return vs.FdValue(name, where.astype(np.int32))

    def there(self, name: str, elements: Ints, frame: Frame) -> vs.Static | Lit:
        """Return the condition that an open given has a value at an element of each row."""
        lits = np.full(len(elements), -TRUE, np.int32)
        opened = self.ground.opened[name][elements]
        lits[opened] = -self.builder.atoms(name, elements[opened].astype(np.int32), ABSENT)
        return frame.known(lits)

    def domain_index(self, variable: str, values: Ints) -> Ints:
        """Return the index of static values in the domain of a variable, one for each instance.

        `MISSING` becomes `ABSENT`, and values outside of the domain `NOWHERE`; so does a missing
        value if the variable is not optional.
        """
        members = self.ground.domains[variable]
        order = np.argsort(members, kind="stable")
        out = look_up(members[order], order, values, NOWHERE)
        if self.builder.program.domains[variable].optional:
            out[values == vs.MISSING] = ABSENT
        return out

    # ---------- values ----------

    def once(
        self, key: Hashable, evaluate: Callable[[], Evaluated], kept: object = None
    ) -> Evaluated:
        """Evaluate a let, unless it was evaluated for the same arguments in this statement.

        Args:
            key: the let and its arguments; it may contain identities of objects.
            evaluate: returns the value.
            kept: the objects whose identity is in the key.
        """
        note_let()
        if key not in self._once:
            self._once[key] = evaluate(), kept
        return self._once[key][0]

    @abstractmethod
    def value(self, node: s.Expr, frame: Frame) -> Evaluated:
        """Evaluate any expression."""

    def formula(self, node: s.Expr, frame: Frame) -> Formula:
        """Evaluate a condition, static or decided."""
        return self.as_formula(self.value(node, frame), frame)

    def as_formula(self, value: Evaluated, frame: Frame) -> Formula:
        """Return the value of a condition as a formula."""
        if isinstance(value, vs.Static):
            return constant(value.over(frame.rows))
        assert isinstance(value, Formula)
        return value

    def static(self, node: s.Expr, frame: Frame) -> vs.Static:
        """Evaluate an expression that is known in elaboration."""
        value = self.value(node, frame)
        if not isinstance(value, vs.Static):
            raise ValueNeededError(node, value, frame)
        return value

    def as_set(self, node: s.Expr, frame: Frame) -> Evaluated:
        """Evaluate an expression; a list becomes the set of its numbers."""
        value = self.value(node, frame)
        if not isinstance(value, vs.Static) or value.kind != "list":
            return value
        lists = [self.ground.numbers(i) for i in np.ravel(self.present(value, node).data).tolist()]
        flat = (number for each in lists for number in each)
        data = np.array([vs.MISSING if number is None else number for number in flat], np.int32)
        indptr = offsets(np.array([len(each) for each in lists], np.int32))
        return vs.StaticSet("int", indptr if value.data.ndim else None, data)

    def static_set(self, node: s.Expr, frame: Frame) -> vs.StaticSet:
        """Evaluate a set that is known in elaboration."""
        value = self.as_set(node, frame)
        if not isinstance(value, vs.StaticSet):
            raise ValueNeededError(node, None, frame)
        return value

    def decided_set(self, node: s.Expr, frame: Frame) -> vs.DecidedSet:
        """Evaluate a set, known or decided, with the literal of each member."""
        value = self.as_set(node, frame)
        found = value.decided(frame.rows) if isinstance(value, vs.StaticSet) else value
        if not isinstance(found, vs.DecidedSet):
            raise ValueNeededError(node, None, frame)
        return found

    def present(self, value: vs.Static, node: s.Expr) -> vs.Static:
        """Return a value; no row may be missing."""
        if value.kind != "bool" and (value.data == vs.MISSING).any():
            hint = "ask with 'where has …' or 'if has …' before you use it"
            raise fail("this has no value on some part of the board", node.span, hint)
        return value

    def number(self, node: s.Expr, frame: Frame) -> Ints:
        """Evaluate a known number; no row may be missing; shape () or (rows,)."""
        return self.present(self.static(node, frame), node).data

    def origin(self, node: s.Node, frame: Frame) -> Origin:
        """Return the origin of a statement in the present rule."""
        return Origin(self.rule, node.span, frame.binders())
