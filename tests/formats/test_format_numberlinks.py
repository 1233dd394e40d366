"""The formats of Numberlink alone: text, flow, thesis. What they say, and every mistake's place."""

from __future__ import annotations

import pytest
from support.documents import ROOT

import nlc
from nlc import formats
from nlc.errors import Source, UserError
from nlc.formats.sheet import sheet_of
from nlc.ir.elaborate.program import elaborate, elaborate_clues
from nlc.language.syntax import Mark


def read(form: str, text: str, path: str = "p"):
    return list(formats.import_puzzles(Source(path, text), form))


def labels(form: str, text: str) -> list[list[str]]:
    """Return the rows of each puzzle of a text, a character a cell."""
    found = []
    for puzzle in nlc.loads(text, format=form):
        sheet = sheet_of(elaborate_clues(puzzle), "test")
        of = sheet.givens["label"]
        every = [[str(of.get((r, c), ".")) for c in range(sheet.cols)] for r in range(sheet.rows)]
        found.append(["".join(row) for row in every])
    return found


@pytest.mark.parametrize(
    ("form", "file", "boards"),
    [
        ("text", "text_three", [["1.1", "2.2", "3.3"], ["#a", "..", "#a"], ["x..x", "y..y"]]),
        ("flow", "flow_five", [["A...A", "B...B", "C...C", "D...D", "E...E"]]),
        ("thesis", "thesis_two", [["1.1", "2.2", "3.3"], ["1..1", "2..2"]]),
    ],
)
def test_every_puzzle_of_a_file_is_read(form, file, boards):
    text = (ROOT / "fixtures" / f"{file}.txt").read_text()
    assert labels(form, text) == boards
    titles = [puzzle.title for puzzle in read(form, text, f"{file}.txt")]
    many = [f"{file} #{n}" for n in range(1, len(boards) + 1)]
    assert titles == (many if len(boards) > 1 else [file])


@pytest.mark.parametrize(
    ("form", "text", "boards"),
    [
        ("text", "2 1\r\n11\r\n", [["11"]]),
        ("text", "3 2\n\n1..\n \n..1\n\n2 1\n\n11\n", [["1..", "..1"], ["11"]]),
        ("text", "2 1\n11\n0 0\njunk", [["11"]]),
        ("flow", "A#1\n   \nA-1\n", [["A.1", "...", "A.1"]]),
        ("flow", "\nAA\nBB\n\n\nCC\nDD\n", [["AA", "BB"], ["CC", "DD"]]),
        ("thesis", "# one\n2 1 0 0 1 0\n", [["11"]]),
    ],
)
def test_what_stands_between_is_no_cell(form, text, boards):
    assert labels(form, text) == boards


@pytest.mark.parametrize(
    ("form", "text", "spans"),
    [
        ("text", "# c\n\n3 2\n  .x.\n..x\n", ["p:4:4", "p:5:3"]),
        ("flow", "..A\n...\nA..\n", ["p:1:3", "p:3:1"]),
        ("thesis", "5 5  0 3  4 1 ", ["p:1:6", "p:1:11"]),
    ],
)
def test_a_terminal_points_at_its_characters(form, text, spans):
    (puzzle,) = read(form, text)
    (mark,) = [item for item in puzzle.items if isinstance(item, Mark)]
    assert [str(place.span) for place in mark.places] == spans


NO_TOUCH = "set touch = false;"
SMALL = ["A . B", ". . .", "A . B"]


def program(rows: list[str], extra: str = "", topology: str = "square"):
    drawn = "\n".join(f"    {row}" for row in rows)
    text = f"{{ topology {topology};\n{extra}\n  board\n{drawn}\n  end\n}}\n"
    return elaborate(nlc.loads(f'puzzle "p" is numberlink {text}')[0])


@pytest.mark.parametrize(
    ("form", "extra", "text"),
    [
        ("text", NO_TOUCH, "3 3\nA.B\n...\nA.B\n"),
        ("flow", "", "A.B\n...\nA.B\n\n"),
        ("thesis", "", "3 3 0 0 0 2 2 0 2 2\n"),
    ],
)
def test_a_puzzle_is_written_as_the_format_says(form, extra, text):
    assert formats.FORMATS.get(form).write(program(SMALL, extra)) == text


def test_labels_of_several_characters_are_renamed_in_reading_order():
    found = formats.FORMATS.get("text").write(program(["10 . 7", "10 . 7"], NO_TOUCH))
    assert found == "3 2\n0.1\n0.1\n"


@pytest.mark.parametrize(
    ("form", "rows", "extra", "topology", "message"),
    [
        ("text", SMALL, "", "square", "take touch=false for granted"),
        ("thesis", SMALL, NO_TOUCH, "square", "take touch=true for granted"),
        ("flow", SMALL, "set no2x2 = true;", "square", "take no2x2=false for granted"),
        ("flow", SMALL, "set cover = false;", "square", "take cover=true for granted"),
        ("flow", ["A . A"], "", "square", "as many rows as columns"),
        ("thesis", ["A # .", ". . A"], "", "square", "the format thesis has no holes"),
        ("thesis", ["A . A"], "", "triangle", "for boards of squares"),
        ("thesis", SMALL, "wall r1c1|r1c2;", "square", "the format thesis has no walls"),
        ("text", SMALL, f"{NO_TOUCH} drop covered;", "square", "the rule 'covered' is dropped"),
        ("flow", [" ".join(map(str, range(53)))] * 2, "", "square", "has 52 labels, and 53"),
    ],
)
def test_what_a_format_cannot_say_is_refused(form, rows, extra, topology, message):
    with pytest.raises(UserError, match=message):
        formats.FORMATS.get(form).write(program(rows, extra, topology))


@pytest.mark.parametrize(
    ("form", "text", "place", "message"),
    [
        ("text", "3 2\n1..\n..\n", "3:2", "the row has 2 cells where the size says 3"),
        ("text", "3 2\n1...\n..1\n", "2:4", "the row has 4 cells where the size says 3"),
        ("text", "3 2\n1..\n", "1:1", "the board has 1 of its 2 rows"),
        ("text", "3 2\n1..\n\n\n", "1:1", "the board has 1 of its 2 rows"),
        ("text", "3 2\n1..\n\n2 1\n11\n", "1:1", "the board has 1 of its 2 rows"),
        ("text", "3 2\n1 .\n..1\n", "2:2", "a blank inside a row"),
        ("text", "0 2\n\n", "1:1", "a board has at least one row and one column"),
        ("text", "2 1\n11\n22\n", "3:1", "expected the size of a board, 'W H'"),
        ("text", "  3 x\n", "1:3", "expected the size of a board, 'W H'"),
        ("flow", "A..\n..A\n", "1:1", "the board has 2 of its 3 rows"),
        ("flow", "A..\n....\n..A\n", "2:4", "the row has 4 cells where the first row has 3"),
        ("flow", "A..\n..\n..A\n", "2:2", "the row has 2 cells where the first row has 3"),
        ("thesis", "5 5 0 x 1 1", "1:7", "expected a number, found 'x'"),
        ("thesis", "5 5 0 -1 1 1", "1:7", "expected a number, found '-1'"),
        ("thesis", "5 4 0 0 1 4", "1:11", "y = 4 is outside 0..3"),
        ("thesis", "4 5 0 0 4 1", "1:9", "x = 4 is outside 0..3"),
        ("thesis", "5 5 0 0 1 1 2", "1:13", "1 number where a pair has four"),
        ("thesis", "5 5 0 0 1", "1:5", "3 numbers where a pair has four"),
        ("thesis", "5 5", "1:1", "no numbers where a pair has four"),
        ("thesis", "5", "1:1", "expected the size of a board, 'W H', and its pairs"),
        ("thesis", "5 5 1 1 1 1", "1:9", "the cell (1, 1) holds two terminals"),
        ("thesis", "0 5 1 1 1 1", "1:1", "a board has at least one row and one column"),
        ("thesis", "99999 99999 0 0 1 1", "1:1", "a board has at most 16777216 cells"),
    ],
)
def test_a_mistake_is_told_at_its_place(form, text, place, message):
    with pytest.raises(UserError) as caught:
        read(form, text)
    (item,) = caught.value.diagnostics
    assert (str(item.span), item.message) == (f"p:{place}", message)


@pytest.mark.parametrize(
    ("form", "text", "good", "places"),
    [
        ("text", "2 1\n1.1\n2 1\n22\n1 2\n3\n33\n2 1\n44\n", ["p #2", "p #4"], ["p:2:3", "p:7:2"]),
        ("thesis", "2 1 0 0 1 0\n2 1 0 0\n\n2 1 1 0 0 0\n", ["p #1", "p #3"], ["p:2:5"]),
    ],
)
def test_a_broken_puzzle_hides_neither_the_others_nor_their_mistakes(form, text, good, places):
    reader = formats.import_puzzles(Source("p", text), form)
    assert [next(reader).title for _ in good] == good
    with pytest.raises(UserError) as caught:
        next(reader)
    assert [str(item.span) for item in caught.value.diagnostics] == places
