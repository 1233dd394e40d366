"""The derivations that the DRAT checker finds, and the LRAT proof made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nlc.proof.steps import Addition, Deletion, Lrat

Group = tuple[int, Sequence[int]]
"""A clause that holds the negation of a pivot, and hints for the resolvent with it."""


class _Derivation(NamedTuple):
    """How a clause follows; see `Derivations.note`."""

    derived: int
    literals: tuple[int, ...]
    hints: Sequence[int]
    groups: Sequence[Group]
    last_uses: Sequence[int]


class Derivations:
    """How clauses follow from others, noted from the last step of a proof to the first.

    A positive number refers to a clause; those of the formula come first, from 1. A number -V
    refers to the literal of variable V that is true without assumptions; it counts as a clause of
    its own, so that it is derived only once.
    """

    def __init__(self, size: int) -> None:
        """Begin with the number of clauses of the formula."""
        self._size = size
        self._noted: list[_Derivation] = []
        self.used: set[int] = set()

    def note(
        self,
        derived: int,
        literals: tuple[int, ...],
        hints: Sequence[int],
        groups: Sequence[Group] = (),
    ) -> list[int]:
        """Note how a clause follows, and return the numbers that were not referred to before.

        Args:
            derived: the number of the clause or literal, or 0 for the empty clause.
            literals: of it, the pivot first.
            hints: clauses that become unit one after the other; the last one is false.
            groups: of a RAT clause, one for each used clause with the negated pivot.
        """
        referred = dict.fromkeys([*hints, *(hint for _, more in groups for hint in more)])
        fresh = [one for one in referred if one not in self.used]
        self.used.update(fresh)
        self._noted.append(_Derivation(derived, literals, hints, groups, fresh))
        return fresh

    @property
    def lemmas(self) -> int:
        """The number of clauses of the proof that were derived."""
        return sum(one.derived > self._size for one in self._noted)

    @property
    def rat(self) -> int:
        """The number of RAT clauses; a RUP clause has hints, and no groups."""
        return sum(bool(one.groups) or not one.hints for one in self._noted)

    @property
    def needed(self) -> list[int]:
        """The clauses of the formula that are used, ascending."""
        return sorted(one for one in self.used if 0 < one <= self._size)

    def lrat(self) -> Lrat:
        """Return the derivations as a proof in which each clause is deleted after its last use.

        So RAT is checked against just the clauses that the groups name.
        """
        steps: list[Addition | Deletion] = []
        ids = {clause: clause for clause in self.needed}
        if idle := tuple(clause for clause in range(1, self._size + 1) if clause not in ids):
            steps.append(Deletion(idle, 1))
        for number, one in enumerate(reversed(self._noted), self._size + 1):
            hints = [ids[hint] for hint in one.hints]
            for candidate, more in sorted((ids[clause], more) for clause, more in one.groups):
                hints += [-candidate, *(ids[hint] for hint in more)]
            ids[one.derived] = number
            steps.append(Addition(number, one.literals, tuple(hints), len(steps) + 1))
            if one.derived and one.last_uses:
                gone = tuple(sorted(ids.pop(used) for used in one.last_uses))
                steps.append(Deletion(gone, len(steps) + 1))
        return Lrat(steps)
