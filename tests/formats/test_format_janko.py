"""Janko's text: every genre there and back, sections and bare rows, and mistakes."""

from __future__ import annotations

import re

import pytest
from support.documents import ROOT
from support.sheets import said

import nlc
from nlc.errors import Source, UserError
from nlc.formats import janko
from nlc.formats.genres import in_scope
from nlc.formats.sheet import Sheet, StraightLine
from nlc.language.resolve import load
from nlc.language.syntax import Mark

HEYAWAKE = """[begin]
puzzle Heyawake
author nobody
[problem]
- - - -
- 0 - -
0 1 - -
- - - -
[areas]
8 8 3 5
8 2 4 4
1 7 4 4
6 6 9 4
[solution]
- - x -
x - - -
- x - -
- - - x
[end]
"""


def test_the_bare_rows_of_a_board_follow_its_size_or_stand_alone():
    lines = HEYAWAKE.splitlines()
    clues, areas = lines[4:8], lines[9:13]
    (wanted,) = nlc.loads(HEYAWAKE)
    for rows_ in (
        ["4 4", *clues, *areas],
        [*clues, *areas],
        ["4 4 7", *clues, *areas],
        ["4x4", *clues, "", *(row.replace(" ", "") for row in areas)],
    ):
        (puzzle,) = nlc.loads("\n".join(rows_), format="janko:heyawake")
        assert said(puzzle) == said(wanted)
    (puzzle,) = nlc.loads("3 3 2\n1 1 1\n2 2 2\n2 2 2\n", format="janko:starbattle")
    assert puzzle.settings["stars"].value.value == 2
    (puzzle,) = nlc.loads("- 1 - - - -\n" * 6, format="janko:sudoku")
    assert said(puzzle)[3]["box"][1, 2] == (0, 0)
    assert said(puzzle)[3]["box"][2, 3] == (2, 3)
    (creek,) = nlc.loads("1 2\n0 - -\n- 1 1\n", format="janko:creek")
    assert (said(creek)[1][:2], len(said(creek)[3]["clue"])) == ((1, 2), 3)
    (discs,) = nlc.loads("2 2\nw -\n- b\n", format="janko:binairo")
    signs = [said(*nlc.loads(f"{x[0]} .\n. {x[1]}", genre="balance"))[3] for x in ("wb", "12")]
    assert signs[0] == signs[1]
    assert said(discs)[3] == {"digit": {(0, 0): 0, (1, 1): 1}}
    two = nlc.loads("w -\n- b\n\n1 -\n- 2\n", format="janko:masyu")
    assert said(two[0]) == said(two[1])


def test_a_line_a_shade_and_an_inside_are_solutions():
    (loop,) = nlc.loads("[puzzle]\npuzzle masyu\n[problem]\n- -\n- -\n[solution]\nse sw\nne wn\n")
    assert nlc.check(loop, loop.tree.solution) == []
    (wrong,) = nlc.loads("[puzzle] masyu\n[problem]\n- -\n- -\n[solution]\ne sw\n- n\n")
    assert {item.rule for item in nlc.check(wrong, wrong.tree.solution)} == {"one"}
    (isles,) = nlc.loads(
        "[problem]\n2 - 3\n- - -\n- - 1\n[solution]\n- 2 -\n- - a\n- - -\n", format="janko:hashi"
    )
    assert nlc.check(isles, isles.tree.solution) == []
    assert (
        isles.to("janko", solution=True).split("[solution]")[1] == "\n- 2 -\n- - a\n- - -\n[end]\n"
    )
    (fence,) = nlc.loads("[problem]\n3 2\n- -\n[solution]\nx x\n- x\n", format="janko:slitherlink")
    assert nlc.check(fence, fence.tree.solution) == []
    (puzzle,) = nlc.loads(HEYAWAKE)
    assert nlc.check(puzzle, puzzle.tree.solution) == []
    (puzzle,) = nlc.loads(HEYAWAKE.replace("- x - -", "x x - -"))
    rules = {item.rule for item in nlc.check(puzzle, puzzle.tree.solution)}
    assert rules == {"counts", "apart"}


def test_holes_are_cells_whose_area_is_none():
    text = "[problem]\n- - -\n- - -\n[areas]\n@ 1 1\n2 # 2\n"
    (puzzle,) = nlc.loads(text, format="janko:norinori")
    assert said(puzzle)[1][2] == {(0, 0), (1, 1)}


@pytest.mark.parametrize(
    ("text", "genre", "said", "place"),
    [
        ("[problem]\n- -\n- -\n", "", "the text does not name its genre", (1, 1)),
        (
            "[puzzle] lookair\n[problem]\n- -\n",
            "",
            "this is Look-Air, and nlc has no such genre yet",
            (1, 10),
        ),
        ("[problem]\n- -\n-\n", "masyu", "the row has 1 cell where the first row has 2", (3, 1)),
        ("[problem]\n- z\n- -\n", "masyu", "'z' is not a clue of masyu", (2, 3)),
        ("[problem]\n- 5\n- -\n", "slitherlink", "asks for exactly 5 of only 4", (2, 3)),
        ("[clabels]\n1 2\n[problem]\n- -\n", "masyu", "no clues outside the board", (2, 1)),
        ("[problem]\n- -\n[areas]\n1 1\n", "masyu", "masyu has no areas", (4, 1)),
        ("[problem]\n- -\n[areas]\n1 1\n1 1\n", "heyawake", "[areas] has 2 rows", (5, 1)),
        ("[problem]\n- -\n- -\n", "heyawake", "a board of heyawake has [areas]", None),
        ("[problem]\n- -\n[nonsense]\n", "masyu", "the section 'nonsense'", (3, 1)),
        ("[problem]\n[end]\n", "masyu", "expected [problem]", (1, 1)),
        ("[problem]\n- -\n[solution]\ne s\n", "masyu", "'s' is not a list of directions", (4, 3)),
        ("[problem]\n- -\n[solution]\ne -\n", "masyu", "does not lead back", (4, 1)),
        ("[begin]\npuzzle starbattle\nstars x\n[areas]\n1 1\n", "", "expected a number", (3, 7)),
        ("[problem]\nw b\n- 1\n", "binairo", "'1' is not a clue of binairo", (3, 3)),
        ("[problem]\n1 2\n- w\n", "masyu", "'w' is not a clue of masyu", (3, 3)),
        ("[problem]\n- x\n- -\n", "kurodoko", "'x' is not a clue of kurodoko", (2, 3)),
        ("[problem]\n- @\n- -\n", "creek", "'@' is not a clue of creek", (2, 3)),
        ("[problem]\n- -\n[end]\n- -\n", "masyu", "nothing but [begin] may follow [end]", (4, 1)),
        ("[begin]\nsize 2 2\n[problem]\n- -\n", "masyu", "the size is 2 2, and the board", (2, 6)),
        ("[problem]\n- -\n[areas]\n1 -\n", "norinori", "expected the name of an area", (4, 3)),
        ("[problem]\n1 1\n[areas]\n1 @\n", "heyawake", "a cell that is not part", (2, 3)),
        ("[problem]\n- -\n[solution]\nee -\n", "masyu", "'ee' is not a list of directions", (4, 1)),
        ("[problem]\n- -\n[solution]\no x\n", "mosaic", "'o' is not part of a solution", (4, 1)),
        ("[problem]\n- -\n[solution]\n- z\n", "slitherlink", "'z' is not part", (4, 3)),
        ("[problem]\n1 -\n[solution]\na -\n", "hashi", "'a' is not part of a solution", (4, 1)),
        ("[problem]\n0 1\n1 2\n", "binairo", "'2' is not a clue of binairo", (3, 3)),
        ("[problem]\n- -\n[areas]\n1 1\n[solution]\nx 1\n", "suguru", "'x' is not part", (6, 1)),
        ("[problem]\n- 2\n1 2\n[solution]\n1 2\n1 3\n", "tenner", "has the sum 2 above", (6, 3)),
    ],
)
def test_mistakes_are_told_at_their_place(text, genre, said, place):
    with pytest.raises(UserError) as caught:
        nlc.elaborate(nlc.loads(text, format=f"janko:{genre}" if genre else "janko")[0])
    (item,) = caught.value.diagnostics
    assert said in item.message
    assert place is None or (item.span.line, item.span.column) == place


def test_genres_without_a_row_are_refused_with_those_that_have_one():
    with pytest.raises(UserError, match="Janko's text of multilink is not known here"):
        nlc.loads("- -\n", format="janko:multilink")
    (puzzle,) = nlc.loads('puzzle "p" is masyu { topology square; board\n. #\n. .\nend\n}')
    assert "@" in puzzle.to("janko")
    (walled,) = nlc.loads(
        'puzzle "p" is masyu { topology square; board\n. .\n. .\nend\nwall r1c1|r1c2; }'
    )
    with pytest.raises(UserError, match="the format janko has no walls"):
        walled.to("janko")


TENTS = """[problem]
x - -
- - @
[clabels]
- 1 0
[rlabels]
12
3
[end]
"""


RULES = """
genre tents {
  given tree : cell -> bool;
  given number : line -> 0..99?;
  var tent : cell -> bool;
  show tent;
  published { parts: blocked tree, outside number, shaded tent; }
}
"""


def test_clues_outside_of_the_board_are_those_of_straight_lines():
    with in_scope(load(Source("text", RULES)).genres.values()):
        read_and_write_tents()


def read_and_write_tents():
    (tree,) = janko.parse(Source("text", TENTS), "tents")
    marks = {
        (mark.name.name, place.text): (mark.value, place.span.line, place.span.column)
        for mark in tree.items
        if isinstance(mark, Mark)
        for place in mark.places
    }
    clues = {place: (value.value, *at) for (name, place), (value, *at) in marks.items()}
    assert clues == {
        "r1c1": (True, 2, 1),
        "r1c2.line(N)": (1, 5, 3),
        "r1c3.line(N)": (0, 5, 5),
        "r1c1.line(E)": (12, 7, 1),
        "r2c1.line(E)": (3, 8, 1),
    }
    sheet = Sheet("tents", 2, 3)
    sheet.put("number", StraightLine(0, 1, "N"), 1)
    sheet.put("number", StraightLine(1, 0, "E"), 3)
    assert janko.take_labels(sheet, janko.Janko()) == ["[clabels]", "- 1 -", "[rlabels]", "- 3"]
    sheet.put("number", StraightLine(1, 1, "N"), 1)
    janko.take_labels(sheet, janko.Janko())
    with pytest.raises(UserError, match=r"'number', which is given at r2c2\.line\(N\)"):
        sheet.finish("janko")
    for wrong, told in (("1 2", "2 clues where the board has 3"), ("- 1 x", "expected a number")):
        with pytest.raises(UserError, match=told):
            list(janko.parse(Source("text", TENTS.replace("- 1 0", wrong)), "tents"))


BOARDS = (ROOT / "fixtures" / "janko.txt").read_text()


def genre_of(text: str) -> str:
    (sections,) = janko.split_sections(Source("text", text), "")
    return janko._find_genre(sections.genre)


PUBLISHED = {genre_of(text): text for text in BOARDS.split("\n\n")}
"""A board of a genre with its solution, laid out as the site does."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("genre", PUBLISHED)
def test_a_published_solution_is_right_and_comes_back(genre: str):
    text = PUBLISHED[genre]
    (puzzle,) = nlc.loads(text)
    assert puzzle.genre == genre
    assert nlc.check(puzzle, puzzle.tree.solution) == []
    assert puzzle.tree.faults == ()
    told = text[text.index("[problem]") :].strip() + "\n"
    assert puzzle.to("janko", solution=True).endswith(told)
    dotted = told.replace("-", ".")
    (again,) = nlc.loads(text.replace(told.strip(), dotted))
    assert said(again) == said(puzzle)
    assert again.to("janko", solution=True).endswith(told)


@pytest.mark.parametrize("signs", ["wb", "01", "12"])
def test_circles_of_binairo_have_one_pair_of_signs(signs: str):
    text = PUBLISHED["binairo"]
    head, told = text.split("[problem]")
    (puzzle,) = nlc.loads(f"{head}[problem]{told.translate(str.maketrans('wb', signs))}")
    assert said(puzzle) == said(*nlc.loads(text))
    assert nlc.check(puzzle, puzzle.tree.solution) == []
    assert puzzle.to("janko", solution=True).endswith(told.strip() + "\n")


def test_an_empty_cell_of_a_solution_is_told():
    (numbers,) = nlc.loads("[problem]\n- 1\n[areas]\n1 1\n[solution]\n. 1\n", format="janko:suguru")
    assert numbers.tree.solution == {"number": {"r1c1": None, "r1c2": "1"}}
    (stones,) = nlc.loads("[problem]\nw -\n[solution]\nw -\n", format="janko:yinyang")
    assert stones.tree.faults == ("r1c2 is empty",)


def test_letters_of_a_solution_of_lits_are_those_of_the_pieces():
    text = PUBLISHED["lits"]
    head, solution = text.split("[solution]")
    marked = re.sub("[LITS]", "x", solution)
    (puzzle,) = nlc.loads(f"{head}[solution]{marked}")
    assert puzzle.to("janko", solution=True).endswith(
        f"[solution]{solution.strip()}\n".replace("]", "]\n", 1)
    )
    (wrong,) = nlc.loads(f"{head}[solution]{solution.replace('S', 'T').replace('L', 'I', 1)}")
    assert any(
        fault.endswith("has the letter I, and its piece is L") for fault in wrong.tree.faults
    )


def test_a_solution_may_have_the_size_before_it_and_repeat_the_clues():
    text = "[problem]\nx -\n- 1\n[solution]\n2 2\nx o\no 1\n"
    (puzzle,) = nlc.loads(text, format="janko:akari")
    assert puzzle.tree.solution == {"lamp": ["r1c2", "r2c1"]}


def test_bare_rows_of_areas_may_have_rows_without_clues_before_them():
    empty, areas = "- - -\n" * 2, "1 1 2\n1 2 2\n"
    (bare,) = nlc.loads(empty + areas, format="janko:norinori")
    assert said(bare) == said(*nlc.loads(areas, format="janko:norinori"))


@pytest.mark.parametrize(("genre", "label"), [("numberlink", "@"), ("hitori", "?")])
def test_a_label_that_means_something_else_is_refused(genre: str, label: str):
    text = f'puzzle "p" is {genre} {{ topology square;\nboard\n1 2\n2 1\nend\nmark '
    name = "label" if genre == "numberlink" else "num"
    (puzzle,) = nlc.loads(f'{text}{name} = "{label}" at r1c1, r2c2; }}')
    with pytest.raises(UserError, match=f"cannot express the clue '[{label}]'"):
        puzzle.to("janko")


def test_holes_of_a_board_of_points_are_refused():
    (puzzle,) = nlc.loads('puzzle "p" is creek { topology square;\nboard\n. #\n. .\nend }')
    with pytest.raises(UserError, match="no holes in boards of creek"):
        puzzle.to("janko")


def test_a_line_around_a_hole_comes_back():
    text = "puzzle slitherlink\n[problem]\n- - -\n- @ -\n- - -\n[solution]\n"
    for rows_ in ("x x x\nx x x\nx x x\n", "x x x\nx - -\nx x x\n", "- - -\n- - x\n- - -\n"):
        (puzzle,) = nlc.loads(f"[begin]\n{text}{rows_}")
        assert nlc.check(puzzle, puzzle.tree.solution) == []
        assert puzzle.to("janko", solution=True).endswith(f"[solution]\n{rows_}[end]\n")


BARE = (
    ("tents", "3 3/1 0 1/1 - 1/x - -/- - x/- - -"),
    ("nonogram", "2 3/1/1/1/1 1/1"),
    ("skyscrapers", "4 4 3/1 - - -/- - - -/- 2 - -/- - - 3/- - 1 -/- - - -/- - - -/- 2 - -"),
    ("easyasabc", "3 3 b/a - -/- - b/- - -/- b -/- - -/- a -/- - -"),
    ("magnets", "2 2/1 -/- 1/1 -/- -/1 1/2 2"),
    ("kakurasu", "2 2/1 2/- 2"),
    ("doppelblock", "3 3 1/1 - 0/- - -"),
    ("gappy", "3 3/1 - -/- - 0/- - -/- x -/- - -"),
    ("snake", "3 3/1 2 -/- - -/- x -/- - -/- - x"),
    ("battleships", "3 3 1 1 0 0 0/1 2 -/- - -/- x -/- - -/- - n"),
    ("grandtour", "2 2/9 4/- -"),
    ("kenken", "2 2/3+ -/- 2*/1 1/1 2"),
    ("str8ts", "2 2/- x/5x 1"),
    ("thermometers", "2 2/1 1/1 1/1.1 1.2/2.1 2.2"),
    ("munraito", "3 3/- - -/- 9 -/- - 0"),
)
"""Rows with clues outside, of areas, signs or pairs, as the site's collections have them."""


@pytest.mark.sample(2)
@pytest.mark.parametrize(("genre", "rows"), BARE)
def test_bare_rows_with_clues_of_many_kinds_are_read_and_written(genre: str, rows: str):
    (puzzle,) = nlc.loads(rows.replace("/", "\n") + "\n", format=f"janko:{genre}")
    text = puzzle.to("janko")
    (again,) = nlc.loads(text)
    assert (said(again), again.to("janko")) == (said(puzzle), text)
    tokens = [token for line in text.split("\n") for token in line.split()]
    told = rows.replace("/", " ").split()
    assert sorted(told) == sorted(t for t in told if t in tokens or t.upper() in tokens)


SOLVED = (
    ("Kakuro", "- 4, 3,|,3 0 0|,4 0 0", "- - -|- 1 2|- 3 1"),
    ("Gokigen-Naname", "0 2 -|- - -", "/ \\"),
    ("Galaxien", "3 - 2|- - -", "1 1 2|1 1 2"),
    ("Shakashaka", "- - x|- - 1", "nw ne -|sw se -"),
    ("Tatamibari", "v ? -|- - -", "1 2 2|1 2 2"),
    ("Balance-Loop", "w2 -|- w2", "se sw|ne nw"),
    ("Pipelink", "se -|- nw", "se sw|ne nw"),
    ("Eulero", "11 00 00|00 30 00|00 00 01", "11 22 33|23 31 12|32 13 21"),
    ("Tenner Grid", "1 - 3|1 2 3", "1 2 3|1 2 3"),
)
"""Boards and solutions under the names of the site, in the ways of the genres that have their own:
a black frame that belongs to the board, dots by number, pairs, and sums as the last row."""


@pytest.mark.parametrize(("name", "problem", "solution"), SOLVED)
def test_a_board_in_its_own_way_is_read_solved_and_written(name: str, problem: str, solution: str):
    told = f"[problem]|{problem}|[solution]|{solution}|[end]|".replace("|", "\n")
    (puzzle,) = nlc.loads(f"[begin]\npuzzle {name}\n{told}")
    assert nlc.check(puzzle, puzzle.tree.solution) == []
    assert puzzle.to("janko", solution=True).endswith(told)
    if name == "Tenner Grid":  # the sums need not be told again
        assert said(*nlc.loads(f"puzzle {name}\n{told}".replace("1 2 3\n[end]", "[end]"))) == said(
            puzzle
        )
    turned = told.replace("w2", "2w").replace("- nw\n", "- wn\n")
    assert said(*nlc.loads(f"[begin]\npuzzle {name}\n{turned}")) == said(puzzle)


def test_sums_outside_stand_in_a_black_frame_that_is_written():
    (bare,) = nlc.loads("https://puzz.link/p?kakuro/2/2/n4334")
    text = bare.to("janko")
    rows = "- 4, 3,\n,3 0 0\n,4 0 0\n"
    assert f"[problem]\n{rows}" in text
    assert nlc.count(*nlc.loads(text)) == nlc.count(bare) == 1
    holes = rows.replace("-", "#")
    for typed in (rows, holes, "- 4\\ 3\\\n\\3 . .\n\\4 . .\n"):  # no section, a black corner
        assert said(*nlc.loads(typed, genre="kakuro")) == said(*nlc.loads(text))


@pytest.mark.parametrize(
    ("genre", "problem", "message"),
    [
        ("galaxies", "- 1\n- -\n", "this dot is not on the board"),
        ("balance", "4 w\n- -\n", "'4' is not a clue of balance"),
        ("balance", "4w4 w\n- -\n", "'4w4' is not a clue of balance"),
        ("balance", "w1111111 1\n- -\n", "'w1111111' is not a clue of balance"),
        ("eulero", "100 00\n00 00\n", "'100' is not a clue of eulero"),
    ],
)
def test_what_is_not_told_so_is_refused(genre: str, problem: str, message: str):
    with pytest.raises(UserError, match=message) as caught:
        nlc.loads(f"[problem]\n{problem}", format=f"janko:{genre}")
    hint = "a cell is two digits" if genre == "eulero" else "an empty cell is '-'"
    assert genre == "galaxies" or hint in str(caught.value)
    if genre == "galaxies":  # digits may be anything in a board that is typed
        with pytest.raises(UserError, match="'1' is not a clue"):
            nlc.loads(problem, genre=genre)
