"""What a picture tells of the decided variables: one solution, what all share, or two beside."""

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
"""Signs: not in all solutions; only in the first of two, or in the second; no value; between two
values."""


NEW, EXCLUDED = "!", "~"
"""Signs of a step: what follows is there, or is not."""


class Label(NamedTuple):
    """What is written on an element; `changed`: solutions differ there."""

    text: str
    changed: bool = False


class Share(NamedTuple):
    """Elements where a boolean does not just hold: a mask, shape (elements,), and their sign."""

    mask: Bools
    sign: str


class View(Protocol):
    """What is told of each variable.

    Attributes:
        signs: the signs that labels may hold.
        reported: whether reported variables are told too.
        decided: whether a boolean is false where it does not hold and is nothing else.
    """

    @property
    def signs(self) -> tuple[str, ...]: ...
    @property
    def reported(self) -> bool: ...
    @property
    def decided(self) -> bool: ...

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """Return where a boolean holds, shape (elements,), and where it is something else."""

    def refuted(self, var: BoolVar) -> Bools:
        """Return where a boolean is known not to hold, shape (elements,)."""

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """Return the label of each element that has one, from the texts of the values."""


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


class Solution(Struct, frozen=True, eq=False):
    """A view of one solution; if elements are `picked`, the clues of others are faint."""

    board: Assignment
    signs: tuple[str, ...] = ()
    reported: bool = True
    decided: bool = True
    picked: frozenset[str] | None = None

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """See `View`."""
        return self.board.bools[part(var)], ()

    def refuted(self, var: BoolVar) -> Bools:
        """See `View`."""
        return np.asarray(~self.board.bools[part(var)])

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        return _values(self.board.domains[domain.name], names)


class BackboneView(Struct, frozen=True, eq=False):
    """A view of what all solutions share; facts that are not complete tell only what is open."""

    facts: Backbone
    signs: tuple[str, ...] = (OPEN,)
    reported: bool = False

    @property
    def decided(self) -> bool:
        """See `View`."""
        return self.facts.complete

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """See `View`."""
        is_open = self.facts.open_bools[part(var)]
        certain = self.facts.first.bools[part(var)] & ~is_open & self.facts.complete
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


class Difference(Struct, frozen=True, eq=False):
    """A view of two solutions: what both say, and in signs what only one does."""

    one: Assignment
    two: Assignment
    signs: tuple[str, ...] = (FIRST, SECOND, NOTHING, OR)
    reported: bool = False
    decided: bool = True

    def bools(self, var: BoolVar) -> tuple[Bools, Sequence[Share]]:
        """See `View`."""
        a, b = self.one.bools[part(var)], self.two.bools[part(var)]
        return a & b, [Share(a & ~b, FIRST), Share(b & ~a, SECOND)]

    def refuted(self, var: BoolVar) -> Bools:
        """See `View`."""
        return np.asarray(~(self.one.bools[part(var)] | self.two.bools[part(var)]))

    def texts(self, domain: Domain, names: Sequence[str]) -> Mapping[int, Label]:
        """See `View`."""
        a, b = self.one.domains[domain.name], self.two.domains[domain.name]
        both = [*names, NOTHING]  # the last for ABSENT, which is -1
        differ = np.flatnonzero(a != b).tolist()
        pairs = {i: Label(f"{both[a[i]]}{OR}{both[b[i]]}", True) for i in differ}
        return {**_values(np.where(a == b, a, ABSENT), names), **pairs}


class StepView(Struct, frozen=True, eq=False):
    """A view of what is known before a step, and of what follows by it.

    Attributes:
        known: variable, element and value index (of a boolean 1 or 0) of what is known.
        new: the same of what follows.
        picked: names of elements whose clues stand out, those of others are faint; None: all alike.
        unit: names of the cells of which the rule of the step speaks.
        out: variable, element and value index of what follows not to be there.
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
        for told, changed in ((self.known, False), (self.new, True)):
            for name, element, value in told:
                if name == domain.name and value != ABSENT:
                    out[element] = Label(names[value], changed)
        return out


def solutions(view: View) -> tuple[Assignment, ...]:
    """Return the solutions that a view tells whole: one, or the two of a difference."""
    if isinstance(view, Difference):
        return view.one, view.two
    return (view.board,) if isinstance(view, Solution) else ()


def part(var: BoolVar) -> slice:
    """Return the place of a variable among the booleans of an assignment."""
    return slice(var.base, var.base + var.size)


def strokes(sign: str, glyphs: Glyphs) -> Chars:
    """Return what a line of a sign is drawn with, by arm."""
    return glyphs.dashes if sign == OPEN else np.full(256, sign, dtype="<U1")


def _values(values: Ints, names: Sequence[str]) -> dict[int, Label]:
    there = np.flatnonzero(values != ABSENT)
    return {i: Label(names[v]) for i, v in zip(there.tolist(), values[there].tolist(), strict=True)}
