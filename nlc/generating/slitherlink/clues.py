"""Removes random clues while the planted line stays the only solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from nlc.generating.slitherlink.solver import ClueSolver


class Removal(Struct, frozen=True):
    """How clues are removed.

    Attributes:
        bisect: binary search finds how many clues at the start of the random order can be removed
            at once; else those are removed at once that proofs of uniqueness do not use.
        failures: stop after this number of needed clues; None: try every clue.
    """

    bisect: bool = False
    failures: int | None = None


class ReducedClues(Struct, frozen=True):
    """Clues with one solution.

    Attributes:
        clues: the cells that keep their clue.
        minimal: without any one of the clues, there is another solution.
        failures: how many clues were tried and kept.
    """

    clues: tuple[int, ...]
    minimal: bool
    failures: int


def reduce(
    solver: ClueSolver,
    order: Sequence[int],
    removal: Removal,
    report: Callable[[int, int], None] = lambda done, work: None,
) -> ReducedClues | None:
    """Remove clues in the given order.

    A clue that is needed at its turn is needed later, too, when fewer others are left: the second
    line that shows it satisfies all clues that are left then. So each clue is tried once, and the
    result is minimal unless a number of failures ends the removal.

    Args:
        solver: decides which clues are needed.
        order: all cells, shuffled.
        removal: options.
        report: is called with the number of clues that were tried, and of all.

    Returns:
        The clues, or None if even with all clues there is another solution.
    """
    needed = solver.alone(order)
    if needed is None:
        return None
    if removal.bisect:
        first = _most(solver, order)
        left = list(order[first:])
    else:
        left = [cell for cell in order if cell in needed]
        if len(left) < len(order) and removal.failures is None:
            left = _used(solver, left)
    stay = set(left)
    for cell in order:
        if cell not in stay:
            solver.fix_clue(cell, False)
    left.reverse()
    kept: list[int] = []
    work = len(left)
    while left and (removal.failures is None or len(kept) < removal.failures):
        report(work - len(left), work)
        cell = left.pop()
        given = solver.needs(cell, left)
        solver.fix_clue(cell, given)
        if given:
            kept.append(cell)
    return ReducedClues(tuple(sorted(kept + left)), not left, len(kept))


def _used(solver: ClueSolver, order: Sequence[int]) -> list[int]:
    """Return fewer clues that suffice, by proofs that assume them in other orders.

    A proof with all clues takes hardly longer than a test of a single one.
    """
    left, shuffled = list(order), list(order)
    fruitless = 0
    while fruitless < 3:
        shuffled = shuffled[1::2] + shuffled[::2]
        used = solver.alone(shuffled)
        assert used is not None
        fruitless = 0 if len(used) < len(left) else fruitless + 1
        left = [cell for cell in left if cell in used]
        shuffled = [cell for cell in shuffled if cell in used]
    return left


def _most(solver: ClueSolver, order: Sequence[int]) -> int:
    """Return how many clues at the start of the order can be removed at once."""
    least, most = 0, len(order)
    while most - least > 1:
        middle = (least + most) // 2
        if solver.alone(order[middle:]) is None:
            most = middle
        else:
            least = middle
    return least
