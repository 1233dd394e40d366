"""The thesis's format: a line of numbers a puzzle."""

from pathlib import Path

import pytest

from nlc.errors import Source, UserError
from nlc.formats import import_puzzles
from nlc.language.syntax import BoardLiteral, Mark, SetOption

FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_width_comes_before_height_and_x_before_y():
    path = FIXTURES / "thesis_two.txt"
    puzzles = list(import_puzzles(Source("two.txt", path.read_text()), "thesis"))
    assert [p.title for p in puzzles] == ["two #1", "two #2"]
    marks = [
        {i.value.value: [at.text for at in i.places] for i in p.items if isinstance(i, Mark)}
        for p in puzzles
    ]
    assert marks == [
        {"1": ["r1c1", "r1c3"], "2": ["r2c1", "r2c3"], "3": ["r3c1", "r3c3"]},
        {"1": ["r1c1", "r1c4"], "2": ["r2c1", "r2c4"]},
    ]
    boards = [i for p in puzzles for i in p.items if isinstance(i, BoardLiteral)]
    assert [b.lines for b in boards] == [("...",) * 3, ("....",) * 2]


def test_a_terminal_points_at_its_two_coordinates():
    (puzzle,) = import_puzzles(Source("t", "5 5  0 3  4 1 "), "thesis")
    (mark,) = [i for i in puzzle.items if isinstance(i, Mark)]
    spans = [(str(at.span), at.span.end_column) for at in mark.places]
    assert spans == [("t:1:6", 9), ("t:1:11", 14)]
    assert [at.text for at in mark.places] == ["r4c1", "r2c5"]


def test_every_cell_is_covered_and_paths_may_touch():
    (puzzle,) = import_puzzles(Source("t", "2 1 0 0 1 0"), "thesis")
    set_options = {i.name.name: i.value.value for i in puzzle.items if isinstance(i, SetOption)}
    assert set_options == {"cover": True, "touch": True}


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("5 5 0 x 1 1", "t:1:7", "expected a number, found 'x'"),
        ("5 5 0 -1 1 1", "t:1:7", "expected a number, found '-1'"),
        ("5 4 0 0 1 4", "t:1:11", "y = 4 is outside 0..3"),
        ("4 5 0 0 4 1", "t:1:9", "x = 4 is outside 0..3"),
        ("5 5 0 0 1 1 2", "t:1:13", "1 number where a pair has four"),
        ("5 5 0 0 1", "t:1:5", "3 numbers where a pair has four"),
        ("5 5", "t:1:1", "no numbers where a pair has four"),
        ("5", "t:1:1", "expected the size of a board, 'W H', and its pairs"),
        ("5 5 1 1 1 1", "t:1:9", "the cell (1, 1) holds two terminals"),
        ("0 5 1 1 1 1", "t:1:1", "a board has at least one row and one column"),
        ("99999 99999 0 0 1 1", "t:1:1", "a board has at most 16777216 cells"),
    ],
)
def test_a_mistake_is_told_at_its_place(text, place, message):
    with pytest.raises(UserError) as caught:
        list(import_puzzles(Source("t", text), "thesis"))
    (item,) = caught.value.diagnostics
    assert (str(item.span), item.message) == (place, message)


def test_a_broken_line_does_not_hide_the_others():
    reader = import_puzzles(Source("t", "2 1 0 0 1 0\n2 1 0 0\n\n2 1 1 0 0 0\n"), "thesis")
    assert [next(reader).title, next(reader).title] == ["t #1", "t #3"]
    with pytest.raises(UserError, match=r"t:2:5: error: 2 numbers"):
        next(reader)
