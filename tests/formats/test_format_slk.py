"""Slitherlink files ``.slk``."""

from __future__ import annotations

import pytest

import nlc
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.loading import load_puzzles

HEAD = "# first line, drawn by hand\n2 3     # rows by columns\n        # numbers\n3..\n-.2\n"
OPEN = "\n...\n...\n...\n\n....\n....\n"
SOLVED = "\n---\n.xx\n---\n\n-xx-\n-xx-\n"


def test_clues_are_read_rows_first():
    for lines in ("", OPEN):
        (puzzle,) = nlc.loads(HEAD + lines)
        program = elaborate(puzzle)
        assert (program.genre, program.board.rows, program.board.cols) == ("slitherlink", 2, 3)
        assert program.givens["clue"] == {0: "3", 5: "2"}
        assert puzzle.tree.solution is None


def test_its_extension_is_enough(tmp_path):
    path = tmp_path / "a.slk"
    path.write_text("2 3\n\n3..\n..2\n")
    ((puzzle,), _) = load_puzzles(str(path))
    assert elaborate(puzzle).givens["clue"] == {0: "3", 5: "2"}


def test_lines_are_an_answer():
    (puzzle,) = nlc.loads("2 3 # size\n2.2\n2.2\n" + SOLVED)
    rim = {f"r{r}c{c}.side({s})" for r, s in ((1, "N"), (2, "S")) for c in (1, 2, 3)}
    rim |= {f"r{r}c{c}.side({s})" for c, s in ((1, "W"), (3, "E")) for r in (1, 2)}
    assert set(puzzle.tree.solution["line"]) == rim
    assert nlc.check(puzzle, puzzle.tree.solution) == []
    (wrong,) = nlc.loads("2 3 # size\n2.2\n2.3\n" + SOLVED)
    assert [each.rule for each in nlc.check(wrong, wrong.tree.solution)] == ["clues"]


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("2 3 #\n3..\n..\n", "the row has 2 signs, and should have 3", (3, 1)),
        ("2 3 #\n3..\n.5.\n", "'5' is unknown here", (3, 2)),
        ("2 3 #\n3..\n", "expected 2 rows here, and there are 1", (1, 1)),
        (HEAD + OPEN + "..\n", "nothing may follow the lines of the board", (13, 1)),
    ],
)
def test_a_mistake_is_told_at_its_place(text, message, place):
    with pytest.raises(UserError) as caught:
        nlc.loads(text)
    item = caught.value.diagnostics[0]
    assert message in item.message
    assert (item.span.line, item.span.column) == place
