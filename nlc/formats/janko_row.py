"""What Janko's text calls the genres, and the signs that it writes into cells."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from nlc.formats.sheet import Value


class Janko(Struct, frozen=True):
    """A genre of nlc as Janko's text has it; the first of several signs is written.

    Attributes:
        names: of the genre.
        unknown: signs of a clue whose number is not told.
        white: signs of a white circle.
        black: signs of a black circle.
        blocked: signs of a cell that is no part of the puzzle.
        shaded: signs of a shaded cell in a solution.
        clear: the sign of a cell that is not shaded in a solution.
        header: the option that a third number behind rows and columns sets.
        assumed: options that the text does not say, where they are not those of the genre.
    """

    names: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ("?",)
    white: tuple[str, ...] = ("w", "1")
    black: tuple[str, ...] = ("b", "2")
    blocked: tuple[str, ...] = ("#", "x")
    shaded: tuple[str, ...] = ("x",)
    clear: str = "-"
    header: str = ""
    assumed: Mapping[str, Value] = field(default_factory=dict)
