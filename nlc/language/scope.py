"""The kinds of expressions, the names in scope, and the checks of kinds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from msgspec import Struct

from nlc.errors import Diagnostics, Span, suggest
from nlc.language import builtins
from nlc.language import syntax as s
from nlc.language.resolve import Rules


class Kind(NamedTuple):
    """The type of an expression, and whether the solver decides its value.

    Attributes:
        base: ``bool``, ``int``, ``name``, ``enum``, a sort of element, ``pair of cells`` and the
            like, ``set``, ``list`` (of numbers), or ``any`` after an error, which fits everywhere.
        decided: the name of a variable that the value depends on; empty if the value is known when
            compiling. For a set: the variable of its members' truth, or of their membership.
        optional: whether the value may be absent.
        values: of an enum.
        domain: for a decided value, the type that its variable was declared with; ``count`` for the
            number of members of a decided set.
        item: for a set, the kind of its members; for a pair, that of both.
        ring: of a set, ``ring`` if its members are those of a ring, or conditions over them, in
            order; ``part`` if they are chosen from one; else empty.
    """

    base: str
    decided: str = ""
    optional: bool = False
    values: tuple[str, ...] = ()
    domain: str = ""
    item: Kind | None = None
    ring: str = ""

    @property
    def ends(self) -> Kind | None:
        """The kind of the two members, if it is a pair."""
        return self.item if self.base.startswith("pair of ") else None

    def pair(self) -> Kind:
        """Return the kind of a pair of two of this kind."""
        item = self._replace(optional=False, decided="", domain="", values=())
        return Kind(f"pair of {self.plural()}", item=item)

    @property
    def element(self) -> bool:
        """Whether it is an element of the board."""
        return self.base in builtins.SORTS

    def describe(self) -> str:
        """Return the kind in words, with an article."""
        if self.base == "set":
            return f"a set of {self.item.plural() if self.item else 'values'}"
        if self.base == "enum":
            return f"one of {', '.join(self.values)}"
        return {"bool": "a condition", "int": "a number"}.get(self.base, f"a {self.base}")

    def plural(self) -> str:
        """Return the kind in words, several of it."""
        if self.ends is not None:
            return self.base.replace("pair", "pairs", 1)
        words = {"bool": "conditions", "int": "numbers", "enum": "values", **builtins.SORTS}
        return words.get(self.base, f"{self.base}s")


ANY = Kind("any")
BOOL = Kind("bool")
INT = Kind("int")


def set_of(item: Kind, decided: str = "") -> Kind:
    """Return the kind of a set; absent members are left out of a set."""
    return Kind("set", decided=decided, item=item._replace(optional=False))


def as_set(kind: Kind) -> Kind:
    """Return the kind of the set of the numbers of a list; any other kind as it is."""
    numbers = INT._replace(optional=True)  # one may be unknown
    return Kind("set", decided=kind.decided, item=numbers) if kind.base == "list" else kind


def declared(kind: s.Type, optional: bool = False) -> Kind:
    """Return the kind of a value of a declared type other than the values of a let."""
    if kind.kind == "range":
        return Kind("int", optional=optional)
    if kind.kind == "enum":
        return Kind("enum", optional=optional, values=kind.names)
    base = (*kind.names, "border")[0] if kind.kind == "side" else kind.kind
    return Kind(base, optional=optional)


def text_of(expr: s.Expr) -> str:
    """Return the text of an expression in one line."""
    return " ".join(expr.span.text.split())


def domain_of(kind: s.Type) -> str:
    """Return a text that is equal, but for blanks, for types with the same values."""
    if kind.kind == "range":
        return "..".join(map(text_of, kind.bounds))
    if kind.kind == "enum":
        return f"{{{', '.join(kind.names)}}}"
    if kind.kind == "members":
        return text_of(kind.bounds[0])
    return kind.names[0] if kind.kind == "set" else kind.kind


class Bound(Struct, eq=False):
    """A name that a binder or a parameter introduces."""

    ref: s.Ref
    kind: Kind
    used: bool = False


class Macro(Struct, eq=False):
    """A let, and the local names at its place."""

    let: s.Let
    frames: list[Frame]


Frame = dict[str, "Bound | Macro"]


class Names:
    """All names of a genre or puzzle, with the local ones in frames, innermost last."""

    def __init__(self, rules: Rules, cells: frozenset[str], diagnostics: Diagnostics) -> None:
        self.rules = rules
        self.cells = cells
        self.diagnostics = diagnostics
        self.frames: list[Frame] = []
        self.globals: Frame = {name: Macro(let, []) for name, let in rules.lets.items()}
        self.enums: dict[str, str] = {}
        items: list[s.Given | s.Var | s.Option] = [*rules.givens.values(), *rules.vars.values()]
        items += rules.options.values()
        for item in items:
            if item.type.kind == "enum":
                self.enums.update(dict.fromkeys(item.type.names, item.name.name))

    @contextmanager
    def frame(self, frames: list[Frame] | None = None) -> Iterator[Frame]:
        """Enter a block: at its end, its names are forgotten, and unused ones are reported.

        With `frames` the block sees these instead of the present ones: the place of a let.
        """
        saved = self.frames
        own: Frame = {}
        self.frames = [*(saved if frames is None else frames), own]
        try:
            yield own
        finally:
            self.frames = saved
        bound = (each for each in own.values() if isinstance(each, Bound))
        unused = [each.ref for each in bound if not each.used and each.ref.name[0] != "_"]
        if unused:
            words, better = (
                " and ".join(f"'{mark}{ref.name}'" for ref in unused) for mark in ("", "_")
            )
            what, them = ("is", "it") if len(unused) == 1 else ("are", "them")
            hint = f"call {them} {better} if that is meant"
            self.diagnostics.warn(f"{words} {what} not used", unused[0].span, hint)

    def local(self, name: str) -> Bound | Macro | None:
        """Return the innermost binding of a name, or the let of that name."""
        for frame in reversed(self.frames):
            if name in frame:
                found = frame[name]
                if isinstance(found, Bound):
                    found.used = True
                return found
        return self.globals.get(name)

    def bind(self, ref: s.Ref, what: Bound | Macro) -> None:
        """Introduce a local name; report an error if it has a meaning already."""
        new = self.check_new(ref, bound=isinstance(what, Bound))
        if isinstance(what, Bound):
            what.used = not new or what.kind.base == "any"  # reported already
        self.frames[-1][ref.name] = what

    def check_new(self, ref: s.Ref, local: bool = True, bound: bool = False) -> bool:
        """Return whether a name to introduce is new; report an error if it has a meaning already.

        A variable, or a name that `for` binds, may have the name of a function, which differs by
        its brackets.
        """
        name, rules = ref.name, self.rules
        taken = None
        if name in builtins.WORDS - builtins.YIELDING and not (
            bound and name in builtins.FUNCTIONS and name not in builtins.SETS
        ):
            taken = "is built in"
        elif name in self.enums:
            taken = f"is a value of '{self.enums[name]}'"
        elif local:
            kinds = ("an option", "a given", "a variable", "a let")
            groups = (rules.options, rules.givens, rules.vars, rules.lets)
            found = (kind for kind, group in zip(kinds, groups, strict=True) if name in group)
            taken = next((f"is {kind} already" for kind in found), None)
            if any(name in frame for frame in self.frames):
                taken = "is in use here already"
        if taken:
            self.diagnostics.error(f"'{name}' {taken}", ref.span, "choose another name")
        return taken is None

    def known(self) -> list[str]:
        """Return every name that could be meant."""
        rules = self.rules
        local = [name for frame in self.frames for name in frame]
        groups = (rules.lets, rules.options, rules.givens, rules.vars, self.enums, self.cells)
        built_in = (builtins.SETS, builtins.FUNCTIONS, builtins.GLOBALS)
        return [*local, *(name for group in (*groups, *built_in) for name in group)]


class Demands(ABC):
    """Reports errors of expressions; the kind of a wrong one is ANY."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.rules = names.rules
        self.expanding: list[s.Let] = []
        self._lets: dict[tuple[s.Let, tuple[Kind, ...]], Kind] = {}
        self._values: dict[s.Var, Kind] = {}
        self._entries: dict[s.Var, tuple[Kind, ...]] = {}

    @abstractmethod
    def kind(self, expr: s.Expr) -> Kind:
        """Return the kind of an expression."""

    @abstractmethod
    def binders(self, binders: s.Binders) -> bool:
        """Bind names in the present frame; return whether one of them runs over a ring's cells."""

    @abstractmethod
    def numbers(self, of: s.Expr, what: str) -> Kind:
        """Return the kind of a function of the numbers of a set, such as their sum."""

    @abstractmethod
    def addend(self, expr: s.Expr, what: str, kind: Kind | None = None) -> str:
        """Check that an expression is a number; return its variable, "" if it is known."""

    def error(self, message: str, span: Span, hint: str | None = None) -> Kind:
        """Report an error, and return the kind of a wrong expression."""
        self.names.diagnostics.error(message, span, hint)
        return ANY

    def condition(self, expr: s.Expr) -> Kind:
        """Return the kind of an expression that must be a condition."""
        kind = self.kind(expr)
        if kind.base not in ("bool", "any"):
            hint = None
            if kind.optional:
                hint = "'has' tests whether there is a value"
            elif kind.item is not None and kind.item.base == "bool":
                hint = "write 'any of', 'all of' or 'exactly 1 of' before it"
            return self.error(f"expected a condition, found {kind.describe()}", expr.span, hint)
        return kind

    def static(self, expr: s.Expr, kind: Kind, what: str, hint: str | None = None) -> Kind:
        """Report an error if the solver decides a value that must be known when compiling."""
        if kind.decided:
            message = f"{what} must be known when compiling, but the solver decides"
            return self.error(f"{message} '{kind.decided}'", expr.span, hint)
        return kind

    def number(self, expr: s.Expr, what: str) -> None:
        """Report an error unless an expression is a number that is known when compiling."""
        kind = self.static(expr, self.kind(expr), what)
        if kind.base not in ("int", "any"):
            self.error(f"{what} must be a number, not {kind.describe()}", expr.span)

    def members(self, expr: s.Expr, what: str, found: Kind | None = None) -> Kind:
        """Return the kind of the members of a set of elements or values that is known.

        `found` is the kind of the expression, where the caller has it.
        """
        kind = as_set(found or self.kind(expr))
        if kind.base not in ("set", "any"):
            hint = None
            if isinstance(expr, s.Ref) and expr.name in builtins.SORTS:
                hint = suggest(expr.name, builtins.SETS)
            elif kind.element:
                hint = "a set of one is '{x}'"
            return self.error(f"{what} must be a set, not {kind.describe()}", expr.span, hint)
        item = self.static(expr, kind, what).item or ANY
        if item.base == "bool":
            message = f"{what} must be a set of elements or values, not of conditions"
            return self.error(message, expr.span)
        return item

    def bind_element(self, var: s.Var) -> None:
        """Bind the name of the element in the type of a variable."""
        if var.at is not None:
            self.names.bind(var.at, Bound(var.at, Kind(var.sort)))
        for name, kind in zip(var.names, self.entries_of(var), strict=True):
            bound = Bound(name, kind)
            self.names.bind(name, bound)
            bound.used = True

    def entries_of(self, var: s.Var) -> tuple[Kind, ...]:
        """Return the kinds of the arguments that a variable over sets takes."""
        if var.over is not None and var not in self._entries:
            self._entries[var] = (ANY,) * len(var.names)
            with self.names.frame([]) as frame:
                self.binders(var.over)
                bound = [frame.get(name.name) for name in var.names]
                self._entries[var] = tuple(b.kind if isinstance(b, Bound) else ANY for b in bound)
                for each in bound:
                    if isinstance(each, Bound):
                        each.used = True
        return self._entries.get(var, ())

    def values_of(self, var: s.Var) -> Kind:
        """Return the kind of the values of a variable whose domain is a set."""
        if var not in self._values:
            self._values[var] = ANY
            with self.names.frame([]):
                self.bind_element(var)
                what = f"the domain of '{var.name.name}'"
                self._values[var] = self.members(var.type.bounds[0], what)
        return self._values[var]

    def wrong_number(self, ref: s.Ref, wanted: int, given: int) -> Kind:
        """Report that a function has too few or too many arguments."""
        plural = "" if wanted == 1 else "s"
        return self.error(f"'{ref.name}' takes {wanted} argument{plural}, not {given}", ref.span)

    def unknown(self, ref: s.Ref) -> Kind:
        """Report an unknown name."""
        hint = builtins.hints().get(ref.name) or suggest(ref.name, self.names.known())
        if hint is None:
            hint = f'if a name is meant, write "{ref.name}"'
            if ref.name in builtins.COMPASS:
                hint = f"{builtins.hints()['north']}; {hint}"
        return self.error(f"unknown name '{ref.name}'", ref.span, hint)

    def expand(self, ref: s.Ref, macro: Macro, args: tuple[Kind, ...]) -> Kind:
        """Return the kind of a let with arguments of these kinds."""
        let = macro.let
        if len(args) != len(let.params):
            return self.wrong_number(ref, len(let.params), len(args))
        if let in self.expanding:
            return self.error(f"'{ref.name}' is defined by itself", let.name.span)
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
