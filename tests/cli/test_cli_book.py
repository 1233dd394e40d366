"""``nlc book``: puzzles of several files as one booklet, and ``nlc generate`` by the same code."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode

import pytest

import nlc as api

LOOPS = """
puzzle "hard one" is slitherlink {
  topology square;
  board
    1 1 2 3
    . 2 2 2
    2 3 2 2
    2 . 2 3
  end
}
puzzle "easy one" is slitherlink {
  topology square;
  board
    3 2 .
    2 . 2
    0 2 .
  end
}
"""

OWN = """
genre lamps "Lamps / Lights" {
  given clue : cell -> 0..8?;
  var lamp : cell -> bool;
  rule counts "a number counts the lamps round it" {
    for c in cells where has clue(c) { exactly clue(c) of lamp[touching(c)]; }
  }
  rule dark "a number is dark" { for c in cells where has clue(c) { not lamp[c]; } }
  show lamp as lamp;
  example { topology square; board
      3 .
      . .
    end
  }
}
puzzle "mine" is lamps {
  topology square;
  board
    2 .
    . 2
  end
}
"""


def captions(text: str) -> list[str]:
    return re.findall(r"<b>\d+</b> (\w[^<]*)", text)


HARD, EASY = (
    f"Slitherlink {size}, {api.grade(puzzle).level}"
    for size, puzzle in zip(("4x4", "3x3"), api.loads(LOOPS), strict=True)
)


@pytest.fixture
def loops(tmp_path) -> str:
    path = tmp_path / "loops.nl"
    path.write_text(LOOPS)
    return str(path)


@pytest.mark.slow
def test_genres_begin_pages_with_their_rules_and_the_easiest_puzzle(nlc, loops, tmp_path) -> None:
    (tmp_path / "own.nl").write_text(OWN)
    words = ("--format", "html", "--author", "Ada", "--date", "May", "--link", "http://x/")
    said = nlc("book", loops, str(tmp_path / "own.nl"), *words)
    assert said.status == 0
    assert captions(said.out) == [EASY, HARD, "Lamps 2x2, easy"]
    assert "<h1>Slitherlink and Lamps</h1><p>Ada · May</p>" in said.out
    assert "<li>A number says how many sides of its cell are drawn.</li>" in said.out
    assert "<li>A number is dark.</li>" in said.out
    assert "Every point" not in said.out  # a sentence that an option switches off
    _, first, second, solutions = said.out.split("<section>")
    assert first.count('role="img"') == 4 and second.count('role="img"') == 3  # with an example
    assert solutions.count('role="img"') == 3
    found = re.findall(r'href="http://x/#p=([\w-]+)"', said.out)
    packed = [urlsafe_b64decode(fragment + "==") for fragment in dict.fromkeys(found)]
    texts = [zlib.decompress(each, wbits=-zlib.MAX_WBITS).decode() for each in packed]
    assert [api.loads(text)[0].genre for text in texts] == ["slitherlink", "slitherlink", "lamps"]


@pytest.mark.slow
def test_puzzles_may_come_as_in_the_files(nlc, loops) -> None:
    words = ("--format", "html", "--no-rules", "--titles", "--order")
    given = nlc("book", loops, *words, "given").out
    assert captions(given) == [HARD, EASY]
    assert "<br>hard one" in given and "<li>" not in given
    assert captions(nlc("book", loops, *words, "grade").out) == captions(given)[::-1]


@pytest.mark.slow
def test_a_puzzle_without_solution_is_left_out_and_told(nlc, loops) -> None:
    wrong = LOOPS.replace("0 2 .", "4 2 .").replace("1 1 2 3", ". . . .")
    said = nlc("book", loops, "-", "--format", "html", stdin=wrong)
    assert said.status == 2 and 'no solution of "easy one"' in said.err
    assert "hard one: it has several solutions, of which one is printed" in said.err
    assert len(captions(said.out)) == 3
