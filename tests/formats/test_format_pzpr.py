"""URLs of puzz.link and files of pzpr."""

from __future__ import annotations

import re
from random import Random
from urllib.parse import quote

import pytest
from support.pzpr_boards import GENRES, examples, file_of
from support.sheets import solution_of

import nlc
from nlc import formats
from nlc.errors import Source, UserError
from nlc.formats.pzpr.genre import rows_of
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.loading import load_puzzles, parse_puzzles


def read(text: str):
    return list(formats.import_puzzles(Source("u.txt", text), "pzpr"))


def drawn(text: str, given: str) -> list[str]:
    """Return the rows of the only puzzle of a text, with the values of a given of one character."""
    program = nlc.elaborate(*nlc.loads(text))
    cells, cols = program.givens[given], program.board.cols
    tokens = [cells.get(i, ".") for i in range(program.board.rows * cols)]
    return ["".join(tokens[i : i + cols]) for i in range(0, len(tokens), cols)]


def options(text: str) -> dict[str, str]:
    return dict(nlc.elaborate(*nlc.loads(text)).options)


def program(rows: list[str], extra: str = "", topology: str = "square"):
    board = "\n".join(" ".join(row) for row in rows)
    text = f'puzzle "p" is slitherlink {{ topology {topology}; {extra}\nboard\n{board}\nend\n}}'
    return elaborate(load(Source("p.nl", text)).puzzles[0])


ROWS = ["3.1..", "..2.0", ".3...", "0..2.", "..1.3"]


@pytest.mark.parametrize(
    "url",
    [
        "https://puzz.link/p?slither/5/5/8bh75dgacg6d",
        "https://puzz.link/p?slither/5/5/8bh75dgacg6d/",
        "http://pzv.jp/p.html?slitherlink/5/5/8bh75dgacg63",
        "http://a.b/p?type=player&slither/5/5/8bh75dgacg63",
        "http://a.b/p?type=editor&x=1&slither/5/5/8bh75dgacg63",
        "http://a.b/p.html?slither_edit/5/5/8bh75dgacg63",
        "http://www.kanpen.net/slitherlink.html?pzpr=/5/5/8bh75dgacg63",
        "slither/5/5/8bh75dgacg63",
        "slither_play/5/5/8bh75dgacg63",
        "  slither/5/5/3g1j2g0g3i0h2i1g3",
    ],
)
def test_all_forms_of_a_url_are_read(url):
    assert drawn(url, "clue") == ROWS
    assert options(url)["full"] == "false"


@pytest.mark.parametrize("body", ["13", "13h", ""])
@pytest.mark.filterwarnings("ignore:.*the body ends before the board")
def test_what_the_body_leaves_out_is_empty(body):
    assert drawn(f"slither/3/2/{body}", "clue") == ["13." if body else "...", "..."]


@pytest.mark.parametrize(
    ("name", "genre"),
    [
        ("masyu", "masyu"),
        ("pearl", "masyu"),
        ("lightup", "akari"),
        ("bijutsukan", "akari"),
        ("hashikake", "hashi"),
        ("bridges", "hashi"),
        ("yajirin", "yajilin"),
        ("numberlink", "numberlink"),
        ("hakyukoka", "ripple"),
        ("bag", "cave"),
        ("heyawacky", "heyawake"),
        ("yajirin-regions", "yajilinregions"),
        ("mines", "minesweeper"),
    ],
)
def test_other_names_are_read(name, genre):
    (puzzle,) = read(f"{name}/2/2/")
    assert puzzle.genre.name == genre


@pytest.mark.parametrize(
    "url",
    ["slither/5/5/cbcbcddad", "hashi/5/5/4g2i3h23k3g1g3g4g3/", "starbattle/6/6/1/4ilbhgdnmhou"],
)
def test_a_link_whose_slashes_are_encoded_is_read(url):
    (plain,), (encoded,) = (
        nlc.loads(f"https://puzz.link/p?{text}") for text in (url, url.replace("/", "%2F"))
    )
    assert encoded.to("pzpr") == plain.to("pzpr")


@pytest.mark.parametrize("text", ["https://puzz.link/p?{}/2/2/", "{}/2/2/", "pzprv3\n{}\n2\n2\n"])
@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("minesweeper", "links call minesweeper 'mines'"),
        ("fences", "links call slitherlink 'slither'"),
        ("SLITHER", "links call slitherlink 'slither'"),
        ("flowfree", "links call numberlink 'numlin' or 'arukone'"),
        ("takuzu", "no links of binairo are read"),
    ],
)
def test_a_name_that_links_do_not_have_is_answered_by_theirs(text, name, hint):
    with pytest.raises(UserError) as caught:
        read(text.format(name))
    (item,) = caught.value.diagnostics
    assert (item.message, item.hint) == (f"the puzzle '{name}' is not known here", hint)


@pytest.mark.parametrize("cut", ["\n", "/"])
def test_a_file_gives_rows_first_and_then_its_answer(cut):
    lines = ["2 . -", ". 0 3", "0 1 1 0", "1 0 0 1", "0 1 0", "1 0 0", "0 0 -1"]
    text = cut.join(["pzprv3", "slither", "2", "3", *lines, ""])
    assert drawn(text, "clue") == ["2..", ".03"]
    (puzzle,) = read(text)
    assert set(puzzle.solution["line"]) == {
        "r1c1|r1c2",
        "r1c2|r1c3",
        "r2c1.side(W)",
        "r2c3.side(E)",
        "r1c2.side(N)",
        "r1c1|r2c1",
    }


def test_a_file_ends_where_its_history_begins_and_may_stand_in_a_url():
    text = 'pzprv3/hitori/1/2/1 1 /# . /info:{"metadata":{"author":"a/b"}}'
    assert drawn(text, "num") == ["11"]
    inside = f"https://puzz.link/p?{quote(text, safe='/:?')}"
    (puzzle,) = read(inside)
    assert puzzle.solution == {"dark": ["r1c1"]}


def test_a_file_of_urls_and_files_holds_one_puzzle_after_the_other(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text(
        "# mine\nhttps://puzz.link/p?slither/2/2/3\n\nslither/2/2/g3\n"
        "pzprv3/hitori/1/2/1 1 /# . /\npzprv3\nhitori\n1\n2\n1 2 \n. # \n"
        "https://puzz.link/p?hitori/2/1/12\n"
    )
    cases, _ = load_puzzles(str(path))
    assert [case.tree.title for case in cases] == ["two #1", "two #2", "two #3", "two #4", "two #5"]
    assert [case.tree.solution for case in cases][2:4] == [{"dark": ["r1c1"]}, {"dark": ["r1c2"]}]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("slither/2/2/3f", "1:14", "'f' is not a clue, nor a run of empty cells"),
        ("slither/2/2/3é", "1:14", "'é' is not a clue, nor a run of empty cells"),
        ("slither/2/2/33333", "1:17", "nothing may follow the body"),
        ("slither/2/2/33k", "1:15", "the board has 4 places, and here is one more"),
        ("slither/x/2/2/3", "1:9", "nlc does not support the flag 'x' of slither"),
        ("slither/fq/2/2/3", "1:10", "nlc does not support the flag 'q' of slither"),
        ("slither/v:x/2/2/3", "1:9", "the variant 'x' has other rules, which nlc does not have"),
        ("a?v:y/slither/2/2/3", "1:3", "the variant 'y' has other rules, which nlc does not have"),
        ("slither/2", "1:1", "expected /COLS/ROWS/BODY after the name of the puzzle"),
        ("slither/2/b", "1:1", "expected /COLS/ROWS/BODY after the name of the puzzle"),
        ("slither/0/2/3", "1:9", "a board has at least one row and one column"),
        ("slither/99999/99999/3", "1:9", "a board has at most 16777216 cells"),
        ("slither/999999999999/2/3", "1:9", "a board has at most 16777216 cells"),
        (f"slither/{'9' * 5000}/2/3", "1:9", "a board has at most 16777216 cells"),
        ("slither/2/2/3/4/5", "1:14", "'/' is not a clue, nor a run of empty cells"),
        ("puzz.link/p?lookair/2/2/3", "1:13", "this is Look-Air, and nlc has no such genre yet"),
        ("sudoku/5/5/z", "1:8", "a Sudoku of pzpr is 4x4, 6x6, 9x9, 16x16, 25x25"),
        ("numlin/2/2/1.1", "1:13", "numberlink has no clue with an unknown number"),
        ("numlin/2/2/1-1", "1:14", "the body ends within a number of 2 digits"),
        ("numlin/e/2/2/11", "1:8", "nlc does not support the flag 'e' of numlin"),
        ("heyawake/4/4/000", "1:14", "the borders of this board take 6 characters, and here are 3"),
        ("heyawake/2/2/00_", "1:16", "'_' is not a clue, nor a run of empty cells"),
        ("ripple/2/2/00z0g", "1:14", "the board has 4 places, and here is one more"),
        ("starbattle/2/2/x", "1:16", "expected a number and a slash"),
        ("yajilin/2/2/91", "1:14", "the body ends within a number of 2 digits"),
        ("doubleback/1/1/g", "1:12", "no cell is part of the board"),
        ("kanpen.net/hashi.html?problem=1/2/1_x_/", "1:37", "expected a clue, found 'x'"),
        ("kanpen.net/hashi.html?problem=1/2/1_/",
         "1:35", "the row has 1 values where the size says 2"),
        ("kanpen.net/hashi.html?problem=x", "1:1", "expected ROWS/COLS after 'problem='"),
        ("kanpen.net/creek.html?problem=1/1/",
         "1:1", "kanpen.net's own form of creek is not known"),
        ("kanpen.net/heyawake.html?problem=1/1/1/0_0_0_1", "1:40", "this room leaves the board"),
        ("kanpen.net/heyawake.html?problem=1/2/1/0_0_0_0",
         "1:38", "the rooms do not cover the board"),
        ("kanpen.net/yajilin.html?problem=1/1/99", "1:37", "expected a number below 64"),
        ("pzprv3\nlookair\n2\n2\n", "2:1", "this is Look-Air, and nlc has no such genre yet"),
        ("pzprv3\nslither\n2\n", "1:1", "expected the puzzle, its rows and its columns after this"),
        ("pzprv3\nslither\n2\n2\n. .\n", "3:1", "the board has 1 of its 2 rows"),
        ("pzprv3\nslither\n1\n2\n. . .\n", "5:1", "the row has 3 values where the size says 2"),
        ("pzprv3/slither/1/2/. x/", "1:22", "expected a clue, found 'x'"),
        ("pzprv3\nslither\n0\n2\n", "3:1", "a board has at least one row and one column"),
        (
            "pzprv3/v:z/slither/1/2/",
            "1:8",
            "the variant 'z' has other rules, which nlc does not have",
        ),
        ("pzprv3/mashu/1/2/. 3 /", "1:20", "expected 1 or 2, found 3"),
        ("pzprv3/yajilin/1/2/. 5,1 /", "1:22", "'5,1' is not an arrow"),
        ("pzprv3/arukone/1/2/x/", "1:20", "expected passallcell or dontpassallcell"),
        (
            "pzprv3/slither/q/1/2/",
            "1:1",
            "expected the puzzle, its rows and its columns after this",
        ),
        ("pzprv3/numlin/1/2/1 1 /x /", "1:24", "expected 0, 1 or -1, found 'x'"),
        ("pzprv3/numlin/1/2/1 1 /2 /", "1:24", "expected 0, 1 or -1, found '2'"),
        ("pzprv3/numlin/1/2/1 1 /1 /0 /", "1:27", "nothing may follow the answer"),
        ("pzprv3/yinyang/1/2/1 . /. 3 /", "1:27", "expected 1, 2 or '.', found '3'"),
        ("pzprv3/ripple/1/2/1 /1 # /. . /", "1:24", "expected a clue, found '#'"),
        ("pzprv3/cojun/1/2/1 /# . /. . /", "1:21", "expected a clue, found '#'"),
        ("pzprv3.2/country/1/2/country_full/1 /", "1:22",
         "nlc does not support the flag 'country_full' of country"),
        ("pzprv3.3/country/1/2/",
         "1:1", "nlc does not support the layout pzprv3.3 of files of country"),
        ("pzprv3/arukone/1/2/passallcell/1 A /", "1:32", "'1' is not a letter"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_place(text, place, message):
    with pytest.raises(UserError) as caught:
        read(text)
    (item,) = caught.value.diagnostics
    assert (str(item.span), item.message) == (f"u.txt:{place}", message)


@pytest.mark.filterwarnings("ignore:.*the body ends before the board")
@pytest.mark.sample(2)
@pytest.mark.parametrize("genre", GENRES)
def test_a_token_that_means_nothing_is_refused_wherever_it_stands(genre):
    random = Random(genre)
    puzzle = examples(genre)[-1]
    solution = solution_of(puzzle)
    for later in range(rows_of(genre)[0].last + 1):
        text = file_of(puzzle, solution, later).removesuffix("\n")
        head = 3 if genre == "sudoku" else 4
        tokens = [each.span() for each in re.finditer(r"[^ \n]+", text)][head:]
        for start, end in random.sample(tokens, min(10, len(tokens))):
            broken = text[:start] + "?" + text[end:]
            with pytest.raises(UserError) as caught:
                read(broken)
            (item,) = caught.value.diagnostics
            line = broken.count("\n", 0, start) + 1
            assert item.span.line == line
            assert item.span.column <= start - broken.rfind("\n", 0, start) <= item.span.end_column


COUNTRY = "country/2/2/{}{}/. . /. . /1 /1 /1 1 /0 0 /0 0 /"


@pytest.mark.parametrize("rooms", ["0 /0 /1 1 ", "2/0 0 /1 1 "])
@pytest.mark.parametrize("skip", [False, True])
def test_flags_of_country_road_stand_by_name_in_a_line_after_the_size(rooms, skip):
    later = 2 if rooms.startswith("0") else 1
    flags = "country_empty/" if skip else "/"
    text = f"pzprv3.{later}/" + COUNTRY.format(flags, rooms)
    for form in (text, text.replace("/", "\n")):
        assert options(form)["skip"] == str(skip).lower()
    (puzzle,) = nlc.loads(text)
    assert nlc.check(puzzle, puzzle.tree.solution) == []
    lines = puzzle.to("pzpr", solution=True).split("\n")
    assert lines[:5] == ["pzprv3.2", "country", "2", "2", "country_empty" if skip else ""]


@pytest.mark.slow
def test_a_file_says_holes_where_its_genre_has_them_there_and_else_they_are_refused():
    board = "topology square;\nboard\n1 . #\nend\nboard room\na a #\nend }"
    for genre in ("cojun", "ripple"):
        (puzzle,) = nlc.loads(f'puzzle "p" is {genre} {{ {board}')
        with pytest.raises(UserError, match=f"a file of {genre} has no holes"):
            puzzle.to("pzpr", solution=True)
    (puzzle,) = nlc.loads(f'puzzle "p" is suguru {{ {board}')
    (again,) = nlc.loads(puzzle.to("pzpr", solution=True))
    assert again.to("pzpr") == puzzle.to("pzpr")
    assert nlc.check(again, again.tree.solution) == []


def test_a_number_without_an_arrow_is_told():
    with pytest.raises(UserError, match="the number in r1c1 has no arrow"):
        nlc.elaborate(*nlc.loads("yajilin/2/2/01"))


@pytest.mark.parametrize(
    ("rows", "extra", "url"),
    [
        (ROWS, "", "https://puzz.link/p?slither/5/5/8bh75dgacg6d\n"),
        (["..", ".."], "", "https://puzz.link/p?slither/2/2/j\n"),
        (["....", "...4"], "set full = true;", "https://puzz.link/p?slither/f/4/2/me\n"),
    ],
)
def test_a_puzzle_is_written_as_pzpr_does(rows, extra, url):
    assert formats.FORMATS.get("pzpr").write(program(rows, extra)) == url


@pytest.mark.parametrize(
    "url",
    [
        "akari/3/3/..g.1.a/",
        "hashi/3/1/.g./",
        "kurodoko/3/3/.g2k.",
        "cave/2/2/2..g",
        "mines/3/3/.g3l",
        "nurikabe/2/2/.h3",
        "shikaku/2/2/.h3",
        "yajilin/3/3/0.b21d+",
        "yajilin/5/1/1.a719b",
        "arukone/e/3/3/1g2i1g2",
        "numlin/3/1/-ffg-ff",
        "yajilin-regions/o/2/2/000",
        "doubleback/3/3/00004o",
        "suguru/2/2/00i1g",
        "starbattle/2/2/2/00/",
    ],
)
def test_what_is_not_told_is_read_and_written(url):
    (puzzle,) = nlc.loads(f"https://puzz.link/p?{url}")
    assert puzzle.to("pzpr").strip().removesuffix("/").endswith(f"?{url.removesuffix('/')}")


def test_labels_that_are_not_numbers_are_numbered_and_letters_stay():
    (ours,) = nlc.loads("b 10 .\n. . .\nb 10 .\n", format="board:numberlink")
    assert ours.to("pzpr") == "https://puzz.link/p?arukone/3/3/12j12g\n"
    (letters,) = nlc.loads("b C .\n. . .\nb C .\n", format="board:numberlink")
    assert drawn(letters.to("pzpr"), "label") == ["bC.", "...", "bC."]


@pytest.mark.parametrize(
    ("rows", "extra", "topology", "message"),
    [
        (["1."], "", "triangle", "boards of squares"),
        (["1#."], "", "square", "has no holes"),
        (["1...", "...."], "", "square(wrap=horizontal)", "neither wrap around"),
        (["1."], "rule house { line[r1c1.side(N)]; }", "square", "cannot express the rule 'house'"),
        (["1."], "mark port = inlet at r1c1.corner(NW); mark port = outlet at r1c1.corner(NE);",
         "square", "cannot express 'port'"),
    ],
)  # fmt: skip
def test_what_the_format_cannot_say_is_refused(rows, extra, topology, message):
    with pytest.raises(UserError, match=message):
        formats.FORMATS.get("pzpr").write(program(rows, extra, topology))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('puzzle "p" is binairo { topology square;\nboard\n1 .\n. .\nend }', "no genre"),
        (
            'puzzle "p" is starbattle { topology square;\nboard\na b a\na b a\na b a\nend }',
            "the room 'a' falls apart",
        ),
        (
            'puzzle "p" is heyawake { topology square;\nboard\n1 2\n. .\nend\n'
            "board room\na a\na a\nend }",
            "a room has two numbers",
        ),
        (
            'puzzle "p" is sudoku { topology square; set diagonal = true;\nboard\n'
            ". . . .\n. . . .\n. . . .\n. . . .\nend\nboard box\na a b b\na a b b\nc c d d\n"
            "c c d d\nend }",
            "diagonal=false",
        ),
        (
            'puzzle "p" is sudoku { topology square;\nboard\n'
            ". . . .\n. . . .\n. . . .\n. . . .\nend\nboard box\na a a b\na b b b\nc c d d\n"
            "c c d d\nend }",
            "the usual boxes of its size",
        ),
    ],
)
def test_puzzles_that_pzpr_cannot_say_are_refused(text, message):
    (puzzle,) = nlc.loads(text)
    with pytest.raises(UserError, match=message):
        puzzle.to("pzpr")


def test_a_verdict_on_an_answer_that_is_not_finished():
    """What no rule tells is told all the same."""
    (stones,) = read("pzprv3/yinyang/2/2/1 . /. . /. 2 /. . /")
    assert stones.faults == ("r2c1 has no stone", "r2c2 has no stone")
    (empty,) = read("pzprv3/hitori/2/2")
    assert empty.faults == ("there is no shaded cell on the board",)
    (loose,) = read("pzprv3/shikaku/2/2/4 . /. . /1 /0 /0 0 /")
    assert loose.faults == ("the border r1c1|r1c2 divides nothing",)
    (number,) = read("pzprv3/ripple/1/2/0 /1 . /. . /")
    assert number.solution == {"number": {"r1c1": "1", "r1c2": None}}
    (away,) = read("pzprv3.2/doubleback/1/3/0 0 /* . . /1 1 /")
    assert away.faults == ("the line r1c1-r1c2 leaves the board",)
    assert away.solution == {"line": ["r1c2-r1c3"]}


@pytest.mark.parametrize(
    ("url", "last"),
    [
        ("slither/4/4/3d", "the last 12 places are"),
        ("slither/4/4/dddg3/", "the last 5 places are"),
        ("slither/4/4", "the last 16 places are"),
        ("slither/4/4/", "the last 16 places are"),
        ("slither/2/2/2h3", None),
    ],
)
def test_a_body_that_ends_before_its_board_is_warned_of(url, last):
    puzzles, found = parse_puzzles(Source("u.txt", url))
    assert len(puzzles) == 1
    assert [(item.severity.value, last in item.message) for item in found.items] == (
        [("warning", True)] if last else []
    )


@pytest.mark.parametrize(
    ("body", "tail"),
    [
        ("slither/5/5/831dla32bh22", ".0"),
        ("slither/5/5/831dla32bh22", "&id=17"),
        ("slither/5/5/831dla32bh22", "%22"),
        ("slither/5/5/831dla32bh22", '"'),
        ("slither/5/5/831dla32bh22", "#solution"),
        ("slither/5/5/831dla32bh22", "),"),
        ("mashu/6/6/1063000i3000", ".0"),
        ("ripple/4/4/9n8rigk14h32k", "&id=3"),
        ("starbattle/6/6/1/4ilbhgdnmhou", "/&x=1"),
    ],
)
def test_what_links_are_copied_with_is_ignored_with_a_note(body, tail):
    url = f"https://puzz.link/p?{body}"
    (puzzle,) = nlc.loads(url)
    with pytest.warns(UserWarning, match="after the board is ignored, as by puzz.link") as told:
        (copied,) = nlc.loads(url + tail)
    assert len(told) == 1 and tail.strip("/") in str(told[0].message)
    assert elaborate(copied).givens == elaborate(puzzle).givens
