"""Adds formulas as nodes, with as few auxiliaries as possible."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints, distinct_rows, offsets
from nlc.ir.builder import Builder
from nlc.ir.elaborate import formula as fm
from nlc.ir.elaborate.bounds import spend_step
from nlc.ir.elaborate.values import by_length, ragged_rows
from nlc.ir.nodes import TRUE, Assign, Counts, Origin, Relate, Runs
from nlc.ir.runs import Diagram, Lengths, Places, arcs_at, diagram, known_places

MAX_CLAUSES = 64
"""The most statements of a formula; beyond, its parts get auxiliaries."""

SHARED = 8
"""Counts of so many literals are added once if several literals imply them."""


class Reifier:
    """Adds formulas of one statement.

    In all methods `rows`, shape (m,), is the instance of each row of a formula, and `guard`, shape
    (m, a), are the literals under which it must hold.
    """

    def __init__(self, builder: Builder, origin: Origin) -> None:
        self.builder = builder
        self.origin = origin
        # By identity; the object in an entry keeps the identity from being used again.
        self._costs: dict[int, tuple[fm.Formula, int]] = {}
        self._literals: dict[tuple[int, int], tuple[fm.Formula, Ints, Ints]] = {}
        self._posted: dict[tuple[int, int, int], tuple[fm.Formula, Ints, Ints]] = {}

    def post(self, f: fm.Formula, rows: Ints, guard: Ints) -> None:
        """Add a formula."""
        if not len(rows):
            return
        spend_step()
        match f:
            case fm.Lit(lits):
                self.builder.clause(lits[:, None], self.origin, rows, guard)
            case fm.Junction(True, parts):
                for part in parts:
                    key = id(part), id(rows), id(guard)
                    if key not in self._posted:
                        self._posted[key] = part, rows, guard
                        self.post(part, rows, guard)
            case fm.Junction(False, parts):
                self._any(parts, rows, guard)
            case fm.Many(True, indptr, lits):
                index = ragged_rows(indptr)
                self.builder.clause(lits[:, None], self.origin, rows[index], guard[index])
            case fm.Many(False, indptr, lits):
                for index, columns in by_length(indptr):
                    self.builder.clause(lits[columns], self.origin, rows[index], guard[index])
            case fm.Implication(left, right):
                self._implication(left, right, rows, guard)
            case fm.Equivalence(left, right):
                if self._cost(f) > MAX_CLAUSES:
                    left, right = (fm.Lit(self.literal(part, rows)) for part in (left, right))
                self._implication(left, right, rows, guard)
                self._implication(right, left, rows, guard)
            case fm.CountIs():
                for index, lits, counts in fm.count_groups(f):
                    self._post_counts(counts, lits, rows[index], guard[index])
            case fm.Is():
                self._is(f, rows, guard)
            case fm.Same(left, left_elements, right, right_elements, equal):
                relate = Relate(left, left_elements, right, right_elements, equal)
                self.builder.state(relate, self.origin, rows, guard)
            case fm.Different(variable, indptr, elements):
                for index, columns in by_length(indptr):
                    among = elements[columns]
                    self.builder.differ(variable, among, self.origin, rows[index], guard[index])
            case fm.RunsAre(indptr, lits, lengths, ring, True):
                for index, columns in by_length(indptr):
                    wanted = tuple(lengths[i] for i in index.tolist())
                    runs = Runs(lits[columns], wanted, ring, guard[index], self.origin)
                    self.builder.runs(runs, rows[index])
            case fm.RunsAre():
                self.builder.clause(self.literal(f, rows)[:, None], self.origin, rows, guard)

    def _post_counts(self, counts: Counts, lits: Ints, rows: Ints, guard: Ints) -> None:
        """Add counts; one that many literals imply is added once, under their disjunction.

        For explanations, which need separate instances of a rule, each is added separately.
        """
        single = guard.shape[1] == 1 and not self.builder.program.guarded_rules
        if single and lits.shape[1] >= SHARED:
            first, which = distinct_rows(lits)
            order, indptr = np.argsort(which, kind="stable"), offsets(np.bincount(which))
            shared = np.zeros((len(first), 1), np.int32)
            for index, columns in by_length(indptr):
                guards = guard[order[columns], 0]
                counted = _junction(False, guards.shape[1])
                shared[index, 0] = self._count(guards, counted, rows[order[columns[:, 0]]])
            lits, rows, guard = lits[first], rows[first], shared
        self.builder.count(counts, lits, self.origin, rows, guard)

    def _is(self, f: fm.Is, rows: Ints, guard: Ints) -> None:
        inside = self.builder.program.domains[f.variable].possible(f.elements, f.values)
        yes = np.flatnonzero(inside).astype(np.int32)
        if len(yes):
            assign = Assign(f.variable, f.elements[yes], f.values[yes], f.equal)
            self.builder.state(assign, self.origin, rows[yes], guard[yes])
        if f.equal and len(yes) < len(rows):
            no = np.flatnonzero(~inside)
            never = np.zeros((len(no), 0), np.int32)
            self.builder.clause(never, self.origin, rows[no], guard[no])

    def _any(self, parts: tuple[fm.Formula, ...], rows: Ints, guard: Ints) -> None:
        """Add a disjunction: negated literals go to the guard, and the last part is the head."""
        flat = _flat(parts)
        plain = [p for p in flat if isinstance(p, fm.Lit)]
        others = [p for p in flat if not isinstance(p, fm.Lit)]
        if not others:
            lits = np.stack([p.lits for p in plain], axis=1)
            self.builder.clause(lits, self.origin, rows, guard)
            return
        others.sort(key=_head_rank)
        head: fm.Formula = others.pop()
        parts = head.parts if isinstance(head, fm.Junction) and head.every else (head,)
        if max(map(self._cost, parts), default=0) > MAX_CLAUSES:
            head = fm.Lit(self.literal(head, rows))
        columns = [-p.lits for p in plain] + [-self.literal(p, rows) for p in others]
        wide = np.concatenate([guard, *(c[:, None] for c in columns)], axis=1)
        self.post(head, rows, wide)

    def _implication(self, left: fm.Formula, right: fm.Formula, rows: Ints, guard: Ints) -> None:
        if max(self._width(left) * self._cost(right), self._cost(left)) > MAX_CLAUSES:
            left = fm.Lit(self.literal(left, rows))
        match left:
            case fm.Junction(False, parts):
                for part in _flat(parts):
                    self._implication(part, right, rows, guard)
            case fm.Many(False, indptr, lits):
                entries = ragged_rows(indptr)
                wide = np.concatenate([guard[entries], lits[:, None]], axis=1)
                self.post(fm.take(right, entries), rows[entries], wide)
            case fm.Many(True, indptr, lits):
                for index, columns in by_length(indptr):
                    wide = np.concatenate([guard[index], lits[columns]], axis=1)
                    self.post(fm.take(right, index), rows[index], wide)
            case fm.Junction(True, parts):
                # Each part may go to the guard; where the right side is a mere literal, the part
                # that would cost an auxiliary is stated instead, and the literal guards it.
                flat = sorted(_flat(parts, every=True), key=_head_rank)
                hard = flat[-1]
                if isinstance(right, fm.Lit) and _head_rank(hard) >= 2:
                    easy: list[fm.Formula] = [*flat[:-1], fm.Lit(-right.lits)]
                    head = fm.negate(hard)
                else:
                    easy, head = flat, right
                guards = [self.literal(p, rows)[:, None] for p in easy]
                self.post(head, rows, np.concatenate([guard, *guards], axis=1))
            case _ if _head_rank(left) >= 2 and isinstance(right, fm.Lit):
                wide = np.concatenate([guard, -right.lits[:, None]], axis=1)
                self.post(fm.negate(left), rows, wide)
            case _:
                wide = np.concatenate([guard, self.literal(left, rows)[:, None]], axis=1)
                self.post(right, rows, wide)

    def _cost(self, f: fm.Formula) -> int:
        """Return the number of statements of a formula without auxiliaries."""
        if id(f) in self._costs:
            return self._costs[id(f)][1]
        match f:
            case fm.Junction(True, parts):
                cost = sum(map(self._cost, parts))
            case fm.Junction(False, parts):
                cost = max(map(self._cost, parts), default=1)
            case fm.Implication(left, right):
                cost = max(self._width(left) * self._cost(right), self._cost(left))
            case fm.Equivalence(left, right):
                cost = max(self._width(left) * self._cost(right), self._cost(left))
                cost += max(self._width(right) * self._cost(left), self._cost(right))
            case _:
                cost = 1
        self._costs[id(f)] = f, min(cost, MAX_CLAUSES + 1)
        return self._costs[id(f)][1]

    def _width(self, f: fm.Formula) -> int:
        """Return the number of times that a formula repeats its consequence."""
        if not isinstance(f, fm.Junction) or f.every:
            return 1
        return len(_flat(f.parts))

    def literal(self, f: fm.Formula, rows: Ints) -> Ints:
        """Return a literal that is equivalent to the formula for each row, shape (m,)."""
        key = id(f), id(rows)
        if key not in self._literals:
            self._literals[key] = f, rows, self._literal(f, rows)
        return self._literals[key][2]

    def _literal(self, f: fm.Formula, rows: Ints) -> Ints:
        spend_step()
        match f:
            case fm.Lit(lits):
                return lits
            case fm.Is(variable, elements, values, equal):
                atoms = self.builder.atoms(variable, elements, values)
                return atoms if equal else -atoms
            case fm.Same(left, left_elements, right, right_elements, equal):
                same = Relate(left, left_elements, right, right_elements, True)
                made = self.builder.auxiliary(len(rows), "same", same, self.origin.at(rows))
                return made if equal else -made
            case fm.Junction(every, parts):
                lits = np.stack([self.literal(p, rows) for p in parts], axis=1)
                return self._count(lits, _junction(every, lits.shape[1]), rows)
            case fm.Implication(left, right):
                return self.literal(fm.Junction(False, (fm.negate(left), right)), rows)
            case fm.Equivalence(left, right):
                sides = [self.literal(left, rows), self.literal(right, rows)]
                return self._count(np.stack(sides, axis=1), Counts.of(0, 2), rows)
            case fm.CountIs() | fm.Many():
                out = np.zeros(len(rows), np.int32)
                for index, lits, counts in fm.count_groups(f):
                    out[index] = self._count(lits, counts, rows[index])
                return out
            case fm.RunsAre(holds=True):
                return self._runs(f, rows)
            case fm.RunsAre():
                return -self.literal(fm.negate(f), rows)
            case fm.Different():
                raise AssertionError("not a part of a formula")

    def _runs(self, f: fm.RunsAre, rows: Ints) -> Ints:
        """Return literals "runs have their lengths": states of an automaton."""
        out = np.zeros(len(rows), np.int32)
        groups: dict[tuple[Lengths, Places], list[int]] = {}
        for index, columns in by_length(f.indptr):
            lits = f.lits[columns]
            for i, places in zip(
                index.tolist(), known_places(lits == TRUE, lits != -TRUE), strict=True
            ):
                groups.setdefault((f.lengths[i], places), []).append(i)
        for (lengths, places), which in groups.items():
            index = np.array(which, np.int32)
            lits = f.lits[f.indptr[index][:, None] + np.arange(len(places))]
            found = diagram(lengths, f.ring, places)
            out[index] = -TRUE if found is None else self._last(found, lits, rows[index])
        return out

    def _last(self, found: Diagram, lits: Ints, rows: Ints) -> Ints:
        """Return literals "the automaton accepts the row of literals", shape (m, n) to (m,)."""
        states = [np.full(len(rows), TRUE, np.int32)]
        for place, arcs in enumerate(found.arcs):
            at = lits[:, place]
            steps = [(states[source], at if truth else -at) for source, truth, _ in arcs]
            taken = [self._count(np.stack(both, axis=1), Counts.of(2), rows) for both in steps]
            arcs_into = arcs_at(arcs, found.sizes[place + 1], into=True)
            ways = [np.stack([taken[i] for i in into], axis=1) for into in arcs_into]
            states = [
                self._count(any_of, _junction(False, any_of.shape[1]), rows) for any_of in ways
            ]
        return states[0]

    def _count(self, lits: Ints, counts: Counts, rows: Ints) -> Ints:
        """Return auxiliaries "the count of the row is in `counts`"."""
        return self.builder.counted(counts, lits, "count", self.origin, rows)


def _junction(every: bool, n: int) -> Counts:
    return Counts.of(n) if every else Counts.between(1, n)


def _flat(parts: tuple[fm.Formula, ...], every: bool = False) -> list[fm.Formula]:
    """Return the parts of a junction, each once; junctions of the same kind are flattened."""
    out: list[fm.Formula] = []
    todo, met = list(reversed(parts)), set[int]()
    while todo:
        part = todo.pop()
        if id(part) in met:
            continue
        met.add(id(part))
        if isinstance(part, fm.Junction) and part.every == every:
            todo += reversed(part.parts)
        else:
            out.append(part)
    return out


_RANKS: dict[type[fm.Formula], int] = {fm.Lit: 0, fm.Is: 1, fm.Same: 3, fm.Many: 4, fm.CountIs: 4}


def _head_rank(f: fm.Formula) -> int:
    """Rank formulas by the saving if they are added and not made a literal."""
    return _RANKS.get(type(f), 2)
