"""The plain text format: sizes, labels, comments, and the place of every mistake."""

from pathlib import Path

import pytest

from nlc.errors import Source, UserError
from nlc.formats import import_puzzles
from nlc.language.syntax import BoardLiteral, Bool, Mark, Puzzle, SetOption, Str

FIXTURES = Path(__file__).parents[2] / "fixtures"


def marks(puzzle: Puzzle) -> dict[str, list[str]]:
    """Return the places of each label."""
    out = {}
    for item in puzzle.items:
        if isinstance(item, Mark):
            assert isinstance(item.value, Str)
            out[item.value.value] = [place.text for place in item.places]
    return out


def board(puzzle: Puzzle) -> BoardLiteral:
    return next(i for i in puzzle.items if isinstance(i, BoardLiteral))


def options(puzzle: Puzzle) -> dict[str, bool]:
    return {
        i.name.name: i.value.value
        for i in puzzle.items
        if isinstance(i, SetOption) and isinstance(i.value, Bool)
    }


def errors(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(UserError) as caught:
        list(import_puzzles(Source("p.txt", text), "text"))
    return [
        (d.span.line, d.span.column, d.message)
        for d in caught.value.diagnostics
        if d.span is not None
    ]


def test_reads_every_puzzle_of_a_file_with_comments_and_blank_lines():
    path = FIXTURES / "text_three.txt"
    puzzles = list(import_puzzles(Source(str(path), path.read_text()), "text"))
    assert [p.title for p in puzzles] == ["text_three #1", "text_three #2", "text_three #3"]
    assert [marks(p) for p in puzzles] == [
        {"1": ["r1c1", "r1c3"], "2": ["r2c1", "r2c3"], "3": ["r3c1", "r3c3"]},
        {"#": ["r1c1", "r3c1"], "a": ["r1c2", "r3c2"]},
        {"x": ["r1c1", "r1c4"], "y": ["r2c1", "r2c4"]},
    ]
    assert [board(p).lines for p in puzzles] == [("...",) * 3, ("..",) * 3, ("....",) * 2]


def test_a_board_covers_every_cell_and_forbids_touching():
    (puzzle,) = import_puzzles(Source("a.txt", "2 1\n11"), "text")
    assert puzzle.title == "a"
    assert puzzle.genre.name == "numberlink"
    assert options(puzzle) == {"cover": True, "touch": False}


def test_a_terminal_points_at_its_character():
    (puzzle,) = import_puzzles(Source("a.txt", "# c\n\n3 2\n  .x.\n..x\n"), "text")
    (mark,) = [i for i in puzzle.items if isinstance(i, Mark)]
    assert [str(place.span) for place in mark.places] == ["a.txt:4:4", "a.txt:5:3"]
    assert [place.text for place in mark.places] == ["r1c2", "r2c3"]
    assert board(puzzle).first_line == 4


def test_windows_line_ends_are_no_cells():
    (puzzle,) = import_puzzles(Source("a.txt", "2 1\r\n11\r\n"), "text")
    assert marks(puzzle) == {"1": ["r1c1", "r1c2"]}


def test_blank_lines_stand_before_rows_and_between_them():
    source = Source("p", "3 2\n\n1..\n \n..1\n\n2 1\n\n11\n")
    first, second = import_puzzles(source, "text")
    assert marks(first) == {"1": ["r1c1", "r2c3"]}
    assert marks(second) == {"1": ["r1c1", "r1c2"]}


def test_nothing_after_the_end_mark_is_read():
    assert len(list(import_puzzles(Source("a.txt", "2 1\n11\n0 0\njunk"), "text"))) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 2\n1..\n..\n", [(3, 2, "the row has 2 cells where the size says 3")]),
        ("3 2\n1...\n..1\n", [(2, 4, "the row has 4 cells where the size says 3")]),
        ("3 2\n1..\n", [(1, 1, "the board has 1 of its 2 rows")]),
        ("3 2\n1..\n\n\n", [(1, 1, "the board has 1 of its 2 rows")]),
        ("3 2\n1..\n\n2 1\n11\n", [(1, 1, "the board has 1 of its 2 rows")]),
        ("3 2\n1 .\n..1\n", [(2, 2, "a blank inside a row")]),
        ("0 2\n\n", [(1, 1, "a board has at least one row and one column")]),
        ("2 1\n11\n22\n", [(3, 1, "expected the size of a board, 'W H'")]),
        ("  3 x\n", [(1, 3, "expected the size of a board, 'W H'")]),
    ],
)
def test_a_mistake_is_told_at_its_place(text, found):
    assert errors(text) == found


def test_a_broken_puzzle_hides_neither_the_others_nor_their_mistakes():
    source = Source("a.txt", "2 1\n1.1\n2 1\n22\n1 2\n3\n33\n2 1\n44\n")
    reader = import_puzzles(source, "text")
    assert [next(reader).title, next(reader).title] == ["a #2", "a #4"]
    with pytest.raises(UserError) as caught:
        next(reader)
    assert [str(d.span) for d in caught.value.diagnostics] == ["a.txt:2:3", "a.txt:7:2"]
