"""The options of generators: arguments of ``nlc generate``, and fields of the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from nlc.errors import fail, suggest
from nlc.grading.grade import LEVELS

ANY = "any"
"""Instead of a level: puzzles are graded, and all are kept."""

OF_METHOD = "method"
"""The group of options that follow the name of a method."""


class Option(Struct, frozen=True):
    """An option of a generator.

    Attributes:
        name: as in `nlc.generating.genre.Genre.generator`; its argument is ``--NAME``, or of the
            group `OF_METHOD` ``--method METHOD:NAME``, ``--method METHOD:NAME=VALUE``.
        text: its effect.
        more: more words for the help, with the punctuation before them.
        kind: ``flag``: it is on or off; ``number``: from 1 up; ``text``: another value, one of
            `choices` if it has some; ``rows``: lines of text, which the command line reads from a
            file.
        metavar: the name of the value in the help.
        choices: the values, the default first where there is one.
        on: of a flag, whether it is on by default.
        group: where the help lists it: ``puzzles``, ``board``, `OF_METHOD`, or the name of a genre.
    """

    name: str
    text: str
    more: str = ""
    kind: Literal["flag", "number", "text", "rows"] = "flag"
    metavar: str | None = None
    choices: tuple[str, ...] = ()
    on: bool = False
    group: str = "puzzles"

    @property
    def help(self) -> str:
        """The text of the help."""
        return self.text + self.more


UNIQUE = Option("unique", "exactly one solution", ", proved (always so but for numberlink)")
_ON_BOARD = "put them on the board of a puzzle, with its options"
BOARD = (
    Option("board", _ON_BOARD, kind="text", metavar="FILE", group="board"),
    Option("puzzle", "title, or number from 1, of that puzzle", "", "text", "NAME", group="board"),
)
SETTINGS = "settings"
"""The argument ``--set``: options of the rules, which not every generator has."""


def method(names: Iterable[str]) -> Option:
    """Return the option that names the method; the default comes first."""
    more = ", such as loops or scatter:parity; see below"
    return Option("method", "how they are made", more, "text", "NAME", tuple(names))


def parse_method(text: str, options: Iterable[Option]) -> dict[str, Any]:
    """Return the values of options by name that a text such as ``scale:bisect:failures=3`` gives.

    Raises:
        UserError: an option is unknown, given twice, or its value is wrong.
    """
    known = {option.name: option for option in options if option.group == OF_METHOD}
    name, *items = text.split(":")
    values: dict[str, Any] = {"method": name}
    for item in items:
        key, _, value = item.partition("=")
        if key not in known:
            hint = suggest(key, known) or f"its options: {', '.join(known)}"
            raise fail(f"the method {name} has no option '{key}'", hint=hint)
        if key in values:
            raise fail(f"the method {name} has its option '{key}' twice")
        if known[key].kind == "number":
            if not (value.isascii() and value.isdigit() and int(value)):
                raise fail(f"'{key}' is a whole number from 1 up", hint=f"such as {name}:{key}=3")
            values[key] = int(value)
        elif value not in ("", "true", "false"):
            raise fail(f"'{key}' is true or false")
        else:
            values[key] = value != "false"
    return values


_GRADED = "grade the puzzles, and keep those of one level"
DIFFICULTY = Option("difficulty", _GRADED, "; implies --unique", "text", choices=(ANY, *LEVELS))

_NEEDED = "puzzles that need this technique"
TECHNIQUE = Option("technique", _NEEDED, ", such as X-wing", "text", "NAME")

SYMMETRIES = ("none", "rotate", "mirror", "both", "diagonal")
SYMMETRY = Option("symmetry", "how the places of clues are symmetric", "", "text", None, SYMMETRIES)

_NUMBERS = ", such as 20, 20..30, or 30..40% of the cells"
PLACING = (
    Option("clues", "how many clues", _NUMBERS, "text", "N..M"),
    Option("mask", "where clues may be", ": not where the drawing has '.'", "rows", "FILE"),
    Option("with", "the values that clues have", ", such as 3,4", "text", "VALUES"),
    Option("without", "the values that they have not", "", "text", "VALUES"),
    Option("minimal", "no clue can go without another solution, proved"),
    Option("fewest", "as few clues as the solution needs", ", or the best found and its bound"),
)
"""The options about clues; with one of them they are not symmetric by default."""

OPEN_OPTIONS = (PLACING[0], SYMMETRY, *PLACING[1:], DIFFICULTY, TECHNIQUE)
"""The options of genres whose puzzles are made from their rules."""


class Habits(NamedTuple):
    """What a genre whose puzzles are not made from its rules does otherwise than others.

    Attributes:
        usual: the options of a usual puzzle.
        makes: further genres whose puzzles it makes, with the options for them.
        graded: whether puzzles of the usual level are wished, as that takes little of the time.
        fixed: the settings of all its puzzles, for a hint; empty if they can be set.
    """

    usual: Mapping[str, bool | int | str] = {}
    makes: Mapping[str, Mapping[str, bool | int | str]] = {}
    graded: bool = True
    fixed: str = ""
