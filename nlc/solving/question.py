"""Questions about a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import TYPE_CHECKING

from msgspec import Struct

from nlc.errors import fail, require_type

if TYPE_CHECKING:
    from nlc.solving.answer import Answer


class Question(Struct, frozen=True):
    """A question about a puzzle.

    >>> Question(most=10)
    Question(most=10, keep=None, backbone=False, unique=False)

    Attributes:
        most: how many solutions to search, or None for all; with more than one, also whether there
            are others.
        keep: how many boards to return, or None for all that are found.
        backbone: search what all solutions share, in place of solutions.
        unique: search two solutions only to decide uniqueness; where there are several, stricter
            readings of the rules are tried, too.

    Raises:
        InputError: `most` is below 1, or `keep` below 0.
        TypeError: one is not a whole number.
    """

    most: int | None = 1
    keep: int | None = None
    backbone: bool = False
    unique: bool = False

    def __post_init__(self) -> None:
        for name, least in (("most", 1), ("keep", 0)):
            number = getattr(self, name)
            require_type(name, number, (int, NoneType))
            if number is not None and number < least:
                raise fail(f"{name} must be None or at least {least}, and is {number}")

    @property
    def counts(self) -> bool:
        """Whether only the number of all solutions is wanted."""
        return self.most is None and self.keep is not None and not self.backbone

    @property
    def lists(self) -> bool:
        """Whether many solutions are wanted, or the backbone."""
        return self.backbone or (self.most != 1 and not self.unique)

    @property
    def is_for_one(self) -> bool:
        """Whether any single solution answers it."""
        return self.most == 1 and not self.unique and not self.backbone

    def is_answered(self, answer: Answer) -> bool:
        """Return whether an answer decides the question."""
        if answer.status != "SATISFIABLE":
            return answer.status == "UNSATISFIABLE"
        if answer.objective is not None and not answer.is_best:
            return False
        if self.backbone:
            return answer.backbone is not None and answer.backbone.complete
        return self.most in (1, answer.count) or bool(answer.complete)


ONE = Question(1, 1)
UNIQUE = Question(2, unique=True)
COUNT = Question(None, 1)
ALL = Question(None)
BACKBONE = Question(backbone=True)


Watch = Callable[[str, int, int], None]
"""Takes reports of progress: a text, the amount of work done, and the amount of all work."""
