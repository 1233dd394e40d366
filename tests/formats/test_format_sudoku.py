"""Sudoku as the world writes it: in a line, in rows, in frames; sides, letters and boxes."""

from __future__ import annotations

import re

import pytest

import nlc
from nlc.convert import convert_puzzle
from nlc.errors import UserError
from nlc.files import read_source
from nlc.ir.elaborate.program import elaborate
from nlc.loading import load_puzzles
from nlc.render.text import render

ROWS = """\
8 . . . . 3 . 1 .
. 4 . 1 . . 7 . .
. . 1 . 6 . . . 5
. 1 . 3 . . . . 8
. . 6 . 9 . 2 . .
3 . . . . 7 . 5 .
6 . . . 3 . 8 . .
. . 2 . . 6 . 4 .
. 8 . 5 . . . . 1
""".splitlines()
LINE = "".join("".join(ROWS).split())
GRID = [LINE[at : at + 9] for at in range(0, 81, 9)]
NUMBERS = {at: sign for at, sign in enumerate(LINE) if sign != "."}
BOXES = [row // 3 * 3 + col // 3 for row in range(9) for col in range(9)]


def framed(bar, rule, edge=""):
    """Return the grid with bars between boxes, rules between bands, and an edge round it."""
    bands = []
    for at in range(0, 9, 3):
        rows = [bar.join(row[i : i + 3] for i in (0, 3, 6)) for row in GRID[at : at + 3]]
        bands.append("\n".join(f"{bar}{row}{bar}" if edge else row for row in rows))
    return "\n".join([*([edge] if edge else []), f"\n{rule}\n".join(bands), edge, ""])


WRITTEN = {
    "line": LINE,
    "zeros": LINE.replace(".", "0"),
    "dashes": LINE.replace(".", "-"),
    "stars": LINE.replace(".", "*"),
    "marks": LINE.replace(".", "?"),
    "quoted": f'"{LINE}"',
    "line with blanks": " ".join(GRID),
    "rows": "\n".join(GRID),
    "rows of zeros": "\n".join(GRID).replace(".", "0"),
    "rows of dashes": "\n".join(GRID).replace(".", "-"),
    "rows with blanks": "\n".join(ROWS),
    "groups": "\n".join(f"{r[:3]} {r[3:6]} {r[6:]}" + "\n" * (r in GRID[2::3]) for r in GRID),
    "bars": framed("|", "---+---+---"),
    "dots and bars": framed("|", "---|---|---", "*-----------*"),
    "a frame": framed(" | ", "+-------+-------+-------+", "+-------+-------+-------+"),
    "a drawn frame": framed("│", "├───┼───┼───┤", "┌───┬───┬───┐"),
    "dashes alone": framed("|", "-----------"),
    "blanks in a frame": framed("|", "+---+---+---+", "+---+---+---+").replace(".", " "),
    "commas": "\n".join(",".join(row) for row in GRID).replace(".", "0"),
    "empty fields": "\n".join(",".join(row) for row in GRID).replace(".", ""),
    "a list": "[[" + "],\n[".join(",".join(row) for row in GRID).replace(".", "0") + "]]",
    "fields of a table": "\n".join("\t".join(row) for row in GRID).replace(".", ""),
    "a program": "grid = [\n  [" + "],\n  [".join(map(",".join, GRID)).replace(".", "0") + "],\n]",
    "a title with its name": "Sudoku of today (hard):\n" + "\n".join(GRID),
    "a title over a line": "My sudoku\n" + LINE,
    "a title": "Grid 01\n" + "\n".join(GRID).replace(".", "0"),
    "crosses": LINE.replace(".", "x"),
    "blanks as cells": "\n".join(GRID).replace(".", " "),
    "numbers of columns": "1 2 3 4 5 6 7 8 9\n" + "\n".join(ROWS),
    "numbers of columns over a rule": "123456789\n---------\n" + "\n".join(GRID),
    "a footer": "\n".join(GRID) + "\nSolution: page 12",
    "Susser's text": "".join(
        "+7" if sign == "." and at % 5 else sign for at, sign in enumerate(LINE)
    ),
    "a link of sudokuwiki": f"https://www.sudokuwiki.org/sudoku.htm?bd={LINE.replace('.', '0')}",
    "sections": "#ASomebody\n[Puzzle]\n" + "\n".join(GRID) + "\n[State]\n" + "\n".join(GRID),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_it_is_read_however_it_is_written(name):
    (puzzle,) = nlc.loads(WRITTEN[name] + "\n")
    program = elaborate(puzzle)
    assert program.genre == "sudoku"
    assert program.givens["num"] == NUMBERS
    assert [int(program.givens["box"][cell]) for cell in range(81)] == BOXES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"Killer Sudoku, easy\n{chr(10).join(GRID)}", "a variant of Sudoku ('Killer')"),
        (f"#Type=Windoku\n{chr(10).join(GRID)}", "a variant of Sudoku ('Windoku')"),
        ("sudokuwiki.org/sudoku.htm?bd=L9B" + "07" * 200, "a Killer Sudoku, which is not read"),
        ("\n".join(["13 4578 2 6 459 378 134 148 17"] * 9), "a grid of candidates"),
    ],
)
def test_a_variant_is_refused_by_its_name(text, message):
    with pytest.raises(UserError, match=re.escape(message)):
        nlc.loads(text + "\n")


@pytest.mark.parametrize("head", ["Sudoku X", "#Type=X", "Diagonal Sudoku (hard)"])
def test_a_diagonal_sudoku_has_its_diagonals(head):
    (puzzle,) = nlc.loads(f"{head}\n{chr(10).join(GRID)}\n")
    assert elaborate(puzzle).options["diagonal"] == "true"


def test_digits_from_0_are_told():
    text = "".join("." if sign == "." else str(int(sign) - 1) for sign in LINE)
    with pytest.warns(UserWarning, match="the digits start at 0: 0 is read as 1, and 8 as 9"):
        (puzzle,) = nlc.loads(text + "\n", genre="sudoku")
    assert elaborate(puzzle).givens["num"] == NUMBERS


def test_a_digit_that_is_twice_in_a_row_is_found():
    (puzzle,) = nlc.loads("\n".join([GRID[0][:2] + "8" + GRID[0][3:], *GRID[1:]]) + "\n")
    assert puzzle.genre == "sudoku"
    assert [clue.text for clue in nlc.why(puzzle).clues] == ["r1c1 = 8", "r1c3 = 8"]


@pytest.mark.parametrize(
    "url",
    [
        "heyawake/6/6/lll155007rs12222j",
        "ripple/4/4/9n8rigk14h32k",
        "cojun/4/4/pd0hsoh3p3h",
        "starbattle/6/6/1/4ilbhgdnmhou",
    ],
)
def test_a_picture_of_another_genre_is_no_sudoku(url):
    program = elaborate(nlc.loads(url + "\n")[0])
    with pytest.raises(UserError):
        print(
            [
                puzzle.genre
                for puzzle in nlc.loads(render(program, None, style="unicode", color=False))
            ]
        )


def test_a_line_is_read_from_the_command_line():
    for text in (LINE, LINE.replace(".", "0"), " ".join(GRID), LINE.replace(".", "-")):
        assert read_source(text).text == f"{text}\n"
    with pytest.raises(UserError, match="no file 'puzzle-file-name'"):
        read_source("puzzle-file-name")


def test_a_collection_has_one_in_each_line(tmp_path):
    path = tmp_path / "two.sdm"
    path.write_text(f"# mine\n{LINE}\n{LINE.replace('.', '0')}\n")
    found, _ = load_puzzles(str(path))
    assert [puzzle.tree.title for puzzle in found] == ["two #1", "two #2"]
    assert all(elaborate(puzzle).givens["num"] == NUMBERS for puzzle in found)


def test_rows_are_a_guess_and_a_line_is_none():
    assumed = [dict(nlc.loads(text + "\n")[0].tree.assumed) for text in (LINE, "\n".join(GRID))]
    assert assumed == [{}, {"genre": "sudoku"}]
    assert dict(nlc.loads(WRITTEN["bars"])[0].tree.assumed) == {}


def test_a_solution_behind_a_comma_is_kept_with_its_puzzle():
    given, solution = "1.....2..3.....4", "1342" + "4213" + "2431" + "3124"
    (puzzle,) = nlc.loads(f"puzzle,solution\n{given},{solution}\n")
    told = puzzle.tree.solution["number"]
    assert [told[f"r{row}c{col}"] for row in range(1, 5) for col in range(1, 5)] == [*solution]


def test_what_stands_behind_the_cells_is_told():
    with pytest.warns(UserWarning, match="the text after the 81 cells is ignored"):
        nlc.loads(f"{LINE} hard\n")


@pytest.mark.parametrize(
    ("side", "high"), [(4, 2), (6, 2), (8, 2), (9, 3), (10, 2), (12, 3), (15, 3), (16, 4), (25, 5)]
)
def test_the_boxes_of_each_side_and_its_line(side, high):
    signs = "123456789ABCDEFGHIJKLMNOP"[:side]
    wide = side // high
    rows = [
        "".join(signs[(col + row % high * wide + row // high) % side] for col in range(side))
        for row in range(side)
    ]
    text = "".join(rows)
    text = f".{text[1:]}\n"
    (puzzle,) = nlc.loads(text)
    program = elaborate(puzzle)
    assert program.board.rows == side
    box = [program.givens["box"][cell] for cell in range(side * side)]
    assert len(set(box)) == side
    assert box[0] == box[wide - 1] == box[(high - 1) * side]
    assert box[0] != box[high * side]
    assert convert_puzzle(puzzle, "sudoku") == text
    (again,) = nlc.loads(
        "\n".join(text[at : at + side] for at in range(0, side**2, side)) + "\n", format="sudoku"
    )
    assert elaborate(again).givens["num"] == program.givens["num"]


@pytest.mark.parametrize(
    ("row", "numbers"),
    [
        ("1..9A.....G.....", {0: 1, 3: 9, 4: 10, 10: 16}),
        ("0..9A....F......", {0: 1, 3: 10, 4: 11, 9: 16}),
        ("A..HI......P....", {0: 1, 3: 8, 4: 9, 11: 16}),
        ("1 . . 9 10 11 16 . . . . . . . . .", {0: 1, 3: 9, 4: 10, 5: 11, 6: 16}),
    ],
)
def test_letters_are_the_numbers_above_nine(row, numbers):
    empty = "." * 16 if " " not in row else " ".join("." * 16)
    text = "\n".join([row, *[empty] * 15]) + "\n"
    (puzzle,) = nlc.loads(text, format="sudoku")
    assert elaborate(puzzle).givens["num"] == {at: str(n) for at, n in numbers.items()}


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (LINE[:-1], "the line has 80 cells where a Sudoku of side 9 has 81", (1, 1)),
        (WRITTEN["bars"].replace("8..|", "8.|", 1), "the row has 9 cells", (2, 1)),
        (WRITTEN["bars"].replace("8..|", "8.x|", 1), "'x' is not a number of a Sudoku", (1, 3)),
        ("\n".join(WRITTEN["bars"].split("\n")[:-3]), "as many rows, and here are 8", (1, 1)),
    ],
)
def test_a_mistake_is_told_at_its_place(text, message, place):
    with pytest.raises(UserError) as caught:
        nlc.loads(text + "\n")
    item = caught.value.diagnostics[0]
    assert message in item.message
    assert (item.span.line, item.span.column) == place


@pytest.mark.parametrize(
    "text",
    [
        "3 . 1 .\n. . 2 .\n. 3 . .\n0 . . 2\n",  # a 0 is a clue
        "1 . . 1\n2 . 3 .\n. . . .\n. 4 . .\n",  # a number twice in a row
        "1 . . .\n2 . . 1\n. . . 2\n. . . .\n",  # two numbers are missing
        "1 2 3 4 5\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n",
    ],
)
def test_other_squares_of_digits_are_no_sudoku(text):
    try:
        found = [puzzle.genre for puzzle in nlc.loads(text)]
    except UserError:
        found = []
    assert "sudoku" not in found


def test_a_named_board_gets_the_usual_boxes():
    (puzzle,) = nlc.loads("1 1 . .\n. . . .\n. . . .\n. . . .\n", format="board:sudoku")
    assert elaborate(puzzle).givens["box"][5] == "0"
    with pytest.raises(UserError, match="5 rows and 5 columns has no usual boxes"):
        nlc.loads("\n".join(["....."] * 5) + "\n", format="board:sudoku")


def test_other_boxes_are_not_written():
    (puzzle,) = nlc.loads("1 . . .\n. 2 . .\n. . 3 .\n. . . 4\n", format="board:sudoku")
    text = convert_puzzle(puzzle, "nl").replace("0 0 1 1", "0 1 1 1", 1)
    with pytest.raises(UserError):
        convert_puzzle(nlc.loads(text)[0], "sudoku")
