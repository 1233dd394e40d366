"""Puzzles by rows and columns: to the language and back, and what cannot be said."""

from __future__ import annotations

import pytest
from support.sheets import GRAPHS, PUZZLES, said, solution_of

import nlc
from nlc.errors import Source, Span, UserError
from nlc.formats.genres import parts_of
from nlc.formats.sheet import Sheet, border, sheet_of
from nlc.language.resolve import resolve
from nlc.language.syntax import File

SPAN = Span(Source("grid.txt", "grid\n"), 1, 1, 1, 5)


def drawn(sheet: Sheet) -> nlc.Puzzle:
    tree = File(SPAN, (), (), (sheet.puzzle(SPAN),))
    (puzzle,) = resolve(SPAN.source, tree).puzzles
    return nlc.Puzzle.of(puzzle)


@pytest.mark.sample(4, every=2)
@pytest.mark.parametrize("genre", [each for each in PUZZLES if each not in GRAPHS])
def test_a_puzzle_made_from_its_clues_is_the_same_and_so_is_its_text(genre: str):
    puzzle = PUZZLES[genre]
    again = drawn(sheet_of(nlc.elaborate(puzzle), "test"))
    assert said(again) == said(puzzle)
    text = again.to("nl")
    assert text.startswith(f'puzzle "{puzzle.title}" is {genre} {{\n')
    assert said(nlc.loads(text)[0]) == said(puzzle)
    assert said(nlc.loads(puzzle.to("nl"))[0]) == said(puzzle)


@pytest.mark.sample(4, every=2)
@pytest.mark.parametrize("genre", [each for each in PUZZLES if each not in GRAPHS])
def test_a_solution_that_comes_with_a_puzzle_is_read_and_written(genre: str):
    puzzle = PUZZLES[genre]
    board = solution_of(puzzle)
    sheet = sheet_of(nlc.elaborate(puzzle), "test", board.values)
    tree = sheet.puzzle(SPAN)
    assert nlc.check(puzzle, tree.solution) == []
    text = puzzle.to("nl", solution=board)
    assert text.startswith("// {")
    assert said(nlc.loads(text)[0]) == said(puzzle)


def test_holes_walls_bridges_and_odd_labels_are_drawn():
    sheet = Sheet("numberlink", 3, 4, "odd")
    sheet.holes = {(0, 0)}
    sheet.bridges = {(1, 1)}
    sheet.walls = {border((2, 1), (2, 0))}
    for cell, label in (((0, 1), "#"), ((2, 1), "#"), ((1, 0), "10"), ((1, 2), "10")):
        sheet.put("label", cell, label)
    puzzle = drawn(sheet)
    assert puzzle.to("nl") == (
        'puzzle "odd" is numberlink {\n  topology square;\n  legend { "+" = bridge; }\n  board\n'
        "     #  .  .  .\n    10  + 10  .\n     .  .  .  .\n  end\n"
        '  mark label = "#" at r1c2;\n  mark label = "#" at r3c2;\n  wall r3c1|r3c2;\n}\n'
    )
    assert said(nlc.loads(puzzle.to("nl"))[0]) == said(puzzle)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("topology hex(layout=odd_q); board\n. .\n. .\nend", "for boards of squares"),
        ("topology square(wrap=both); board\n. . .\n. . .\n. . .\nend", "neither wrap around nor"),
        ("topology square; board\n. .\n. .\nend\nwarp r1c1|r2c2;", "neither wrap around nor"),
        ("topology square; board\n. .\n. .\nend\nrule mine { line[link(r1c1, r1c2)]; }", "'mine'"),
        ("topology square; board\n. .\n. .\nend\ndrop white;", "'white' is dropped"),
    ],
)
def test_what_has_no_rows_and_columns_or_other_rules_is_refused(text: str, said: str):
    (puzzle,) = nlc.loads(f'puzzle "p" is masyu {{ {text}\n }}')
    with pytest.raises(UserError, match=said):
        sheet_of(nlc.elaborate(puzzle), "test")
    assert nlc.loads(puzzle.to("nl"))[0].title == "p"


def test_what_is_left_over_is_named():
    sheet = sheet_of(nlc.elaborate(PUZZLES["masyu"]), "test")
    with pytest.raises(
        UserError, match="the format test cannot express 'pearl', which is given at r2"
    ):
        sheet.finish("test")
    sheet.take("pearl")
    with pytest.raises(UserError, match="take full=false for granted, and here it is true"):
        sheet.finish("test")
    sheet.finish("test", full=True)


def test_a_genre_of_which_nothing_is_known_is_refused():
    with pytest.raises(UserError, match="no format knows the genre 'hamilton'"):
        parts_of("hamilton")
