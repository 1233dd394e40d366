"""The nodes of the intermediate representation.

A literal is a non-zero int32: the number of an IR variable, or its negation. Variables are numbered
from 1: the declared booleans first (shown ones before all others), then atoms (``color[r1c1]=A``)
and auxiliaries as elaboration meets them. Every node is a batch: row i of its matrices is one
instance of the statement that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.arrays import AnyInts, Bools, Ints, Wides
from nlc.board import Board, Sort
from nlc.errors import Span
from nlc.graph import Graph
from nlc.ir.runs import Lengths
from nlc.language import MAX_INSTANCES
from nlc.printable import summary

Lits = Ints
"""IR literals."""

ABSENT = -1
"""The value index of an optional finite-domain variable that has no value."""


class Counts(Struct, frozen=True):
    """A set of numbers, as ascending disjoint closed intervals that do not touch."""

    intervals: tuple[tuple[int, int], ...]

    @staticmethod
    def of(*ks: int) -> Counts:
        """Return the set of the given numbers."""
        out: list[tuple[int, int]] = []
        for k in sorted(set(ks)):
            if out and out[-1][1] == k - 1:
                out[-1] = (out[-1][0], k)
            else:
                out.append((k, k))
        return Counts(tuple(out))

    @staticmethod
    def between(low: int, high: int) -> Counts:
        """Return all numbers from `low` to `high`, both included; empty when low > high."""
        return Counts(((low, high),) if low <= high else ())

    def __contains__(self, k: object) -> bool:
        return isinstance(k, (int, np.integer)) and any(a <= k <= b for a, b in self.intervals)

    def __iter__(self) -> Iterator[int]:
        for a, b in self.intervals:
            yield from range(a, b + 1)

    def within(self, n: int) -> Counts:
        """Return the part between 0 and n."""
        return Counts(
            tuple((max(a, 0), min(b, n)) for a, b in self.intervals if max(a, 0) <= min(b, n))
        )

    def complement(self, n: int) -> Counts:
        """Return the numbers from 0 to n that are not in the set."""
        out, start = [], 0
        for a, b in self.within(n).intervals:
            if start < a:
                out.append((start, a - 1))
            start = b + 1
        if start <= n:
            out.append((start, n))
        return Counts(tuple(out))

    def shift(self, by: int) -> Counts:
        """Return the set with `by` added to every number."""
        return Counts(tuple((a + by, b + by) for a, b in self.intervals))

    def mask(self, numbers: Ints) -> Bools:
        """Return, for each number of an array, whether it is in the set."""
        return self.meet(numbers, numbers)

    def meet(self, low: Ints, high: Ints) -> Bools:
        """Return where some number from `low` to `high` is in the set."""
        out = np.zeros(low.shape, dtype=np.bool_)
        for a, b in self.intervals:
            out |= (low <= b) & (high >= a)
        return out

    def cover(self, low: Ints, high: Ints) -> Bools:
        """Return where every number from `low` to `high` is in the set."""
        out = np.zeros(low.shape, dtype=np.bool_)
        for a, b in self.intervals:
            out |= (low >= a) & (high <= b)
        return out

    @property
    def parity(self) -> int | None:
        """The common parity of its numbers, or None."""
        found = {k % 2 for k in self}
        return found.pop() if len(found) == 1 else None

    def describe(self, n: int) -> str:
        """Return the set in the words of the language, for n literals: ``exactly 0 or 2``."""
        part = self.within(n).intervals
        if not part:
            return "never"
        if len(part) == 1:
            low, high = part[0]
            if low == high:
                return f"exactly {low}"
            if low == 0:
                return f"at most {high}"
            if high == n:
                return f"at least {low}"
            return f"between {low} and {high}"
        return "exactly " + " or ".join(str(k) for k in Counts(part))


class Origin(Struct, frozen=True, eq=False):
    """Where a batch comes from.

    Attributes:
        span: the statement.
        binders: names of the bound variables, with their sort (None for values) and, one a row, the
            element or value index that the name stood for.
        expands: the number of the `Global` that this node helps to state, or None.
    """

    rule: str
    span: Span | None
    binders: tuple[tuple[str, Sort | None, Ints], ...] = ()
    expands: int | None = None

    @property
    def placed(self) -> list[tuple[str, Sort, Ints]]:
        """The binders whose names stand for elements."""
        return [(name, sort, data) for name, sort, data in self.binders if sort is not None]

    def at(self, rows: AnyInts | slice) -> Origin:
        """Return the origin of a batch whose row i is row rows[i] of this one."""
        binders = tuple((name, sort, data[rows]) for name, sort, data in self.binders)
        return Origin(self.rule, self.span, binders, self.expands)


# ---------- constraints ----------


class Clause(Struct, frozen=True, eq=False):
    """At least one literal of each row holds; `lits` has shape (m, n)."""

    lits: Lits


class Relate(Struct, frozen=True, eq=False):
    """Two finite-domain variables are equal (or, if not `equal`, differ), row by row.

    Two absent values are equal; an absent and a present one differ. Both domains have the same
    values in the same order.
    """

    left: str
    left_elements: Ints
    right: str
    right_elements: Ints
    equal: bool


class Assign(Struct, frozen=True, eq=False):
    """A finite-domain variable has (or, if not `equal`, has not) the value with this index."""

    variable: str
    elements: Ints
    values: Ints
    equal: bool


class Exactly(Struct, frozen=True, eq=False):
    """Where all literals of the guard hold, the number of true literals of each row is in `counts`.

    Attributes:
        counts: allowed numbers, within 0..n.
        lits: shape (m, n); no variable twice in a row.
        guard: shape (m, a); a is usually 0.
    """

    counts: Counts
    lits: Lits
    guard: Lits
    origin: Origin


class Implies(Struct, frozen=True, eq=False):
    """Where all literals of the guard hold, so does `then`; `guard` has shape (m, a), a >= 0."""

    guard: Lits
    then: Clause | Relate | Assign
    origin: Origin


class Acyclic(Struct, frozen=True, eq=False):
    """The edges of `graph` whose literal holds contain no cycle.

    Attributes:
        graph: the edges in question (edges that can never be chosen are left out).
        lits: shape (edges,).
        node_sort: what the nodes are, for messages; None if unknown.
    """

    graph: Graph
    lits: Lits
    origin: Origin
    node_sort: Sort | None = None


Node = Exactly | Implies | Acyclic


def stated_values(nodes: Iterable[Node]) -> Iterator[Assign]:
    """Yield what nodes without a guard say of the values of variables."""
    for node in nodes:
        if isinstance(node, Implies) and isinstance(node.then, Assign) and not node.guard.shape[1]:
            yield node.then


R = TypeVar("R", bound=Struct)


def unguarded(then: Clause | Relate | Assign, origin: Origin) -> Implies:
    """Return the node that states something in all rows."""
    first = {Clause: "lits", Relate: "left_elements", Assign: "elements"}[type(then)]
    return Implies(np.zeros((len(getattr(then, first)), 0), np.int32), then, origin)


def some_rows(batch: R, rows: Ints | Bools) -> R:
    """Return a batch with some of its rows: of each array."""
    parts = {name: getattr(batch, name) for name in batch.__struct_fields__}
    arrays = {name: part[rows] for name, part in parts.items() if isinstance(part, np.ndarray)}
    return replace(batch, **arrays)


class AllDifferent(Struct, frozen=True, eq=False):
    """Where the guard holds, the values of a finite-domain variable in each row are different.

    Elements without a value do not count. No node of a program restates it before an encoding does
    (`nlc.encode.different`).

    Attributes:
        variable: its name.
        elements: shape (m, n), n >= 2; no element twice in a row.
        guard: shape (m, a).
    """

    variable: str
    elements: Ints
    guard: Lits
    origin: Origin

    def pairs(self) -> tuple[Ints, Ints]:
        """Return the pairs of elements that differ, row by row, each shape (m * n * (n - 1) / 2,).

        Each row is a clique of them.
        """
        left, right = np.triu_indices(self.elements.shape[1], k=1)
        return self.elements[:, left].ravel(), self.elements[:, right].ravel()


RUN = "run"
"""The label of free auxiliaries that state one row of `Runs`, and belong to its instance."""


class Runs(Struct, frozen=True, eq=False):
    """Where the guard holds, the maximal runs of true conditions of a row have given lengths.

    No node of a program restates it before an encoding does (`nlc.encode.runs`).

    Attributes:
        lits: shape (m, n), in order; no variable twice in a row, constants are allowed.
        lengths: of each row, none of them 0; along a line in order, round a ring in any.
        ring: whether the last place is next to the first one.
        guard: shape (m, a).
    """

    lits: Lits
    lengths: tuple[Lengths, ...]
    ring: bool
    guard: Lits
    origin: Origin


# ---------- variables ----------


class BoolVar(Struct, frozen=True, eq=False):
    """A declared boolean map: variable ``base + i`` is its value at element i of the sort."""

    name: str
    sort: Sort
    base: int
    size: int
    shown: bool
    reported: bool

    @property
    def part(self) -> slice:
        """Its variables, as a slice of `Assignment.bools`."""
        return slice(self.base, self.base + self.size)


class Domain(Struct, frozen=True, eq=False):
    """A declared finite-domain map; the encoding chooses its representation.

    Attributes:
        name: of the variable.
        sort: of the elements.
        size: number of elements.
        values: the texts of the values, in order; a value is known by its index.
        optional: whether an element may have no value (index `ABSENT`).
        twins: shape (size,), for each element the first element that surely has the same value, as
            folding finds; None: each element its own.
        fixed: shape (size,), whether a node fixes the value of an element; None if unknown.
        allowed: shape (size, values), which values each element can have; None: all.
        ordered: whether the rules only bound, subtract and add up its values, which ascend.
    """

    name: str
    sort: Sort
    size: int
    values: tuple[str, ...]
    optional: bool
    shown: bool
    reported: bool
    twins: Ints | None = None
    fixed: Bools | None = None
    allowed: Bools | None = None
    ordered: bool = False

    def table(self) -> Bools:
        """Return a new table of the values that each element can have, shape (size, values)."""
        if self.allowed is not None:
            return self.allowed.copy()
        return np.ones((self.size, len(self.values)), np.bool_)

    def possible(self, elements: Ints, values: Ints) -> Bools:
        """Return, row by row, whether an element can have a value: an index, or `ABSENT`."""
        held: Bools = values >= (ABSENT if self.optional else 0)
        if self.allowed is not None:
            there = values >= 0
            held[there] &= self.allowed[elements[there], values[there]]
        return held


def is_drawn(variable: BoolVar | Domain) -> bool:
    """Return whether a person draws the values of a variable on the board.

    A value of the whole puzzle, a line or a pair of elements has no place on it: it follows from
    what is drawn.
    """
    return variable.shown and variable.sort.drawn.placed


class Atoms(Struct, frozen=True, eq=False):
    """IR variables ``base …`` for ``variable[elements[i]] = values[i]`` (or ABSENT)."""

    base: int
    variable: str
    elements: Ints
    values: Ints

    @property
    def lits(self) -> Lits:
        """Its positive literals, shape (atoms,)."""
        return np.arange(self.base, self.base + len(self.values), dtype=np.int32)


class CountDefinition(Struct, frozen=True, eq=False):
    """An auxiliary that holds if and only if `counts` has the number of true literals of a row."""

    counts: Counts
    lits: Lits


def totals_of(op: str, levels: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the totals, by ``+`` or ``*``, of numbers of these levels, ascending."""
    found = {0} if op == "+" else {1}
    for each in levels:
        found = {x + y if op == "+" else x * y for x in found for y in each}
    return tuple(sorted(found))


class TotalDefinition(Struct, frozen=True, eq=False):
    """Auxiliaries "the total of the numbers of a row is at least a bound".

    The one at ``row * len(bounds) + j`` holds if and only if the total is at least ``bounds[j]``. A
    number is ``levels[0]``, or at least ``levels[i]`` if its literal i - 1 holds; its literals
    change once from true to false.

    Attributes:
        op: ``+`` for the sum of the numbers, ``*`` for their product, whose levels are 0 or more.
        levels: the levels of each number, ascending.
        bounds: the bounds, ascending.
        lits: shape (m, n), the literals of all numbers, one number after the other.
    """

    op: str
    levels: tuple[tuple[int, ...], ...]
    bounds: tuple[int, ...]
    lits: Lits

    def total(self, held: Bools) -> Wides:
        """Return the total of each row, shape (m,), by whether its literals hold, (m, n)."""
        out, at = np.full(len(held), int(self.op == "*"), np.int64), 0
        for levels in self.levels:
            column = slice(at, at := at + len(levels) - 1)
            number = np.array(levels, np.int64)[held[:, column].sum(axis=1)]
            out = out + number if self.op == "+" else out * number
        return out

    def reached(self, held: Bools) -> Bools:
        """Return which bounds the total of each row reaches, shape (m * bounds,)."""
        reached: Bools = self.total(held)[:, None] >= np.array(self.bounds)
        return reached.ravel()


class FirstTrueDefinition(Struct, frozen=True, eq=False):
    """Row i of an ordered list of literals is true and an earlier one is too.

    Auxiliary i holds exactly when ``lits[i]`` holds and some ``lits[j]`` with j < i does; lits has
    shape (m,). It takes the first true literal out of a set: where a loop is cut open.
    """

    lits: Lits


Definition = CountDefinition | Relate | TotalDefinition | FirstTrueDefinition | None
"""The definition of an auxiliary, if it has one; by a `Relate` it holds just where that does."""


class Auxiliary(Struct, frozen=True, eq=False):
    """IR variables ``base … base + size - 1`` that elaboration made.

    `definition` gives their value; without one they are free to choose (the pointers of a spanning
    tree), occur only in nodes that expand a `Global`, and change the number of models.
    """

    base: int
    size: int
    label: str
    definition: Definition
    origin: Origin

    @property
    def lits(self) -> Lits:
        """Its positive literals, shape (size,)."""
        return np.arange(self.base, self.base + self.size, dtype=np.int32)


class Global(Struct, frozen=True, eq=False):
    """A constraint over the whole board as it was written, for the evaluator and the printer.

    Its statement by simpler nodes stands among the nodes, with ``origin.expands`` set.

    Attributes:
        kind: ``connected``, ``group_sizes``, ``loop``, ``path`` or ``reaches``.
        graph: nodes and edges in question.
        lits: shape (edges,), whether an edge is chosen.
        members: shape (nodes,), literal of each node that says whether it takes part (`connected`
            with a node set, `reaches`), or None: the ends of chosen edges. Of `group_sizes`, shape
            (nodes x values,), that a node has a number.
        targets: node indices: the two ends of a `path`, the goals of `reaches`.
        node_sort: what the nodes are, for messages.
        edge_sort: what the edges are.
        edges: shape (edges,), the element of edge_sort that each edge is.
        variable: of `group_sizes`: what has a number for each node.
    """

    kind: str
    graph: Graph
    lits: Lits
    members: Lits | None
    targets: Ints
    node_sort: Sort
    edge_sort: Sort
    edges: Ints
    origin: Origin
    variable: str | None = None


LINES = ("loop", "path")
"""The kinds of `Global` that ask for one line: degrees apart, that its edges are in one part."""

CONNECTED = ("connected", "reaches")
"""The kinds of `Global` that ask for nodes to be joined."""

TRUE = np.int32(2**30)
"""The literal that always holds; `-TRUE` never does. No node but Acyclic and Global holds one."""


class Connection(Struct, frozen=True, eq=False):
    """The members are joined by chosen edges through members: to each other, or each to a goal.

    Or the parts that edges join have sizes.

    Attributes:
        lits: shape (edges,), whether an edge is chosen; constants are allowed here and below.
        members: shape (nodes,), whether a node takes part; None: the ends of chosen edges do.
        goals: shape (nodes,), whether a node, if it is a member, is a goal; None: all members are
            joined to each other.
        origin: of the statement.
        most: how many members there are at most, so far as some rule says it; else None.
        root: a node that is a member wherever there is any, so far as rules say so; else None.
        sizes: shape (nodes,), how many members the part of each member has; else None.
    """

    graph: Graph
    lits: Lits
    members: Lits | None
    goals: Lits | None
    origin: Origin
    most: int | None = None
    root: int | None = None
    sizes: Ints | None = None

    def mapped(self, change: Callable[[Lits], Lits]) -> Connection:
        """Return the same with other literals."""
        members, goals = (None if x is None else change(x) for x in (self.members, self.goals))
        return replace(self, lits=change(self.lits), members=members, goals=goals)


class Objective(Struct, frozen=True, eq=False):
    """The number to minimize or to maximize, as the cost of literals.

    The cost of a board is the weight of its true literals; the less, the better. The number is the
    constant plus the cost or, if it is maximized, the constant minus the cost.

    Attributes:
        sense: ``minimize`` or ``maximize``.
        lits: shape (n,), no variable twice.
        weights: shape (n,), positive.
        constant: the number of a board without cost.
        text: the source text.
        origin: the statement.
    """

    sense: str
    lits: Lits
    weights: Wides
    constant: int
    text: str
    origin: Origin

    @property
    def limit(self) -> str:
        """The words before a bound: ``at least`` or ``at most``."""
        return "at least" if self.sense == "minimize" else "at most"

    @property
    def extreme(self) -> str:
        """The name of the best number: ``minimum`` or ``maximum``."""
        return "minimum" if self.sense == "minimize" else "maximum"

    def value(self, cost: int) -> int:
        """Return the number of a board by its cost."""
        return self.constant + cost if self.sense == "minimize" else self.constant - cost

    def cost(self, value: int) -> int:
        """Return the cost of a board by its number."""
        return value - self.constant if self.sense == "minimize" else self.constant - value


class Program(Struct, eq=False, weakref=True):
    """An elaborated puzzle.

    >>> import nlc
    >>> program = nlc.elaborate(nlc.load("fixtures/first.nl")[0])
    >>> program.board.rows, [var.name for var in program.bools]
    (6, ['line'])

    Attributes:
        title: of the puzzle.
        genre: its name.
        options: the genre's options and their values as text.
        givens: for each given, the texts of its values by element index (for showing); of a boolean
            where it holds, as ``true``.
        bools: declared boolean variables.
        domains: declared finite-domain variables by name.
        atoms: blocks of atoms.
        auxiliaries: blocks of auxiliaries, each defined only by earlier variables.
        globals: whole-board constraints as written.
        differences: the values that are all different; an encoding puts nodes in their place.
        runs: the conditions whose runs have given lengths; likewise.
        nodes: all constraints, in the order of the rules.
        rules: names of the rules in order.
        variables: the number of IR variables.
        given_sorts: what each given is over.
        value_kinds: ``bool``, ``int``, ``symbol``, ``list`` or ``side`` for each given and each
            finite-domain variable: what its texts stand for.
        marks: how shown or reported variables are drawn, where the genre says so: a word by name.
        grounds: the words for the ground of cells that the rules single out, by cell.
        pieces: how many of each piece, such as ``xx/.x``, are to be placed, where pictures show it.
        clue_marks: how givens are drawn, where it says so: a word by the text of the value, or by
            an empty text for any value.
        connections: connectedness that no node restates (`nlc.ir.connection`); elaboration makes
            none.
        choices: of a program that is merged from several (`nlc.ir.passes.merge`), a variable for
            each of them, which is chosen by this one true and the others false; else None.
        max_instances: the bound on what a statement may be made of; see `nlc.load`.
        objective: what its best solutions make least or greatest, or None.
        text: sentences of the rules for people; of `elaborate_drawing` and `elaborate_clues` alone.
        guarded_rules: whether no node of a rule depends on other rules, so that rules can be left
            out (`nlc.ir.passes.groups`).
    """

    title: str
    genre: str
    options: Mapping[str, str]
    givens: Mapping[str, Mapping[int, str]]
    board: Board
    bools: list[BoolVar] = field(default_factory=list)
    domains: dict[str, Domain] = field(default_factory=dict)
    atoms: list[Atoms] = field(default_factory=list)
    auxiliaries: list[Auxiliary] = field(default_factory=list)
    globals: list[Global] = field(default_factory=list)
    differences: list[AllDifferent] = field(default_factory=list)
    runs: list[Runs] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    variables: int = 0
    given_sorts: Mapping[str, Sort] = field(default_factory=dict)
    value_kinds: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    clue_marks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    grounds: dict[int, str] = field(default_factory=dict)
    pieces: dict[str, int] = field(default_factory=dict)
    connections: list[Connection] = field(default_factory=list)
    choices: Lits | None = None
    max_instances: int = MAX_INSTANCES
    objective: Objective | None = None
    text: tuple[str, ...] = ()
    guarded_rules: bool = False

    def __repr__(self) -> str:
        return summary("Program", self.title, self.genre, (self.board.cols, self.board.rows))

    @property
    def declared(self) -> list[BoolVar | Domain]:
        """The declared variables."""
        return [*self.bools, *self.domains.values()]

    def is_rooms(self, given: str) -> bool:
        """Return whether a given is drawn as the borders of rooms."""
        return "rooms" in self.clue_marks.get(given, {}).values()

    @property
    def shows_values(self) -> bool:
        """Whether solutions differ in values, and not in what is true or false alone."""
        return any(domain.shown for domain in self.domains.values())

    @property
    def connects(self) -> bool:
        """Whether it states connectedness, restated or left whole."""
        return bool(self.connections) or any(item.kind in CONNECTED for item in self.globals)

    def atom_table(self, variable: str) -> Ints:
        """Return the atoms of a variable by element and value, 0 for none.

        Returns:
            Shape (elements, 1 + values); column 0 is for `ABSENT`.
        """
        domain = self.domains[variable]
        table = np.zeros((domain.size, 1 + len(domain.values)), np.int32)
        for block in self.atoms:
            if block.variable == variable:
                table[block.elements, block.values + 1] = block.lits
        return table

    def choosing(self, index: int) -> Lits:
        """Return the literals that choose one of the programs that this one is merged from.

        Returns:
            Shape (programs,), its own first; shape (0,) of a program that is not merged.
        """
        if self.choices is None:
            return np.zeros(0, np.int32)
        others = np.delete(self.choices, index)
        return np.concatenate([self.choices[index : index + 1], -others]).astype(np.int32)

    def plain_values(self, name: str) -> list[Any]:
        """Return the values of a finite-domain variable: integers, or texts, and None for none."""
        texts, kind = self.domains[name].values, self.value_kinds.get(name)
        return [*(map(int, texts) if kind == "int" else texts), None]

    def solution_json(self, assignment: Assignment, *, plain: bool = False) -> dict[str, Any]:
        """Return the shown and reported variables of a solution under their names.

        Args:
            plain: whether numbers are integers, as programs like them; else all values are texts.
        """
        out: dict[str, Any] = {}
        for var in self.bools:
            if var.sort is Sort.PUZZLE and (var.shown or var.reported):
                out[var.name] = bool(assignment.bools[var.base])
            elif var.shown or var.reported:
                names = self.board.names(var.sort)
                chosen = np.flatnonzero(assignment.bools[var.part])
                out[var.name] = [names[i] for i in chosen]
        for domain in self.domains.values():
            if domain.shown or domain.reported:
                names = self.board.names(domain.sort)
                values = assignment.domains[domain.name]
                texts = self.plain_values(domain.name) if plain else domain.values
                out[domain.name] = {
                    names[i]: texts[values[i]] for i in np.flatnonzero(values != ABSENT)
                }
                if domain.sort is Sort.PUZZLE:
                    out[domain.name] = next(iter(out[domain.name].values()), None)
        return out


class Assignment(Struct, frozen=True, eq=False):
    """A filled board: values of the declared variables.

    Attributes:
        bools: shape (k + 1,), the value of each declared boolean by its IR number (index 0 unused).
        domains: for each finite-domain variable the value index of every element, ABSENT for none.
    """

    bools: Bools
    domains: Mapping[str, Ints]
