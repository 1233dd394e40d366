"""Drawings of answers, and the files that they are written to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nlc.dataclasses import replace
from nlc.files import atomic_writer
from nlc.pictures import PICTURES
from nlc.pictures.drawing import Drawing, draw

if TYPE_CHECKING:
    from nlc.ir.backbone import Backbone
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
        program: the puzzle.
        solutions: that were found.
        backbone: what all solutions share, which is drawn in their place.
        difference: whether there are two, and the places where they differ are drawn, too.
        style: the name of the style.
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


def puzzle_svg(puzzle: Puzzle, style: str, targets: bool = False) -> str:
    """Return a picture of a puzzle alone as SVG; see `Puzzle.to_svg`."""
    from nlc.ir.elaborate.program import elaborate
    from nlc.pictures.svg import svg

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
    files = [found]
    if NUMBER in out:
        files = [[each] for each in found]
    for number, each in enumerate(files, 1):
        data = picture.write(each)
        with atomic_writer(out.replace(NUMBER, str(number))) as stream:
            stream.write(data)
