"""What an expression must be: the demands of the type checker, whatever finds the kinds."""

from __future__ import annotations

from abc import ABC, abstractmethod

from nlc.errors import suggest
from nlc.language import syntax as s
from nlc.language.builtins import SETS, SORTS
from nlc.language.scope import ANY, Bound, Kind, Macro, Names


class Demands(ABC):
    """Notes what is wrong with expressions; the kind of a wrong one is ANY."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.rules = names.rules
        self.error = names.diagnostics.error
        self.expanding: list[s.Let] = []
        self._lets: dict[tuple[s.Let, tuple[Kind, ...]], Kind] = {}

    @abstractmethod
    def kind(self, expr: s.Expr) -> Kind:
        """Return the kind of an expression."""

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

    def wrong_number(self, ref: s.Ref, wanted: int, given: int) -> None:
        """Note that a function got too few or too many arguments."""
        plural = "" if wanted == 1 else "s"
        self.error(f"'{ref.name}' takes {wanted} argument{plural}, not {given}", ref.span)

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
            self.wrong_number(ref, len(let.params), len(args))
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
