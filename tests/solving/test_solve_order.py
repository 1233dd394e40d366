"""Which links a search decides first, and that nothing else is told of it."""

from __future__ import annotations

import numpy as np
import pytest
from support.puzzles import program_of

from nlc.board import Sort
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.solving.order import activities

NUMBERLINK = """\
puzzle "corners" is numberlink {
  topology square;
  board
    1 . . . 2
    . . 3 . .
    1 . . . 2
    . . 3 . .
  end
}
"""


def told_of(text: str):
    """Return a program, its formula and the activities."""
    program = program_of(text)
    lowered = lower(program, Encoding.parse("domains=log,passes=none"))
    return program, lowered, activities(program, lowered)


def test_links_of_the_corners_come_before_those_in_the_middle() -> None:
    program, lowered, found = told_of(NUMBERLINK)
    (var,) = [v for v in program.bools if v.shown]
    numbers = np.arange(var.base, var.base + var.size, dtype=np.int32)
    names = dict(
        zip(lowered.literals(numbers).tolist(), program.board.names(Sort.LINK), strict=True)
    )
    told = [names[variable] for variable in sorted(found, key=found.get, reverse=True)]
    assert sorted(told) == sorted(names.values())
    corners = ("r1c1", "r1c5", "r4c1", "r4c5")
    of_corners = [any(corner in name for corner in corners) for name in told]
    assert of_corners == sorted(of_corners, reverse=True)
    assert sum(of_corners) == 8
    assert told[-1] == "r2c3-r3c3"
    assert 0 < min(found.values()) < max(found.values()) < 1e-6  # one conflict tells more


@pytest.mark.parametrize(
    "text",
    [
        'puzzle "s" is slitherlink { topology square; board\n 3 .\n . .\nend }',
        'puzzle "one" is numberlink { topology square; set cover = false; board\n .\nend }',
    ],
)
def test_where_no_link_is_shown_there_are_none(text: str) -> None:
    assert told_of(text)[2] == {}
