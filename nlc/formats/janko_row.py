"""What Janko's text calls the genres, and the signs that it writes into cells."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct, field

from nlc.formats.sheet import Value


class Janko(Struct, frozen=True):
    """A genre of nlc as Janko's text has it; the first of several signs is written.

    Attributes:
        names: of the genre.
        unknown: signs of a clue whose number is not told.
        circles: signs of a white and of a black circle; a text has those of one pair.
        blocked: signs of a cell that is no part of the puzzle.
        shaded: signs of a shaded cell in a solution.
        clear: signs of a cell that is not shaded in a solution.
        tetrominoes: whether a shaded cell of a solution is the letter of its tetromino.
        header: the option that a third number behind rows and columns sets.
        assumed: options that the text does not say, where they are not those of the genre.
    """

    names: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ("?",)
    circles: tuple[tuple[str, str], ...] = (("w", "b"), ("1", "2"))
    blocked: tuple[str, ...] = ("#", "x")
    shaded: tuple[str, ...] = ("x",)
    clear: tuple[str, ...] = ("-", ".")
    tetrominoes: bool = False
    header: str = ""
    assumed: Mapping[str, Value] = field(default_factory=dict)

    def colours(self, texts: Collection[str]) -> dict[str, bool]:
        """Return which signs of circles are black: those of the pair that a text has."""
        white, black = max(self.circles, key=lambda pair: sum(text in pair for text in texts))
        return {white: False, black: True}

    @property
    def marks(self) -> dict[str, bool]:
        """Which signs of a cell in a solution say that it is shaded."""
        return {**dict.fromkeys(self.clear, False), **dict.fromkeys(self.shaded, True)}
