"""What Simon Tatham's collection calls a genre, and how its descriptions of boards are made.

A description lists places, mostly the cells row by row: a letter from ``a`` is a run of 1 to 26
empty ones, and two numbers that would touch are parted by ``_``.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from nlc.errors import Span
from nlc.formats.lines import Text
from nlc.formats.parts import Parts
from nlc.formats.sheet import Sheet, Value


class Code:
    """How the parts of an ID round the colon are read into a sheet, and made from one."""

    def size(self, params: Text) -> tuple[tuple[int, int], Text]:
        """Return rows and columns, and what stands behind the size in the parameters.

        Raises:
            UserError: there is no size.
        """
        found = _SIZE.match(params.text)
        if found is None:
            raise params.wrong("expected the size of a board, such as 7x7", 0, len(params.text))
        cols, rows = int(found[1]), int(found[2] or found[1])
        return (rows, cols), params.cut(found.end())

    def head(self, sheet: Sheet, parts: Parts) -> str:
        """Return the size of a board as parameters have it."""
        return f"{sheet.cols}x{sheet.rows}"

    @abstractmethod
    def read(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """Put the clues of a description into a sheet, whose size is known.

        Raises:
            UserError: the description is wrong.
        """

    @abstractmethod
    def write(self, sheet: Sheet, parts: Parts) -> str:
        """Take the clues of a sheet, and return their description.

        Raises:
            UserError: it cannot say them.
        """


_SIZE = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?")


class Tatham(Struct, frozen=True):
    """A genre of nlc as a game of the collection.

    Attributes:
        game: its name, that of the program without ``sgt-``.
        title: its name in saved games.
        code: how boards are described.
        params: what may follow the size and changes no rule, as a regular expression.
        flags: letters behind the size that set an option of the genre: its name, and its value with
            and without the letter.
        refused: what may follow the size and is another rule: a regular expression, and its name.
        written: what is written behind the size.
        answer: reads a solution, as saved games have it under AUXINFO.
    """

    game: str
    title: str
    code: Code
    params: str = ""
    flags: Mapping[str, tuple[str, Value, Value]] = field(default_factory=dict)
    refused: Sequence[tuple[str, str]] = ()
    written: str = ""
    answer: Callable[[str, Sheet, Parts], None] | None = None


def runs(text: Text, places: int, clue: str, what: str) -> list[tuple[int, str, Span]]:
    """Return the clues of a description by runs.

    Args:
        text: the description.
        places: how many it must cover.
        clue: a regular expression of a clue.
        what: clues that are good, for messages.

    Returns:
        The place of each clue from 0, its text and where it stands.

    Raises:
        UserError: something is neither a clue nor a run, or there are too few or too many.
    """
    out: list[tuple[int, str, Span]] = []
    pattern, at, place = re.compile(clue), 0, 0
    while at < len(text.text):
        char, found = text.text[at], pattern.match(text.text, at)
        end = at + 1 if found is None else found.end()
        if found is not None:
            out.append((place, found[0], text.span(at, end)))
            place += 1
        elif "a" <= char <= "z":
            place += ord(char) - ord("a") + 1
        elif char != "_":
            hint = f"clues are {what}; letters from a to z are runs of empty places"
            raise text.wrong(f"'{char}' is neither a clue nor a run", at, end, hint)
        if place > places:
            raise text.wrong(f"the board has {places} places, and here is one more", at, end)
        at = end
    if place < places:
        message = f"the description ends after {place} of {places} places"
        raise text.wrong(message, max(0, at - 1), at)
    return out


def written_runs(clues: Sequence[str | None], parted: bool) -> str:
    """Return the description of places by runs; None is an empty one.

    With `parted`, there is ``_`` between numbers that would touch.
    """
    out: list[str] = []
    empty = 0
    for clue in [*clues, ""]:
        if clue is None:
            empty += 1
            continue
        while empty:
            run = min(empty, 26)
            out.append(chr(ord("a") + run - 1))
            empty -= run
        if parted and out and out[-1][-1].isdigit() and clue[:1].isdigit():
            out.append("_")
        out.append(clue)
    return "".join(out)
