"""Clues that cannot stand together, and what is found of a board in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from nlc.explaining.clues import ClueGroup

if TYPE_CHECKING:
    from nlc.explaining.shape import Part

CONTRADICTION, REFUSED, SOLVABLE, UNKNOWN = "contradiction", "refused", "solvable", "unknown"

LISTED = 12
"""Elements that are named; of more, the number is told."""


class Fault(Struct, frozen=True):
    """Clues that cannot stand together.

    Attributes:
        clues: the groups; none where the board itself contradicts the rules.
        smallest: whether it was proved that no fewer contradict the rules.
        minimal: whether it was found that none of them can go.
        checked: whether another encoding and another solver found so, too, and the board is
            solvable without any one of them.
        left: where there are no such clues: the elements whose clues leave something even when they
            are put aside, as the number of an island leaves an island.
        parts: walls and holes of the board without any one of which they can stand together.
    """

    clues: tuple[ClueGroup, ...]
    smallest: bool = False
    minimal: bool = True
    checked: bool = False
    left: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return self._clues() + self._parts()

    def _parts(self) -> str:
        said = []
        for kind in ("wall", "hole"):
            places = ["|".join(part.names) for part in self.parts if part.kind == kind]
            shown = ", ".join(places[:LISTED])
            more = f" and {len(places) - LISTED} more" if len(places) > LISTED else ""
            said += [f"the {kind}{'s' * (len(places) > 1)} {shown}{more}"] if places else []
        return f"; with {' and '.join(said)}" if said else ""

    def _clues(self) -> str:
        if self.left:
            shown = ", ".join(self.left[:LISTED])
            more = f" and {len(self.left) - LISTED} more" if len(self.left) > LISTED else ""
            return f"whatever they say, clues at {shown}{more} contradict the rules"
        if not self.clues:
            return "no clue is needed: the board itself contradicts the rules"
        listed = "; ".join(group.text for group in self.clues)
        count = len(self.clues)
        if count == 1:
            return f"this clue cannot stand: {listed}"
        return f"these {count} clues cannot stand together: {listed}"
