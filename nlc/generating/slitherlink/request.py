"""What Slitherlink puzzles are wanted."""

from __future__ import annotations

from msgspec import Struct, field

from nlc.generating.shape import Shape
from nlc.generating.slitherlink.clues import Removal
from nlc.generating.slitherlink.scale import Line


class SlitherlinkRequest(Struct, frozen=True):
    """What puzzles are wanted.

    Attributes:
        shape: the board, whose tiling and outline `line` has, too.
        line: what the line is to be like, with the outline of the board.
        removal: how clues are taken away.
        difficulty: the level that each puzzle must have, `ANY` if it is to be graded only, or None.
        depth: how far ahead the grader looks, from 1.
    """

    shape: Shape
    line: Line
    removal: Removal = field(default_factory=Removal)
    difficulty: str | None = None
    depth: int = 1
