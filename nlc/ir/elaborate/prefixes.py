"""Prefixes of ordered sets: the members up to the first for which a condition fails."""

from __future__ import annotations

import numpy as np

from nlc.arrays import AnyInts, Bools, Ints
from nlc.ir.builder import Builder
from nlc.ir.nodes import TRUE, CountDefinition, Counts, Origin


def prefix_mask(runs: Ints, held: Bools) -> Bools:
    """Return which entries come before the first of their run for which a condition fails.

    Args:
        runs: shape (n,), ascending: entries of one run stand next to each other.
        held: shape (n,), whether the condition holds.
    """
    failed = np.cumsum(~held)
    starts = _starts(runs)
    before: AnyInts = failed[starts] - ~held[starts]
    return np.asarray(failed == np.repeat(before, np.diff(np.append(starts, len(runs)))))


class Prefixes:
    """Makes the literals of prefixes.

    That a prefix reaches an entry is that it reaches the one before, and that the condition holds
    there: one auxiliary a step, which all longer prefixes use. Two prefixes that begin alike, in
    one statement or in several, share them.
    """

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._keys = np.zeros(0, np.int64)
        self._made = np.zeros(0, np.int32)

    def literals(self, runs: Ints, lits: Ints, origin: Origin) -> Ints:
        """Return, for each entry, a literal that says whether the prefix of its run reaches it.

        Args:
            runs: shape (n,), ascending.
            lits: shape (n,), whether the condition holds.
            origin: of the statement, with n rows.
        """
        out = lits.copy()
        starts = _starts(runs)
        lengths = np.diff(np.append(starts, len(runs)))
        made: list[tuple[AnyInts, Ints]] = []
        for step in range(1, int(lengths.max(initial=0))):
            at = starts[lengths > step] + step
            label = f"prefix{step + 1}"
            out[at] = self._both(out[at - 1], lits[at], label, origin.at(at), made)
        keys = np.concatenate([self._keys, *(k for k, _ in made)])
        values = np.concatenate([self._made, *(v for _, v in made)])
        self._keys, first = np.unique(keys, return_index=True)
        self._made = values[first]
        return out

    def _both(
        self,
        before: Ints,
        here: Ints,
        label: str,
        origin: Origin,
        made: list[tuple[AnyInts, Ints]],
    ) -> Ints:
        """Return literals that hold where two others do; new ones are noted in `made`."""
        out = np.where(before == TRUE, here, before)
        never = (before == -TRUE) | (here == -TRUE) | (before == -here)
        out[never] = -TRUE
        plain = ~never & (before != TRUE) & (here != TRUE) & (before != here)
        index = np.flatnonzero(plain).astype(np.int32)
        if not len(index):
            return out
        keys = before[index].astype(np.int64) * 2**32 + here[index]
        wanted, first, which = np.unique(keys, return_index=True, return_inverse=True)
        found = np.zeros(len(wanted), np.int32)
        if len(self._keys):
            place = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
            known = self._keys[place] == wanted
            found[known] = self._made[place[known]]
        new = np.flatnonzero(found == 0)
        if len(new):
            chosen = index[first[new]]
            pairs = np.stack([before[chosen], here[chosen]], axis=1)
            definition = CountDefinition(Counts.of(2), pairs)
            found[new] = self._builder.auxiliary(len(new), label, definition, origin.at(chosen))
            made.append((wanted[new], found[new]))
        out[index] = found[which.ravel()]
        return out


def _starts(runs: Ints) -> Ints:
    """Return where each run begins."""
    if not len(runs):
        return np.zeros(0, np.int32)
    return np.flatnonzero(np.append(True, runs[1:] != runs[:-1])).astype(np.int32)
