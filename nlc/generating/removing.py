"""Removes clues while their solution is the only one.

A clue that is needed at its turn is needed later, too, when fewer others are left: the other board
that shows it has all clues that are left then. So each is tried once. What is decided holds in all
later questions, and the clauses that are learnt serve them (Eén and Sörensson, "Temporal induction
by incremental SAT solving", 2003).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from nlc.reasons.why.boards import OtherBoards

FRUITLESS = 3
"""Proofs in a row without a smaller core before clues are tried one by one."""


class Removal(Struct, frozen=True):
    """How groups of clues are removed.

    Attributes:
        least: of clues that stay.
        bisect: binary search finds how many groups at the start of the random order can be removed
            at once; else those are removed at once that proofs of uniqueness do not use.
        failures: stop after this number of needed groups; None: try every one.
    """

    least: int = 0
    bisect: bool = False
    failures: int | None = None


class Reduced(NamedTuple):
    """Groups of clues with one solution.

    Attributes:
        groups: those that stay.
        minimal: whether none of them can go: each was tried.
        failures: how many were tried and kept.
    """

    groups: frozenset[int]
    minimal: bool
    failures: int


def remove(
    boards: OtherBoards,
    order: Sequence[int],
    sizes: Sequence[int],
    removal: Removal,
    report: Callable[[int, int], None] = lambda done, work: None,
) -> Reduced | None:
    """Remove groups of clues in an order while the solution is the only one.

    Args:
        boards: of the puzzle with all groups; what is decided holds there from then on.
        order: all groups.
        sizes: the number of clues of each group.
        removal: options.
        report: is called with the number of groups that were tried, and of all.

    Returns:
        The groups, or None if even with all of them there is another solution.
    """
    boards.stay_near()
    if not boards.is_sole(order):
        return None
    # Of most genres, any clues leave the solution if none do.
    demanding = not boards.allows(())

    def count(groups: Iterable[int]) -> int:
        return sum(sizes[i] for i in groups)

    def can_stay(groups: Collection[int]) -> bool:
        return count(groups) >= removal.least and bool(not demanding or boards.allows(groups))

    left = _bisected(boards, order, can_stay) if removal.bisect else _used(boards, order, can_stay)
    boards.settle(set(order) - set(left), False)
    kept, tried, failures, work = set[int](), True, 0, len(left)
    size = count(left)
    while left and failures != removal.failures:
        report(work - len(left), work)
        group, *rest = left
        few = size - sizes[group] < removal.least
        sole = not few and (not demanding or boards.allows({*kept, *rest}))
        sole = sole and boards.is_sole(rest, [group])
        tried &= not few and sole is not None
        boards.settle([group], not sole)
        if sole:
            size -= sizes[group]
            core = boards.core() | kept
            gone = [i for i in rest if i not in core]
            if gone and can_stay(core):
                boards.settle(gone, False)
                size -= count(gone)
                rest = [i for i in rest if i in core]
        else:
            kept.add(group)
            failures += 1
        left = rest
    return Reduced(frozenset(kept.union(left)), tried and not left, failures)


def _used(
    boards: OtherBoards, order: Sequence[int], can_stay: Callable[[Collection[int]], bool]
) -> list[int]:
    """Return fewer groups that suffice, by proofs that assume them in other orders.

    A proof with all clues takes hardly longer than a test of a single one.
    """
    left, shuffled, fruitless = list(order), list(order), 0
    while fruitless < FRUITLESS and boards.is_sole(shuffled):
        core = boards.core()
        if not can_stay(core):
            break
        fruitless = 0 if len(core) < len(left) else fruitless + 1
        left, shuffled = ([i for i in some if i in core] for some in (left, shuffled))
        shuffled = shuffled[1::2] + shuffled[::2]
    return left


def _bisected(
    boards: OtherBoards, order: Sequence[int], can_stay: Callable[[Collection[int]], bool]
) -> list[int]:
    """Return the groups that stay when as many as possible at the start of the order go."""
    least, most = 0, len(order)
    while most - least > 1:
        middle = (least + most) // 2
        if can_stay(order[middle:]) and boards.is_sole(order[middle:]):
            least = middle
        else:
            most = middle
    return list(order[least:])
