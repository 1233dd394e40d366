"""Kinds of expressions: the part of the type checker that knows the operators and functions."""

from __future__ import annotations

from collections.abc import Callable

from nlc.language import infer_operators
from nlc.language import syntax as s
from nlc.language.builtins import FUNCTIONS, GLOBALS, PUZZLE, SETS
from nlc.language.clues import sorts_at
from nlc.language.scope import ANY, BOOL, INT, Bound, Demands, Kind, Macro, as_set, declared, set_of


class Inference(Demands):
    """Infers the kind of each expression and reports its errors; ANY after an error."""

    def kind(self, expr: s.Expr) -> Kind:
        """Return the kind of an expression."""
        return _KINDS[type(expr)](self, expr)

    def _connected(self, expr: s.Not | s.And | s.Or | s.Implies | s.Iff) -> Kind:
        """Return the kind of conditions that are joined."""
        match expr:
            case s.Not(operand=operand):
                kinds = [self.condition(operand)]
            case s.And(operands=operands) | s.Or(operands=operands):
                kinds = [self.condition(operand) for operand in operands]
            case _:
                kinds = [self.condition(side) for side in (expr.left, expr.right)]
        return Kind("bool", next((kind.decided for kind in kinds if kind.decided), ""))

    def _between(self, expr: s.Between) -> Kind:
        sides = (expr.low, expr.high)
        kinds = [self.kind(side) for side in sides]
        if all(kind.base == "cell" for kind in kinds):
            for side, kind in zip(sides, kinds, strict=True):
                self.static(side, kind, "a corner of a block of cells")
            return set_of(Kind("cell"))
        if any(kind.base == "any" for kind in kinds):
            return ANY
        for side in sides:
            self.number(side, "the end of a range")
        return set_of(INT)

    def _edge(self, expr: s.Edge) -> Kind:
        kinds = [self.kind(side) for side in (expr.first, expr.second)]
        if any(kind.base == "any" for kind in kinds):
            return ANY
        for side, kind in zip((expr.first, expr.second), kinds, strict=True):
            if kind.base != kinds[0].base or kind.base in ("bool", "set", "list") or kind.ends:
                both = " and ".join(kind.describe() for kind in kinds)
                hint = "a pair joins two elements of one sort, or two values: '(c, d)'"
                return self.error(f"a pair cannot hold {both}", expr.span, hint)
            self.static(side, kind, "a member of a pair")
        return kinds[0].pair()._replace(optional=any(kind.optional for kind in kinds))

    def _size(self, expr: s.Size) -> Kind:
        hint = f"write '{expr.kind} … of S'"
        return self.error(f"'{expr.kind}' needs a set to count here", expr.span, hint)

    def _column(self, expr: s.Column) -> Kind:
        if expr.row is not None:
            self.kind(expr.row)
        if expr.variable is not None:
            return infer_operators.value_of(self, self.rules.vars[expr.variable.name])
        if isinstance(expr.data, list):
            return Kind("name")
        return BOOL if expr.data.dtype == bool else INT

    def _has(self, expr: s.Has) -> Kind:
        kind = self.kind(expr.operand)
        if not kind.optional and kind.base != "any":
            hint = "only a value whose type ends in '?' can be missing"
            self.error("'has' needs a value that may be missing", expr.operand.span, hint)
        return Kind("bool", kind.decided)

    def _ref(self, ref: s.Ref) -> Kind:
        name, rules = ref.name, self.rules
        local = self.names.local(name)
        if isinstance(local, Bound):
            return local.kind
        if isinstance(local, Macro):
            return self.expand(ref, local, ())
        if name in rules.options:
            return declared(rules.options[name].type)
        if name in rules.vars and rules.vars[name].sort == PUZZLE:
            return infer_operators.value_of(self, rules.vars[name])
        if name in rules.givens or name in rules.vars:
            given = name in rules.givens
            sort = (rules.givens if given else rules.vars)[name].sort
            call = f"{name}({sort[0]})" if given else f"{name}[{sort[0]}]"
            return self.error(f"'{name}' needs a {sort}", ref.span, f"write, say, '{call}'")
        if name in self.names.enums:
            return Kind("enum", values=(name,))
        if name in SETS:
            return set_of(Kind(SETS[name]))
        if name in self.names.cells:
            return Kind("cell")
        if name in FUNCTIONS or name in GLOBALS:
            return self.error(f"'{name}' needs arguments", ref.span)
        return self.unknown(ref)

    def _arith(self, expr: s.Arith) -> Kind:
        decided = ""
        kinds = [self.kind(side) for side in (expr.left, expr.right)]
        for side, kind in zip((expr.left, expr.right), kinds, strict=True):
            if kind.element:
                hint = "the link between two cells is 'link(x, y)'" if kind.base == "cell" else None
                self.error(f"cannot calculate with {kind.describe()}", side.span, hint)
            elif kind.base not in ("int", "any"):
                hint = "'count {p, q}' is how many of some conditions hold"
                hint_ = hint if kind.base == "bool" else None
                self.error(f"expected a number, found {kind.describe()}", side.span, hint_)
            elif kind.decided and expr.op in ("/", "mod"):
                hint = "list the values that fit: 'num[c] in {2, 4, 6}'"
                self.static(side, kind, f"an operand of '{expr.op}'", hint)
            else:
                decided = decided or kind.decided
        return Kind("int", decided, domain="count") if decided else INT

    def binders(self, binders: s.Binders) -> bool:
        """Bind names in the present frame; return whether one of them runs over a ring's cells."""
        ring = False
        for binder in binders.items:
            over = infer_operators.paired(self, binder) or binder.domain
            kind = self.kind(over)
            ring |= bool(kind.ring)
            item = self.members(over, "the domain of a name", kind)
            for ref in binder.names:
                self.names.bind(ref, Bound(ref, item))
            if binder.where is not None:
                held, what = self.condition(binder.where), "the condition after 'where'"
                hint = "a decided condition comes after 'if' in a set, before 'implies' in a rule"
                self.static(binder.where, held, what, hint)
        return ring

    def _set_of(self, expr: s.SetOf) -> Kind:
        with self.names.frame():
            decided, ring = self._bound(expr)
            item = self.kind(expr.element)
        if item.base == "any":
            return ANY
        if item.base == "set":
            return self.error("a set cannot hold sets", expr.element.span)
        if item.base == "bool":
            return set_of(BOOL, item.decided or decided)._replace(ring=ring)
        self.static(expr.element, item, "a member that is not a condition")
        members = set_of(item._replace(decided="", domain=""), decided)
        return members._replace(ring="part" if ring else "")

    def _bound(self, expr: s.SetOf) -> tuple[str, str]:
        """Bind the names of a set.

        Returns:
            The variable that its conditions depend on, "" if they are known; and its `Kind.ring`.
        """
        whole = infer_operators.ring_in(expr) is not None
        ring = ("ring" if whole else "part") if self.binders(expr.binders) else ""
        tests = [test for test in (expr.prefix, expr.condition) if test is not None]
        return next((d for test in tests if (d := self.condition(test).decided)), ""), ring

    def _listed(self, expr: s.Listed) -> Kind:
        kinds = [self.kind(member) for member in expr.members]
        if any(kind.base == "any" for kind in kinds):
            return ANY
        first = kinds[0]
        for member, kind in zip(expr.members, kinds, strict=True):
            if kind.base == "set":
                return self.error("a set cannot hold sets", member.span)
            if kind.base != first.base:
                message = f"one set cannot hold {first.describe()} and {kind.describe()}"
                return self.error(message, member.span)
            if kind.base != "bool":
                self.static(member, kind, "a member that is not a condition")
        if first.base == "bool":
            return set_of(BOOL, next((kind.decided for kind in kinds if kind.decided), ""))
        values = tuple(dict.fromkeys(value for kind in kinds for value in kind.values))
        return set_of(first._replace(decided="", domain="", values=values))

    def _count(self, expr: s.Count) -> Kind:
        kind = as_set(self.kind(expr.of))
        if kind.base not in ("set", "any"):
            self.error(f"'count' needs a set, not {kind.describe()}", expr.of.span)
        elif kind.item and kind.item.base == "bool" and not kind.decided:
            hint = "write 'count {x for x in S where …}'"
            self.error("'count' of conditions that are known already", expr.of.span, hint)
        return Kind("int", kind.decided, domain="count" if kind.decided else "")

    def numbers(self, of: s.Expr, what: str) -> Kind:
        """Return the kind of a function of the numbers of a set, such as their sum."""
        match of:
            case s.SetOf():
                with self.names.frame():
                    decided, _ = self._bound(of)
                    if decided and what != "sum":
                        hint = "use known conditions, or give each member a number"
                        message = f"'{what}' needs a set whose members are known"
                        self.error(message, of.span, hint)
                    decided = self.addend(of.element, what) or decided
            case s.Listed(members=members):
                decided = next(filter(None, [self.addend(each, what) for each in members]), "")
            case s.Index(variable=ref) if infer_operators.takes_numbers(self, ref):
                decided = infer_operators.values_over(self, of, what).decided
            case _:
                kind = as_set(self.kind(of))
                if kind.base != "set" or kind.item is None:
                    if kind.base != "any":
                        hint = "write 'sum num[S]', 'sum {num[c] for c in S}' or 'sum (1..n)'"
                        if what != "sum":
                            hint = f"write '{what}(num[S])' or '{what}({{num[c] for c in S}})'"
                        message = f"'{what}' needs a set of numbers, not {kind.describe()}"
                        self.error(message, of.span, hint)
                    return ANY
                self.addend(of, what, kind.item)
                return INT
        return Kind("int", decided, domain="count") if decided else INT

    def addend(self, expr: s.Expr, what: str, kind: Kind | None = None) -> str:
        """Check that an expression is a number; return its variable, "" if it is known."""
        kind = kind or self.kind(expr)
        if kind.base not in ("int", "any"):
            hint = "'count S' is how many conditions of a set hold" if kind.base == "bool" else None
            verb = {"sum": "adds", "product": "multiplies"}.get(what, "takes")
            self.error(f"'{what}' {verb} numbers, not {kind.plural()}", expr.span, hint)
            return ""
        return kind.decided

    def _quantified(self, expr: s.Quantifier) -> Kind:
        wanted = [self._wanted(count, f"the number after '{expr.kind}'") for count in expr.counts]
        decided = next((kind.decided for kind in wanted if kind.decided), "")
        kind = self.kind(expr.of)
        if kind.base == "any":
            return Kind("bool", decided)
        if kind.base != "set":
            self.error(f"'{expr.kind} … of' needs a set, not {kind.describe()}", expr.of.span)
        elif not kind.decided and kind.item and kind.item.base not in ("bool", "any"):
            hint = "give conditions, such as 'line[S]'; 'count S' is the size of a set"
            message = f"'{expr.kind} … of' needs conditions, not {kind.describe()}"
            self.error(message, expr.of.span, hint)
        return Kind("bool", kind.decided or decided)

    def _wanted(self, count: s.Expr, what: str) -> Kind:
        """Return the kind of a number of conditions: known, or the value of a variable."""
        kind = self.kind(count)
        if kind.base not in ("int", "any"):
            return self.error(f"{what} must be a number, not {kind.describe()}", count.span)
        return kind


_KINDS: dict[type[s.Node], Callable[..., Kind]] = {
    s.Int: lambda types, expr: INT,
    s.Str: lambda types, expr: Kind("name"),
    s.Bool: lambda types, expr: BOOL,
    s.Loc: lambda types, expr: Kind(sorts_at(expr.text)[0]),
    s.Ref: Inference._ref,
    s.Call: infer_operators.call_kind,
    s.Index: infer_operators.index_kind,
    **dict.fromkeys((s.Not, s.And, s.Or, s.Implies, s.Iff), Inference._connected),
    s.Compare: infer_operators.comparison,
    s.Arith: Inference._arith,
    s.SetOf: Inference._set_of,
    s.Listed: Inference._listed,
    s.Between: Inference._between,
    s.Edge: Inference._edge,
    s.Quantifier: Inference._quantified,
    s.Size: Inference._size,
    s.Count: Inference._count,
    s.Sum: lambda types, expr: types.numbers(expr.of, "sum"),
    s.Has: Inference._has,
    s.Column: Inference._column,
}
"""The kind of each expression."""
