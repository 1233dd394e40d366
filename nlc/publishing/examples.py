"""A small example of the rules of a puzzle, with its solution."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from nlc.drivers.base import Limits
from nlc.errors import UserError
from nlc.generating.batch import Batch
from nlc.generating.genre import Generator, genre
from nlc.generating.options import SETTINGS
from nlc.generating.shape import blank, parse_size
from nlc.ir.nodes import Assignment, Program
from nlc.language.files import stock_genres
from nlc.language.literals import read_literal
from nlc.language.resolve import Puzzle
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError

SIZES = "6x6", "4x4", "8x8"
"""Sizes of examples; the first one on which a puzzle can be made is taken."""

_SEED, _TRIES, _LIMITS = 1, 20, Limits(5.0)
"""For examples of one size."""


def example(puzzle: Puzzle) -> tuple[Program, Assignment] | None:
    """Return a small puzzle of the rules of another, with its options, and its solution.

    House rules are left out. There is none for a genre that cannot be made on squares.
    """
    for size in SIZES:
        try:
            generator = _generator(puzzle, size)
            (made,) = stream(partial(_make, generator), _LIMITS)
        except (UserError, WorkerStoppedError):
            continue
        if made is not None:
            program = generator.program("an example", made)
            return program, generator.planted(program, made)
    return None


def _generator(puzzle: Puzzle, size: str) -> Generator[Any]:
    """Return a generator of puzzles with the rules of another.

    Raises:
        UserError: they cannot be made.
    """
    name, request = puzzle.genre, dict[str, Any]()
    if name == "multilink":
        name, request = "numberlink", {"group": 3}
    elif name not in stock_genres():
        name = f"{puzzle.rules.span.source.path}:{puzzle.rules.name}"
    found, options = genre(name), puzzle.rules.options
    settings = {
        each: read_literal(options[each].type, item.value, each)
        for each, item in puzzle.settings.items()
        if each in found.settings
    }
    if any(option.name == "unique" for option in found.options):
        request["unique"] = True
    if settings:
        request[SETTINGS] = settings
    return found.generator(blank("square", *parse_size(size)), request)


def _make(generator: Generator[Any]) -> Iterator[Any]:
    batch = Batch(generator, _SEED)
    made = (batch.attempt(1, number)[0] for number in range(_TRIES))
    yield next((puzzle for puzzle in made if puzzle is not None), None)
