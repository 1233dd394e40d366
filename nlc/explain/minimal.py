"""Minimal and smallest sets that cannot stand together, by a solver that is asked for subsets.

Sources: deletion with cores (Dershowitz, Hanna, Nadel 2006); implicit hitting sets (Ignatiev,
Previti, Liffiton, Marques-Silva 2015, "Smallest MUS extraction with minimal hitting set
dualization"), with several disjoint correction sets a round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, Protocol


class Found(NamedTuple):
    """A set that cannot stand together.

    Attributes:
        members: ascending.
        minimal: whether it can without any one of them.
        smallest: whether no set of less cost is one.
    """

    members: tuple[int, ...]
    minimal: bool
    smallest: bool


class Asked(Protocol):
    """Who says whether some things can stand together."""

    def stands(self, members: Collection[int]) -> frozenset[int] | None:
        """Return what stands together in some model, the members among it; None if they cannot."""

    def core(self) -> frozenset[int]:
        """Return members of the last question, answered None, that cannot stand together."""

    def grown(self, members: frozenset[int]) -> frozenset[int]:
        """Return a maximal set that can stand together, with the given ones, which can."""


def shrunk(
    asked: Asked, core: Collection[int], order: Callable[[int], tuple[int, int]] | None = None
) -> frozenset[int]:
    """Return a minimal part of a set that cannot stand together: deletion, with cores.

    Args:
        asked: the solver.
        core: the set.
        order: what is tried first is dropped first; None: by number.
    """
    left, needed = set(core), set[int]()
    for member in sorted(core, key=order) if order else sorted(core):
        if member not in left:
            continue
        if asked.stands(left - {member}) is None:
            left = set(asked.core()) | (needed & left)
        else:
            needed.add(member)
    return frozenset(left)


def smallest(
    asked: Asked, every: Collection[int], cost: Callable[[int], int] | None = None
) -> Iterator[Found]:
    """Yield a minimal set, then better ones, until one is proved smallest.

    Args:
        asked: the solver; all together cannot stand.
        every: the members.
        cost: of each, at least 1; None: 1.

    Yields:
        Ever cheaper sets; the last one is the smallest.
    """
    if asked.stands(every) is not None:
        raise ValueError("they stand together")
    core = asked.core()
    if not core:
        yield Found((), True, True)
        return
    price = cost or (lambda member: 1)
    best = shrunk(asked, core, lambda member: (-price(member), member))
    least = not best or (len(best) == 1 and price(min(best)) == 1)
    yield Found(tuple(sorted(best)), True, least)
    if least:
        return
    from pysat.examples.hitman import Hitman

    weights = {member: price(member) for member in every}

    def total(members: Collection[int]) -> int:
        return sum(weights[member] for member in members)

    nothing = frozenset[int]()
    start = asked.stands(nothing)
    assert start is not None, "a minimal set that is not empty was found"
    found = list(_corrections(asked, nothing, start, frozenset(every)))
    with Hitman(bootstrap_with=map(sorted, found), weights=weights, htype="sorted") as hitman:
        while True:
            members = frozenset(hitman.get())
            if total(members) >= total(best):
                break  # no set that hits all correction sets costs less
            model = asked.stands(members)
            if model is None:
                best = members
                break
            for missing in _corrections(asked, members, model, frozenset(every)):
                hitman.hit(sorted(missing), weights=weights)
    yield Found(tuple(sorted(best)), True, True)


def _corrections(
    asked: Asked, members: frozenset[int], model: frozenset[int], every: frozenset[int]
) -> Iterator[frozenset[int]]:
    """Yield disjoint correction sets, each the complement of a maximal set that can stand."""
    while True:
        missing = every - asked.grown(model)
        yield missing
        members = members | missing
        found = asked.stands(members)
        if found is None:
            return
        model = found


def disjoint(asked: Asked, every: Sequence[int]) -> Iterator[frozenset[int]]:
    """Yield minimal sets that share no member, until the rest can stand together."""
    left = set(every)
    while asked.stands(left) is None:
        found = shrunk(asked, asked.core())
        yield found
        if not found:
            return
        left -= found
