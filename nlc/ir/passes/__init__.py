"""Passes transform a program to one with the same solutions, or with some of them.

A new pass is a file of this folder with a subclass of `Pass` at the attribute ``PASS``, and a line
in the table `PASSES`. A spec such as ``parity+fold:rounds=2`` names passes in the order of
their application.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import Field, dataclass, fields
from typing import TYPE_CHECKING, ClassVar

from nlc.errors import fail, suggest
from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.ir.nodes import Program

PASSES: Registry[type[Pass]] = Registry(
    "pass",
    "PASS",
    "nlc.passes",
    {
        "drop-optional": "nlc.ir.passes.drop_optional",
        "face-runs": "nlc.ir.passes.face_runs",
        "fold": "nlc.ir.passes.fold",
        "groups": "nlc.ir.passes.groups",
        "merge": "nlc.ir.passes.merge",
        "parity": "nlc.ir.passes.parity",
        "permutations": "nlc.ir.passes.permutations",
        "value-precedence": "nlc.ir.passes.value_precedence",
    },
    factory=False,
    gone=dict.fromkeys(("balance", "failed-pairs", "pair-variables"), "leave it out"),
)

NONE = "none"
"""The spec of no passes."""

VALUES = "values"
"""The rule name of clauses on the values that merged programs lack."""

GROUP_LABELS = ("group", "whole-group")
"""Labels of the selectors of the pass `groups`: of instances at a place, and of whole boards."""

MERGE = "merge"
"""The pass that merges several programs, before all others; specs do not name it."""


@dataclass(frozen=True)
class Pass(ABC):
    """A transformation of programs that keeps the solutions, unless it `loses` some.

    The result has the same declared variables and the same solutions on them; each solution
    determines all added variables. The evaluator checks the elaborated program, and never the
    result of a pass. The fields of a subclass are its options: numbers with defaults.

    Attributes:
        name: its name in a spec, such as ``parity``.
        source: the paper, and the numbers of formulas in it.
        needs: conditions on a program in a few words; without them the pass changes nothing.
        size: the clauses that it adds or removes.
        loses: whether it keeps one solution, if there is any, but not all.
    """

    name: ClassVar[str]
    source: ClassVar[str]
    needs: ClassVar[tuple[str, ...]] = ()
    size: ClassVar[str]
    loses: ClassVar[bool] = False

    @abstractmethod
    def apply(self, program: Program) -> Program:
        """Return the transformed program; the argument is not changed."""

    def __str__(self) -> str:
        """Return the spec: the name, then ``:option=value`` for each that is not the default."""
        values = ((f, getattr(self, f.name)) for f in options(self))
        return ":".join([self.name, *(f"{f.name}={x}" for f, x in values if x != f.default)])


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


def parse(spec: str) -> tuple[Pass, ...]:
    """Parse a spec: return its passes in the order of their application.

    Raises:
        UserError: a pass or an option is unknown, or an option is not a number.
    """
    found = []
    for text in () if spec == NONE else spec.split("+"):
        name, *texts = (piece.strip() for piece in text.split(":"))
        if name == MERGE:
            hint = "readings=touch:false, or puzzles=1-3"
            raise fail("programs are merged by the parts 'readings' and 'puzzles'", hint=hint)
        found.append(configured(PASSES.get(name), texts))
    return tuple(found)


def spec_of(passes: Sequence[Pass]) -> str:
    """Return the spec that `parse` parses to these passes."""
    return "+".join(map(str, passes)) or NONE
