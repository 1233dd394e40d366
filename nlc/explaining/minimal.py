"""Minimal and smallest sets that cannot stand together, by a solver that is asked for subsets.

Sources: deletion with cores (Dershowitz, Hanna, Nadel 2006); implicit hitting sets (Ignatiev,
Previti, Liffiton, Marques-Silva 2015, "Smallest MUS extraction with minimal hitting set
dualization"), with several disjoint correction sets a round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple, Protocol

from nlc.explaining.selected import ExhaustedError, Incremental

DELETING = 2000
"""Conflicts after which it is not tried any more whether a member can go."""

CONFLICTS, ROUNDS = 60_000, 400
"""What the search for a smallest set may take: not seconds, so that answers repeat."""


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

    def stands(
        self, members: Collection[int], conflicts: int | None = None
    ) -> frozenset[int] | None:
        """Return what stands together in some model, the members among it; None if they cannot.

        Raises:
            ExhaustedError: that is not decided within the conflicts.
        """

    def core(self) -> frozenset[int]:
        """Return members of the last question, answered None, that cannot stand together."""

    def grown(self, members: frozenset[int]) -> frozenset[int]:
        """Return a set that can stand together, with the given ones, as large as can be found."""

    def limit(self, conflicts: int | None) -> None:
        """Let all further questions have so many conflicts together, or any number."""


class SelectorFormula(Incremental, Protocol):
    """A formula with a selector for each of some things."""

    selectors: list[int]


def shrunk(
    asked: Asked, core: Collection[int], order: Callable[[int], tuple[int, int]] | None = None
) -> tuple[frozenset[int], bool]:
    """Return a part of a set that cannot stand together, and whether it is minimal.

    By deletion, with cores; what is not decided within `DELETING` conflicts stays.

    Args:
        asked: the solver.
        core: the set.
        order: what is tried first is dropped first; None: by number.
    """
    left, needed, minimal = set(core), set[int](), True
    for member in sorted(core, key=order) if order else sorted(core):
        if member not in left:
            continue
        try:
            if asked.stands(left - {member}, DELETING) is None:
                left = set(asked.core())
                continue
        except ExhaustedError:
            minimal = False
        needed.add(member)
    return frozenset(left), minimal


def smallest(
    asked: Asked,
    every: Collection[int],
    cost: Callable[[int], int] | None = None,
    start: Collection[int] = (),
) -> Iterator[Found]:
    """Yield a minimal set, then better ones, until one is proved smallest.

    Args:
        asked: the solver; all together cannot stand.
        every: the members.
        cost: of each, at least 1; None: 1.
        start: members that cannot stand together, if some are known; few are best.

    Yields:
        Ever cheaper sets; the last one is the smallest.
    """
    if asked.stands(every) is not None:
        raise ValueError("they stand together")
    core = asked.core()
    if start and core:
        core = frozenset(start)
    if not core:
        yield Found((), True, True)
        return
    price = cost or (lambda member: 1)
    best, minimal = shrunk(asked, core, lambda member: (-price(member), member))
    least = not best or (minimal and len(best) == 1 and price(min(best)) == 1)
    yield Found(tuple(sorted(best)), minimal, least)
    if least:
        return
    asked.limit(CONFLICTS)
    try:
        best, proved = _best(asked, frozenset(every), best, price), True
    except ExhaustedError:
        proved = False
    finally:
        asked.limit(None)
    yield Found(tuple(sorted(best)), minimal or proved, proved)


def _best(
    asked: Asked, every: frozenset[int], best: frozenset[int], price: Callable[[int], int]
) -> frozenset[int]:
    """Return a cheapest set that cannot stand together, by implicit hitting sets.

    Raises:
        ExhaustedError: it was not found within the limits.
    """
    from pysat.examples.hitman import Hitman

    weights = {member: price(member) for member in every}

    def total(members: Collection[int]) -> int:
        return sum(weights[member] for member in members)

    nothing = frozenset[int]()
    start = asked.stands(nothing)
    assert start is not None, "a minimal set that is not empty was found"
    found = list(_corrections(asked, nothing, start, every))
    with Hitman(bootstrap_with=map(sorted, found), weights=weights, htype="sorted") as hitman:
        for _ in range(ROUNDS):
            members = frozenset(hitman.get())
            if total(members) >= total(best):
                return best  # no set that hits all correction sets costs less
            model = asked.stands(members)
            if model is None:
                return members
            for missing in _corrections(asked, members, model, every):
                hitman.hit(sorted(missing), weights=weights)
    raise ExhaustedError


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


def least_sets(
    formula: SelectorFormula, largest: int | None = None, conflicts: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield all smallest sets without which the others are consistent, by a totalizer (MaxSAT).

    Args:
        formula: asked with some of its selectors.
        largest: nothing is yielded if there are only larger ones.
        conflicts: for each question.

    Raises:
        ExhaustedError: that was not enough.
    """
    from pysat.card import ITotalizer

    selectors = formula.selectors
    largest = len(selectors) if largest is None else min(largest, len(selectors))
    start = formula.variable()
    with ITotalizer([-x for x in selectors], ubound=largest, top_id=start) as total:
        for clause in total.cnf.clauses:
            formula.add(clause)
        while formula.variable() <= total.top_id:
            pass
        enabled = formula.variable()
        for most in range(1, largest + 1):
            bound = [-total.rhs[most]] if most < len(total.rhs) else []
            some = False
            while (model := formula.ask([enabled, *bound], conflicts)) is not None:
                members = tuple(i for i, x in enumerate(selectors) if not model[x])
                some = True
                yield members
                formula.add([-enabled, *(selectors[i] for i in members)])
            if some:
                return
