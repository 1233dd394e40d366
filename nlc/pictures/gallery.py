"""Drawings of answers, and the files that they are written to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.files import atomic_writer
from nlc.ir.elaborate.program import elaborate
from nlc.pictures import PICTURES
from nlc.pictures.booklet import Booklet
from nlc.pictures.drawing import Drawing, draw
from nlc.pictures.svg import svg
from nlc.printable import printable

if TYPE_CHECKING:
    from nlc.ir.backbone import Backbone
    from nlc.ir.evaluate import Violation
    from nlc.ir.nodes import Assignment, Program
    from nlc.language.resolve import Puzzle

NUMBER = "{n}"
"""In the name of a file, stands for the number of a picture, from 1."""


def drawings(
    program: Program,
    solutions: Sequence[Assignment] = (),
    backbone: Backbone | None = None,
    difference: bool = False,
    style: str = "puzzle",
    targets: bool = False,
) -> Iterator[Drawing]:
    """Yield what is drawn of an answer: each solution, or the puzzle where there is none.

    Args:
        solutions: that were found.
        backbone: what all solutions share, which is drawn in their place.
        difference: whether there are two, and the places where they differ are drawn, too.
        targets: whether each element gets an area that a pointer hits.
    """
    if backbone is not None:
        yield draw(program, backbone, style, targets=targets)
        return
    for number, board in enumerate(solutions or (None,), 1):
        one = draw(program, board, style, targets=targets)
        several = len(solutions) > 1
        yield replace(one, title=f"{one.title}: solution {number}") if several else one
    if difference:
        first, second = solutions
        both = draw(program, (first, second), style, targets=targets)
        yield replace(both, title=f"{both.title}: where they differ")


def judged(
    program: Program, board: Assignment, broken: Sequence[Violation], style: str = "puzzle"
) -> Drawing:
    """Return a drawing of a filled board, with marks where it breaks rules, and what it breaks."""
    places: set[str] = set()
    for violation in broken:
        named = [element for _, element in violation.place]
        # A rule about the whole board tells in its message alone where it is broken.
        places.update(named or re.split(r"[\s,:]+", violation.message))
    one = draw(program, board, style, frozenset(places), reported=not broken)
    told = "; ".join(violation.message for violation in broken) or "right, by every rule"
    return replace(one, note=printable(told))


def puzzle_svg(puzzle: Puzzle, style: str, targets: bool = False) -> str:
    """Return a picture of a puzzle alone as SVG; see `Puzzle.to_svg`."""
    return svg(draw(elaborate(puzzle), None, style, targets=targets))


def write(format: str, found: Sequence[Drawing], out: str) -> None:  # noqa: A002
    """Write drawings to a file, or each to a file of its own.

    Args:
        format: the name of the picture format.
        found: the drawings.
        out: the file, ``-`` for standard output; with ``{n}`` there is one for each drawing.

    Raises:
        UserError: a file cannot be written.
    """
    picture = PICTURES.get(format)
    files = [[each] for each in found] if NUMBER in out else [found]
    for number, each in enumerate(files, 1):
        _put(picture.write(each), out.replace(NUMBER, str(number)))


def write_booklet(format: str, book: Booklet, out: str) -> None:  # noqa: A002
    """Write a booklet of puzzles with their solutions; see `nlc.pictures.booklet.booklet`.

    Raises:
        UserError: a file cannot be written.
    """
    make = PICTURES.get(format).booklet
    assert make is not None
    _put(make(book), out)


def _put(data: bytes, out: str) -> None:
    with atomic_writer(out) as stream:
        stream.write(data)
