"""What may be refused, by kind and door; and what is wrong, as it is not."""

from __future__ import annotations

import traceback
from collections.abc import Mapping

from msgspec import Struct

import nlc
from matrix.cases import cases
from matrix.doors import DOORS
from matrix.kinds import Kind


class Refusal(Struct, frozen=True):
    """What a door may refuse.

    Attributes:
        door: its name.
        kinds: the values of the factors of such kinds.
        says: part of the refusal.
        what: such kinds in words.
        where: the door in words.
        why: it cannot be done.
    """

    door: str
    kinds: Mapping[str, str | tuple[str, ...]]
    says: str
    what: str
    where: str
    why: str

    def fits(self, kind: Kind, door: str) -> bool:
        """Return whether a kind is refused at a door."""
        return door == self.door and kind.has(**self.kinds)

    def __str__(self) -> str:
        return f"| {self.what} | {self.where} | {self.why} |"


DRAWN = ("squares", "hexagons")

REFUSED = (
    Refusal(
        "generate",
        {"board": "graph"},
        "there is no tiling 'graph'",
        "a graph",
        "`nlc generate`",
        "it has no size from which it could be drawn",
    ),
    Refusal(
        "generate",
        {
            "board": DRAWN,
            "given": "always there",
            "given_type": ("from 0", "negative", "beyond", "listed", "list"),
        },
        "cannot be drawn at random",
        "a clue of every element: numbers, words, lists",
        "`nlc generate`",
        "none can be taken away; only rooms and sides are drawn at random",
    ),
    Refusal(
        "generate",
        {
            "board": DRAWN,
            "given_over": ("link", "border", "vertex", "line"),
            "given": "always there",
            "given_type": "name",
        },
        "cannot be drawn at random",
        "a name of every link, border, vertex or line",
        "`nlc generate`",
        "names of cells are rooms, names of others are nothing that could be drawn",
    ),
    Refusal(
        "generate",
        {"board": DRAWN, "given": "may be missing", "given_type": "list"},
        "the value has to be known here",
        "`sum g(x)` of a list",
        "`nlc generate`",
        "the numbers of a list that is still to be chosen have no sum; `runs` can be chosen",
    ),
    Refusal(
        "answering",
        {"variable_over": ("line", "puzzle"), "role": ("shown", "fixed")},
        "v has no tool",
        "a shown value of a line, or of the whole puzzle",
        "tools of the page",
        "it has no place on the board; *Check* looks for it",
    ),
    Refusal(
        "answering",
        {"variable_over": "line", "role": "over a set"},
        "v has no tool",
        "a shown value of a set of lines",
        "tools of the page",
        "it has no place on the board; *Check* looks for it",
    ),
    Refusal(
        "answering",
        {"role": ("over two sets", "over pairs")},
        "v has no tool",
        "a shown value over two sets, or over pairs",
        "tools of the page",
        "a pair has no place on the board; *Check* looks for it",
    ),
)


def wrong(kind: Kind, door: str) -> list[str]:
    """Return what a door does wrong with a kind.

    What is refused is right where a refusal says so; there, what is not refused is wrong.
    """
    lines = []
    try:
        lines += DOORS[door](cases(kind))
    except nlc.InputError as error:
        lines.append(str(error))
    except Exception:  # each failure is told by its kind and door
        lines.append(traceback.format_exc())
    for refusal in REFUSED:
        if refusal.fits(kind, door):
            rest = [line for line in lines if refusal.says not in line]
            if len(rest) == len(lines):
                rest.append(f"is not refused: {refusal.says}")
            lines = rest
    return lines
