"""Clues that cannot stand together, and what is found of a board in the end."""

from __future__ import annotations

from nlc.dataclasses import dataclass
from nlc.explain.clues import ClueGroup

CONTRADICTION, REFUSED, SOLVABLE, UNKNOWN = "contradiction", "refused", "solvable", "unknown"

LISTED = 12
"""Elements that are named; of more, the number is told."""


@dataclass(frozen=True)
class Fault:
    """Clues that cannot stand together.

    Attributes:
        clues: the groups; none where the board itself contradicts the rules.
        smallest: whether it was proved that no fewer contradict the rules.
        minimal: whether it was found that none of them can go.
        checked: whether another encoding and another solver found so, too, and the board is
            solvable without any one of them.
        left: where there are no such clues: the elements whose clues leave something even when they
            are put aside, as the number of an island leaves an island.
    """

    clues: tuple[ClueGroup, ...]
    smallest: bool = False
    minimal: bool = True
    checked: bool = False
    left: tuple[str, ...] = ()

    def __str__(self) -> str:
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
