"""What a pass from program to program is: one name, its options as fields, one `apply`.

This page is the manual of a pass. A new one is a file of this folder with a subclass of `Pass` at
the attribute ``PASS``; the module's name, with ``-`` for ``_``, is the name of the pass.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from nlc.dataclasses import Field, dataclass, fields
from nlc.errors import fail, suggest
from nlc.ir.nodes import Program


@dataclass(frozen=True)
class Pass(ABC):
    """A transformation of programs that keeps the solutions.

    What comes out has the same declared variables and, on these, the same solutions; each of them
    has one value of every variable that is added. The evaluator reads the program as elaborated and
    never what a pass has made of it. The fields of a subclass are its options: numbers, each with a
    default.

    Attributes:
        name: as in a spec, such as ``failed-pairs``.
        source: paper and formula numbers.
        needs: in a few words, what a program must be for the pass to do something; else it does
            nothing.
        size: what it adds or takes away.
    """

    name: ClassVar[str]
    source: ClassVar[str]
    needs: ClassVar[tuple[str, ...]] = ()
    size: ClassVar[str]

    @abstractmethod
    def apply(self, program: Program) -> Program:
        """Return the transformed program; the given one is left as it is."""

    def __str__(self) -> str:
        """Return the spec: the name, then ``:option=value`` for each that is not the default."""
        changed = [
            f"{f.name}={value}"
            for f in options(self)
            if (value := getattr(self, f.name)) != f.default
        ]
        return ":".join([self.name, *changed])


def options(kind: Pass | type[Pass]) -> tuple[Field[int], ...]:
    """Return the fields of a pass that a spec may set."""
    return tuple(f for f in fields(kind) if f.metadata.get("option", True))


def configured(kind: type[Pass], texts: list[str]) -> Pass:
    """Return a pass with options, each given as ``name=value``.

    Raises:
        UserError: an option is unknown, given twice, or no number.
    """
    known = {f.name for f in options(kind)}
    values: dict[str, int] = {}
    for text in texts:
        name, _, value = (piece.strip() for piece in text.partition("="))
        if name not in known:
            hint = suggest(name, known) or f"options: {', '.join(sorted(known)) or 'none'}"
            raise fail(f"the pass '{kind.name}' has no option '{name}'", hint=hint)
        if name in values:
            raise fail(f"the pass '{kind.name}' has its option '{name}' twice")
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise fail(f"'{name}' of the pass '{kind.name}' is a number, not '{value}'")
        values[name] = int(value)
    return kind(**values)
