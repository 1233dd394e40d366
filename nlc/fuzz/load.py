"""Converts puzzles of the oracle to the compiler's programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle as Read
from nlc.language.resolve import load
from nlc.language.types import check_puzzles
from nlc.oracle.case import Case


def parse_cases(puzzles: Sequence[Case]) -> Iterator[Read | UserError]:
    """Yield puzzles as the compiler parses them, or the errors.

    All are parsed together, which is faster; one by one if that fails.
    """
    texts = (puzzle.text.replace('"random"', f'"{i}"', 1) for i, puzzle in enumerate(puzzles))
    try:
        cases = load(Source("fuzz.nl", "".join(texts))).puzzles
    except UserError as error:
        if len(puzzles) == 1:
            yield error
        else:
            yield from chain.from_iterable(parse_cases([puzzle]) for puzzle in puzzles)
        return
    for case, diagnostics in zip(cases, check_puzzles(cases), strict=True):
        try:
            diagnostics.raise_errors()
        except UserError as error:
            yield error
        else:
            yield case


def program_of(case: Read | UserError) -> Program | UserError:
    """Return the program of a puzzle, or the error."""
    if isinstance(case, UserError):
        return case
    try:
        return elaborate(case)
    except UserError as error:
        return error
