"""Puzzles made to order: what `nlc.generate` returns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from nlc.errors import Source, fail
from nlc.generating.batch import Batch
from nlc.generating.genre import genre as find
from nlc.generating.genre import require_options
from nlc.generating.shape import blank
from nlc.generating.writer import Writer
from nlc.process.executors import opened
from nlc.puzzle import Puzzle
from nlc.solving.solution import Solution


class GeneratedPuzzle(Struct, frozen=True, eq=False):
    """A puzzle that was made; ``str`` is its text in the puzzle language.

    >>> import nlc
    >>> (made,) = nlc.generate("numberlink", "6x6", pairs=4, unique=True)
    >>> made.unique, nlc.unique(made.puzzle), nlc.check(made.puzzle, made.solution)
    (True, True, [])

    Attributes:
        text: in the puzzle language.
        puzzle: the same, read.
        solution: the one that it was made from.
        unique: whether it was proved that there is no other.
        grade: how hard it is, if that was asked for.
    """

    text: str
    puzzle: Puzzle
    solution: Solution
    unique: bool
    grade: str | None

    def __str__(self) -> str:
        return self.text


def generate(
    genre: str,
    size: str,
    tiling: str,
    count: int,
    seed: int,
    jobs: int,
    options: dict[str, Any],
) -> Iterator[GeneratedPuzzle]:
    """Yield puzzles; see `nlc.generate`."""
    from nlc.loading import puzzles_of

    cols, cross, rows = size.partition("x")
    if not (cross and cols.isdecimal() and rows.isdecimal() and int(cols) and int(rows)):
        raise fail(f"'{size}' is not a size such as 10x10")
    require_options(genre, options)
    generator = find(genre).generator(blank(tiling, int(cols), int(rows)), options)
    batch = Batch(generator, seed, count)
    writer = Writer(batch)
    with opened(None, min(jobs, count)) as executor:
        for item in batch.items(executor):
            if item.puzzle is None:
                continue
            text = writer.text(item)
            (puzzle,), _ = puzzles_of(Source("<generated>", text))
            program, planted = writer.board(item)
            grade = None if item.puzzle.grade is None else str(item.puzzle.grade)
            solution = Solution(program, planted)
            yield GeneratedPuzzle(text, Puzzle.of(puzzle), solution, item.puzzle.unique, grade)
