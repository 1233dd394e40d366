"""Views of decided variables: one solution, a backbone, the difference of two solutions, a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Domain
from nlc.render.canvas import Chars
from nlc.render.glyphs import Glyphs

if TYPE_CHECKING:
    from nlc.ir.backbone import Backbone

OPEN, FIRST, SECOND, NOTHING, OR = "?", "x", "o", "-", "/"
"""Signs: not in all solutions; only in the first of two; only in the second; no value; a separator
of two values."""


NEW, EXCLUDED = "!", "~"
"""Signs of a step: an element is derived, or excluded."""


class Label(NamedTuple):
    """The text on an element; `changed` if solutions differ there."""

    text: str
    changed: bool = False


class Share(NamedTuple):
    """Elements of a boolean with a sign: a mask, shape (elements,), and the sign."""

    mask: Bools
    sign: str


class View(Protocol):
    """The known values of each variable.

    Attributes:
        signs: the signs that labels may contain.
        reported: whether reported variables are included.
        decided: whether a boolean without truth or sign is false, and not unknown.
    """

    @property
    def signs(self) -> tuple[str, ...]: ...
    @property
    def reported(self) -> bool: ...
    @property
    def decided(self) -> bool: ...

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """Return where a boolean holds, shape (elements,), and the elements with signs."""

    def refuted(self, var: BoolVar) -> Bools:
        """Return where a boolean is false, shape (elements,)."""

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """Return the labels of elements, from the texts of the values."""


class PuzzleView(Struct, frozen=True, eq=False):
    """A view of the puzzle alone; if elements are `picked`, the clues of others are faint."""

    signs: tuple[str, ...] = ()
    reported: bool = False
    decided: bool = False
    picked: frozenset[str] | None = None

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """See `View`."""
        return np.zeros(var.size, np.bool_), ()

    def refuted(self, var: BoolVar) -> Bools:
        """See `View`."""
        return np.zeros(var.size, np.bool_)

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        return {}


class SolutionView(Struct, frozen=True, eq=False):
    """A view of one solution; if elements are `picked`, the clues of others are faint."""

    board: Assignment
    signs: tuple[str, ...] = ()
    reported: bool = True
    decided: bool = True
    picked: frozenset[str] | None = None

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """See `View`."""
        return self.board.bools[slice_of(var)], ()

    def refuted(self, var: BoolVar) -> Bools:
        """See `View`."""
        return np.asarray(~self.board.bools[slice_of(var)])

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        return _values(self.board.domains[domain.name], names)


class BackboneView(Struct, frozen=True, eq=False):
    """A view of a backbone; one that is not complete has only open elements."""

    facts: Backbone
    signs: tuple[str, ...] = (OPEN,)
    reported: bool = False

    @property
    def decided(self) -> bool:
        """See `View`."""
        return self.facts.complete

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """See `View`."""
        is_open = self.facts.open_bools[slice_of(var)]
        certain = self.facts.first.bools[slice_of(var)] & ~is_open & self.facts.complete
        return certain, [Share(is_open, OPEN)]

    def refuted(self, var: BoolVar) -> Bools:
        """See `View`."""
        certain, ((is_open, _),) = self.bools(var)
        return np.asarray(~(certain | is_open) & self.facts.complete)

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        is_open = self.facts.open_domains[domain.name]
        values = np.where(is_open | (not self.facts.complete), ABSENT, self._first(domain))
        unknown = dict.fromkeys(np.flatnonzero(is_open).tolist(), Label(OPEN, True))
        return {**_values(values, names), **unknown}

    def _first(self, domain: Domain) -> Ints:
        return self.facts.first.domains[domain.name]


class DifferenceView(Struct, frozen=True, eq=False):
    """A view of two solutions: their common elements, and the others with signs."""

    one: Assignment
    two: Assignment
    signs: tuple[str, ...] = (FIRST, SECOND, NOTHING, OR)
    reported: bool = False
    decided: bool = True

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """See `View`."""
        a, b = self.one.bools[slice_of(var)], self.two.bools[slice_of(var)]
        return a & b, [Share(a & ~b, FIRST), Share(b & ~a, SECOND)]

    def refuted(self, var: BoolVar) -> Bools:
        """See `View`."""
        return np.asarray(~(self.one.bools[slice_of(var)] | self.two.bools[slice_of(var)]))

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        a, b = self.one.domains[domain.name], self.two.domains[domain.name]
        both = [*names, NOTHING]  # the last for ABSENT, which is -1
        differ = np.flatnonzero(a != b).tolist()
        pairs = {i: Label(f"{both[a[i]]}{OR}{both[b[i]]}", True) for i in differ}
        return {**_values(np.where(a == b, a, ABSENT), names), **pairs}


class StepView(Struct, frozen=True, eq=False):
    """A view of a step: known facts, and those that it derives.

    Attributes:
        known: variable, element and value index (1 or 0 for booleans) of the known facts.
        new: the same of the derived facts.
        picked: names of elements whose clues are emphasized (others are faint), or None.
        unit: names of the cells of the rule of the step.
        out: variable, element and value index of the values that are excluded.
    """

    known: Sequence[tuple[str, int, int]]
    new: Sequence[tuple[str, int, int]]
    picked: frozenset[str] | None = None
    unit: frozenset[str] = frozenset()
    out: Sequence[tuple[str, int, int]] = ()
    signs: tuple[str, ...] = (NEW, EXCLUDED)
    reported: bool = False
    decided: bool = False

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """See `View`."""
        held, new, excluded = (np.zeros(var.size, np.bool_) for _ in range(3))
        for name, element, value in self.known:
            if name == var.name and value == 1:
                held[element] = True
        for name, element, value in self.new:
            if name == var.name:
                (new if value == 1 else excluded)[element] = True
        return held, [Share(new, NEW), Share(excluded, EXCLUDED)]

    def refuted(self, var: BoolVar) -> Bools:
        """See `View`."""
        out = np.zeros(var.size, np.bool_)
        out[[i for name, i, value in self.known if name == var.name and value == 0]] = True
        return out

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        out = {}
        for facts, changed in ((self.known, False), (self.new, True)):
            for name, element, value in facts:
                if name == domain.name and value != ABSENT:
                    out[element] = Label(names[value], changed)
        return out


def solutions(view: View) -> tuple[Assignment, ...]:
    """Return the solutions of a view: one, or the two of a difference."""
    if isinstance(view, DifferenceView):
        return view.one, view.two
    return (view.board,) if isinstance(view, SolutionView) else ()


def slice_of(var: BoolVar) -> slice:
    """Return the slice of a variable in the booleans of an assignment."""
    return slice(var.base, var.base + var.size)


def strokes(sign: str, glyphs: Glyphs) -> Chars:
    """Return the characters of a line with a sign, by arm."""
    return glyphs.dashes if sign == OPEN else np.full(256, sign, dtype="<U1")


def _values(values: Ints, names: Sequence[str]) -> dict[int, Label]:
    present = np.flatnonzero(values != ABSENT)
    return {
        i: Label(names[v]) for i, v in zip(present.tolist(), values[present].tolist(), strict=True)
    }
