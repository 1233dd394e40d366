"""Minimal and smallest inconsistent sets (MUS, SMUS), by a solver of subsets.

Sources: deletion with cores (Dershowitz, Hanna, Nadel 2006); implicit hitting sets (Ignatiev,
Previti, Liffiton, Marques-Silva 2015, "Smallest MUS extraction with minimal hitting set
dualization"), with several disjoint correction sets a round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple, Protocol

from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.reasons.subset_solver import IncrementalFormula, SubsetSolver

DELETING = 2000
"""Conflicts after which a member is kept, though perhaps it could go."""

CONFLICTS, ROUNDS = 120_000, 400
"""Limits of the search for a smallest set: no seconds, so that answers repeat."""


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


class SelectorFormula(IncrementalFormula, Protocol):
    """A formula with a selector for each member."""

    selectors: list[int]


def shrink(
    subsets: SubsetSolver,
    core: Collection[int],
    order: Callable[[int], tuple[int, int]] | None = None,
) -> tuple[frozenset[int], bool]:
    """Return an inconsistent part of an inconsistent set, and whether it is minimal.

    By deletion, with cores; what is not decided within `DELETING` conflicts stays.

    Args:
        subsets: the solver.
        core: the set.
        order: members that come first are dropped first; None: by number.
    """
    left, needed, minimal = set(core), set[int](), True
    for member in sorted(core, key=order) if order else sorted(core):
        if member not in left:
            continue
        try:
            if subsets.model(left - {member}, DELETING) is None:
                left = set(subsets.core())
                continue
        except ExhaustedError:
            minimal = False
        needed.add(member)
    return frozenset(left), minimal


def smallest(
    subsets: SubsetSolver,
    every: Collection[int],
    cost: Callable[[int], int] | None = None,
    start: Collection[int] = (),
) -> Iterator[Mus]:
    """Yield a minimal set, then better ones, until one is proved smallest.

    Args:
        subsets: the solver; all members together are inconsistent.
        every: the members.
        cost: of each, at least 1; None: 1.
        start: inconsistent members, if some are known; few are best.

    Yields:
        Ever cheaper sets; the last one is the smallest.
    """
    if subsets.model(every) is not None:
        raise ValueError("the members are consistent")
    core = subsets.core()
    if start and core:
        core = frozenset(start)
    if not core:
        yield Mus((), True, True)
        return
    price = cost or (lambda member: 1)
    best, minimal = shrink(subsets, core, lambda member: (-price(member), member))
    least = not best or (minimal and len(best) == 1 and price(min(best)) == 1)
    yield Mus(tuple(sorted(best)), minimal, least)
    if least:
        return
    subsets.limit(CONFLICTS)
    try:
        best, proved = _best(subsets, frozenset(every), best, price), True
    except ExhaustedError:
        proved = False
    finally:
        subsets.limit(None)
    yield Mus(tuple(sorted(best)), minimal or proved, proved)


def _best(
    subsets: SubsetSolver, every: frozenset[int], best: frozenset[int], price: Callable[[int], int]
) -> frozenset[int]:
    """Return a cheapest inconsistent set, by implicit hitting sets.

    Raises:
        ExhaustedError: it was not found within the limits.
    """
    from pysat.examples.hitman import Hitman

    weights = {member: price(member) for member in every}

    def total(members: Collection[int]) -> int:
        return sum(weights[member] for member in members)

    nothing = frozenset[int]()
    start = subsets.model(nothing)
    assert start is not None, "a minimal set that is not empty was found"
    found = list(_corrections(subsets, nothing, start, every))
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
    subsets: SubsetSolver, members: frozenset[int], model: frozenset[int], every: frozenset[int]
) -> Iterator[frozenset[int]]:
    """Yield disjoint correction sets, each the complement of a maximal consistent set."""
    while True:
        missing = every - subsets.grow(model)
        yield missing
        members = members | missing
        found = subsets.model(members)
        if found is None:
            return
        model = found


def least_sets(
    formula: SelectorFormula, largest: int | None = None, conflicts: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield all smallest sets without which the others are consistent, by a totalizer (MaxSAT).

    Args:
        formula: with the selectors.
        largest: nothing is yielded if there are only larger ones.
        conflicts: for each call.

    Raises:
        ExhaustedError: that was not enough.
    """
    from pysat.card import ITotalizer

    selectors = formula.selectors
    largest = len(selectors) if largest is None else min(largest, len(selectors))
    start = formula.variable()
    with ITotalizer([-x for x in selectors], ubound=largest, top_id=start) as total:
        formula.add(total.cnf.clauses)
        while formula.variable() <= total.top_id:
            pass
        enabled = formula.variable()
        for most in range(1, largest + 1):
            bound = [-total.rhs[most]] if most < len(total.rhs) else []
            some = False
            while (model := formula.find_model([enabled, *bound], conflicts)) is not None:
                members = tuple(i for i, x in enumerate(selectors) if not model[x])
                some = True
                yield members
                formula.add([[-enabled, *(selectors[i] for i in members)]])
            if some:
                return
