"""Kinds: what the type checker knows of an expression."""

from __future__ import annotations

from typing import NamedTuple

from nlc.language import syntax as s
from nlc.language.builtins import SORTS


class Kind(NamedTuple):
    """The type of an expression, and whether the solver decides its value.

    Attributes:
        base: ``bool``, ``int``, ``name``, ``enum``, a sort of element, ``set``, or ``any`` after an
            error, which fits everywhere.
        decided: the name of a variable that the value depends on; empty where the value is known
            when compiling. For a set: of a member's truth, or of who is a member.
        optional: whether the value may be absent.
        values: of an enum.
        domain: for a decided value, the type that its variable was declared with; ``count`` for the
            number of members of a decided set.
        item: for a set, the kind of its members.
    """

    base: str
    decided: str = ""
    optional: bool = False
    values: tuple[str, ...] = ()
    domain: str = ""
    item: Kind | None = None

    @property
    def element(self) -> bool:
        """Whether it is an element of the board."""
        return self.base in SORTS

    def describe(self) -> str:
        """Return the kind in words, with an article."""
        if self.base == "set":
            return f"a set of {self.item.plural() if self.item else 'values'}"
        if self.base == "enum":
            return f"one of {', '.join(self.values)}"
        return {"bool": "a condition", "int": "a number"}.get(self.base, f"a {self.base}")

    def plural(self) -> str:
        """Return the kind in words, several of it."""
        words = {"bool": "conditions", "int": "numbers", "enum": "values", **SORTS}
        return words.get(self.base, f"{self.base}s")


ANY = Kind("any")
BOOL = Kind("bool")
INT = Kind("int")


def set_of(item: Kind, decided: str = "") -> Kind:
    """Return the kind of a set; absent members are left out of a set."""
    return Kind("set", decided=decided, item=item._replace(optional=False))


def declared(kind: s.Type, optional: bool = False) -> Kind:
    """Return the kind of a value of a declared type other than the values of a let."""
    if kind.kind == "range":
        return Kind("int", optional=optional)
    if kind.kind == "enum":
        return Kind("enum", optional=optional, values=kind.names)
    return Kind(kind.kind, optional=optional)


def domain_of(kind: s.Type) -> str:
    """Return a text that is the same for types with the same values."""
    if kind.kind == "range":
        return f"{kind.low}..{kind.high}"
    if kind.kind == "enum":
        return f"{{{', '.join(kind.names)}}}"
    return kind.names[0] if kind.kind == "set" else kind.kind
