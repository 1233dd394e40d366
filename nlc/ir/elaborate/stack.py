"""Puzzles on one board, elaborated together: their clues have an axis of puzzles.

What rules say of a board is worked out once for all puzzles on it (`nlc.ir.elaborate.loops`). What
they say of clues takes NumPy hardly longer for many puzzles than for one, as most boards are small:
so a frame holds the instances of all puzzles, and a hidden name tells of which puzzle each is. What
makes variables, which each program numbers for itself, is left to each puzzle alone, and so is what
raises an error.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NoReturn

import numpy as np
from msgspec.structs import replace

from nlc.arrays import AnyInts, Bools, Ints, offsets, true_places
from nlc.errors import UserError
from nlc.ir.builder import Builder
from nlc.ir.elaborate.binders import expand
from nlc.ir.elaborate.bounds import TooLargeError, TooManyStepsError
from nlc.ir.elaborate.evaluator import Frame
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.formula import NOWHERE, Formula, Lit
from nlc.ir.elaborate.ground import GivenMap, GroundBoard
from nlc.ir.elaborate.loops import Loop, Loops, part_of, stated
from nlc.ir.elaborate.rule_cache import RuleCache
from nlc.ir.elaborate.values import MISSING, Kind, Static, StaticSet, Symbols, ragged_rows
from nlc.ir.nodes import ABSENT, Acyclic, Domain, Node
from nlc.language import syntax as s
from nlc.language.builtins import GLOBALS

INSTANCES = 2_000_000
"""Instances of a loop in all puzzles together, at most."""

_PUZZLE = " puzzle"
"""The name, which no text can have, of the puzzle that an instance is of."""


class _OpenError(Exception):
    """What is asked for differs between the puzzles in a way that is not stacked."""


_OPEN = (UserError, TooLargeError, TooManyStepsError, _OpenError)
"""What leaves something to each puzzle alone."""


class _Domains(dict[str, Ints]):
    """The values of the variables that have the same ones in all puzzles."""

    def __missing__(self, name: str) -> NoReturn:
        raise _OpenError(name)


class Stack:
    """Puzzles on one board with the same rules and options.

    Attributes:
        size: how many there are.
    """

    def __init__(
        self, grounds: Sequence[GroundBoard], builders: Sequence[Builder], cache: RuleCache
    ) -> None:
        """Take the puzzles when their variables have been declared.

        Args:
            grounds: of each.
            builders: of each.
            cache: of the first of them; one was made of the same board and options before.
        """
        self.size, self._cache, self._builder = len(grounds), cache, builders[0]
        self._loops = Loops(grounds[0], builders[0], cache)
        symbols, first = Symbols(), grounds[0]
        texts = [[symbols.number(text) for text in each.symbols.texts] for each in grounds]
        numbers = [np.array([*each, MISSING], np.int32) for each in texts]

        def common(kind: Kind, data: Ints, puzzle: int) -> Ints:
            """Return values in numbers of symbols that all puzzles share."""
            if kind != "symbol":
                return data
            return numbers[puzzle][np.where(data == MISSING, -1, data)]

        options = {
            name: Static(value.kind, common(value.kind, value.data, 0))
            for name, value in first.options.items()
        }
        givens = {
            name: GivenMap(
                given.kind,
                np.stack(
                    [common(given.kind, g.givens[name].data, i) for i, g in enumerate(grounds)]
                ),
            )
            for name, given in first.givens.items()
        }
        self._values: dict[str, StaticSet] = {}
        self._members: dict[str, StaticSet] = {}
        self._domains: dict[str, Domain] = {}
        self._grounds, self._common = grounds, common
        self._nodes: dict[int, list[list[Node]] | None] = {}
        domains = _Domains()
        for name in builders[0].program.domains:
            kind: Kind = builders[0].program.value_kinds[name]
            each = [common(kind, g.domains[name], i) for i, g in enumerate(grounds)]
            found = [builder.program.domains[name] for builder in builders]
            self._domains[name] = max(found, key=lambda domain: len(domain.values))
            if all(domain.allowed is None for domain in found):
                self._members[name] = _ragged(kind, each)
            elif not all(_same_allowed(found[0], domain) for domain in found[1:]):
                continue  # which elements can have a value differs
            if all(np.array_equal(each[0], values) for values in each[1:]):
                domains[name] = each[0]
        self.ground = replace(
            first, symbols=symbols, options=options, givens=givens, domains=domains, token_spans={}
        )

    def members(self, variable: str) -> StaticSet:
        """Return the values of a variable in each puzzle, in the order of their indices."""
        if variable not in self._members:
            raise _OpenError(variable)
        return self._members[variable]

    def values_of(self, given: str) -> StaticSet:
        """Return the distinct values of a given in each puzzle."""
        if given not in self._values:
            kind = self.ground.givens[given].kind
            each = [self._common(kind, g.values(given), i) for i, g in enumerate(self._grounds)]
            self._values[given] = _ragged(kind, each)
        return self._values[given]

    def checked(self) -> Bools:
        """Return which puzzles pass all checks of their genre; where that is open, none does."""
        passed = np.ones(self.size, np.bool_)
        try:
            for name, check in self.ground.rules.checks.items():
                ev = self._evaluator(name)
                frame = ev.root()
                if check.binders is not None:
                    frame = expand(ev, check.binders, frame).frame
                if frame.rows:
                    held = ev.static(check.condition, frame).over(frame.rows)
                    passed[ev.roots(frame)[~held]] = False
        except _OPEN:
            passed[:] = False
        return passed

    def nodes(self, rule: str, loop: Loop) -> list[list[Node]] | None:
        """Return what a loop of a rule states for each puzzle; None where that is left open.

        A rule that mentions no clue is left open, for it is stated once for all puzzles.
        """
        if not self._cache.mentions_clues(rule):
            return None
        key = id(loop.syntax)
        if key not in self._nodes:
            try:
                self._nodes[key] = self._loop(rule, loop)
            except _OPEN:
                self._nodes[key] = None
        return self._nodes[key]

    def _evaluator(self, rule: str) -> _Stacked:
        builder = self._builder.scratch()
        builder.program.domains = self._domains
        ev = _Stacked(self, builder)
        ev.rule = rule
        ev.begin()
        return ev

    def _loop(self, rule: str, loop: Loop) -> list[list[Node]]:
        out: list[list[Node]] = [[] for _ in range(self.size)]
        rows = loop.frame.rows
        if rows * self.size > INSTANCES:
            raise _OpenError
        every = np.tile(np.arange(rows, dtype=np.int32), self.size)
        frame = loop.frame.take(every)
        puzzles = np.repeat(np.arange(self.size, dtype=np.int32), rows)
        frame = frame.bind(_PUZZLE, Static("int", puzzles))
        ev = self._evaluator(rule)
        if loop.where is not None and rows:
            kept = true_places(ev.static(loop.where, frame).over(frame.rows))
            frame, every = frame.take(kept), every[kept]
        self._body(rule, loop, loop.syntax.body, frame, every, out)
        return out

    def _body(
        self,
        rule: str,
        loop: Loop,
        body: tuple[s.Stmt, ...],
        frame: Frame,
        rows: Ints,
        out: list[list[Node]],
    ) -> None:
        """State a part of the body of a loop.

        Args:
            rule: the name of the rule.
            loop: the loop.
            body: the part.
            frame: the instances that it is stated for, by puzzle.
            rows: shape (frame.rows,), which of the loop's instances each is.
            out: takes the nodes of each puzzle.

        Raises:
            _OpenError: there is something that is not stacked.
        """
        for inner in body:
            if not len(rows):
                return
            ev = self._evaluator(rule)
            if isinstance(inner, s.Post):
                known = self._loops.known(loop, rule, inner)
                if known is None:
                    self._post(ev, inner.condition, frame, out)
                    continue
                selected = np.zeros((self.size, loop.frame.rows), np.bool_)
                selected[ev.roots(frame), rows] = True
                for node, places in known:
                    puzzles, taken = selected[:, places].nonzero()
                    self._deal(node, puzzles, taken, out)
            elif isinstance(inner, s.If):
                held = ev.static(inner.condition, frame).over(frame.rows)
                for part, mask in ((inner.then, held), (inner.otherwise, ~held)):
                    kept = true_places(mask)
                    self._body(rule, loop, part, frame.take(kept), rows[kept], out)
            else:
                raise _OpenError

    def _post(self, ev: _Stacked, condition: s.Expr, frame: Frame, out: list[list[Node]]) -> None:
        """State a condition that clues have a say in."""
        if isinstance(condition, s.Call) and condition.function.name in GLOBALS:
            raise _OpenError
        found = stated(ev, condition, frame)
        if found is None:
            raise _OpenError
        for node, places in found:
            puzzles = ev.roots(frame)[places]
            order = np.argsort(puzzles, kind="stable")
            self._deal(node, puzzles[order], order, out)

    def _deal(self, node: Node, puzzles: AnyInts, rows: AnyInts, out: list[list[Node]]) -> None:
        """Give rows of a node to the puzzles that they are of, which ascend."""
        assert not isinstance(node, Acyclic)
        taken = part_of(node, rows.astype(np.int32))
        ends = np.searchsorted(puzzles, np.arange(self.size + 1)).tolist()
        for nodes, low, high in zip(out, ends, ends[1:], strict=False):
            if low < high:
                whole = np.array_equal(rows[low:high], np.arange(len(node.guard)))
                nodes.append(node if whole else part_of(taken, slice(low, high)))


def _same_allowed(one: Domain, other: Domain) -> bool:
    """Return whether the same elements can have the values of both, by their indices."""
    if one.allowed is None or other.allowed is None:
        return one.allowed is other.allowed
    return np.array_equal(one.allowed, other.allowed)


def _ragged(kind: Kind, each: Sequence[Ints]) -> StaticSet:
    """Return a set that has the given members in each puzzle."""
    return StaticSet(kind, offsets(np.array([len(one) for one in each])), np.concatenate(each))


class _Stacked(Expressions):
    """Evaluates expressions for the instances of all puzzles of a stack."""

    def __init__(self, stack: Stack, builder: Builder) -> None:
        super().__init__(stack.ground, builder)
        self._stack = stack
        puzzles = np.arange(stack.size, dtype=np.int32)
        self._root = Frame(stack.size, {_PUZZLE: Static("int", puzzles)})

    def root(self) -> Frame:
        """Return the frame without local names."""
        return self._root

    def is_root(self, frame: Frame) -> bool:
        """Tell whether a frame is that one."""
        return frame is self._root

    def outer(self, frame: Frame) -> Frame:
        """Return a frame of the same instances without their local names."""
        return Frame(frame.rows, {_PUZZLE: frame.names[_PUZZLE]})

    def roots(self, frame: Frame) -> Ints:
        """Return the puzzle of each instance."""
        found = frame.names[_PUZZLE]
        assert isinstance(found, Static)
        return found.data

    def same_roots(self, frame: Frame) -> Hashable:
        """Return what frames have in common whose instances are of the same puzzles, in order."""
        return id(frame.names[_PUZZLE])

    def by_root(self, values: Ints, frame: Frame) -> AnyInts:
        """Return keys that are the same for equal values of one puzzle."""
        return (self.roots(frame).astype(np.int64) << 33) + values - MISSING

    def require_alone(self, f: Formula) -> None:
        """Refuse what is no literal: conditions that repeat are shared in one puzzle, and where
        some instances are settled, the others lend them what they say."""
        if not isinstance(f, Lit):
            raise _OpenError

    def given(self, name: str, elements: Static, frame: Frame) -> Static:
        """Return the clues of some elements, shape (rows,)."""
        given = self.ground.givens[name]
        return Static(given.kind, given.data[self.roots(frame), elements.data])

    def values_of(self, given: str, frame: Frame) -> StaticSet:
        """Return the distinct values of a given in each puzzle."""
        return self.from_root(self._stack.values_of(given), frame)

    def domain_index(self, variable: str, values: Ints, frame: Frame) -> Ints:
        """Return the index of values in the domain that a variable has in each puzzle."""
        if variable in self.ground.domains:
            return super().domain_index(variable, values, frame)
        members = self._stack.members(variable)
        indptr, data = members.over(self._stack.size)
        keys = self.by_root(data, self._root.take(ragged_rows(indptr)))
        out = np.full(len(values), NOWHERE, np.int32)
        if len(keys):
            order = np.argsort(keys)
            wanted = self.by_root(values, frame)
            at = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)]
            found = keys[at] == wanted
            out[found] = (at - indptr[self.roots(frame)])[found]
        if self.builder.program.domains[variable].optional:
            out[values == MISSING] = ABSENT
        return out
