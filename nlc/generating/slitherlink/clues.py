"""Takes clues away at random while the planted line stays the only one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from nlc.generating.slitherlink.solver import ClueSolver


class Removal(Struct, frozen=True):
    """How clues are taken away.

    Attributes:
        bisect: the first clues go by binary search for how many of the random order can go at once;
            else those go at once that proofs of uniqueness do not use.
        failures: stop after so many clues that cannot go; None: when every clue was tried.
    """

    bisect: bool = False
    failures: int | None = None


class ReducedClues(Struct, frozen=True):
    """Clues that leave one line.

    Attributes:
        clues: the cells that keep their clue.
        minimal: no clue can go without leaving another line.
        failures: how many clues could not go.
    """

    clues: tuple[int, ...]
    minimal: bool
    failures: int


def reduce(
    solver: ClueSolver,
    order: Sequence[int],
    removal: Removal,
    tell: Callable[[int, int], None] = lambda done, work: None,
) -> ReducedClues | None:
    """Take clues away, in the order given.

    A clue that cannot go at its turn cannot go later, when fewer others are left: the line that
    shows it satisfies all clues that are left then. So each clue is tried once and the result is
    minimal unless a number of failures ends it.

    Args:
        solver: tells what is needed.
        order: all cells, shuffled.
        removal: how.
        tell: is called with the number of clues that were tried, and of all.

    Returns:
        The clues, or None if even all clues leave another line.
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
            solver.settle(cell, False)
    left.reverse()
    kept: list[int] = []
    work = len(left)
    while left and (removal.failures is None or len(kept) < removal.failures):
        tell(work - len(left), work)
        cell = left.pop()
        given = solver.needs(cell, left)
        solver.settle(cell, given)
        if given:
            kept.append(cell)
    return ReducedClues(tuple(sorted(kept + left)), not left, len(kept))


def _used(solver: ClueSolver, order: Sequence[int]) -> list[int]:
    """Return clues that suffice, fewer by proofs that take them in other orders.

    A proof of them all takes hardly longer than to try a single clue.
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
    """Return how many clues at the start of the order can go at once; all fewer can, too."""
    least, most = 0, len(order)
    while most - least > 1:
        middle = (least + most) // 2
        if solver.alone(order[middle:]) is None:
            most = middle
        else:
            least = middle
    return least
