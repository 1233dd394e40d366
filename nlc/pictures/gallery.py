"""Draws answers, and writes the drawings to files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from nlc.files import NUMBER, atomic_writer
from nlc.ir.backbone import Backbone
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import Violation
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.pictures import PICTURES
from nlc.pictures.booklet import Booklet
from nlc.pictures.drawing import Drawing, draw
from nlc.pictures.svg import svg
from nlc.printable import printable


def drawings(
    program: Program,
    solutions: Sequence[Assignment] = (),
    backbone: Backbone | None = None,
    difference: bool = False,
    style: str = "puzzle",
    targets: bool = False,
) -> Iterator[Drawing]:
    """Yield the drawings of an answer: each solution, or the puzzle if there is none.

    Args:
        solutions: those of the answer.
        backbone: drawn in their place.
        difference: whether there are two, and a drawing of their differences follows.
        targets: whether each element gets an area for pointers.
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


def draw_violations(
    program: Program, board: Assignment, broken: Sequence[Violation], style: str = "puzzle"
) -> Drawing:
    """Return a drawing of a filled board that marks its violations of rules, and lists them."""
    places: set[str] = set()
    for violation in broken:
        named = [element for _, element in violation.place]
        # A rule about the whole board names its places in its message only.
        places.update(named or re.split(r"[\s,:]+", violation.message))
    one = draw(program, board, style, frozenset(places), reported=not broken)
    note = "; ".join(violation.message for violation in broken) or "right, by every rule"
    return replace(one, note=printable(note))


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
        with atomic_writer(out.replace(NUMBER, str(number))) as stream:
            stream.write(picture.write(each))


def write_booklet(format: str, book: Booklet, out: str) -> None:  # noqa: A002
    """Write a booklet of puzzles with their solutions; see `nlc.pictures.booklet.booklet`.

    Raises:
        UserError: a file cannot be written.
    """
    make = PICTURES.get(format).booklet
    assert make is not None
    with atomic_writer(out) as stream:
        stream.write(make(book))
