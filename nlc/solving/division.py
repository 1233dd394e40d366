"""Divides puzzles among processes: those of one shape, which share a formula, stay together."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from nlc.process.cores import cores

if TYPE_CHECKING:
    from nlc.language.resolve import Puzzle
    from nlc.solving.one import Work

_PUZZLES_EACH = 8
"""Puzzles that make another process worth its start,"""

_CELLS_EACH = 4000
"""or cells."""


def divided(work: Work) -> list[list[int]]:
    """Return the numbers of the puzzles that each process is to solve, ascending, from 0.

    Where puzzles share formulas, a shape goes to one process, so that its formula is made and
    loaded once; one that has more cells than an even share, and a board more, is dealt out. The
    largest come first, each to the process with the fewest cells so far.
    """
    processes = _processes(work)
    if work.sharing is None or processes == 1:
        return [list(range(k, len(work.puzzles), processes)) for k in range(processes)]
    shapes: dict[Hashable, list[int]] = {}
    for number, puzzle in enumerate(work.puzzles):
        shapes.setdefault(shape_of(puzzle), []).append(number)
    cells = {shape: sum(_cells(work.puzzles[i]) for i in all_) for shape, all_ in shapes.items()}
    even = sum(cells.values()) / processes
    shares: list[list[int]] = [[] for _ in range(processes)]
    held = [0] * processes
    for shape in sorted(shapes, key=lambda shape: -cells[shape]):
        numbers = shapes[shape]
        fits = cells[shape] <= even + _cells(work.puzzles[numbers[0]])
        for part in [numbers] if fits else [[number] for number in numbers]:
            least = held.index(min(held))
            shares[least] += part
            held[least] += sum(_cells(work.puzzles[number]) for number in part)
    return [sorted(share) for share in shares if share]


def _processes(work: Work) -> int:
    """Return how many processes are to share the puzzles.

    A search for many solutions is not sent to another process unless that is asked for: it can
    be interrupted, and then tells what it has found. Nor is a portfolio, which has processes of
    its own. Puzzles of which the encoding names some that share a formula stay together.
    """
    from nlc.solving.portfolio import Portfolio

    question = work.question
    long = question.backbone or (question.most != 1 and not question.unique)
    jobs = work.policy.jobs
    if work.group:
        return 1
    if jobs is None and (long or isinstance(work.solver, Portfolio)):
        return 1
    cells = sum(map(_cells, work.puzzles))
    return min(jobs or _usual(len(work.puzzles), cells), len(work.puzzles))


def _usual(puzzles: int, cells: int) -> int:
    """Return how many processes are best: at most one for each core."""
    return max(1, min(cores(), puzzles, max(puzzles // _PUZZLES_EACH, cells // _CELLS_EACH)))


def _cells(puzzle: Puzzle) -> int:
    """Return about how many cells a puzzle has; 1 for a graph, whatever its size."""
    lines: Sequence[str] = puzzle.literal.lines if puzzle.literal else ()
    return max(1, sum(map(len, lines)))


def shape_of(puzzle: Puzzle) -> Hashable:
    """Return what puzzles have in common that may share a formula, as far as the text tells."""
    if puzzle.literal is None:
        return puzzle.genre, id(puzzle)
    return puzzle.genre, puzzle.topology.name.name, tuple(map(len, puzzle.literal.lines))
