"""A whole path as a sheet: the puzzle, a picture of each step beside its words, the solution."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pypdfium2
import pytest

import nlc
from nlc.pictures.drawing import draw
from nlc.pictures.svg import stack_drawings
from nlc.reasons.phrases import fact_words
from nlc.render.view import StepView

LOOP = """puzzle "a loop" is slitherlink { topology square; board
  3 2 .
  2 . 2
  0 2 .
end }
"""

BLOCKS = """puzzle "two zeros" is akari { topology square; legend { "0" = clue: 0, block: true; }
board
  0 . . . .
  . . . . .
  . . . . 0
end }
"""


@pytest.mark.slow
def test_a_sheet_begins_with_the_puzzle_and_ends_with_the_solution(nlc_command, tmp_path) -> None:
    (tmp_path / "loop.nl").write_text(LOOP)
    said = nlc_command("steps", tmp_path / "loop.nl", "-o", tmp_path / "way.html")
    assert said.status == 0
    text = (tmp_path / "way.html").read_text()
    captions = re.findall(r"<figcaption>(.*?)<small>(.*?)</small>", text, re.S)
    (puzzle,) = nlc.loads(LOOP)
    count = len(nlc.steps(puzzle).steps)
    assert captions[0] == ("a loop", f"Slitherlink 3x3, {nlc.grade(puzzle).level}")
    assert captions[-1] == ("a loop: solved", f"{count} steps")
    numbers = [int(title.removeprefix("a loop: step ")) for title, _ in captions[1:-1]]
    assert numbers == sorted(numbers)
    assert "nothing round a 0: " in captions[1][1]


@pytest.mark.slow
def test_a_sheet_is_printed(nlc_command, tmp_path) -> None:
    (tmp_path / "loop.nl").write_text(LOOP)
    assert nlc_command("steps", tmp_path / "loop.nl", "-o", tmp_path / "way.pdf").status == 0
    pages = pypdfium2.PdfDocument(tmp_path / "way.pdf")
    text = "".join(page.get_textpage().get_text_range() for page in pages)
    assert "a loop: step 1" in text and "a loop: solved" in text


def test_a_hint_tells_which_others_are_as_easy() -> None:
    (puzzle,) = nlc.loads(BLOCKS)
    found = nlc.hint(puzzle)
    assert len(found.as_easy) == 1
    (first,), (other,) = ([step.facts for step in each] for each in (found.steps, found.as_easy))
    assert not {*first} & {*other}
    assert f"another step is as easy: {'; '.join(fact_words(found.program, other))}" in str(found)
    assert len(found.to_json()["as_easy"]) == len(found.as_easy)
    assert nlc.steps(puzzle).as_easy == ()


SVG = "{http://www.w3.org/2000/svg}"


NUMBERS = """puzzle "numbers" is sudoku { topology square; board
  3 1 4 .
  . . . .
  . 4 2 .
  . 3 . .
end
board box
  a a b b
  a a b b
  c c d d
  c c d d
end }
"""


def test_values_that_a_step_excludes_are_struck_out() -> None:
    program = nlc.elaborate(nlc.loads(NUMBERS)[0])
    view = StepView((), (), out=[("number", 3, 0), ("number", 3, 1), ("number", 4, 2)])
    found = re.findall(
        r'<text data-e="(\w+)" fill="#0072b2"[^>]*>([^<]+)', draw(program, view).body
    )
    assert found == [("r1c4", "1"), ("r1c4", "2"), ("r2c1", "3")]
    assert "#0072b2" not in draw(program).body


def test_pictures_side_by_side_have_their_words() -> None:
    found = nlc.steps(nlc.loads(LOOP)[0])
    drawings = found.drawings()
    root = ElementTree.fromstring(stack_drawings(drawings))
    pictures = root.findall(f"{SVG}svg")
    assert len(pictures) == len(drawings)
    lefts = {picture.get("x") for picture in pictures}
    assert 1 < len(lefts) <= 4
    words = " ".join(text.text or "" for text in root.iter(f"{SVG}text"))
    for drawing in drawings:
        assert " ".join(drawing.note.split()) in " ".join(words.split())
    wide, high = float(root.get("width")), float(root.get("height"))
    for picture in pictures:
        assert float(picture.get("x")) + float(picture.get("width")) <= wide
        assert float(picture.get("y")) + float(picture.get("height")) <= high
