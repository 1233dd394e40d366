"""Packs of Flow Free: levels with their solutions, and mistakes."""

from __future__ import annotations

import pytest

import nlc
from nlc.errors import UserError

SQUARE = "5,0,1,5;18,17,12;21,16,11,6;3,4,9;0,1,2,7,8,13,14,19,24,23,22;20,15,10,5"
WALL = "3:2+B,0,2,1,,0_0B,1|4;1,2,5,4,3"
WALLED = "W_3:2:I,0,3,2,,,0|3:1|4:2|5;0,1,2;3,4,5"
BRIDGE = "3,0,4,2,4,0:2:6:8;3,4,5;1,4,7"


def level(text: str) -> nlc.Puzzle:
    (puzzle,) = nlc.loads(f"{text}\n")
    return puzzle


@pytest.mark.parametrize("text", [SQUARE, WALL, WALLED, BRIDGE])
def test_the_solution_of_a_level_is_the_only_one(text: str):
    puzzle = level(text)
    assert puzzle.genre == "numberlink"
    assert dict(puzzle.tree.assumed) == {"cover": "true", "touch": "true"}
    assert nlc.check(puzzle, puzzle.tree.solution) == []
    answer = nlc.solve(puzzle, nlc.UNIQUE)
    assert answer.unique
    assert set(answer.board.to_json()["line"]) == set(puzzle.tree.solution["line"])


def test_a_pack_is_many_levels_and_a_mistake_is_told_at_its_line():
    pack = f"{SQUARE}\n# x\n\n"
    puzzles = nlc.loads(pack + BRIDGE + "\n")
    assert len(puzzles) == 2
    with pytest.raises(UserError) as caught:
        nlc.loads(pack + "3,0,1,1;0,1\n" + BRIDGE + "\n")
    (item,) = caught.value.diagnostics
    assert item.span is not None and item.span.line == 4
    assert item.message == "cell 2 is passed by no path"


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("3,0,1,1;0,1,2,5,4,3,6,7,9", "expected a cell from 0 to 8", 25),
        ("3,0,1,1;0,1,2,3,4,5,6,7,8", "between cells 2 and 3 of the path is no common side", 13),
        ("2,0,1,2,,,0|1;0,1;2,3", "between cells 0 and 1 of the path is a wall", 15),
        ("2,0,1,1,,,0|3;0,1,3,2", "a wall must be between neighbours", 11),
        ("2,0,1,1,,,01;0,1,3,2", "expected a wall between two cells", 11),
        ("2,0,1,3;0,1;2,3", "here are 2 paths, not 3", 7),
        ("2,0,1,1,,3;0,1,3", "cell 3 is a hole", 16),
        ("2,0,1,2;0,1;1,3", "a path ends on a bridge, or on the end of another path", 13),
        ("2,0,1,1;0", "a path has two ends", 9),
        ("2,0,1,1;0,1,3,1", "cell 1 is passed 2 times", 1),
        ("0,0,1,1;0,1", "a board has at least one row", 1),
        ("2x,0,1,1;0,1", "expected the size of a board", 1),
        ("3,0,4,2,4,0:2:6:8;3,4,1;5,4,7", "a path goes straight over a bridge", 21),
        ("3,0,4,2,4,0:2:6:8;3,4,5;1,7", "of the path is no common side", 25),
        ("2,0,1,1,,,,,5;0,1,3,2", "a header ends with its walls", 12),
    ],
)
def test_mistakes_are_told_at_their_place(text: str, said: str, column: int):
    with pytest.raises(UserError) as caught:
        nlc.loads(f"{text}\n", format="flowfree")
    item = caught.value.diagnostics[0]
    assert said in item.message
    assert item.span is not None and item.span.column == column


def test_a_way_over_the_rim_is_refused_with_the_reason():
    with pytest.raises(UserError, match="a pack does not define where a path may leave the board"):
        level("3,0,1,3;0,2;1,4,7;3,5,8,6")


def test_what_packs_cannot_say_is_refused():
    (other,) = nlc.loads(
        'puzzle "p" is numberlink { set touch = false; topology square; board\n1 1\n2 2\nend\n}'
    )
    with pytest.raises(UserError, match="take touch=true for granted"):
        other.to("flowfree", solution=True)
    with pytest.raises(UserError, match="add --solution"):
        other.to("flowfree")


def test_a_genre_that_it_cannot_say_is_named_before_a_solution_is_asked_for():
    (other,) = nlc.loads("https://puzz.link/p?nurikabe/2/2/3i")
    with pytest.raises(nlc.InputError, match="is for numberlink, not for nurikabe"):
        other.to("flowfree")
