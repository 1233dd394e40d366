"""Game IDs of Loopy: which face is which cell, what is read and written, and mistakes."""

from __future__ import annotations

import pytest

import nlc
from nlc import formats
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.language.syntax import BoardLiteral, Mark
from nlc.loading import load_puzzles


def read(text: str):
    return list(formats.import_puzzles(Source("g.txt", text), "loopy"))


def clues(puzzle) -> dict[str, int]:
    return {
        place.text: item.value.value
        for item in puzzle.items
        if isinstance(item, Mark)
        for place in item.places
    }


def program(text: str):
    return elaborate(load(Source("p.nl", text)).puzzles[0])


def test_digits_letters_and_runs_are_read():
    (puzzle,) = read("4x2t0dn:3a02b1a")
    assert clues(puzzle) == {"r1c1": 3, "r1c3": 0, "r1c4": 2, "r2c3": 1}
    (big,) = read("7:zw")
    (board,) = [item for item in big.items if isinstance(item, BoardLiteral)]
    assert board.lines == (".......",) * 7
    assert clues(read("2x1t2:5A")[0]) == {"r1c1": 5, "r1c2": 10}


def test_a_clue_points_at_its_character():
    (puzzle,) = read("2x2t0:a3b")
    (mark,) = [item for item in puzzle.items if isinstance(item, Mark)]
    assert str(mark.places[0].span) == "g.txt:1:8"


def test_a_file_holds_one_puzzle_a_line(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text("# comment\n2:3333\n\n2x1t0de:30\n")
    cases, _ = load_puzzles(str(path))
    assert [case.tree.title for case in cases] == ["two #1", "two #2"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("2:3334x", "1:7", "the board has 4 places, and here is one more"),
        ("2:aaaaa", "1:7", "the board has 4 places, and here is one more"),
        ("2:3e", "1:4", "the board has 4 places, and here is one more"),
        ("2:33", "1:4", "the description ends after 2 of 4 places"),
        ("2:", "1:3", "the description ends after 0 of 4 places"),
        ("2:3_33", "1:4", "'_' is not a clue"),
        ("0x3:a", "1:1", "a board has at least one row and one column"),
        ("99999x99999:a", "1:1", "a board has at most 16777216 cells"),
        ("2x2t7:aaaa", "1:4", "grids of type 7 are not known here"),
        ("7x7t0de#123456", "1:8", "this is the seed of a random game, which only Loopy can make"),
        ("2y2:aaaa", "1:1", "expected a game ID of Loopy"),
        ("hello", "1:1", "expected a game ID of Loopy"),
        ("  2:33x", "1:7", "the board has 4 places, and here is one more"),
    ],
)
def test_a_mistake_is_told_at_its_place(text, place, message):
    with pytest.raises(UserError) as caught:
        read(text)
    (item,) = caught.value.diagnostics
    assert (str(item.span), item.message) == (f"g.txt:{place}", message)


def test_a_broken_line_does_not_hide_the_others():
    reader = formats.import_puzzles(Source("g.txt", "2:3333\n2:3\n1:4\n"), "loopy")
    assert [next(reader).title, next(reader).title] == ["g #1", "g #3"]
    with pytest.raises(UserError, match=r"g\.txt:2:3"):
        next(reader)


@pytest.mark.parametrize(
    ("topology", "rows", "expected"),
    [
        # Hexagons with a pointed top, seen from the side, and then from behind.
        ("hex", ["1 2 3", " 4 5 a"], "2x3t2:14253a\n"),
        ("hex", [" 1 2 3", "4 5 a"], "2x3t2:3a2514\n"),
        # Rows of triangles the other way round, mirrored.
        ("triangle(first=up)", ["1 2 3 0", "a 1 2 3"], "2x2t1:0321321a\n"),
    ],
)
def test_a_board_that_is_one_of_loopys_seen_otherwise_is_written_as_that(topology, rows, expected):
    drawn = "\n".join(rows).replace("a", ".")
    text = f'puzzle "p" is slitherlink {{ topology {topology};\nboard\n{drawn}\nend\n}}'
    assert formats.FORMATS.get("loopy").write(program(text)) == expected.replace("aa", "b")


PORTS = "mark port = inlet at r1c1.corner(NW); mark port = outlet at r1c1.corner(NE);"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("topology square(wrap=horizontal); board\n1 . . .\n. . . .\nend", "no such board"),
        ("topology square; board\n1 # .\nend", "no such board"),
        ("topology hex; board\n 1 .\n. . .\nend", "no such board"),
        ("topology triangle(first=down); board\n1 . .\n. . .\nend", "no such board"),
        ("topology square; set full = true; board\n1 .\nend", "take full=false for granted"),
        (f"topology square; board\n1 .\nend\n{PORTS}", "has no inlet and outlet"),
        (
            "topology square; board\n1 .\nend\nrule house { line[r1c1.side(N)]; }",
            "cannot express the rule 'house'",
        ),
        ("topology square; board\n1 .\nend\ndrop single;", "that the rule 'single' is dropped"),
    ],
)
def test_what_the_format_cannot_say_is_refused(text, message):
    with pytest.raises(UserError, match=message):
        formats.FORMATS.get("loopy").write(program(f'puzzle "p" is slitherlink {{ {text} }}'))


def test_another_genre_is_refused():
    text = 'puzzle "p" is numberlink { topology square; board\nA . A\nend\n}'
    with pytest.raises(UserError, match="for slitherlink, not for numberlink"):
        formats.FORMATS.get("loopy").write(program(text))


def test_a_clue_of_one_sign_comes_back_as_one_sign():
    (puzzle,) = nlc.loads("2x2t0:Zc\n", format="loopy")
    assert puzzle.to("loopy") == "2x2t0:Zc\n"
    (larger,) = nlc.loads('puzzle "p" is slitherlink { topology square;\nboard\n36 .\n. .\nend }')
    with pytest.raises(nlc.InputError, match="Loopy has clues up to 35, not 36"):
        larger.to("loopy")


def test_an_id_that_is_no_loopy_is_asked_for_its_game():
    with pytest.raises(UserError) as caught:
        nlc.loads("5:2/3/1/2/2\n")
    assert "the ID of another game has its name" in (caught.value.diagnostics[0].hint or "")
