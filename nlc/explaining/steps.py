"""Steps to a solution, in words and as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.explaining.guidance import Guidance
from nlc.explaining.telling import drawings, told
from nlc.pictures.svg import stack_drawings

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing


class Steps(Guidance, frozen=True):
    """Steps from what is drawn towards the solution; ``str`` tells the first in words.

    >>> import nlc
    >>> hint = nlc.hint(nlc.load("fixtures/first.nl")[0])
    >>> hint.status, len(hint.steps), hint.steps[0].rules[0].rule
    ('steps', 1, 'through')

    Its attributes are those of `nlc.explaining.guidance.Guidance`.
    """

    def __str__(self) -> str:
        return self.text()

    def text(self, style: str = "unicode", color: bool = False) -> str:
        """Return the outcome in words, with a picture of a hint, or of each step of a whole path.

        Args:
            style: ``unicode`` or ``ascii``.
            color: whether to write ANSI colours.
        """
        return told(self, style, color)

    def drawings(self, style: str = "puzzle") -> list[Drawing]:
        """Return a picture of each step that draws something."""
        return drawings(self, style)

    def to_svg(self, style: str = "puzzle") -> str:
        """Return the pictures of the steps as SVG, below one another."""
        return stack_drawings(self.drawings(style))

    def _repr_svg_(self) -> str:
        return self.to_svg()
