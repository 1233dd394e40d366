"""Bounds of numbers that follow from the rules: ``total = sum num[S]`` bounds the total.

Source: bounds consistency of linear constraints (Harvey and Stuckey, Constraints 2003), for
comparisons without conditions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from nlc.arrays import Bools
from nlc.ir.elaborate.evaluator import Frame
from nlc.ir.elaborate.expressions import Expressions
from nlc.ir.elaborate.statements import Statements
from nlc.ir.elaborate.sums import is_calculated, sum_of
from nlc.ir.elaborate.values import Sum, Wide
from nlc.language import syntax as s
from nlc.language.resolve import Rules

ROUNDS = 100
"""The most rounds over all comparisons, each of which may bound the numbers of others."""

UNBOUNDED = 2**40

_SIDES = {"=": (True, True), "<": (True, False), "<=": (True, False)}
_SIDES |= {">": (False, True), ">=": (False, True)}
"""Whether a comparison with 0 bounds a number from above, and from below."""


def narrow(evaluator: Expressions, holds: Callable[[str], bool]) -> dict[str, Bools]:
    """Return the remaining values of variables that lose at least half of them.

    Returns:
        A table of the values of each element, for each such variable.
    """
    rules, builder = evaluator.ground.rules, evaluator.builder
    program, found = builder.program, _Comparisons(evaluator)
    for name in rules.rules:
        if holds(name):
            builder.begin_rule(name)
            found.post_rules(rules.rules[name].body, Frame())
    tables = {name: domain.table() for name, domain in program.domains.items()}
    numbers = {name: evaluator.ground.domains[name].astype(np.int64) for name in tables}
    for _ in range(ROUNDS):
        changed = [_drop_violating(op, each, tables, numbers) for op, each in found.comparisons]
        if not any(changed):
            break
    return {
        name: table
        for name, table in tables.items()
        if 2 * table.sum() <= program.domains[name].table().sum() and table.any(axis=1).all()
    }


@lru_cache(maxsize=64)
def bounds_numbers(rules: Rules) -> bool:
    """Return whether rules compare decided numbers with calculated ones."""
    numbers = {name for name, var in rules.vars.items() if var.type.kind == "range"}
    if not numbers:
        return False
    nodes = (node for rule in rules.rules.values() for each in rule.body for node in s.walk(each))
    return any(
        isinstance(node, s.Compare)
        and any(isinstance(side, (*s.CALCULATED, s.Call)) for side in (node.left, node.right))
        and any(isinstance(each, s.Ref) and each.name in numbers for each in s.walk(node))
        for node in nodes
    )


class _Comparisons(Statements):
    """Collects the comparisons with calculated numbers that have no condition."""

    def __init__(self, evaluator: Expressions) -> None:
        super().__init__(evaluator)
        self.comparisons: list[tuple[str, Sum]] = []

    def _post(self, condition: s.Expr, frame: Frame) -> None:
        operands = condition.operands if isinstance(condition, s.And) else (condition,)
        for node in operands:
            if isinstance(node, s.Compare) and node.op in _SIDES and self._decides(node):
                self._evaluator.begin()
                sides = [sum_of(self._evaluator, side, frame) for side in (node.left, node.right)]
                found = sides[0].plus(sides[1], -1)
                if found.values:
                    self.comparisons.append((node.op, found))

    def _decides(self, node: s.Compare) -> bool:
        """Return whether a comparison has a calculated side and mentions a number directly."""
        rules = self._evaluator.ground.rules
        sides = (node.left, node.right)
        named = {each.name for side in sides for each in s.walk(side) if isinstance(each, s.Ref)}
        decided = any(
            name in rules.vars and rules.vars[name].type.kind == "range" for name in named
        )
        return decided and any(is_calculated(self._evaluator, side) for side in sides)


def _drop_violating(
    op: str, found: Sum, tables: dict[str, Bools], numbers: dict[str, Wide]
) -> bool:
    """Drop values that violate a comparison with 0; return whether there were any."""
    above, below = _SIDES[op]
    rows = len(found.values[0][1].elements)
    low, high = _interval(found, rows)
    ends = []
    for weight, value in found.values:
        table, values = tables[value.name][value.elements], numbers[value.name]
        if not len(values):
            return False
        least = np.where(table, values, UNBOUNDED).min(axis=1)
        most = np.where(table, values, -UNBOUNDED).max(axis=1)
        ends.append(
            (least * weight, most * weight) if weight > 0 else (most * weight, least * weight)
        )
        low, high = low + ends[-1][0], high + ends[-1][1]
    changed = False
    for (weight, value), (least, most) in zip(found.values, ends, strict=True):
        table, weighed = tables[value.name], numbers[value.name] * weight
        keep = np.ones((rows, len(weighed)), np.bool_)
        if above:
            keep &= weighed <= (least - low - (op == "<"))[:, None]
        if below:
            keep &= weighed >= (most - high + (op == ">"))[:, None]
        before = np.count_nonzero(table)
        np.logical_and.at(table, value.elements, keep)
        changed |= before != np.count_nonzero(table)
    return changed


def _interval(found: Sum, rows: int) -> tuple[Wide, Wide]:
    """Return the least and the greatest value of a sum without values of variables, by row."""
    low = np.broadcast_to(found.known, (rows,)).astype(np.int64)
    high = low.copy()
    for weight, members in found.terms:
        sizes = np.diff(members.indptr).astype(np.int64) * weight
        low, high = low + np.minimum(sizes, 0), high + np.maximum(sizes, 0)
    for row, terms in enumerate(found.made):
        for term in terms:
            ends = [term.weight, term.weight]
            for factor in term.factors:
                ends = [ends[0] * factor.levels[0], ends[1] * factor.levels[-1]]
            low[row] += min(ends)
            high[row] += max(ends)
    return low, high
