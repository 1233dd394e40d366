"""Bare boards as people type them, and what readers take for granted."""

from __future__ import annotations

import pytest

from nlc.errors import UserError
from nlc.files import read_source
from nlc.formats import detect
from nlc.ir.elaborate.program import elaborate
from nlc.load import load_puzzles

SLITHER = "3 . 1 . .\n. . 2 . 0\n. 3 . . .\n0 . . 2 .\n. . 1 . 3\n"


def programs(tmp_path, text, form="auto"):
    path = tmp_path / "board.txt"
    path.write_text(text)
    return [(puzzle, elaborate(puzzle)) for puzzle in load_puzzles(str(path), form)[0]]


@pytest.mark.parametrize(
    "text",
    [
        SLITHER,
        SLITHER.replace(" ", ""),
        SLITHER.replace(".", "-"),
        SLITHER.replace(" ", "").replace(".", "_"),
        SLITHER.replace(" ", "").replace(".", " "),
        SLITHER.replace("\n", "   \r\n"),
    ],
)
def test_a_board_of_few_digits_is_slitherlink_however_it_is_typed(tmp_path, text):
    # Two numbers in the first line would be a size.
    form = "board" if text.startswith("3 1") else "auto"
    ((puzzle, program),) = programs(tmp_path, text, form)
    assert (program.genre, dict(puzzle.puzzle.assumed)) == ("slitherlink", {"genre": "slitherlink"})
    cells = "".join(SLITHER.split())
    assert program.givens["clue"] == {i: c for i, c in enumerate(cells) if c != "."}


def test_a_rectangle_of_pairs_is_numberlink_with_numbers_of_any_length(tmp_path):
    ((_, program),) = programs(tmp_path, "10 - 11\n10 - 11\n")
    assert program.genre == "numberlink"
    assert program.givens["label"] == {0: "10", 2: "11", 3: "10", 5: "11"}
    assert (program.options["cover"], program.options["touch"]) == ("true", "true")


def test_the_genre_is_named(tmp_path):
    ((puzzle, program),) = programs(tmp_path, "1 1\n", "board:slitherlink")
    assert program.genre == "slitherlink"
    assert puzzle.puzzle.assumed == ()
    with pytest.raises(UserError, match="unknown genre 'sudoku'"):
        programs(tmp_path, "1 1\n", "board:sudoku")


def test_several_boards_stand_apart_by_empty_lines(tmp_path):
    found = programs(tmp_path, "12\n12\n\n\nAB.\n.BA\n", "board")
    assert [puzzle.puzzle.title for puzzle, _ in found] == ["board #1", "board #2"]
    assert [program.board.cols for _, program in found] == [2, 3]


def test_a_row_of_another_length_is_told_at_its_place(tmp_path):
    with pytest.raises(UserError) as caught:
        programs(tmp_path, "10 . 11\n10 .\n", "board:numberlink")
    (item,) = caught.value.diagnostics
    assert (item.message, item.span.line) == ("the row has 2 cells where the first row has 3", 2)


@pytest.mark.parametrize("text", ["hello world\n", "abc\ndef\n", "1 . 7\n. 9 .\n"])
def test_what_cannot_be_told_is_refused_with_an_example(text):
    with pytest.raises(UserError) as caught:
        detect("x", text)
    assert 'puzzle "title" is slitherlink {' in caught.value.diagnostics[0].hint


@pytest.mark.parametrize(
    ("text", "assumed"),
    [
        ("2 1\n11\n", {"cover": "true", "touch": "false"}),
        ("AA\nBB\n", {"cover": "true", "touch": "true"}),
        ("2 1 0 0 1 0\n", {"cover": "true", "touch": "true"}),
        ("2x2:3c\n", {"full": "false"}),
        ("slither/2/2/2h3\n", {}),
        ("numlin/2/1/11\n", {"cover": "false", "touch": "true"}),
        ("pzprv3\nslither\n1\n1\n. \n", {"full": "false"}),
    ],
)
def test_what_a_reader_takes_for_granted_is_told(tmp_path, text, assumed):
    ((puzzle, program),) = programs(tmp_path, text)
    assert dict(puzzle.puzzle.assumed) == assumed
    assert assumed.items() <= program.options.items()


def test_an_option_that_the_user_sets_is_not_assumed(tmp_path):
    from nlc.load import Setting

    path = tmp_path / "board.txt"
    path.write_text("2 1\n11\n")
    ((puzzle,), _) = load_puzzles(str(path), settings=[Setting("touch=true")])
    assert dict(puzzle.puzzle.assumed) == {"cover": "true"}


def test_a_url_is_its_own_text():
    url = "https://puzz.link/p?slither/5/5/8bh75dgacg63"
    assert read_source(url).text == url + "\n"
    ((puzzle,), _) = load_puzzles(url)
    assert puzzle.puzzle.title == "slither"
    with pytest.raises(UserError, match="no file"):
        read_source("https://puzz.link/rules")
