"""Why a board has no solution: as data, in words and as a picture."""

from __future__ import annotations

from nlc.pictures.svg import svg
from nlc.reasons.why import words
from nlc.reasons.why.explanation import Explanation


class Why(Explanation, frozen=True):
    """Why a puzzle has no solution; ``str`` has it in words.

    >>> import nlc
    >>> rows = "puzzle 'p' is numberlink { topology square; board|A B|B A|end }"
    >>> (puzzle,) = nlc.loads(rows.replace("|", chr(10)).replace("'", chr(34)))
    >>> why = nlc.why(puzzle)
    >>> why.status, [clue.text for clue in why.clues]
    ('contradiction', ['r1c1, r2c2 = A', 'r1c2, r2c1 = B'])

    Its attributes are those of `nlc.reasons.why.explanation.Explanation`.
    """

    def __str__(self) -> str:
        return self.text()

    def text(self, style: str = "unicode", color: bool = False) -> str:
        """Return the explanation in words, with pictures; see `nlc.reasons.why.words`."""
        return words.text(self, style, color)

    def sections(self, style: str = "unicode", color: bool = False) -> dict[str, str]:
        """Return the sections of `text`, by which of `settled` ends each; the last has no name."""
        return words.sections(self, style, color)

    def to_svg(self, style: str = "puzzle") -> str:
        """Return a picture: the clues of the first fault bold, the others faint."""
        return svg(words.drawings(self, style)[0])

    def _repr_svg_(self) -> str:
        return self.to_svg()
