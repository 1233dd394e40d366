"""Elaborates the statements of a rule for the instances of a frame, batch by batch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from nlc.arrays import AnyInts, Ints, offsets
from nlc.board import Sort
from nlc.errors import fail
from nlc.ir.elaborate import values as vs
from nlc.ir.elaborate.binders import decision, expand, literals
from nlc.ir.elaborate.bounds import located, require_room
from nlc.ir.elaborate.evaluator import Abbreviation, Frame, ValueNeededError
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.formula import Junction, Lit, Many
from nlc.ir.elaborate.globals import Edges, Globals, edges_between, edges_of
from nlc.ir.elaborate.opening import Guard
from nlc.ir.elaborate.reify import Reifier
from nlc.ir.elaborate.sums import evaluated
from nlc.ir.nodes import ABSENT, TRUE, Counts, Lits
from nlc.language import syntax as s
from nlc.language.builtins import ENTRY, GLOBALS, NODES
from nlc.language.whole_board import sized


class Statements:
    """Elaborates the statements of one puzzle."""

    def __init__(self, evaluator: Expressions) -> None:
        self._evaluator, self._builder = evaluator, evaluator.builder

    def post_rules(self, body: tuple[s.Stmt, ...], frame: Frame) -> None:
        """Elaborate statements for the instances of a frame."""
        for statement in body:
            if not frame.rows:
                return
            span = statement.binders.span if isinstance(statement, s.For) else statement.span
            with located(f"rule '{self._evaluator.rule}'", span):
                frame = self._elaborate_cases(statement, frame)

    def _elaborate_cases(self, statement: s.Stmt, frame: Frame) -> Frame:
        """Elaborate a statement; if it needs the value of an open given, for each value of it."""
        self._evaluator.begin()
        try:
            return self._statement(statement, frame)
        except ValueNeededError as error:
            value, at = error.value, error.frame
            aligned = at.bound == frame.bound and at.rows == frame.rows
            known = value is not None and value.name in self._evaluator.ground.opened
            if value is None or not known or not aligned or isinstance(statement, s.Let):
                raise
        self._elaborate_cases(statement, self._split(frame, value))
        return frame

    def _split(self, frame: Frame, value: vs.FdValue) -> Frame:
        """Return the instances of a frame, one for each value of an open given, and for none."""
        domain = self._builder.program.domains[value.name]
        values = self._evaluator.ground.domains[value.name]
        require_room(frame.rows * (len(values) + 1))
        index = np.arange(-1, len(values), dtype=np.int32)
        index = np.tile(np.where(index < 0, ABSENT, index).astype(np.int32), frame.rows)
        rows = np.repeat(np.arange(frame.rows, dtype=np.int32), len(values) + 1)
        possible = domain.possible(value.elements[rows], index)
        rows, index = rows[possible], index[possible]
        elements = value.elements[rows]
        lits = self._builder.atoms(value.name, elements, index)
        lits = np.where(self._evaluator.ground.opened[value.name][elements], lits, TRUE)
        known = np.where(index == ABSENT, vs.MISSING, values[index]).astype(np.int32)
        for case in frame.cases:  # such as that there is a value
            lits = np.where(case.lits[rows] == -lits, -TRUE, lits)
        return frame.take(rows).under(Guard(lits.astype(np.int32), value.name, elements, known))

    def _statement(self, statement: s.Stmt, frame: Frame) -> Frame:
        """Elaborate a statement; return the frame with the name that it binds, if any."""
        match statement:
            case s.For(binders=binders, body=inner):
                self.post_rules(inner, expand(self._evaluator, binders, frame).frame)
            case s.If(condition=condition, then=then, otherwise=otherwise):
                held = decision(self._evaluator, condition, frame)
                if isinstance(held, vs.Static):
                    self.post_rules(then, frame.select(held.data))
                    self.post_rules(otherwise, frame.select(~held.data))
                else:
                    self.post_rules(then, frame.under(Guard(held.lits)))
                    self.post_rules(otherwise, frame.under(Guard(-held.lits)))
            case s.Let(name=name, params=params, value=expression):
                let = Abbreviation(tuple(param.name for param in params), expression)
                value = let if params else evaluated(self._evaluator, expression, frame)
                assert not isinstance(value, vs.ArrayRef)
                frame = frame.bind(name.name, value)
            case s.Post(condition=condition):
                self._post(condition, frame)
        return frame

    def _post(self, condition: s.Expr, frame: Frame) -> None:
        if isinstance(condition, s.Call) and condition.function.name in GLOBALS:
            if frame.cases:
                raise ValueNeededError(condition, None, frame)
            ways: dict[Sort, Edges] = {}
            for row in range(frame.rows):
                part = frame.take(np.array([row], np.int32))
                WholeBoard(self._evaluator, condition, part, ways).post_rules()
            return
        rows = np.arange(frame.rows, dtype=np.int32)
        operands = condition.operands if isinstance(condition, s.And) else (condition,)
        self._evaluator.begin(() if frame.cases else operands)
        reifier = Reifier(self._builder, self._evaluator.origin(condition, frame))
        reifier.post(self._evaluator.formula(condition, frame), rows, frame.guard())


class Collection(Struct, frozen=True, eq=False):
    """Elements of a sort, values or pairs, ascending, and the literals of their membership."""

    sort: vs.Kind
    elements: Ints
    lits: Lits


class WholeBoard:
    """Elaborates one constraint over the whole board, for the one row of a frame."""

    def __init__(
        self, ev: Expressions, call: s.Call, frame: Frame, ways: dict[Sort, Edges]
    ) -> None:
        self.ev = ev
        self.call = call
        self.frame = frame
        self.ways = ways
        self.board = ev.ground.board
        self.stater = Globals(ev.builder, ev.origin(call, frame))

    def post_rules(self) -> None:
        """Add the constraint."""
        args, size = sized(self.call)
        if size is not None:
            self._count(self._collection(args[0]).lits, size)
        match self.call.function.name, args:
            case "acyclic", (edges,):
                self.stater.acyclic(self._edges(self._collection(edges)))
            case "loop", (edges,):
                self.stater.loop(self._edges(self._collection(edges)))
            case "connected", (nodes, *edges):
                joined = self._collection(nodes)
                if not edges and joined.sort not in (Sort.CELL, Sort.VERTEX):
                    self.stater.connected(self._edges(joined), None)
                else:
                    self.stater.connected(*self._along(joined, edges))
            case "reaches", (nodes, targets, *edges):
                joined = self._collection(nodes)
                goals = self.ev.static_set(targets, self.frame).over(1)[1]
                way, members = self._along(joined, edges)
                inside = np.flatnonzero(np.isin(way.nodes, goals)).astype(np.int32)
                self.stater.reaches(way, members, inside)
            case "group_sizes", (s.Ref(name=variable),):
                self.stater.group_sizes(self._all_edges(Sort.CELL), variable)
            case "path", (edges, start, end):
                ends = [self.ev.static(e, self.frame).over(1).item() for e in (start, end)]
                if ends[0] == ends[1] or vs.MISSING in ends:
                    raise fail("a path leads from one place to another", self.call.span)
                way = self._edges(self._collection(edges), None, np.array(ends))
                self.stater.path(way, *np.searchsorted(way.nodes, ends).tolist())

    def _count(self, lits: Lits, size: s.Size) -> None:
        """Add the number of nodes."""
        numbers = [self.ev.static(count, self.frame).over(1).item() for count in size.counts]
        counts = Counts.of(*numbers)
        if size.kind != "exactly":
            low, high = (0, numbers[0]) if size.kind == "at most" else (numbers[0], len(lits))
            counts = Counts.between(low, high)
        self.ev.builder.count(counts, lits[None], self.stater.origin)

    def _edges(
        self, found: Collection, node_kind: vs.Kind | None = None, *further: AnyInts
    ) -> Edges:
        """Return the edges of a collection between nodes of a kind, or between its own nodes.

        Args:
            found: links, borders, vertices or pairs.
            node_kind: of the nodes, if not those that the edges join by themselves.
            further: values that are nodes, whether or not a pair has them.
        """
        kind, lits = found.sort, found.lits
        if isinstance(kind, Sort):
            nodes = node_kind or Sort(NODES[kind.value])
            assert isinstance(nodes, Sort)
            return edges_of(self.board, nodes, kind, found.elements, lits)
        assert isinstance(kind, vs.Pairs)
        ends = kind.ends[found.elements]
        if isinstance(kind.kind, Sort):
            every = np.arange(self.board.count(kind.kind), dtype=np.int32)
            return edges_between(ends, found.elements, lits, kind.kind, every)
        every = np.unique(np.concatenate([ends.ravel(), *further])).astype(np.int32)
        sort = Sort(ENTRY, tuple(map(kind.text, every.tolist())))
        return edges_between(ends, found.elements, lits, sort, every)

    def _all_edges(self, node_sort: vs.Kind) -> Edges:
        """Return all links between cells, or all borders between vertices, each chosen."""
        assert isinstance(node_sort, Sort)
        if node_sort not in self.ways:  # the rows of a frame share them
            sort = Sort.LINK if node_sort is Sort.CELL else Sort.BORDER
            every = np.arange(self.board.count(sort), dtype=np.int32)
            chosen = np.full(len(every), TRUE, np.int32)
            self.ways[node_sort] = edges_of(self.board, node_sort, sort, every, chosen)
        return self.ways[node_sort]

    def _along(self, joined: Collection, edges: Sequence[s.Expr]) -> tuple[Edges, Lits]:
        """Return what joins nodes, and the literal of each node, shape (nodes,), whether it is one.

        Args:
            joined: the nodes.
            edges: one collection of edges; without it, these are all that there are.
        """
        if edges:
            way = self._edges(self._collection(edges[0]), joined.sort, joined.elements)
        else:
            way = self._all_edges(joined.sort)
        members = np.full(len(way.nodes), -TRUE, np.int32)
        members[np.searchsorted(way.nodes, joined.elements)] = joined.lits
        return way, members

    def _collection(self, node: s.Expr) -> Collection:
        """Return the elements of a boolean variable (all, or those in a set), or of a set."""
        ev = self.ev
        ref = node.variable if isinstance(node, s.Index) else node
        if isinstance(ref, s.Ref) and ref.name in ev.ground.rules.vars:
            var = ev.builder.bool_var(ref.name)
            every = np.arange(var.size, dtype=np.int32)
            if ref.name in ev.ground.entries:
                return self._entries(ref, every + np.int32(var.base))
            whole = Collection(var.sort, every, every + np.int32(var.base))
            return self._part(whole, node.args[0]) if isinstance(node, s.Index) else whole
        return self._set(node)

    def _entries(self, ref: s.Ref, lits: Lits) -> Collection:
        """Return the elements, values or pairs at which a variable over sets has values."""
        frame = self.ev.ground.entries[ref.name].frame
        at = [frame.names[each.name] for each in self.ev.ground.rules.vars[ref.name].names]
        one, *other = (value for value in at if isinstance(value, vs.Static))
        kind, data = one.kind, one.over(frame.rows)
        if other:
            kind = self.ev.ground.pairs_of(kind)
            data = kind.numbers(data, other[0].over(frame.rows))
        return self._united(kind, data, lits, ref)

    def _part(self, whole: Collection, node: s.Expr) -> Collection:
        """Return the part of a variable in a set."""
        part = self._set(node)
        lits = whole.lits[part.elements]
        if (part.lits != TRUE).any():
            both = Junction(True, (Lit(lits), Lit(part.lits)))
            lits = literals(self.ev, both, node, Frame(len(lits)))
        return Collection(whole.sort, part.elements, lits)

    def _set(self, node: s.Expr) -> Collection:
        """Return the members of a set, known or decided."""
        ev = self.ev
        value = ev.value(node, self.frame)
        if isinstance(value, vs.StaticSet):
            elements = np.unique(value.over(1)[1]).astype(np.int32)
            return Collection(value.kind, elements, np.full(len(elements), TRUE, np.int32))
        assert isinstance(value, vs.DecidedSet)
        return self._united(value.kind, value.data, value.lits, node)

    def _united(self, kind: vs.Kind, data: Ints, lits: Lits, node: s.Expr) -> Collection:
        """Return members, each once, under the disjunction of its conditions; no missing ones."""
        if (data[1:] > data[:-1]).all() and vs.MISSING not in data[:1]:
            return Collection(kind, data, lits)
        order = np.argsort(data, kind="stable")
        order = order[data[order] != vs.MISSING]
        elements, counts = np.unique(data[order], return_counts=True)
        any_of = Many(False, offsets(counts), lits[order])
        lits = literals(self.ev, any_of, node, Frame(len(elements)))
        return Collection(kind, elements.astype(np.int32), lits)
