"""Judges a drawing that may be a part of a solution: what is wrong, and what is not yet there.

A rule is broken where no further drawing could make it hold, as far as that is seen of its row
alone. What a person does not draw (the colours of paths) follows from what is drawn by unit
propagation. No encoding and no solver has a part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Literal

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Sort
from nlc.ir.complete import complete
from nlc.ir.evaluate import Checker, Violation
from nlc.ir.nodes import (
    ABSENT,
    AllDifferent,
    Assign,
    Assignment,
    Clause,
    Counts,
    Exactly,
    Implies,
    Lits,
    Node,
    Program,
)
from nlc.ir.partial_given import with_given
from nlc.ir.partial_lines import Finding, graph_findings, node_findings
from nlc.ir.partial_state import PartialState
from nlc.ir.propagate import UNKNOWN

Status = Literal["solved", "unfinished", "wrong"]


class Judgement(Struct, frozen=True):
    """What is said of a drawing.

    Attributes:
        status: ``wrong`` if a rule is broken, ``solved`` if nothing is missing.
        findings: broken rules first, then what is missing.
    """

    status: Status
    findings: tuple[Finding, ...]


def judge(
    program: Program,
    yes: Mapping[str, AbstractSet[int]],
    no: Mapping[str, AbstractSet[int]],
    values: Mapping[str, Mapping[int, int]],
    limit: int = 50,
) -> Judgement:
    """Judge a drawing.

    Args:
        program: the elaborated puzzle.
        yes: the elements at which a shown boolean variable is drawn.
        no: the elements at which it is crossed out.
        values: the value index of elements of shown finite-domain variables.
        limit: the most findings to return.
    """
    yes, no, values = with_given(program, yes, no, values)
    state = PartialState(program, yes, no, values)
    board = complete(program, yes, values)
    checker = Checker(program, board)
    broken = list(checker.violations())
    if not broken and _is_told(program, board, values):
        return Judgement("solved", ())
    found = list(_Judge(program, state, checker).findings())
    if any(each.closed for each in found):  # one loop is closed: nothing more can be drawn of it
        closing = [each for each in found if each.closed]
        state = PartialState(program, yes, no, values, np.concatenate([e.rest for e in closing]))
        found += _Judge(program, state, checker).findings()
    wrong = _distinct(each for each in found if each.wrong)
    if not wrong and state.is_full:
        wrong = [Finding(each, (), True) for each in broken]
    missing = [] if state.is_full else _distinct(e for e in found if not e.wrong and not e.closed)
    if not wrong and not missing:
        missing = [Finding(each, (), False) for each in broken]
    told = {each.violation.message for each in wrong}
    missing = [each for each in missing if each.violation.message not in told]
    return Judgement("wrong" if wrong else "unfinished", tuple([*wrong, *missing][:limit]))


def _is_told(program: Program, board: Assignment, values: Mapping[str, Mapping[int, int]]) -> bool:
    """Return whether every value of a shown variable was drawn or given, not only concluded."""
    for domain in program.domains.values():
        if domain.shown and domain.sort is not Sort.PUZZLE:
            there = np.flatnonzero(board.domains[domain.name] != ABSENT)
            if not set(values.get(domain.name, ())).issuperset(there.tolist()):
                return False
    return True


def _distinct(found: Iterable[Finding]) -> list[Finding]:
    return list({each.violation.message: each for each in found}.values())


class _Judge:
    """Finds what is broken, or missing, row by row."""

    def __init__(self, program: Program, state: PartialState, checker: Checker) -> None:
        self._program, self._state, self._checker = program, state, checker

    def findings(self) -> Iterator[Finding]:
        for node in self._program.nodes:
            if node.origin.expands is None:
                yield from self._node(node)
        for item in self._program.differences:
            yield from self._repeated(item)
        for each in self._program.globals:
            yield from graph_findings(each, self._state, self._checker)

    def _node(self, node: Node) -> Iterator[Finding]:
        if isinstance(node, Exactly):
            yield from self._counted(node, node.counts, node.lits)
        elif isinstance(node, Implies):
            then = node.then
            if isinstance(then, Clause):
                some = Counts.between(1, then.lits.shape[1])
                yield from self._counted(node, some, then.lits)
                return
            known = self._related(node)
            guards = (self._state.known.state(node.guard) == 1).all(axis=1)
            for row in np.flatnonzero(known & guards).tolist():
                yield self._finding(node, row, True, node.guard[row])
        else:
            yield from node_findings(node, self._state, self._checker)

    def _counted(self, node: Exactly | Implies, counts: Counts, lits: Lits) -> Iterator[Finding]:
        states = self._state.known.state(lits)
        active = (self._state.known.state(node.guard) == 1).all(axis=1)
        low = (states == 1).sum(axis=1)
        free = (states == 0).sum(axis=1)
        possible = np.zeros(len(low), np.bool_)
        for a, b in counts.intervals:
            possible |= np.maximum(low, a) <= np.minimum(low + free, b)
        for row in np.flatnonzero(active & ~possible).tolist():
            yield self._finding(node, row, True, lits[row])
        open_ = (states == 0) & self._state.drawable(lits)
        lacking = active & possible & ~counts.mask(low.astype(np.int32)) & open_.any(axis=1)
        for row in np.flatnonzero(lacking).tolist():
            yield self._finding(node, row, False, lits[row])

    def _related(self, node: Implies) -> Bools:
        """Return the rows in which what is known of two values, or one, is not as it must be."""
        known, then = self._state.known, node.then
        if isinstance(then, Assign):
            elements = then.elements + known.offsets[then.variable]
            if then.equal:
                return known.differs(elements, then.values)
            return np.asarray(known.value[elements] == then.values)
        assert not isinstance(then, Clause)
        left = known.value[then.left_elements + known.offsets[then.left]]
        right = known.value[then.right_elements + known.offsets[then.right]]
        both = (left != UNKNOWN) & (right != UNKNOWN)
        return np.asarray(both & ((left == right) != then.equal))

    def _repeated(self, item: AllDifferent) -> Iterator[Finding]:
        values = self._state.known.value[item.elements + self._state.known.offsets[item.variable]]
        there = np.sort(values, axis=1)
        twice = ((there[:, 1:] == there[:, :-1]) & (there[:, 1:] >= 0)).any(axis=1)
        active = (self._state.known.state(item.guard) == 1).all(axis=1)
        names = self._checker.names
        for row in np.flatnonzero(twice & active).tolist():
            value = next(v for v in values[row].tolist() if v >= 0 and (values[row] == v).sum() > 1)
            same: Ints = item.elements[row][values[row] == value]
            places = [names.place(item.variable, i) for i in same.tolist()]
            text = f"{' and '.join(places)} are {names.value(item.variable, value)}"
            broken = self._checker.violation(item.origin, row, f"{text}, must be different")
            sort = self._program.domains[item.variable].sort
            yield Finding(broken, tuple(names.element(sort, i) for i in same.tolist()), True)

    def _finding(self, node: Exactly | Implies, row: int, wrong: bool, lits: Lits) -> Finding:
        checker = self._checker
        if isinstance(node, Exactly):
            text = checker.miscount(node, row)
        else:
            text = checker.unmet(node, row)
        broken: Violation = checker.violation(node.origin, row, text)
        places = tuple(place for _, place in broken.place) or self._state.elements(lits)
        return Finding(broken, places, wrong)
