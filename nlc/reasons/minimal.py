"""Which subsets are consistent, by a formula with a selector for each member; minimal ones.

Minimal and smallest inconsistent sets (MUS, SMUS). Sources: deletion with cores (Dershowitz, Hanna,
Nadel 2006); implicit hitting sets (Ignatiev, Previti, Liffiton, Marques-Silva 2015, "Smallest MUS
extraction with minimal hitting set dualization"), with several disjoint correction sets a round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.solving.boards import BoardSolver

GROWING = 1000
"""Conflicts after which a set is not grown any further."""

DELETING = 2000
"""Conflicts after which a member is kept, though perhaps it could go."""

CONFLICTS, ROUNDS = 120_000, 400
"""Limits of the search for a smallest set: no seconds, so that answers repeat."""


Members = frozenset[int]
"""The numbers of some members."""

Cost = Callable[[int], int]
"""What a member costs."""

T = TypeVar("T")


class SubsetSolver:
    """Decides whether subsets of some numbered members are consistent.

    Attributes:
        kept: members that are in every subset, as checks refuse some others without them.
    """

    kept: Members = frozenset()

    def model(self, members: Collection[int], conflicts: int | None = None) -> Members | None:
        """Return all that holds in some model of the members, or None if there is no model.

        Raises:
            ExhaustedError: that is not decided within the conflicts.
        """
        raise NotImplementedError

    def core(self) -> Members:
        """Return inconsistent members of the last call of `model`, which returned None."""
        raise NotImplementedError

    def grow(self, members: Members) -> Members:
        """Return a consistent superset of consistent members, as large as can be found."""
        return members

    def least_sets(self, every: Collection[int]) -> Iterator[tuple[int, ...]]:
        """Yield all smallest sets of members, inconsistent together, without which they are not.

        By implicit hitting sets, of cores.
        """
        from pysat.examples.hitman import Hitman

        if self.model(every) is not None:
            raise ValueError("the members are consistent")
        with Hitman(bootstrap_with=[sorted(self.core())], htype="sorted") as hitman:
            least = len(every)
            while (some := hitman.get()) is not None and len(some) <= least:
                if self.model(frozenset(every) - {*some}) is not None:
                    least = len(some)
                    yield tuple(sorted(some))
                    hitman.block(some)
                elif core := self.core():
                    hitman.hit(sorted(core))
                else:
                    return

    def limit(self, conflicts: int | None) -> None:
        """Let all further calls have so many conflicts together, or any number."""

    def keep_beside(self, members: Collection[int]) -> bool:
        """Keep members that make inconsistent ones consistent; return whether there are any."""
        return False


class SelectorSolver(SubsetSolver):
    """Decides whether sets of the selectors of a formula are consistent.

    Args:
        formula: the solver.
        selectors: by number.
        always: literals that every call assumes.
    """

    def __init__(
        self, formula: BoardSolver, selectors: Sequence[int], always: Sequence[int] = ()
    ) -> None:
        self._formula, self._selectors, self._always = formula, list(selectors), list(always)
        self._number = {x: i for i, x in enumerate(self._selectors)}
        self._end: int | None = None

    def limit(self, conflicts: int | None) -> None:
        """See `SubsetSolver`."""
        self._end = None if conflicts is None else self._formula.conflicts() + conflicts

    def model(self, members: Collection[int], conflicts: int | None = None) -> Members | None:
        """See `SubsetSolver`."""
        return self._model([self._selectors[i] for i in sorted(members)], conflicts)

    def core(self) -> Members:
        """See `SubsetSolver`."""
        return frozenset(self._number[x] for x in self._formula.core() if x in self._number)

    def grow(self, members: Members) -> Members:
        """Return a consistent superset: one more member at a time, until there is none.

        It is maximal, unless the last call takes more than `GROWING` conflicts.
        """
        every = frozenset(range(len(self._selectors)))
        while rest := sorted(every - members):
            some = self._formula.another([-self._selectors[i] for i in rest])
            wanted = [*(self._selectors[i] for i in sorted(members)), some]
            try:
                more = self._model(wanted, None if self._end is None else GROWING)
            except ExhaustedError:
                more = None
            self._formula.add([[-some]])
            if more is None:
                return members
            members = more
        return members

    def _model(self, assumptions: list[int], most: int | None = None) -> Members | None:
        if self._end is not None:
            left = self._end - self._formula.conflicts()
            most = left if most is None else min(left, most)
            if most <= 0:
                raise ExhaustedError
        model = self._formula.find_model([*self._always, *assumptions], most)
        if model is None:
            return None
        return frozenset(i for i, x in enumerate(self._selectors) if model[abs(x)] == (x > 0))


class Mus(NamedTuple):
    """An inconsistent set.

    Attributes:
        members: ascending.
        minimal: whether it is consistent without any one of them.
        smallest: whether no inconsistent set costs less.
    """

    members: tuple[int, ...]
    minimal: bool
    smallest: bool


def prune(
    members: Sequence[T], key: Callable[[T], Any], holds: Callable[[list[T]], bool]
) -> list[T]:
    """Return members without those that can go, tried in an order, as long as something holds.

    What holds for some holds for more, so many can go at once where each could.
    """
    kept, parts = list(members), [sorted(members, key=key)]
    while parts:
        part = parts.pop()
        tried = {*part}
        fewer = [each for each in kept if each not in tried]
        if holds(fewer):
            kept = fewer
        elif len(part) > 1:
            middle = len(part) // 2
            parts += part[middle:], part[:middle]
    return kept


def shrink(
    subsets: SubsetSolver, core: Collection[int], order: Callable[[int], Any] | None = None
) -> tuple[Members, bool]:
    """Return an inconsistent part of an inconsistent set, and whether it is minimal.

    By deletion, with cores; what is not decided within `DELETING` conflicts stays.

    Args:
        subsets: the solver.
        core: the set.
        order: members that come first are dropped first; None: by number.
    """
    left, minimal = frozenset(core), True
    for member in sorted(core, key=order):
        try:
            if member in left and subsets.model(left - {member}, DELETING) is None:
                left = subsets.core()
        except ExhaustedError:
            minimal = False
    return left, minimal


def smallest(
    subsets: SubsetSolver, every: Collection[int], cost: Cost = lambda member: 1
) -> Iterator[Mus]:
    """Yield a minimal set, then better ones, until one is proved smallest.

    Args:
        subsets: the solver; all members together are inconsistent.
        every: the members.
        cost: of each, at least 1.

    Yields:
        Ever cheaper sets; the last one is the smallest.
    """
    if subsets.model(every) is not None:
        raise ValueError("the members are consistent")
    best, minimal = shrink(subsets, subsets.core(), lambda member: (-cost(member), member))
    least = not best or (minimal and len(best) == 1 and cost(min(best)) == 1)
    yield Mus(tuple(sorted(best)), minimal, least)
    if least:
        return
    subsets.limit(CONFLICTS)
    try:
        best, proved = _best(subsets, frozenset(every), best, cost), True
    except ExhaustedError:
        proved = False
    finally:
        subsets.limit(None)
    yield Mus(tuple(sorted(best)), minimal or proved, proved)


def _best(subsets: SubsetSolver, every: Members, best: Members, price: Cost) -> Members:
    """Return a cheapest inconsistent set, by implicit hitting sets.

    Raises:
        ExhaustedError: it was not found within the limits.
    """
    from pysat.examples.hitman import Hitman

    weights = {member: price(member) for member in every}

    def total(members: Collection[int]) -> int:
        return sum(weights[member] for member in members)

    nothing = frozenset[int]()
    found = list(_corrections(subsets, nothing, subsets.model(nothing), every))
    with Hitman(bootstrap_with=map(sorted, found), weights=weights, htype="sorted") as hitman:
        for _ in range(ROUNDS):
            members = frozenset(hitman.get())
            if total(members) >= total(best):
                return best  # no set that hits all correction sets costs less
            model = subsets.model(members)
            if model is None:
                return members
            for missing in _corrections(subsets, members, model, every):
                hitman.hit(sorted(missing), weights=weights)
    raise ExhaustedError


def _corrections(
    subsets: SubsetSolver, members: Members, model: Members | None, every: Members
) -> Iterator[Members]:
    """Yield disjoint correction sets, each the complement of a maximal consistent set."""
    while model is not None:
        missing = every - subsets.grow(model)
        yield missing
        members |= missing
        model = subsets.model(members)
