"""Kinds of comparisons."""

from __future__ import annotations

from nlc.errors import suggest
from nlc.language import syntax as s
from nlc.language.demands import Demands
from nlc.language.kinds import BOOL, Kind


def comparison(types: Demands, expr: s.Compare) -> Kind:
    """Return the kind of a comparison; notes an error unless its sides can be compared."""
    left, right = _sides(types, expr)
    result = Kind("bool", left.decided or right.decided)
    if "any" in (left.base, right.base):
        return result
    if expr.op == "in":
        return _membership(types, expr, left, right)
    if left.base == "set" or right.base == "set":
        side = expr.left if left.base == "set" else expr.right
        types.error("sets cannot be compared", side.span, "'count S' is the size of a set")
    elif left.base == right.base == "bool":
        types.error("conditions are compared with 'iff'", expr.span)
    elif left.base != right.base:
        hint = None
        for this, other in ((expr.left, right), (expr.right, left)):
            if isinstance(this, s.Int) and other.base == "name":
                hint = f'if a name is meant, write "{this.value}"'
        message = f"cannot compare {left.describe()} with {right.describe()}"
        types.error(message, expr.span, hint)
    elif _hidden(expr.left, left) or _hidden(expr.right, right):
        side = expr.left if _hidden(expr.left, left) else expr.right
        types.error("a count of decided members stands in the comparison itself", side.span)
    elif left.decided and right.decided:
        if "count" in (left.domain, right.domain):
            types.error("a count is compared with a number that is known when compiling", expr.span)
        elif expr.op not in ("=", "!="):
            _no_order(types, expr, left)
        elif left.domain != right.domain:
            message = (
                f"'{left.decided}' and '{right.decided}' have different values: "
                f"{left.domain} and {right.domain}"
            )
            types.error(message, expr.span)
    elif expr.op not in ("=", "!="):
        if left.base != "int":
            types.error(f"'{expr.op}' compares numbers, not {left.plural()}", expr.span)
        elif result.decided and "count" not in (left.domain, right.domain):
            _no_order(types, expr, left if left.decided else right)
    elif left.base == "enum" and not set(left.values) & set(right.values):
        message = f"'{left.describe()}' and '{right.describe()}' are never equal"
        types.error(message, expr.span)
    else:
        _within(types, expr.left, right)
        _within(types, expr.right, left)
    return result


def _sides(types: Demands, expr: s.Compare) -> tuple[Kind, Kind]:
    """Return the kinds of both sides; a bare name beside an enum is one of its values."""
    sides: dict[s.Node, Kind] = {}
    for this, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if isinstance(other, s.Ref) and not isinstance(this, s.Ref):
            kind = sides[this] = types.kind(this)
            if kind.base == "enum" and not _meant(types, other.name):
                message = f"'{other.name}' is not a value here, {kind.describe()} is"
                types.error(message, other.span, suggest(other.name, kind.values))
                sides[other] = Kind("any")
    for side in (expr.left, expr.right):
        if side not in sides:
            sides[side] = types.kind(side)
    return sides[expr.left], sides[expr.right]


def _meant(types: Demands, name: str) -> bool:
    names, rules = types.names, types.rules
    return name in names.enums or name in rules.options or names.local(name) is not None


def _membership(types: Demands, expr: s.Compare, left: Kind, right: Kind) -> Kind:
    hint = "write 'any of {x = … for x in S}'"
    types.static(expr.left, left, "what stands before 'in'", hint)
    item = types.members(expr.right, "what follows 'in'", right)
    if item.base not in (left.base, "any"):
        types.error(f"{left.describe()} is never in {right.describe()}", expr.span)
    return BOOL


def _hidden(side: s.Expr, kind: Kind) -> bool:
    """Say whether a decided count comes out of a let: it is a condition, not a number to keep."""
    return kind.domain == "count" and not isinstance(side, s.Count)


def _no_order(types: Demands, expr: s.Compare, kind: Kind) -> None:
    message = f"'{expr.op}' cannot compare '{kind.decided}', which the solver decides"
    types.error(message, expr.span, "use '=' and '!=', or 'any of {… for k in S where k < …}'")


def _within(types: Demands, literal: s.Expr, kind: Kind) -> None:
    """Note an error if a number is not among the values of a variable it is compared with."""
    if isinstance(literal, s.Int) and ".." in kind.domain:
        low, high = map(int, kind.domain.split(".."))
        if not low <= literal.value <= high:
            message = f"{literal.value} is not a value of '{kind.decided}': {kind.domain}"
            types.error(message, literal.span)
