"""The rules of any genre as the frontier method takes them: small tables, totals, and parts.

A *table* says of a few variables which values go together. A *total* says of many variables what
their sum or product may be. A *part* says that chosen edges hold no cycle, or that nodes are
joined. Auxiliaries are variables that others determine; most are taken out of the tables again.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import prod
from typing import NamedTuple

import numpy as np
from msgspec import Struct, field

from nlc.arrays import Bools, Ints
from nlc.board import Board, Sort
from nlc.errors import Span, UserError, fail
from nlc.graph import Graph, components
from nlc.ir import nodes as ir
from nlc.ir.connection import kept_whole
from nlc.ir.literals import LiteralNames
from nlc.ir.runs import Lengths, has_runs
from nlc.ir.valuation import SOME, UNKNOWN, Knowledge, propagate

JOINED = 2**12
"""Entries of a table that is made of others."""

LARGEST = 2**16
"""Entries of a table where there is no other way to state a rule."""


class Term(NamedTuple):
    """A literal: for which values of a variable it holds."""

    variable: int
    truth: tuple[bool, ...]


Literal = Term | bool
"""A term, or a constant."""


class Variable(Struct, eq=False):
    """Something to be decided, or an auxiliary.

    Attributes:
        values: that it may have: 0 and 1, indices of values or `ir.ABSENT`, or results.
        place: where it lies on the drawing.
        name: of the declared variable; empty for an auxiliary.
        element: of the declared variable.
        shown: whether it tells boards apart.
        after: the variables that determine it; None where it is free.
    """

    values: tuple[int, ...]
    place: tuple[float, float] = (0.0, 0.0)
    name: str = ""
    element: int = 0
    shown: bool = False
    after: frozenset[int] | None = None


class Table(Struct, eq=False):
    """Which values of a few variables go together: an axis for each, in ascending order."""

    scope: tuple[int, ...]
    allowed: Bools
    rules: frozenset[str]


class Total(Struct, frozen=True, eq=False):
    """What the numbers of many variables make together, where no guard fails.

    Attributes:
        scope: the variables.
        op: ``+`` or ``*``.
        start: the total of none.
        steps: for each variable and each of its values, the number, and whether a guard fails.
        accepts: returns for a total whether it is allowed or, with `defines`, the value of the last
            variable.
        defines: whether the last variable is determined.
        key: equal keys mean that `accepts` is the same.
        rule: that says so.
    """

    scope: tuple[int, ...]
    op: str
    start: int
    steps: tuple[tuple[tuple[int, bool], ...], ...]
    accepts: Callable[[int], int]
    defines: bool
    key: object
    rule: str


class Line(Struct, frozen=True, eq=False):
    """The runs along a line, whose places are decided in their order or backwards.

    Attributes:
        scope: the variable of each place.
        truth: for each variable, which of its values hold.
        lengths: of the runs.
        rule: that says so.
    """

    scope: tuple[int, ...]
    truth: tuple[tuple[bool, ...], ...]
    lengths: Lengths
    rule: str


class Part(Struct, frozen=True, eq=False):
    """Edges without a cycle, nodes that are joined, or groups that have a size.

    Attributes:
        kind: ``acyclic``, ``connected``, ``reaches`` or ``sizes``.
        edges: two nodes, and what chooses the edge; True: that both are members.
        members: what makes each node a member.
        by_edges: whether an edge makes its ends members.
        goals: of ``reaches``.
        rule: that says so.
        sizes: of ``sizes``, for each node by the value of its variable: of its group, 0 for none.
    """

    kind: str
    edges: tuple[tuple[int, int, Literal], ...]
    members: tuple[Literal, ...]
    by_edges: bool
    goals: frozenset[int]
    rule: str
    sizes: tuple[tuple[int, ...], ...] = ()


class Rules(Struct, eq=False):
    """All that is to be counted.

    Attributes:
        variables: all of them, also those that are in no table any more.
        tables: of at least one variable each.
        totals: of more variables than a table may have; so are lines.
        gone: what was taken out, in this order: a variable, and a table that tells its value.
        impossible: whether there is no solution for certain.
    """

    program: ir.Program
    variables: list[Variable] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    totals: list[Total | Line] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    gone: list[tuple[int, Table]] = field(default_factory=list)
    impossible: bool = False


def read_rules(program: ir.Program) -> Rules:
    """Return what is to be counted.

    Raises:
        UserError: with the rule that is not local.
    """
    if program.objective is not None:
        message = "the frontier method counts all solutions, and not the best ones"
        raise fail(message, program.objective.origin.span, HINT)
    rules = _Reader(program).rules
    if not rules.impossible:
        _join(rules)
    if rules.impossible or not all(table.allowed.any() for table in rules.tables):
        return Rules(program, rules.variables, impossible=True)
    return rules


AFTER = 1e9
"""Where a value of the whole puzzle lies, on both axes: it is the last to be decided, or first."""

HINT = "leave out --solver frontier: a solver lists the solutions"


def not_local(rule: str, span: Span | None, why: str) -> UserError:
    """Return the refusal of a rule."""
    return fail(
        f"the rule '{rule}' is not local, so the frontier method cannot count: {why}", span, HINT
    )


class _Row(NamedTuple):
    """An instance of a rule.

    Attributes:
        key: rows of one key say the same of their literals.
        holds: returns whether it holds, by the truth of its literals, shape (n, literals).
        literals: what it speaks of.
        large: the same for many variables, if there is such a way.
    """

    key: tuple[object, ...]
    holds: Callable[[Bools], Bools]
    literals: list[Literal]
    large: Callable[[], Total | Line | None] = lambda: None


_Number = tuple[tuple[int, ...], list[Literal]]
"""Levels and literals: a number is ``levels[k]`` where k of the literals hold."""


class _Reader:
    """Reads an elaborated program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = kept_whole(program, lambda item: True)
        self.rules = Rules(program)
        bools = np.zeros(sum(var.size for var in program.bools), np.int8)
        self.known = Knowledge(self.program, bools, {})
        propagate(self.program, self.known)
        self._of: dict[tuple[str, int], int] = {}
        self._read: dict[int, Literal] = {}
        self._results: dict[tuple[int, int], Callable[[int], Literal]] = {}
        self._tables: dict[object, Bools] = {}
        self._declare()
        self._names = LiteralNames(program)
        for node in self.program.nodes:
            if not isinstance(node, ir.Acyclic):
                self._add(node)
            elif (n := node.origin.expands) is None or program.globals[n].kind != "loop":
                self._join_edges("acyclic", node.graph, node.lits, node.origin)
        for different in program.differences:
            self._differ(different)
        for runs in program.runs:
            self._run(runs)
        for item in self.program.connections:
            if item.sizes is None:
                self._connect(item)
        for whole in program.globals:
            if whole.variable is not None:
                self._size_groups(whole, whole.variable)
            elif whole.kind == "loop":
                self._join_edges("connected", whole.graph, whole.lits, whole.origin)

    # ---------- variables ----------

    def _declare(self) -> None:
        """Make a variable of each element of what is declared."""
        for var in self.program.bools:
            lits = np.arange(var.base, var.base + var.size, dtype=np.int32)
            held, possible = self.known.bounds(lits)
            may = np.stack([~held, possible], axis=1)
            self._variables(var.name, var.sort, may, 0, var.shown)
        for domain in self.program.domains.values():
            part = slice(start := self.known.offsets[domain.name], start + domain.size)
            may, value = ~self.known.excluded[part], self.known.value[part]
            told = np.flatnonzero(value != UNKNOWN)
            may[told] = np.arange(may.shape[1]) == value[told, None] + 1
            self._variables(domain.name, domain.sort, may, ir.ABSENT, domain.shown)

    def _variables(self, name: str, sort: Sort, may: Bools, first: int, shown: bool) -> None:
        """Make variables of the values that elements may have, shape (elements, values)."""
        places = _places(self.program, sort)
        for element, row in enumerate(may):
            values = tuple((np.flatnonzero(row) + first).tolist())
            self.rules.impossible |= not values
            self._of[name, element] = len(self.rules.variables)
            made = Variable(values or (first,), places[element], name, element, shown)
            self.rules.variables.append(made)

    def literal(self, lit: int) -> Literal:
        """Return what a literal says."""
        if abs(lit) == ir.TRUE:
            return lit > 0
        if lit not in self._read:
            found = self._declared(abs(lit))
            self._read[abs(lit)], self._read[-abs(lit)] = found, _not(found)
        return self._read[lit]

    def literals(self, lits: ir.Lits) -> list[Literal]:
        """Return what the literals of a row say."""
        return [self.literal(lit) for lit in lits.tolist()]

    def _declared(self, number: int) -> Literal:
        """Return what an IR variable says."""
        block = self._names.block(number)
        row = number - block.base
        if isinstance(block, ir.Auxiliary):
            return self._auxiliary(block, row)
        if isinstance(block, ir.BoolVar):
            return self._value(block.name, row, 1)
        return self._value(block.variable, int(block.elements[row]), int(block.values[row]))

    def _value(self, name: str, element: int, value: int) -> Literal:
        """Return that an element has a value."""
        variable = self._of[name, element]
        return _term(variable, [v == value for v in self.rules.variables[variable].values])

    def _auxiliary(self, block: ir.Auxiliary, row: int) -> Literal:
        """Return what an auxiliary is defined by; a variable is made of it if need be."""
        definition, least = block.definition, 1
        if isinstance(definition, ir.TotalDefinition):
            row, which = divmod(row, len(definition.bounds))
            least += which
        key = block.base, row
        if key not in self._results:
            self._results[key] = self._result(block, row)
        return self._results[key](least)

    def _result(self, block: ir.Auxiliary, row: int) -> Callable[[int], Literal]:
        """Return what says that the result of a definition is at least a number."""
        definition, origin = block.definition, block.origin
        if isinstance(definition, ir.CountDefinition):
            terms, counts = self.literals(definition.lits[row]), definition.counts
            numbers: list[_Number] = [((0, 1), [term]) for term in terms]
            total = "+", numbers, counts.__contains__
            return self._defined(("count", counts), partial(_mask, counts), 2, terms, origin, total)
        if isinstance(definition, ir.Relate):
            terms, same = self._both(definition, row), partial(_same, definition.equal)
            return self._defined(("same", definition.equal), same, 2, terms, origin)
        if not isinstance(definition, ir.TotalDefinition):
            raise not_local(origin.rule, origin.span, "it leaves something open")
        terms, numbers, at = self.literals(definition.lits[row]), [], 0
        for levels in definition.levels:
            numbers.append((levels, terms[at : (at := at + len(levels) - 1)]))
        bounds = definition.bounds
        return self._defined(
            ("total", definition.op, definition.levels, bounds),
            lambda held: definition.reached(held).reshape(-1, len(bounds)).sum(axis=1),
            len(bounds) + 1,
            terms,
            origin,
            (definition.op, numbers, partial(bisect, bounds)),
        )

    def _defined(
        self,
        key: tuple[object, ...],
        result: Callable[[Bools], Bools | Ints],
        size: int,
        terms: list[Literal],
        origin: ir.Origin,
        total: tuple[str, list[_Number], Callable[[int], int]] | None = None,
    ) -> Callable[[int], Literal]:
        """Return what says that a result, one of 0 to `size` - 1, is at least a number.

        Where it follows from one variable, no variable is made for it.
        """
        scope = _scope(terms)
        if len(scope) < 2:
            found = result(self._held(scope, terms)).tolist()
            variable = scope[0] if scope else -1
            return lambda least: _term(variable, [each >= least for each in found])
        new = len(self.rules.variables)
        self.rules.variables.append(Variable(tuple(range(size)), after=frozenset(scope)))
        told = [_term(new, [v == value for v in range(size)]) for value in range(size)]
        row = _Row(
            ("defines", *key, size),
            lambda held: result(held[:, :-size]) == held[:, -size:].argmax(axis=1),
            [*terms, *told],
        )
        if total is not None:
            row = row._replace(large=partial(self._total, *total, [], new, (key, size), origin))
        self._state(row, origin)
        return lambda least: _term(new, [value >= least for value in range(size)])

    # ---------- rows ----------

    def _add(self, node: ir.Exactly | ir.Implies) -> None:
        """State the rows of a node."""
        then = node if isinstance(node, ir.Exactly) else node.then
        for i, guard in enumerate(node.guard):
            guards = self.literals(guard)
            if False in guards:
                continue
            if isinstance(then, ir.Relate):
                row = _Row(("same", then.equal), partial(_same, then.equal), self._both(then, i))
                self._state(_guarded(row, guards), node.origin)
            elif isinstance(then, ir.Assign):
                terms = [self._value(then.variable, int(then.elements[i]), int(then.values[i]))]
                self._count(ir.Counts.of(int(then.equal)), terms, guards, node.origin)
            else:
                counts = then.counts if isinstance(then, ir.Exactly) else SOME
                self._count(counts, self.literals(then.lits[i]), guards, node.origin)

    def _count(
        self, counts: ir.Counts, terms: list[Literal], guards: list[Literal], origin: ir.Origin
    ) -> None:
        """State that so many literals hold."""
        numbers: list[_Number] = [((0, 1), [term]) for term in terms]
        accepts = counts.__contains__
        large = partial(self._total, "+", numbers, accepts, guards, None, counts, origin)
        row = _Row(("count", counts), partial(_mask, counts), terms, large)
        self._state(_guarded(row, guards), origin)

    def _both(self, relate: ir.Relate, row: int) -> list[Literal]:
        """Return for each value, and none, whether the two elements of a row have it."""
        values = range(ir.ABSENT, len(self.program.domains[relate.left].values))
        sides = (
            (relate.left, int(relate.left_elements[row])),
            (relate.right, int(relate.right_elements[row])),
        )
        return [self._value(*side, value) for side in sides for value in values]

    def _differ(self, item: ir.AllDifferent) -> None:
        """State that the values of each row are different, value by value."""
        for elements, guard in zip(item.elements.tolist(), item.guard, strict=True):
            guards = self.literals(guard)
            for value in range(len(self.program.domains[item.variable].values)):
                terms = [self._value(item.variable, element, value) for element in elements]
                if False not in guards:
                    self._count(ir.Counts.between(0, 1), terms, guards, item.origin)

    def _run(self, item: ir.Runs) -> None:
        """State the runs of each row."""
        for i, wanted in enumerate(item.lengths):
            terms, guards = self.literals(item.lits[i]), self.literals(item.guard[i])
            line = None
            distinct = 0 < len(terms) == len(_scope(terms))
            if not item.ring and {*guards} <= {True} and distinct:
                scope, truth = zip(*(each for each in terms if isinstance(each, Term)), strict=True)
                line = Line(scope, truth, wanted, item.origin.rule)
            row = _Row(
                ("runs", wanted, item.ring),
                partial(_runs_are, wanted, item.ring),
                terms,
                lambda line=line: line,  # type: ignore[misc]
            )
            if False not in guards:
                self._state(_guarded(row, guards), item.origin)

    def _state(self, row: _Row, origin: ir.Origin) -> None:
        """State a row: as a table, if that is small, else as a total."""
        scope, rules = _scope(row.literals), self.rules
        sizes = tuple(len(rules.variables[variable].values) for variable in scope)
        if prod(sizes) > JOINED and (large := row.large()) is not None:
            rules.totals.append(large)
            return
        if prod(sizes) > LARGEST:
            why = f"it speaks of {len(scope)} variables at once"
            raise not_local(origin.rule, origin.span, why)
        axis = {variable: number for number, variable in enumerate(scope)}
        literals = [x if isinstance(x, bool) else (axis[x.variable], x.truth) for x in row.literals]
        key = row.key, sizes, *literals
        if key not in self._tables:
            held = self._held(scope, row.literals)
            self._tables[key] = row.holds(held).reshape(sizes)
        allowed = self._tables[key]
        rules.impossible |= not allowed.any()
        if scope and not allowed.all():
            rules.tables.append(Table(scope, allowed, frozenset([origin.rule])))

    def _held(self, scope: Sequence[int], terms: list[Literal]) -> Bools:
        """Return whether literals hold, shape (n, literals), for all values of their variables."""
        sizes = [len(self.rules.variables[variable].values) for variable in scope]
        values = np.indices(sizes).reshape(len(sizes), prod(sizes))
        held = np.empty((prod(sizes), len(terms)), np.bool_)
        for column, term in enumerate(terms):
            if isinstance(term, bool):
                held[:, column] = term
            else:
                held[:, column] = np.array(term.truth)[values[scope.index(term.variable)]]
        return held

    def _total(
        self,
        op: str,
        numbers: list[_Number],
        accepts: Callable[[int], int],
        guards: list[Literal],
        last: int | None,
        key: object,
        origin: ir.Origin,
    ) -> Total | None:
        """Return a total; None where a factor depends on several variables."""
        start = 1
        if op == "+":
            start = sum(levels[0] for levels, _ in numbers)
            numbers = [
                ((0, levels[k + 1] - levels[k]), [literal])
                for levels, literals in numbers
                for k, literal in enumerate(literals)
            ]
        parts: dict[int, Ints] = {}
        fails: dict[int, Bools] = {}
        for levels, literals in numbers:
            scope = _scope(literals)
            if len(scope) > 1:
                return None
            found = np.array(levels)[self._held(scope, literals).sum(axis=1)]
            if scope:
                old = parts.get(scope[0], int(op == "*"))
                parts[scope[0]] = old + found if op == "+" else old * found
            else:
                start = start + int(found[0]) if op == "+" else start * int(found[0])
        for guard in guards:
            if isinstance(guard, Term):
                fails[guard.variable] = fails.get(guard.variable, False) | ~np.array(guard.truth)
        whole = (*dict.fromkeys((*parts, *fails)), *([] if last is None else [last]))
        steps = []
        for each in whole:
            size = len(self.rules.variables[each].values)
            add = np.broadcast_to(parts.get(each, int(op == "*")), size).tolist()
            steps.append(
                tuple(zip(add, np.broadcast_to(fails.get(each, False), size).tolist(), strict=True))
            )
        defines = last is not None
        return Total(whole, op, start, tuple(steps), accepts, defines, key, origin.rule)

    # ---------- parts ----------

    def _join_edges(self, kind: str, graph: Graph, lits: ir.Lits, origin: ir.Origin) -> None:
        """State that edges hold no cycle, or that all of them are connected.

        The ends of edges that are surely chosen are one node.
        """
        terms = self.literals(lits)
        sure = graph.ends[[term is True for term in terms]]
        root = components(graph.nodes, sure)
        if kind == "acyclic" and len(sure) != graph.nodes - len(np.unique(root)):
            self.rules.impossible = True
        members = np.zeros(graph.nodes, np.bool_)
        members[root[sure]] = kind != "acyclic"
        edges = []
        for (a, b), term in zip(root[graph.ends].tolist(), terms, strict=True):
            if isinstance(term, bool):
                continue
            if kind == "acyclic" and a == b:
                self._count(ir.Counts.of(0), [term], [], origin)
            elif a != b or not members[a]:
                edges.append((a, b, term))
        found = tuple(members.tolist())
        self.rules.parts.append(Part(kind, tuple(edges), found, True, frozenset(), origin.rule))

    def _connect(self, item: ir.Connection) -> None:
        """State that members are joined to each other, or to goals."""
        if item.members is None:
            self._join_edges("connected", item.graph, item.lits, item.origin)
            return
        members, terms = self.literals(item.members), self.literals(item.lits)
        ends = item.graph.ends.tolist()
        sure = [
            term is members[a] is members[b] is True
            for (a, b), term in zip(ends, terms, strict=True)
        ]
        root = components(item.graph.nodes, item.graph.ends[sure])
        for node, first in enumerate(root.tolist()):
            members[node] = members[node] if node == first else False
        edges: list[tuple[int, int, Literal]] = []
        for (a, b), term in zip(root[item.graph.ends].tolist(), terms, strict=True):
            if not members[a] or not members[b] or not term or a == b:
                continue
            if isinstance(term, Term):
                all_three = partial(_mask, ir.Counts.of(3))
                both = [term, members[a], members[b]]
                numbers: list[_Number] = [((0, 1), [each]) for each in both]
                total = "+", numbers, (3).__eq__
                term = self._defined(("all",), all_three, 2, both, item.origin, total)(1)
            if term is not False:
                edges.append((a, b, term))
        goals = frozenset[int]()
        if item.goals is not None:
            goals = frozenset(root[np.flatnonzero(item.goals == ir.TRUE)].tolist())
        kind = "connected" if item.goals is None else "reaches"
        self.rules.parts.append(
            Part(kind, tuple(edges), tuple(members), False, goals, item.origin.rule)
        )

    def _size_groups(self, item: ir.Global, name: str) -> None:
        """State that each number is the size of its group; one that none can have is too large."""
        n, rules = item.graph.nodes, self.rules
        texts = map(int, self.program.domains[name].values)
        size = {ir.ABSENT: 0} | {v: x if 0 < x <= n else n + 1 for v, x in enumerate(texts)}
        variables = [self._of[name, node] for node in range(n)]
        sizes = tuple(tuple(size[v] for v in rules.variables[x].values) for x in variables)
        members = tuple(Term(x, tuple(map(bool, s))) for x, s in zip(variables, sizes, strict=True))
        edges = tuple((a, b, True) for a, b in item.graph.ends.tolist() if a != b)
        nowhere, rule = frozenset[int](), item.origin.rule
        rules.parts.append(Part("sizes", edges, members, False, nowhere, rule, sizes))


def _places(program: ir.Program, sort: Sort) -> list[tuple[float, float]]:
    """Return where elements lie; an entry, or a line, lies at the first element that it names."""
    board = program.board
    if sort.placed:
        return [(x, y) for x, y in np.round(board.middles(sort), 6).tolist()]
    if sort is Sort.LINE:
        lines = board.lines
        cells = lines.cell[lines.order[lines.indptr[:-1]]]
        return [(x, y) for x, y in np.round(board.centers[cells], 6).tolist()]
    return [_first_place(board, entry) for entry in sort.entries or ("",)]


def _first_place(board: Board, entry: str) -> tuple[float, float]:
    """Return where the first element of the board lies that an entry names, or `AFTER` all."""
    for name in entry.split(","):
        found = board.find(name.strip())
        if found is not None and found[0].placed:
            x, y = board.middles(found[0])[found[1]].tolist()
            return round(x, 6), round(y, 6)
    return AFTER, AFTER


def _term(variable: int, truth: Sequence[bool]) -> Literal:
    """Return what holds for some values of a variable."""
    return any(truth) if all(truth) or not any(truth) else Term(variable, tuple(truth))


def _not(literal: Literal) -> Literal:
    if isinstance(literal, bool):
        return not literal
    return Term(literal.variable, tuple(not each for each in literal.truth))


def _scope(terms: Iterable[Literal]) -> tuple[int, ...]:
    """Return the variables of some literals, ascending."""
    return tuple(sorted({term.variable for term in terms if isinstance(term, Term)}))


def _mask(counts: ir.Counts, held: Bools) -> Bools:
    """Return where the number of true entries of a row is in a set."""
    return counts.mask(held.sum(axis=1))


def _same(equal: bool, held: Bools) -> Bools:
    """Return where the first half of a row is equal to the second one, or not."""
    half = held.shape[1] // 2
    found: Bools = (held[:, :half] == held[:, half:]).all(axis=1) == equal
    return found


def _runs_are(lengths: Lengths, ring: bool, held: Bools) -> Bools:
    """Return where the runs of a row have these lengths."""
    return np.array([has_runs(row, ring, lengths) for row in held], np.bool_)


def _guarded(row: _Row, guards: list[Literal]) -> _Row:
    """Return a row that need hold only where all guards do."""
    n = len(row.literals)
    if not guards:
        return row
    return row._replace(
        key=(*row.key, n),
        holds=lambda held: row.holds(held[:, :n]) | ~held[:, n:].all(axis=1),
        literals=[*row.literals, *guards],
    )


# ---------- fewer tables, and fewer variables ----------


def _join(rules: Rules) -> None:
    """Put tables together, and take out what is determined or hidden, and in small tables alone."""
    tables = _absorbed(rules.tables)
    held: dict[int, set[int]] = {}
    for number, table in enumerate(tables):
        for variable in table.scope:
            held.setdefault(variable, set()).add(number)
    kept = {variable for total in rules.totals for variable in total.scope}
    for part in rules.parts:
        kept |= set(_scope((*part.members, *(term for _, _, term in part.edges))))
    live = dict(enumerate(tables))
    ahead = [
        number
        for number, variable in enumerate(rules.variables)
        if not variable.shown and number not in kept and number in held
    ]
    while ahead:
        left = []
        ahead.sort(key=lambda number: _entries_round(rules, live, held[number], number))
        for variable in ahead:
            around = held[variable].copy()
            if not around:  # all that was said of it holds anyway
                _forget(rules, variable)
                continue
            if _entries_round(rules, live, around, variable) > JOINED:
                left.append(variable)
                continue
            joined = _product([live.pop(number) for number in sorted(around)])
            for each in joined.scope:
                held[each] -= around
            rules.gone.append((variable, joined))
            axis = joined.scope.index(variable)
            rest = tuple(each for each in joined.scope if each != variable)
            table = Table(rest, np.asarray(joined.allowed.any(axis=axis)), joined.rules)
            _forget(rules, variable)
            if not rest:
                rules.impossible |= not table.allowed.all()
            elif not table.allowed.all():
                number = len(tables)
                tables.append(table)
                live[number] = table
                for each in rest:
                    held[each].add(number)
        if len(left) == len(ahead):
            break
        ahead = left
    rules.tables = _absorbed(live.values())


def _entries_round(rules: Rules, live: dict[int, Table], around: set[int], variable: int) -> int:
    """Return the entries of the table that all tables of a variable make."""
    scope = {each for number in around for each in live[number].scope} | {variable}
    return prod(len(rules.variables[each].values) for each in scope)


def _forget(rules: Rules, gone: int) -> None:
    """Say what else determines the variables that one determines which is taken out.

    What a hidden free variable determines is itself free, and hidden.
    """
    instead = rules.variables[gone].after
    for variable in rules.variables:
        if variable.after is not None and gone in variable.after:
            variable.after = None if instead is None else variable.after - {gone} | instead


def _absorbed(tables: Iterable[Table]) -> list[Table]:
    """Return tables of which none has all variables of another."""
    merged: dict[tuple[int, ...], Table] = {}
    for table in tables:
        old = merged.get(table.scope)
        merged[table.scope] = table if old is None else _product([old, table])
    around: dict[int, set[tuple[int, ...]]] = {}
    for scope in merged:
        for variable in scope:
            around.setdefault(variable, set()).add(scope)
    for scope in sorted(merged, key=len):
        larger = set.intersection(*(around[variable] for variable in scope)) - {scope}
        if larger:
            other = min(larger, key=lambda each: merged[each].allowed.size)
            merged[other] = _product([merged[other], merged.pop(scope)])
            for variable in scope:
                around[variable].discard(scope)
    return list(merged.values())


def _product(tables: Sequence[Table]) -> Table:
    """Return what several tables say together."""
    scope = tuple(sorted({variable for table in tables for variable in table.scope}))
    allowed: Bools = np.ones((1,) * len(scope), np.bool_)
    for table in tables:
        sizes = iter(table.allowed.shape)
        shape = tuple(next(sizes) if variable in table.scope else 1 for variable in scope)
        allowed = allowed & table.allowed.reshape(shape)
    named = frozenset[str]().union(*(table.rules for table in tables))
    return Table(scope, allowed, named)
