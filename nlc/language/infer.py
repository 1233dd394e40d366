"""Kinds of expressions: the part of the type checker that knows the operators and functions."""

from __future__ import annotations

from nlc.errors import suggest
from nlc.language import syntax as s
from nlc.language.builtins import FUNCTIONS, GLOBALS, SETS, SORTS
from nlc.language.infer_calls import call_kind, index_kind, wrong_number
from nlc.language.infer_comparisons import comparison
from nlc.language.kinds import ANY, BOOL, INT, Kind, declared, set_of
from nlc.language.scope import Bound, Macro, Names


class Inference:
    """Finds the kind of each expression and notes what is wrong with it; ANY after an error."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.rules = names.rules
        self.error = names.diagnostics.error
        self.expanding: list[s.Let] = []
        self._lets: dict[tuple[s.Let, tuple[Kind, ...]], Kind] = {}

    # ---------- demands ----------

    def condition(self, expr: s.Expr) -> Kind:
        """Return the kind of an expression that must be a condition."""
        kind = self.kind(expr)
        if kind.base not in ("bool", "any"):
            hint = None
            if kind.optional:
                hint = "'has' tells whether there is a value"
            elif kind.item is not None and kind.item.base == "bool":
                hint = "write 'any of', 'all of' or 'exactly 1 of' before it"
            self.error(f"expected a condition, found {kind.describe()}", expr.span, hint)
            return ANY
        return kind

    def static(self, expr: s.Expr, kind: Kind, what: str, hint: str | None = None) -> Kind:
        """Note an error if the solver decides a value that must be known when compiling."""
        if kind.decided:
            message = (
                f"{what} must be known when compiling, but the solver decides '{kind.decided}'"
            )
            self.error(message, expr.span, hint)
            return ANY
        return kind

    def number(self, expr: s.Expr, what: str) -> None:
        """Note an error unless an expression is a number that is known when compiling."""
        kind = self.static(expr, self.kind(expr), what)
        if kind.base not in ("int", "any"):
            self.error(f"{what} must be a number, not {kind.describe()}", expr.span)

    def members(self, expr: s.Expr, what: str, found: Kind | None = None) -> Kind:
        """Return the kind of the members of a set of elements or values that is known.

        `found` is the kind of the expression, where the caller has it.
        """
        kind = found or self.kind(expr)
        if kind.base not in ("set", "any"):
            hint = None
            if isinstance(expr, s.Ref) and expr.name in SORTS:
                hint = suggest(expr.name, SETS)
            self.error(f"{what} must be a set, not {kind.describe()}", expr.span, hint)
            return ANY
        item = self.static(expr, kind, what).item or ANY
        if item.base == "bool":
            self.error(f"{what} must be a set of elements or values, not of conditions", expr.span)
            return ANY
        return item

    # ---------- expressions ----------

    def kind(self, expr: s.Expr) -> Kind:
        """Return the kind of an expression."""
        match expr:
            case s.Int():
                return INT
            case s.Str():
                return Kind("name")
            case s.Bool():
                return BOOL
            case s.Loc():
                return Kind(_place(expr.text))
            case s.Ref():
                return self._ref(expr)
            case s.Call():
                return call_kind(self, expr)
            case s.Index():
                return index_kind(self, expr)
            case s.Not():
                return self._all(expr.operand)
            case s.And() | s.Or():
                return self._all(*expr.operands)
            case s.Implies() | s.Iff():
                return self._all(expr.left, expr.right)
            case s.Compare():
                return comparison(self, expr)
            case s.Arith():
                return self._arith(expr)
            case s.SetOf():
                return self._set_of(expr)
            case s.Quantified():
                return self._quantified(expr)
            case s.Count():
                return self._count(expr)
            case s.Has():
                kind = self.kind(expr.operand)
                if not kind.optional and kind.base != "any":
                    hint = "only a value whose type ends in '?' can be missing"
                    self.error("'has' needs a value that may be missing", expr.operand.span, hint)
                return Kind("bool", kind.decided)

    def _all(self, *operands: s.Expr) -> Kind:
        kinds = [self.condition(operand) for operand in operands]
        return Kind("bool", next((kind.decided for kind in kinds if kind.decided), ""))

    def _ref(self, ref: s.Ref) -> Kind:
        name, rules = ref.name, self.rules
        local = self.names.local(name)
        if isinstance(local, Bound):
            return local.kind
        if isinstance(local, Macro):
            return self.expand(ref, local, ())
        if name in rules.options:
            return declared(rules.options[name].type)
        if name in rules.givens or name in rules.vars:
            given = name in rules.givens
            sort = (rules.givens if given else rules.vars)[name].sort
            call = f"{name}({sort[0]})" if given else f"{name}[{sort[0]}]"
            self.error(f"'{name}' needs a {sort}", ref.span, f"write, say, '{call}'")
            return ANY
        if name in self.names.enums:
            return Kind("enum", values=(name,))
        if name in SETS:
            return set_of(Kind(SETS[name]))
        if name in self.names.cells:
            return Kind("cell")
        if name in FUNCTIONS or name in GLOBALS:
            self.error(f"'{name}' needs arguments", ref.span)
        else:
            self.unknown(ref)
        return ANY

    def unknown(self, ref: s.Ref) -> None:
        """Note that a name means nothing."""
        hint = suggest(ref.name, self.names.known())
        if hint is None:
            hint = f'if a name is meant, write "{ref.name}"'
        self.error(f"unknown name '{ref.name}'", ref.span, hint)

    def expand(self, ref: s.Ref, macro: Macro, args: tuple[Kind, ...]) -> Kind:
        """Return the kind of a let with arguments of these kinds."""
        let = macro.let
        if len(args) != len(let.params):
            wrong_number(self, ref, len(let.params), len(args))
            return ANY
        if let in self.expanding:
            self.error(f"'{ref.name}' is defined by itself", let.name.span)
            return ANY
        if (let, args) in self._lets:
            return self._lets[let, args]
        self.expanding.append(let)
        try:
            with self.names.frame(macro.frames):
                for param, arg in zip(let.params, args, strict=True):
                    self.names.bind(param, Bound(param, arg))
                kind = self._lets[let, args] = self.kind(let.value)
        finally:
            self.expanding.pop()
        return kind

    def _arith(self, expr: s.Arith) -> Kind:
        for side in (expr.left, expr.right):
            kind = self.kind(side)
            if kind.element:
                hint = "the link between two cells is 'link(x, y)'" if kind.base == "cell" else None
                self.error(f"cannot calculate with {kind.describe()}", side.span, hint)
            elif kind.base not in ("int", "any"):
                self.error(f"expected a number, found {kind.describe()}", side.span)
            else:
                self.static(side, kind, f"a number to {'add' if expr.op == '+' else 'subtract'}")
        return INT

    def binders(self, binders: s.Binders) -> None:
        """Bind names in the present frame."""
        for binder in binders.items:
            item = self.members(binder.domain, "what a name runs over")
            for ref in binder.names:
                self.names.bind(ref, Bound(ref, item))
        if binders.where is not None:
            hint = "a decided condition stands after 'if' in a set, before 'implies' in a rule"
            self.static(
                binders.where, self.condition(binders.where), "the condition after 'where'", hint
            )

    def _set_of(self, expr: s.SetOf) -> Kind:
        with self.names.frame():
            self.binders(expr.binders)
            given = BOOL if expr.condition is None else self.condition(expr.condition)
            item = self.kind(expr.element)
        if item.base == "any":
            return ANY
        if item.base == "set":
            self.error("a set cannot hold sets", expr.element.span)
            return ANY
        if item.base == "bool":
            return set_of(BOOL, item.decided or given.decided)
        self.static(expr.element, item, "a member that is no condition")
        names = [ref.name for binder in expr.binders.items for ref in binder.names]
        own = isinstance(expr.element, s.Ref) and [expr.element.name] == names
        if given.decided and not own:
            hint = "write '{x for x in S if …}'"
            message = "where the solver decides who is a member, a set holds its one bound name"
            self.error(message, expr.element.span, hint)
        return set_of(item._replace(decided="", domain=""), given.decided)

    def _count(self, expr: s.Count) -> Kind:
        kind = self.kind(expr.of)
        if kind.base not in ("set", "any"):
            self.error(f"'count' needs a set, not {kind.describe()}", expr.of.span)
        elif kind.item and kind.item.base == "bool" and not kind.decided:
            hint = "write 'count {x for x in S where …}'"
            self.error("'count' of conditions that are known already", expr.of.span, hint)
        return Kind("int", kind.decided, domain="count" if kind.decided else "")

    def _quantified(self, expr: s.Quantified) -> Kind:
        for count in expr.counts:
            self.number(count, f"the number after '{expr.kind}'")
        kind = self.kind(expr.of)
        if kind.base == "any":
            return BOOL
        if kind.base != "set":
            self.error(f"'{expr.kind} … of' needs a set, not {kind.describe()}", expr.of.span)
        elif not kind.decided and kind.item and kind.item.base not in ("bool", "any"):
            hint = "give conditions, such as 'line[S]'; 'count S' is the size of a set"
            message = f"'{expr.kind} … of' needs conditions, not {kind.describe()}"
            self.error(message, expr.of.span, hint)
        return Kind("bool", kind.decided)


def _place(text: str) -> str:
    for part, sort in ((".side", "border"), (".corner", "vertex")):
        if part in text:
            return sort
    return "cell"
