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
from nlc.ir.elaborate.sums import ORDERS, is_calculated, sum_of
from nlc.ir.elaborate.values import Sum, Wide
from nlc.language import syntax as s
from nlc.language.builtins import NUMERIC
from nlc.language.resolve import Rules

ROUNDS = 100
"""The most rounds over all comparisons, each of which may bound the numbers of others."""

UNBOUNDED = 2**40

_SIDES = {"=": (True, True), "<": (True, False), "<=": (True, False)}
_SIDES |= {">": (False, True), ">=": (False, True)}
"""Whether a comparison with 0 bounds a number from above, and from below."""


def narrow(evaluator: Expressions, holds: Callable[[str], bool]) -> dict[str, Bools]:
    """Return the remaining values of variables that lose at least half of them, or are ordered.

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
    out = {}
    for name, table in tables.items():
        left, every = table.sum(), program.domains[name].table().sum()
        fewer = 2 * left <= every or (program.domains[name].ordered and left < every)
        if fewer and table.any(axis=1).all():
            out[name] = table
    return out


@lru_cache(maxsize=64)
def bounds_numbers(rules: Rules) -> bool:
    """Return whether rules compare decided numbers with calculated ones, or only bound some."""
    if bounded_alone(rules):
        return True
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


@lru_cache(maxsize=64)
def bounded_alone(rules: Rules) -> frozenset[str]:
    """Return the numbers that rules only bound, subtract and add up; none is named but a constant.

    The order encoding suits them: a bound is one literal, and a difference two for each value.
    """
    bounded, named = set[str](), set[str]()
    objective = () if rules.objective is None else (rules.objective.number,)
    parts: list[tuple[object, bool]] = [(number, True) for number in objective]
    parts += [(rule.body, False) for rule in rules.rules.values()]
    parts += [(let.value, False) for let in rules.lets.values()]
    while parts:
        node, inside = parts.pop()
        match node:
            case s.Compare(op=op, left=left, right=right):
                for side, other in ((left, right), (right, left)):
                    parts.append((side, op in ORDERS or isinstance(other, s.Int)))
            case s.Arith(left=left, right=right):
                parts += [(left, True), (right, True)]
            case s.Sum(of=of):
                parts.append((of, True))
            case s.SetOf(element=element):
                parts += [(element, inside), (node.binders, False)]
                parts += [(node.prefix, False), (node.condition, False)]
            case s.Call(function=function, args=args):
                parts += [(each, function.name in NUMERIC) for each in args]
            case s.Index(variable=ref, args=args):
                (bounded if inside else named).add(ref.name)
                parts += [(each, False) for each in args]
            case s.Ref(name=name):
                (bounded if inside else named).add(name)
            case tuple():
                parts += [(each, False) for each in node]
            case s.Node():
                names = (name for name in node.__struct_fields__ if name != "span")
                parts += [(getattr(node, name), False) for name in names]
    return frozenset(n for n in bounded - named if n in rules.vars and not rules.vars[n].optional)


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
        """Return whether a comparison may bound a number that it mentions."""
        rules = self._evaluator.ground.rules
        sides = (node.left, node.right)
        named = {each.name for side in sides for each in s.walk(side) if isinstance(each, s.Ref)}
        decided = any(
            name in rules.vars and rules.vars[name].type.kind == "range" for name in named
        )
        calculated = any(is_calculated(self._evaluator, side) for side in sides)
        return decided and (calculated or not named.isdisjoint(bounded_alone(rules)))


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
