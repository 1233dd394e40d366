"""Examples of genres of one's own: checked, solved and printed."""

from __future__ import annotations

import pytest

GENRE = """\
genre lamps "Lamps / Lights" {
  given block : cell -> bool as shaded;
  var lamp : cell -> bool;
  rule one { exactly 1 of lamp[{c for c in cells where not block(c)}]; }
  rule none { for c in cells where block(c) { not lamp[c]; } }
  show lamp;
"""


def _genre(board: str, more: str = "") -> str:
    return (
        f"{GENRE}  example {{\n    topology square;\n    board\n{board}\n    end{more}\n  }}\n}}\n"
    )


ONE = _genre("      . .", "\n    mark block at r1c2;")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ONE, "1 puzzle(s), 0 error(s), 0 warning(s)\n"),
        (_genre(". ."), ":7:3: warning: the example of lamps has several solutions\n"),
        (
            ONE.replace("r1c2", "r1c1, r1c2"),
            "the example of lamps has no solution\n",
        ),
        (ONE.replace("mark block", "mark lamp"), ":12:10: error: "),
    ],
)
def test_a_check_of_a_genre_solves_its_example(nlc, write, text, told):
    said = nlc("check", write("lamps.nl", text))
    assert told in said.out + said.err


def test_a_file_without_puzzles_stands_for_its_examples(nlc, write):
    path = write("lamps.nl", ONE)
    (answer,) = nlc("run", path, "--format", "json").objects
    assert answer["puzzle"] == "example of lamps"
    text = nlc("list", "genres", path, "--example").out
    body = ONE[len(GENRE) :].partition("{")[2].replace("\n  ", "\n").removesuffix("}\n")
    assert text == f'use "lamps.nl";\n\npuzzle "Lamps" is lamps {{{body}'
    copy = write("puzzle.nl", text)
    assert nlc("run", copy, "--format", "json").objects[0]["solutions"] == answer["solutions"]
    assert nlc("check", copy).out == "1 puzzle(s), 0 error(s), 0 warning(s)\n"
    written = nlc("convert", path, "--to", "nl").out
    assert 'puzzle "example of lamps" is lamps {' in written
    assert nlc("check", write("copy.nl", written)).out == "1 puzzle(s), 0 error(s), 0 warning(s)\n"
