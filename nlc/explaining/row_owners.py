"""The rows of several boards, and which of the boards have them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.ir.nodes import Clause, Exactly
from nlc.ir.passes.merge import Kind

RowKey = tuple[Kind, tuple[int, ...], bytes]
"""The kind of a row, what the bound names of its rule stand for, and guard and matter."""


class RowOwners:
    """The rows of programs whose values are numbered alike.

    Attributes:
        members: shape (programs, groups), which groups each has.
        owners: for each row the programs that have it.
        literals: for each row its guard and matter.
    """

    def __init__(self, members: Bools) -> None:
        self.members = members
        self.owners: dict[RowKey, list[int]] = {}
        self.literals: dict[RowKey, Ints] = {}

    def enter(self, i: int, kind: Kind, matrix: Ints, places: Sequence[Sequence[int]]) -> None:
        """Note which rows a program has, in a form that does not depend on those beside them."""
        guard, matter = matrix[:, : kind.guards], matrix[:, kind.guards :]
        if kind.what is Clause:
            guard, matter = matter[:, :0], np.hstack([-guard, matter])
            kind = kind._replace(guards=0, width=matter.shape[1])
        if kind.what in (Clause, Exactly):
            matter = np.sort(matter, axis=1)
        rows = np.hstack([np.sort(guard, axis=1), matter]).astype(np.int32)
        for number, row in enumerate(rows):
            place = tuple(column[number if len(column) > 1 else 0] for column in places)
            key = kind, place, row.tobytes()
            owners = self.owners.setdefault(key, [])
            if not owners:
                self.literals[key] = row
            if not owners or owners[-1] != i:
                owners.append(i)

    def there(self, owners: Sequence[int]) -> Bools:
        """Return, for each program, whether it is one of some."""
        there = np.zeros(len(self.members), np.bool_)
        there[owners] = True
        return there
