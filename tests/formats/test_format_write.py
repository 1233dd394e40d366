"""Writing puzzles in other programs' formats."""

from __future__ import annotations

import pytest

from nlc import formats
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load


def program(rows: list[str], extra: str = "", topology: str = "square"):
    drawn = "\n".join(f"    {row}" for row in rows)
    text = (
        f'puzzle "p" is numberlink {{ topology {topology};\n{extra}\n  board\n{drawn}\n  end\n}}\n'
    )
    return elaborate(load(Source("p.nl", text)).puzzles[0])


NO_TOUCH = "set touch = false;"
SMALL = ["A . B", ". . .", "A . B"]


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


def test_a_hundred_labels_have_a_hundred_characters_that_are_read_back():
    rows = [" ".join(str(n) for n in range(100))] * 2
    text = formats.FORMATS.get("text").write(program(rows, NO_TOUCH))
    lines = text.splitlines()
    assert len(set(lines[1])) == 100
    (puzzle,) = formats.import_puzzles(Source("p.txt", text), "text")
    assert lines[1] == lines[2]
    assert sum(type(item).__name__ == "Mark" for item in puzzle.items) == 100


@pytest.mark.parametrize(
    ("form", "rows", "extra", "topology", "message"),
    [
        ("text", SMALL, "", "square", "take touch=false for granted"),
        ("thesis", SMALL, NO_TOUCH, "square", "take touch=true for granted"),
        ("flow", SMALL, "set no2x2 = true;", "square", "take no2x2=false for granted"),
        ("flow", SMALL, "set cover = false;", "square", "take cover=true for granted"),
        ("flow", ["A . A"], "", "square", "as many rows as columns"),
        ("thesis", ["A # .", ". . A"], "", "square", "whole rectangles of squares"),
        ("thesis", ["A . A"], "", "triangle", "whole rectangles of squares"),
        ("thesis", SMALL, "wall r1c1|r1c2;", "square", "whole rectangles of squares"),
        ("flow", [" ".join(map(str, range(53)))] * 2, "", "square", "has 52 labels, and 53"),
    ],
)
def test_what_a_format_cannot_say_is_refused(form, rows, extra, topology, message):
    with pytest.raises(UserError, match=message):
        formats.FORMATS.get(form).write(program(rows, extra, topology))
