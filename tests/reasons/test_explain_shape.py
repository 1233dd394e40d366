"""Walls and holes that a contradiction needs, by brute force and on boards drawn by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from oracle.case import TILINGS, Case
from oracle.random_boards import random_case

import nlc
from nlc.errors import UserError
from nlc.ir.evaluate import violations
from nlc.reasons.why.shape import PartSubsets, parts, without

WALLED = """
puzzle "one wall too many" is numberlink { topology square; set cover = false;
wall r1c1|r2c1, r2c2|r2c3, r1c1|r1c2;
board
A . . .
. . . .
B . . A
. . . B
end }
"""

HOLES = """
puzzle "three next to nothing" is slitherlink { topology square;
legend { "__" = hole; "x" = clue: 0; }
board
.  .  .  .
.  __ 3  .
3  __ x  .
.  .  .  .
end }
"""


def _unsolvable(tiling: str, genre: str) -> Iterator[Case]:
    random = Random(f"shape {tiling} {genre}")
    while True:
        case = random_case(random, genre, tiling)
        drawn = case.drawn
        if (drawn.walls or "#" in "".join(drawn.rows)) and not case.ports and not case.solutions():
            yield case


def _opened(case: Case) -> Iterator[tuple[tuple[str, ...], Case]]:
    """Yield a case without each of its walls and holes, with their names."""
    drawn = case.drawn
    for i, pair in enumerate(drawn.walls):
        yield (
            pair,
            replace(case, drawn=replace(drawn, walls=drawn.walls[:i] + drawn.walls[i + 1 :])),
        )
    for row, line in enumerate(drawn.rows):
        columns = [i for i, token in enumerate(line) if token != " "]
        for ordinal, at in enumerate(columns, 1):
            if line[at] == "#":
                lines = (line[:at] + "." + line[at + 1 :],)
                rows = drawn.rows[:row] + lines + drawn.rows[row + 1 :]
                yield (f"r{row + 1}c{ordinal}",), replace(case, drawn=replace(drawn, rows=rows))


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("genre", ["numberlink", "slitherlink"])
@pytest.mark.parametrize("tiling", TILINGS)
def test_walls_and_holes_that_can_go_are_those_of_brute_force(tiling: str, genre: str) -> None:
    for case in islice(_unsolvable(tiling, genre), 2):
        (puzzle,) = nlc.loads(case.text)
        why = nlc.why(puzzle, repair=True)
        found = {opening.part.names: opening for opening in why.openings}
        assert {part.names for part in parts(puzzle)} == {names for names, _ in _opened(case)}
        assert {part.names for part in why.parts} >= set(found)
        for names, other in _opened(case):
            solutions = other.solutions()
            if names in found:
                assert solutions, (case.text, names)
                assert found[names].unique == (len(solutions) == 1)
            elif len(names) == 2 or names in {part.names for part in why.parts}:
                # A hole that goes is a cell more, which may itself be what has no solution.
                assert not solutions, (case.text, names)


@pytest.mark.slow
@pytest.mark.parametrize("text", [WALLED, HOLES])
def test_clues_stand_without_any_of_the_parts_and_never_with_all(text: str) -> None:
    (puzzle,) = nlc.loads(text)
    why = nlc.why(puzzle)
    assert why.parts
    kept = PartSubsets(puzzle, {group.text for group in why.clues})
    left = {i for i, part in enumerate(kept.parts) if part in why.parts}
    assert kept.solution(left) is None
    for one in left:
        assert kept.solution(left - {one}) is not None


@pytest.mark.slow
def test_they_are_told_drawn_and_written() -> None:
    (puzzle,) = nlc.loads(WALLED)
    why = nlc.why(puzzle, repair=True)
    assert [str(part) for part in why.parts] == ["wall r1c1|r2c1", "wall r1c1|r1c2"]
    assert "; with the walls r1c1|r2c1, r1c1|r1c2" in str(why)
    opening = why.openings[0]
    program, board = why.opened(opening)
    assert not violations(program, board)
    assert f"take away the {opening.part}" in str(why)
    data = json.loads(json.dumps(why.to_json()))
    assert data["faults"][0]["parts"][0] == {"kind": "wall", "elements": ["r1c1", "r2c1"]}
    assert data["openings"][0]["solution"] == program.solution_json(board)


def test_a_board_that_cannot_be_stated_without_its_hole_keeps_it() -> None:
    rooms = """
puzzle "no room" is norinori { topology square;
board room
a a a
a # b
a b b
end }
"""
    (puzzle,) = nlc.loads(rooms)
    (hole,) = parts(puzzle)
    with pytest.raises(UserError):
        nlc.elaborate(without(puzzle, [hole]))
    assert nlc.why(puzzle).parts == ()
