"""Passes: from a program to one with the same solutions, one file each (`nlc.ir.passes.base`).

A spec such as ``failed-pairs+fold:rounds=2`` names passes in the order of their application.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nlc.errors import fail
from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.ir.passes.base import Pass

PASSES: Registry[type[Pass]] = Registry(
    "pass", "nlc.ir.passes", "PASS", "nlc.passes", factory=False
)

NONE = "none"
"""The spec of no passes."""

PAIRS, VALUES = "pairs", "values"
"""Rule names of clauses on pairs of literals, and of the values that merged programs lack."""

MERGE = "merge"
"""The pass that no spec names: the statement of several programs begins with it."""


def parse(spec: str) -> tuple[Pass, ...]:
    """Return the passes that a spec names, in the order of their application.

    Raises:
        UserError: a pass or an option is unknown, or an option is not a number.
    """
    return () if spec == NONE else tuple(map(_parse_one, spec.split("+")))


def _parse_one(text: str) -> Pass:
    from nlc.ir.passes.base import configured

    name, *texts = (piece.strip() for piece in text.split(":"))
    if name == MERGE:
        hint = "readings=touch:false, or puzzles=1-3"
        raise fail("programs are merged by the parts 'readings' and 'puzzles'", hint=hint)
    return configured(PASSES.get(name), texts)


def spec_of(passes: Sequence[Pass]) -> str:
    """Return the spec that `parse` reads as these passes."""
    return "+".join(map(str, passes)) or NONE
