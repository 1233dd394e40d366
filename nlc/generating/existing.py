"""How hard a puzzle is that is there already, as the generator of its genre grades its own.

A genre without a generator has the levels of `nlc.generating.propagation`: all rules by unit
propagation, looking ahead, search.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.generating import propagation
from nlc.generating.genre import GENRES
from nlc.generating.grade import Grade
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle
from nlc.process.stream import stream
from nlc.process.worker import WorkerStoppedError


def grade(puzzle: Puzzle, depth: int = 1, limits: Limits = NO_LIMITS) -> Grade | None:
    """Return how hard a puzzle is, or None: there was no time.

    Args:
        depth: how far to look ahead, from 1.
    """
    try:
        found: list[Grade] = list(stream(partial(_grades, puzzle, depth), limits))
    except WorkerStoppedError as error:
        if error.reason not in ("wall-time", "cpu-time", "memory"):
            raise RuntimeError(str(error)) from error
        return None
    return found[0]


def _grades(puzzle: Puzzle, depth: int) -> Iterator[Grade]:
    program = elaborate(puzzle)
    genre = GENRES.find(puzzle.genre)
    own = genre.graded(program, depth) if genre is not None else None
    yield own or propagation.grade(program, depth=depth)
