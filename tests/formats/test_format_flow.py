"""Flow Free text: square boards of rows alone."""

from pathlib import Path

import pytest

from nlc.errors import Source, UserError
from nlc.formats import import_puzzles
from nlc.language.syntax import BoardLiteral, Mark, SetOption

FIXTURES = Path(__file__).parents[2] / "fixtures"


def places(puzzle):
    return {
        item.value.value: [(place.text, str(place.span)) for place in item.places]
        for item in puzzle.items
        if isinstance(item, Mark)
    }


def test_letters_are_terminals_that_point_at_their_characters():
    path = FIXTURES / "flow_five.txt"
    (puzzle,) = import_puzzles(Source("five.txt", path.read_text()), "flow")
    assert places(puzzle) == {
        label: [(f"r{row}c1", f"five.txt:{row}:1"), (f"r{row}c5", f"five.txt:{row}:5")]
        for row, label in enumerate("ABCDE", 1)
    }


def test_every_cell_is_covered_and_paths_may_touch():
    (puzzle,) = import_puzzles(Source("f", "A-A\n+++\nBaB\n"), "flow")
    set_options = {i.name.name: i.value.value for i in puzzle.items if isinstance(i, SetOption)}
    assert set_options == {"cover": True, "touch": True}


def test_any_other_character_is_an_empty_cell_even_a_blank():
    (puzzle,) = import_puzzles(Source("f", "A#1\n   \nA-1\n"), "flow")
    assert set(places(puzzle)) == {"A", "1"}
    (literal,) = [i for i in puzzle.items if isinstance(i, BoardLiteral)]
    assert literal.lines == ("...",) * 3


def test_boards_may_follow_each_other():
    titles = [
        p.title for p in import_puzzles(Source("f.txt", "\nAA\nBB\n\n\nC.\nC.\nDD\n.."), "flow")
    ]
    assert titles == ["f #1", "f #2", "f #3"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("A..\n..A\n", "f:1:1", "the board has 2 of its 3 rows"),
        ("A..\n....\n..A\n", "f:2:4", "the row has 4 cells where the first row has 3"),
        ("A..\n..\n..A\n", "f:2:2", "the row has 2 cells where the first row has 3"),
    ],
)
def test_a_mistake_is_told_at_its_place(text, place, message):
    with pytest.raises(UserError) as caught:
        list(import_puzzles(Source("f", text), "flow"))
    (item,) = caught.value.diagnostics
    assert (str(item.span), item.message) == (place, message)
