"""Views of decided variables: one solution, a backbone, the difference of two solutions, a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.ir.backbone import Backbone
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Domain
from nlc.render.canvas import Chars
from nlc.render.glyphs import Glyphs

OPEN, FIRST, SECOND, NOTHING, OR = "?", "x", "o", "-", "/"
"""Signs: not in all solutions; only in the first of two; only in the second; no value; a separator
of two values."""


NEW, EXCLUDED = "!", "~"
"""Signs of a step: an element is derived, or excluded."""

TRUE, FALSE = "true", "false"
"""What a boolean is where it has no sign."""


class Label(NamedTuple):
    """The text on an element; `changed` if solutions differ there."""

    text: str
    changed: bool = False


Share = tuple[Bools, str]
"""Elements of a boolean with a sign: a mask, shape (elements,), and the sign."""


class View(Struct, frozen=True, eq=False, kw_only=True):
    """The known values of each variable; this one knows none, as of a puzzle alone.

    Attributes:
        summary: of what is known.
        signs: those that labels may contain.
        solutions: that are drawn: one, or the two of a difference.
        reported: whether reported variables are included.
        picked: names of elements whose clues are emphasized (others are faint), or None.
        unit: names of the cells of the rule of a step.
        out: variable, element and value index of the values that a step excludes.
    """

    summary: ClassVar[str] = "the puzzle"
    signs: ClassVar[tuple[str, ...]] = ()

    solutions: tuple[Assignment, ...] = ()
    reported: bool = False
    picked: frozenset[str] | None = None
    unit: frozenset[str] = frozenset()
    out: Sequence[tuple[str, int, int]] = ()

    @property
    def decided(self) -> bool:
        """Whether a boolean without truth or sign is false, and not unknown."""
        return bool(self.solutions)

    def states(self, var: BoolVar) -> dict[str, Bools]:
        """Return the elements where a boolean is `TRUE`, `FALSE`, or has a sign; shape (elements,).

        What is left out is nowhere so.
        """
        return {}

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """Return the labels of elements, from the texts of the values."""
        return {}

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """Return where a boolean holds, shape (elements,), and the elements with signs."""
        known = self.states(var)
        shares = [(known[sign], sign) for sign in self.signs if sign in known]
        return known.get(TRUE, np.zeros(var.size, np.bool_)), shares


class SolutionView(View, frozen=True, eq=False, kw_only=True):
    """A view of one solution."""

    summary: ClassVar[str] = "a solution"

    reported: bool = True

    @property
    def board(self) -> Assignment:
        """The solution."""
        return self.solutions[0]

    def states(self, var: BoolVar) -> dict[str, Bools]:
        """See `View`."""
        holds = self.board.bools[var.part]
        return {TRUE: holds, FALSE: ~holds}

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        return _values(self.board.domains[domain.name], names)


class BackboneView(View, frozen=True, eq=False):
    """A view of a backbone; one that is not complete has only open elements."""

    summary: ClassVar[str] = "what all solutions share"
    signs: ClassVar[tuple[str, ...]] = (OPEN,)

    facts: Backbone

    @property
    def decided(self) -> bool:
        """See `View`."""
        return self.facts.complete

    def states(self, var: BoolVar) -> dict[str, Bools]:
        """See `View`."""
        is_open, holds = self.facts.open_bools[var.part], self.facts.first.bools[var.part]
        sure = ~is_open & self.facts.complete
        return {TRUE: holds & sure, FALSE: ~holds & sure, OPEN: is_open}

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        is_open = self.facts.open_domains[domain.name]
        values = self.facts.first.domains[domain.name]
        values = np.where(is_open | (not self.facts.complete), ABSENT, values)
        unknown = dict.fromkeys(np.flatnonzero(is_open).tolist(), Label(OPEN, True))
        return {**_values(values, names), **unknown}


class DifferenceView(View, frozen=True, eq=False):
    """A view of two solutions: their common elements, and the others with signs."""

    summary: ClassVar[str] = "where two solutions differ"
    signs: ClassVar[tuple[str, ...]] = (FIRST, SECOND, NOTHING, OR)

    def states(self, var: BoolVar) -> dict[str, Bools]:
        """See `View`."""
        a, b = (board.bools[var.part] for board in self.solutions)
        return {TRUE: a & b, FALSE: ~(a | b), FIRST: a & ~b, SECOND: b & ~a}

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        a, b = (board.domains[domain.name] for board in self.solutions)
        both = [*names, NOTHING]  # the last for ABSENT, which is -1
        differ = np.flatnonzero(a != b).tolist()
        pairs = {i: Label(f"{both[a[i]]}{OR}{both[b[i]]}", True) for i in differ}
        return {**_values(np.where(a == b, a, ABSENT), names), **pairs}


class StepView(View, frozen=True, eq=False):
    """A view of a step: known facts, and those that it derives.

    Attributes:
        known: variable, element and value index (1 or 0 for booleans) of the known facts.
        new: the same of the derived facts.
    """

    summary: ClassVar[str] = "a step; orange and !: what follows, blue dots and ~: what is not"
    signs: ClassVar[tuple[str, ...]] = (NEW, EXCLUDED)

    known: Sequence[tuple[str, int, int]]
    new: Sequence[tuple[str, int, int]]

    def states(self, var: BoolVar) -> dict[str, Bools]:
        """See `View`."""
        out = {state: np.zeros(var.size, np.bool_) for state in (TRUE, FALSE, *self.signs)}
        for facts, states in ((self.known, (FALSE, TRUE)), (self.new, (EXCLUDED, NEW))):
            for name, element, value in facts:
                if name == var.name:
                    out[states[value]][element] = True
        return out

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        return {
            element: Label(names[value], changed)
            for facts, changed in ((self.known, False), (self.new, True))
            for name, element, value in facts
            if name == domain.name and value != ABSENT
        }


def strokes(sign: str, glyphs: Glyphs) -> Chars:
    """Return the characters of a line with a sign, by arm."""
    return glyphs.dashes if sign == OPEN else np.full(256, sign, dtype="<U1")


def _values(values: Ints, names: Sequence[str]) -> dict[int, Label]:
    present = np.flatnonzero(values != ABSENT)
    return {
        i: Label(names[v]) for i, v in zip(present.tolist(), values[present].tolist(), strict=True)
    }
