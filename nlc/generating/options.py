"""The options of generators: arguments of ``nlc generate``, and fields of the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from nlc.generating.grade import ANY
from nlc.generating.lookahead import DEEPEST, deep_levels


class Option(Struct, frozen=True):
    """An option of a generator.

    Attributes:
        name: as in `nlc.generating.genre.Genre.generator`; its argument is ``--NAME``.
        text: what it does.
        more: what the help says beside it, with the punctuation before.
        kind: ``flag``: it is on if given; ``switch``: ``--no-NAME`` turns it off; ``number``: from
            1 up; ``text``: another value, one of `choices` if it has some.
        metavar: what stands for the value in the help.
        choices: the values, the default first where there is one.
        on: of a switch, whether it is on by default.
        group: where the help lists it: ``puzzles``, ``board``, or the name of a genre.
    """

    name: str
    text: str
    more: str = ""
    kind: Literal["flag", "switch", "number", "text"] = "flag"
    metavar: str | None = None
    choices: tuple[str, ...] = ()
    on: bool = False
    group: str = "puzzles"

    @property
    def help(self) -> str:
        """What the help says."""
        return self.text + self.more


UNIQUE = Option("unique", "exactly one solution", ", proved (always so for slitherlink)")
BOARD = (
    Option(
        "board",
        "put them on the board of a puzzle, with its options",
        "",
        "text",
        "FILE",
        group="board",
    ),
    Option("puzzle", "title, or number from 1, of that puzzle", "", "text", "NAME", group="board"),
)
SETTINGS = "settings"
"""The argument ``--set``: options of the rules, which not every generator can keep."""


def method(names: Iterable[str]) -> Option:
    """Return the option that names the method; the default comes first."""
    return Option("method", "how they are made", "; see below", "text", "NAME", tuple(names))


def grading(levels: Sequence[str]) -> tuple[Option, Option]:
    """Return the options about grades, of a genre with these levels at depth 1."""
    every = (ANY, *deep_levels(levels, DEEPEST))
    return (
        Option(
            "difficulty",
            "grade the puzzles, and keep those of one level",
            "; implies --unique",
            "text",
            choices=every,
        ),
        Option(
            "depth",
            "look up to K segments ahead to grade",
            f", 1 (default) to {DEEPEST}",
            "number",
            "K",
        ),
    )
