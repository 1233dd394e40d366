"""Bare boards as people type them, and what readers take for granted."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from support.sheets import said

import nlc
from nlc.errors import UserError
from nlc.files import read_source
from nlc.formats import detect
from nlc.formats.board import guess_genre
from nlc.ir.elaborate.program import elaborate
from nlc.loading import load_puzzles

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
    assert (program.genre, dict(puzzle.tree.assumed)) == ("slitherlink", {"genre": "slitherlink"})
    cells = "".join(SLITHER.split())
    assert program.givens["clue"] == {i: c for i, c in enumerate(cells) if c != "."}


def test_a_rectangle_of_pairs_is_numberlink_with_any_letters_and_numbers(tmp_path):
    ((_, program),) = programs(tmp_path, "é . é\nb . b\n")
    assert program.givens["label"] == {0: "é", 2: "é", 3: "b", 5: "b"}
    ((_, program),) = programs(tmp_path, "10 - 11\n10 - 11\n")
    assert program.genre == "numberlink"
    assert program.givens["label"] == {0: "10", 2: "11", 3: "10", 5: "11"}
    assert (program.options["cover"], program.options["touch"]) == ("true", "true")


def test_the_genre_is_named(tmp_path):
    ((puzzle, program),) = programs(tmp_path, "1 1\n", "board:slitherlink")
    assert program.genre == "slitherlink"
    assert puzzle.tree.assumed == ()
    with pytest.raises(UserError, match="this is Toichika, and nlc has no such genre yet"):
        programs(tmp_path, "1 1\n", "board:toichika")


def test_several_boards_stand_apart_by_empty_lines(tmp_path):
    found = programs(tmp_path, "12\n12\n\n\nAB.\n.BA\n", "board")
    assert [puzzle.tree.title for puzzle, _ in found] == ["board #1", "board #2"]
    assert [program.board.cols for _, program in found] == [2, 3]


def test_a_row_of_another_length_is_told_at_its_place(tmp_path):
    with pytest.raises(UserError) as caught:
        programs(tmp_path, "10 . 11\n10 .\n", "board:numberlink")
    (item,) = caught.value.diagnostics
    assert (item.message, item.span.line) == ("the row has 2 cells where the first row has 3", 2)


NUMBERS = """\
1 . 2 . . .
3 1 . . . 2
. 4 . 3 . .
. . . . 8 .
8 . . . . .
4 . . . . .
"""


def mistakes(tmp_path, text):
    """Return line, column, message and hint of each mistake of a text whose format is guessed."""
    with pytest.raises(UserError) as caught:
        programs(tmp_path, text)
    return [(d.span.line, d.span.column, d.message, d.hint) for d in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("8 .\n", "8\n", 4, "the row has 5 cells where the first row has 6"),
        (". 4 . 3 . .", "  4 . 3 . .", 3, "the row has 5 cells where the first row has 6"),
        ("\n4 . . . . .", "\n4", 6, "the row has 1 cell where the first row has 6"),
        ("3 1 . . . 2", "3 1 . .  . 2 .", 2, "the row has 7 cells where the first row has 6"),
    ],
)
def test_blanks_between_tokens_are_no_cells_where_a_row_is_short(tmp_path, old, new, line, message):
    assert old in NUMBERS
    ((at, column, said, _),) = mistakes(tmp_path, NUMBERS.replace(old, new, 1))
    assert (at, column, said) == (line, 1 + (new[0] == " ") * 2, message)


@pytest.mark.parametrize("row", range(6))
def test_a_typed_board_without_a_token_is_never_another_puzzle(tmp_path, row):
    lines = NUMBERS.splitlines()
    short = [*lines[:row], lines[row][:-2], *lines[row + 1 :]]
    assert " where the first row has " in mistakes(tmp_path, "\n".join(short))[0][2]
    for place in range(0, 11, 2):
        if lines[row][place] != ".":
            cleared = lines[row][:place] + "." + lines[row][place + 1 :]
            text = "\n".join([*lines[:row], cleared, *lines[row + 1 :]])
            expected = f"label {lines[row][place]} occurs once; {WRONG}"
            assert [said for _, _, said, _ in mistakes(tmp_path, text)] == [expected]


WRONG = "a Numberlink label must occur exactly twice"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("1 . 2 .", "1 . . .", [(2, 11, f"label 2 occurs once; {WRONG}")]),
        (
            "1 . 2 .",
            "1 . 1 .",
            [(2, 3, f"label 1 occurs 3 times; {WRONG}"), (2, 11, f"label 2 occurs once; {WRONG}")],
        ),
        ("1 . 2 . . .", "1 . 2 . . 7", [(1, 11, f"label 7 occurs once; {WRONG}")]),
        ("8 . . . . .", "8 . . . . 8", [(5, 11, f"label 8 occurs 3 times; {WRONG}")]),
    ],
)
@pytest.mark.parametrize("blank", [" ", ""])
def test_labels_that_nearly_pair_up_are_no_clues(tmp_path, old, new, expected, blank):
    assert old in NUMBERS
    found = mistakes(tmp_path, NUMBERS.replace(old, new, 1).replace(" ", blank))
    if not blank:
        expected = [(line, column // 2 + 1, said) for line, column, said in expected]
    assert [place[:3] for place in found] == expected
    assert all(hint.startswith("the genre is guessed; name its genre, such") for *_, hint in found)


def test_small_digits_that_nearly_pair_up_need_a_genre(tmp_path):
    text = "3 . 1\n. 2 .\n3 . 2\n"
    assert [said for _, _, said, _ in mistakes(tmp_path, text)] == [f"label 1 occurs once; {WRONG}"]
    ((_, program),) = programs(tmp_path, text, "board:slitherlink")
    assert program.givens["clue"] == {0: "3", 2: "1", 4: "2", 6: "3", 8: "2"}


@pytest.mark.parametrize("clue", ["4", "5"])
def test_no_board_with_a_clue_above_three_is_guessed_to_be_slitherlink(tmp_path, clue):
    text = SLITHER.replace("3", clue)
    assert f"label {clue} occurs 3 times; {WRONG}" in [m for _, _, m, _ in mistakes(tmp_path, text)]
    assert guess_genre(text.splitlines()) is None


@pytest.mark.parametrize("text", ["hello world\n", "abc\ndef\n", "1 . x\n. ? .\n"])
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
        ("pzprv3\nslither\n1\n1\n. \n", {}),
    ],
)
def test_what_a_reader_takes_for_granted_is_told(tmp_path, text, assumed):
    ((puzzle, program),) = programs(tmp_path, text)
    assert dict(puzzle.tree.assumed) == assumed
    assert assumed.items() <= program.options.items()


def test_an_option_that_the_user_sets_is_not_assumed(tmp_path):
    from nlc.loading import setting

    path = tmp_path / "board.txt"
    path.write_text("2 1\n11\n")
    ((puzzle,), _) = load_puzzles(str(path), settings=[setting("touch=true")])
    assert dict(puzzle.tree.assumed) == {"cover": "true"}


def test_a_url_is_its_own_text():
    url = "https://puzz.link/p?slither/5/5/8bh75dgacg63"
    assert read_source(url).text == url + "\n"
    ((puzzle,), _) = load_puzzles(url)
    assert puzzle.tree.title == "slither"
    with pytest.raises(UserError, match="no file"):
        read_source("https://puzz.link/rules")


@pytest.mark.parametrize(
    ("text", "likely"),
    [
        ("4 . . 1\n. . . .\n. . . .\n1 . . 4\n", ["sudoku", "numberlink"]),
        ("5 5 . 4\n. . 1 .\n. 2 . .\n. . . 3\n", ["hashi", "nurikabe"]),
        ("1 1 2 .\n. . 3 .\n. 4 . .\n. 4 . .\n", ["sudoku", "hashi"]),
        ("2 2 3\n1 3 1\n3 2 2\n", ["hitori"]),
        ("w . b\n. w .\nb b .\n", ["masyu", "yinyang"]),
        ("a a b\na c b\nc c b\n", ["starbattle"]),
        ("3 . .\n. . 6\n. . .\n", ["shikaku"]),
    ],
)
def test_what_may_be_of_several_genres_is_asked_for_with_the_likely_ones(tmp_path, text, likely):
    ((_, _, message, hint),) = mistakes(tmp_path, text)
    assert message == "the genre of this board cannot be guessed"
    assert f"--genre {likely[0]}" in hint
    assert all(genre in hint for genre in likely)


def test_a_number_that_is_twice_in_a_row_is_told_with_the_likely_sudoku(tmp_path):
    ((*_, hint),) = mistakes(tmp_path, "1 1 2 .\n. . 3 .\n. 4 . .\n. 4 . .\n")
    assert "sudoku (where r1c1 and r1c2 have the same number)" in hint


def test_one_row_of_another_length_is_told_without_blanks_too(tmp_path):
    ((line, _, message, _),) = mistakes(tmp_path, "1..9\n..7\n7..2\n....\n")
    assert (line, message) == (2, "the row has 3 cells where the first row has 4")


def test_clues_that_are_not_told_are_no_link():
    (puzzle,), _ = load_puzzles("2?.\n...\n.?3\n", "auto:nurikabe")
    assert puzzle.tree.genre.name == "nurikabe"


BOXES = "a a a b\na b b b\nc d d d\nc c c d\n"


@pytest.mark.slow
@pytest.mark.parametrize("gap", ["", "\n"])
@pytest.mark.parametrize("names", ["abcd", "1234"])
def test_a_sudoku_may_have_a_board_of_its_boxes_below(gap, names):
    boxes = BOXES.translate(str.maketrans("abcd", names))
    (puzzle,) = nlc.loads(f"1 2 3 .\n. 1 . .\n. . . .\n. . . .\n{gap}{boxes}", genre="sudoku")
    clues = {(0, 0): 1, (0, 1): 2, (0, 2): 3, (1, 1): 1}
    rooms = [row.split() for row in BOXES.splitlines()]
    cells = list(product(range(4), repeat=2))
    squares = [
        rows
        for rows in product(permutations((1, 2, 3, 4)), repeat=4)
        if all(rows[r][c] == clue for (r, c), clue in clues.items())
        and all(len({row[c] for row in rows}) == 4 for c in range(4))
        and all(len({rows[r][c] for r, c in cells if rooms[r][c] == room}) == 4 for room in "abcd")
    ]
    assert len(squares) == 1 and nlc.count(puzzle) == 1


def test_two_sudokus_are_no_sudoku_and_its_boxes():
    full = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"
    slip = full.replace("4 3 2 1", "4 3 1 2")
    for second in (full, slip):
        puzzles = nlc.loads(f"1 . . .\n. . . .\n. . . .\n. . . .\n\n{second}", genre="sudoku")
        assert len(puzzles) == 2


@pytest.mark.parametrize("first", ["1 5 3 2 2", "5 1 3 2 2", "2 5 3 4 1", "5 2 1 3 4"])
def test_a_first_row_that_could_begin_with_a_size_is_a_row(first):
    rows = [first, "4 2 1 3 1", "2 2 5 1 4", "3 5 4 2 1", "5 1 1 4 3"]
    (puzzle,) = nlc.loads("\n".join(rows), format="auto:hitori")
    (commas,) = nlc.loads("\n".join(rows).replace(" ", ","), format="auto:hitori")
    givens = [nlc.elaborate(each).givens["num"] for each in (puzzle, commas)]
    assert givens[0] == givens[1] and len(givens[0]) == 25


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("132\n42\n223\n", "the row has 2 cells where the first row has 3"),
        ("4 4\n1231\n2312\n3214\n", "the size of the board below, or its first row"),
        ("3x3\n123\n231\n", "the size of the board below, or its first row"),
        ("3 3\n121\n212\n", "the size of the board below, or its first row"),
    ],
)
def test_a_row_that_is_short_or_missing_is_not_filled_up(tmp_path, text, message):
    with pytest.raises(UserError, match=message):
        programs(tmp_path, text, "board:hitori")


@pytest.mark.parametrize(
    ("genre", "text", "rows"),
    [
        ("nurikabe", "..3\n...\n3.. # last row\n", "..3/.../3.."),
        ("nurikabe", ". . 3\n# middle row\n. . .\n3 . .\n", "..3/.../3.."),
        ("slitherlink", "None None 3\n1 None 2\n1 2 3\n", "..3/1.2/123"),
        ("numberlink", ".abccba\n.......\n.1...1.\n", ".abccba/......./.1...1."),
        ("hitori", "1,2\n2,1\n", "12/21"),
        ("kurodoko", '"5","."\n"3","."\n', "5./3."),
        ("hitori", "+-+-+\n|5|4|\n+-+-+\n|4|1|\n+-+-+\n", "54/41"),
        ("numberlink", "abc # abc\n1 # 1\n", "abc#abc/1#1"),
        ("nurikabe", "..3  // first row\n...\n3..\n", "..3/.../3.."),
        ("akari", "#0\n.1\n1.\n", "#0/.1/1."),
        ("akari", "\t#\t0\n1\t\t\n", ".#0/1.."),
        ("nurikabe", "..,..,..  # empty\n1,10,..\n", ".../110."),
        ("shikaku", ".. 12 ..\n.. ..  3\n", ".12./..3"),
        ("nurikabe", "| -- | -- |\n| -- | 2  |\n", "../.2"),
        ("slitherlink", "3. .3\n.. ..\n", "3..3/...."),
        ("nurikabe", "2024-05-01\n\n. 2 .\n. . .\n\n12\n", ".2./..."),
        ("slitherlink", "| 3 | 2 |\n\n|---|---|\n\n| . | 1 |\n", "32/.1"),
        ("lits", "[[A A C]\n [A A C]\n [A B B]]", "AAC/AAC/ABB"),
    ],
)
def test_no_row_is_lost(genre, text, rows):
    (puzzle,) = nlc.loads(text, genre=genre)
    lines = puzzle.to("nl").partition("board")[2].partition("end")[0].split("\n")[1:-1]
    assert "/".join(line.replace(" ", "") for line in lines) == rows


@pytest.mark.parametrize(
    ("genre", "text"),
    [
        ("kurodoko", "14    3\n3  12  \n12   14\n"),
        ("slitherlink", "12  3  \n 3   22\n"),
        ("slitherlink", " 3 2 1\n  1   0\n"),
        ("shikaku", ".. 12 ..\n.. .. 13\n13 .. ..\n"),
        ("nurikabe", ". . 3   # # 3\n. . .   # . .\n"),
        ("nurikabe", ". 3 | # 3\n. . | # .\n3 . | 3 .\n"),
        ("nurikabe", ".3 -> #3\n.. -> #.\n3. -> 3.\n"),
        ("masyu", "+-----+\n|  w  |\n|b   b|\n|b w w|\n+-----+\n"),
        ("hitori", "5 3 5   535\n1 2 3   123\n"),
        ("numberlink", "- A . B\n- A . B\n"),
        ("multilink", "* A.B\n* A.B\n"),
        ("slitherlink", "1 3 .\n2 . 2\n3 . .\n"),
        ("slitherlink", "| 1|.\n| 3|2\n"),
        ("slitherlink", "| | 1 | . |\n| | 3 | 2 |\n"),
        ("slitherlink", "3\n\n3 . .\n. 1 .\n"),
    ],
)
def test_what_could_be_two_boards_is_refused(genre, text):
    with pytest.raises(UserError, match="this may be a board of"):
        nlc.loads(text, genre=genre)


@pytest.mark.parametrize(
    ("genre", "text", "message"),
    [
        ("akari", "x x 2\nx 0 x\n", "'x' may be an empty cell here, or a clue"),
        ("kurodoko", "? ? 2\n3 ? ?\n", "'[?]' may be an empty cell here, or a clue"),
        ("multilink", "<td>A</td>\n<td>B</td>\n", "'<' is no name of a clue"),
        ("hitori", "<b>1 2\n2 1</b>\n", "is no name of a clue"),
        ("slitherlink", "3 . .\n. .|.\n. . 2\n", "the row has 4 cells where the first row has 3"),
    ],
)
def test_what_is_no_clue_is_not_read_as_one(genre, text, message):
    with pytest.raises(UserError, match=message):
        nlc.loads(text, genre=genre)


@pytest.mark.parametrize(
    ("genre", "text", "link"),
    [
        ("tents", "  2 0 1\n1 . T .\n0 . . .\n2 T . .\n", "tents/3/3/201102i42"),
        ("tents", ". 2 . 1\n1 . t .\n. . . .\n2 t . .\n", "tents/3/3/2g11g2i42"),
        ("tents", ". x .\n. . .\nx . .\n", "tents/3/3/li42"),
        ("skyscrapers", "  2 1\n2 . . 1\n. . 1 .\n  . 2\n", "skyscrapers/2/2/21g22g1gi1"),
        ("skyscrapers", ". 2 1 .\n2 . . 1\n. . 1 .\n. . 2 .\n", "skyscrapers/2/2/21g22g1gi1"),
    ],
)
def test_clues_stand_round_a_bare_board(genre, text, link):
    (puzzle,) = nlc.loads(text, genre=genre, format="board")
    (same,) = nlc.loads(f"https://puzz.link/p?{link}")
    assert puzzle.to("pzpr") == same.to("pzpr")


def test_puzzles_inside_and_outside_of_a_fence_are_read():
    puzzles = nlc.loads("Two:\n\n3 .\n. 2\n\n```\n1 .\n. 2\n```\n", genre="slitherlink")
    assert [nlc.elaborate(each).givens["clue"][0] for each in puzzles] == ["3", "1"]


@pytest.mark.parametrize(
    "clues", ["1 . . 2\n. . . .\n. 4 . .\n. . . 1", "1 2 3 2\n3 4 1 4\n1 2 3 2\n4 1 4 1"]
)
def test_rooms_may_stand_above_the_clues(clues):
    rooms = "1 1 2 2\n1 3 3 2\n1 3 3 2\n4 4 4 4"
    told = {
        nlc.loads(f"{one}\n\n{other}\n", genre="suguru")[0].to("janko").partition("[problem]")[2]
        for one, other in ((clues, rooms), (rooms, clues))
    }
    assert len(told) == 1


LINK = "https://puzz.link/p?slither/2/2/2h3"


@pytest.mark.parametrize(
    "text",
    [
        f"[a puzzle]({LINK})",
        f"<{LINK}>",
        f"My puzzle\n\nTry [this one]({LINK}) today!\n",
        f"- {LINK}\n",
        f"> [{LINK}]({LINK})\n",
    ],
)
def test_a_link_among_words_is_read(text):
    (puzzle,) = nlc.loads(text)
    assert puzzle.to("nl") == nlc.loads(LINK)[0].to("nl")


def test_carriage_returns_alone_end_the_lines_of_a_program():
    text = (
        f'// mine\npuzzle "p" is slitherlink {{\n  topology square;\n  board\n{SLITHER}  end\n}}\n'
    )
    assert nlc.loads(text.replace("\n", "\r"))[0].to("nl") == nlc.loads(text)[0].to("nl")


SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Nurikabe 3\n2 . .\n. . .\n. . 1\n", ["nurikabe"]),
        ("# Akari\n\n. 0\n. .\n\nakari no. 2\n. 3 .\n. . .\n", ["akari", "akari"]),
        ("Cross Sums\nX,4\\,3\\\n\\4,_,_\n\\3,_,_\n", ["kakuro"]),
        (" \\   4\\  3\\\n \\4  .   .\n \\3  .   .\n", ["kakuro"]),
        ("killer\n15: r1c1 r1c2\n", ["killer"]),
        ("Akari\n. 0\n. .\n\nHashi\n2 . 2\n. . .\n", "several genres: Akari, Hashi"),
        ("Lookair\n. 2 .\n. . .\n", "this is Look-Air, and nlc has no such genre"),
        ("Kakuro\n3\n4\n.\n2\n4\n", "'3' is not a clue of kakuro"),
        ("Killer\n  \n \n)\n", "the row has 1 cell where the first row has 0"),
        ("Hitori\n" + "53..7....\n" * 9, ["hitori"]),
        (f"Hitori\n{SUDOKU}", "looks like a Sudoku"),
        (". w . b\n. . . .\nb . w .\n", "cannot be guessed"),
    ],
)
def test_a_heading_names_the_genre_and_no_other_is_guessed(text, said):
    if isinstance(said, str):
        with pytest.raises(UserError, match=said):
            nlc.loads(text)
    else:
        assert [puzzle.genre for puzzle in nlc.loads(text)] == said


@pytest.mark.parametrize(
    ("genre", "text"),
    [
        ("tents", "  1 0 1\n1 T . .\n0 . . .\n2 . . T\n"),
        ("tents", "T..1\n...0\n..T2\n101\n"),
        ("tents", "T . . | 1\n. . . | 0\n. . T | 2\n------+--\n1 0 1\n"),
        ("skyscrapers", "2 2 1\n3...1\n1...3\n2...2\n1 2 3\n"),
        ("skyscrapers", "    2 2 1\n3 | . . . | 1\n1 | . . . | 3\n2 | . . . | 2\n    1 2 3\n"),
        ("tenner", "5 - 3 -\n2 4 - 0\n7 13 7 9\n"),
        ("tenner", "5 - 3 -\n2 4 - 0\n7 9 7 9\n"),
    ],
)
def test_clues_outside_may_stand_on_either_side_and_behind_bars(genre: str, text: str):
    (puzzle,) = nlc.loads(text, genre=genre)
    told = said(puzzle)[3]
    name = {"tents": "number", "skyscrapers": "seen", "tenner": "total"}[genre]
    sides: dict[str, list[object]] = {}
    for place, clue in sorted(told[name].items()):
        sides.setdefault(place.side, []).append(clue)
    if genre == "tents":
        assert set(told["tree"]) == {(0, 0), (2, 2)}
        assert sides == {"N": [1, 0, 1], "E": [1, 0, 2]}
    elif genre == "skyscrapers":
        assert sides == {"N": [2, 2, 1], "W": [3, 1, 2], "E": [1, 3, 2], "S": [1, 2, 3]}
    else:
        assert sides == {"S": [*map(int, text.split("\n")[2].split())]}
        assert told["num"] == {(0, 0): 5, (0, 2): 3, (1, 0): 2, (1, 1): 4, (1, 3): 0}
