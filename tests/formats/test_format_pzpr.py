"""URLs of puzz.link and files of pzpr."""

from __future__ import annotations

from random import Random

import pytest

from nlc import formats
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.language.syntax import BoardLiteral, Mark, SetOption
from nlc.load import load_puzzles


def read(text: str):
    return list(formats.read_puzzles(Source("u.txt", text), "pzpr"))


def clues(puzzle) -> dict[str, int]:
    return {
        place.text: item.value.value
        for item in puzzle.items
        if isinstance(item, Mark)
        for place in item.places
    }


def drawn(puzzle) -> list[str]:
    """Return the rows of a puzzle with its clues."""
    (board,) = [item for item in puzzle.items if isinstance(item, BoardLiteral)]
    rows = [list(line) for line in board.lines]
    for place, clue in clues(puzzle).items():
        row, col = map(int, place[1:].split("c"))
        rows[row - 1][col - 1] = str(clue)
    return ["".join(row) for row in rows]


def is_full(puzzle) -> bool:
    (option,) = [item for item in puzzle.items if isinstance(item, SetOption)]
    return option.value.value


def program(rows: list[str], extra: str = "", topology: str = "square"):
    board = "\n".join(" ".join(row) for row in rows)
    text = f'puzzle "p" is slitherlink {{ topology {topology}; {extra}\nboard\n{board}\nend\n}}'
    return elaborate(load(Source("p.nl", text)).puzzles[0])


ROWS = ["3.1..", "..2.0", ".3...", "0..2.", "..1.3"]


@pytest.mark.parametrize(
    "url",
    [
        "https://puzz.link/p?slither/5/5/8bh75dgacg63",
        "https://puzz.link/p?slither/v:x/5/5/8bh75dgacg63/",
        "http://pzv.jp/p.html?slitherlink/5/5/8bh75dgacg63",
        "http://a.b/p?type=player&slither/5/5/8bh75dgacg63",
        "http://a.b/p.html?slither_edit/5/5/8bh75dgacg63",
        "slither/5/5/8bh75dgacg63",
        "  slither/5/5/3g1j2g0g3i0h2i1g3",
    ],
)
def test_all_forms_of_a_url_are_read(url):
    (puzzle,) = read(url)
    assert drawn(puzzle) == ROWS
    assert not is_full(puzzle)


def test_columns_come_before_rows_and_the_flag_f_asks_for_all_points():
    (puzzle,) = read("https://puzz.link/p?slither/f/3/2/g.6g4")
    assert drawn(puzzle) == ["..1", "..4"]
    assert is_full(puzzle)
    assert clues(read("slither/2/2/j")[0]) == {}


def test_what_the_body_leaves_out_is_empty():
    assert drawn(read("slither/3/2/13")[0]) == ["13.", "..."]
    assert drawn(read("slither/3/2/")[0]) == ["...", "..."]
    assert drawn(read("slither/3/2")[0]) == ["...", "..."]


@pytest.mark.parametrize("cut", ["\n", "/"])
def test_a_file_gives_rows_first_and_its_answer_is_not_read(cut):
    text = cut.join(["pzprv3", "slither", "2", "3", "2 . -", ". 0 3", "0 1 1 0", "1 0 0 1", ""])
    assert drawn(read(text)[0]) == ["2..", ".03"]


def test_a_file_of_urls_holds_one_puzzle_a_line(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text("# mine\nhttps://puzz.link/p?slither/2/2/3\n\nslither/2/2/g3\n")
    cases, _ = load_puzzles(str(path))
    assert [case.tree.title for case in cases] == ["two #1", "two #2"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("slither/2/2/3f", "1:14", "'f' is no clue and no run of empty cells"),
        ("slither/2/2/3é", "1:14", "'é' is no clue and no run of empty cells"),
        ("slither/2/2/33333", "1:17", "the board has 4 cells, and here is one more"),
        ("slither/2/2/33k", "1:15", "the board has 4 cells, and here is one more"),
        ("slither/x/2/2/3", "1:9", "the flags 'x' are not known here"),
        ("slither/2", "1:1", "expected /COLS/ROWS/BODY after the name of the puzzle"),
        ("slither/2/b", "1:1", "expected /COLS/ROWS/BODY after the name of the puzzle"),
        ("slither/0/2/3", "1:9", "a board has at least one row and one column"),
        ("slither/99999/99999/3", "1:9", "a board has at most 16777216 cells"),
        ("slither/2/2/3/4/5", "1:15", "nothing may follow the body"),
        ("https://puzz.link/p?mashu/2/2/3", "1:21", "the puzzle 'mashu' is not known here"),
        ("hello", "1:1", "expected a URL of puzz.link"),
        ("pzprv3\nmashu\n2\n2\n", "2:1", "the puzzle 'mashu' is not known here"),
        ("pzprv3\nslither\n2\n", "1:1", "expected the puzzle, its rows and its columns after this"),
        ("pzprv3\nslither\n2\n2\n. .\n", "3:1", "the board has 1 of its 2 rows"),
        ("pzprv3\nslither\n1\n2\n. . .\n", "5:1", "the row has 3 cells where the size says 2"),
        ("pzprv3/slither/1/2/. x/", "1:22", "expected a clue, found 'x'"),
        ("pzprv3\nslither\n0\n2\n", "3:1", "a board has at least one row and one column"),
    ],
)
def test_a_mistake_is_told_at_its_place(text, place, message):
    with pytest.raises(UserError) as caught:
        read(text)
    (item,) = caught.value.diagnostics
    assert (str(item.span), item.message) == (f"u.txt:{place}", message)


def test_a_broken_line_does_not_hide_the_others():
    reader = formats.read_puzzles(
        Source("u.txt", "slither/1/1/3\nslither/1\nslither/1/1\n"), "pzpr"
    )
    assert [next(reader).title, next(reader).title] == ["u #1", "u #3"]
    with pytest.raises(UserError, match=r"u\.txt:2:1"):
        next(reader)


@pytest.mark.parametrize(
    ("rows", "extra", "url"),
    [
        (ROWS, "", "https://puzz.link/p?slither/5/5/8bh75dgacg63\n"),
        (["..", ".."], "", "https://puzz.link/p?slither/2/2/\n"),
        (["....", "...4"], "set full = true;", "https://puzz.link/p?slither/f/4/2/m4\n"),
    ],
)
def test_a_puzzle_is_written_as_the_shortest_url(rows, extra, url):
    assert formats.FORMATS.get("pzpr").write(program(rows, extra)) == url


@pytest.mark.parametrize("density", [0.02, 0.1, 0.4, 0.9])
def test_what_is_written_is_read_back(density):
    random = Random(density)
    for _ in range(5):
        cols, rows = random.randint(1, 9), random.randint(1, 9)
        board = [
            "".join(
                str(random.randrange(5)) if random.random() < density else "." for _ in range(cols)
            )
            for _ in range(rows)
        ]
        (puzzle,) = read(formats.FORMATS.get("pzpr").write(program(board)))
        assert drawn(puzzle) == board


@pytest.mark.parametrize(
    ("rows", "extra", "topology", "message"),
    [
        (["1."], "", "triangle", "whole rectangles of squares"),
        (["1#."], "", "square", "whole rectangles of squares"),
        (["1...", "...."], "", "square(wrap=horizontal)", "whole rectangles of squares"),
        (["1."], "rule house { line[r1c1.side(N)]; }", "square", "cannot say the rule 'house'"),
    ],
)
def test_what_the_format_cannot_say_is_refused(rows, extra, topology, message):
    with pytest.raises(UserError, match=message):
        formats.FORMATS.get("pzpr").write(program(rows, extra, topology))


@pytest.mark.parametrize(
    ("url", "labels", "cover"),
    [
        ("numlin/3/3/1g2i1g2", "1.2 ... 1.2", False),
        ("https://puzz.link/p?numlin/4/2/-10h-10+100h+100", "16..16 256..256", False),
        ("numberlink/2/2/.1.1", ".1 .1", False),
        ("arukone/3/3/1g2i1g2", "A.B ... A.B", True),
        ("arukone/e/2/2/-1bi", "a. ..", False),
    ],
)
def test_numberlinks_are_read_from_urls(url, labels, cover):
    (puzzle,) = read(url)
    assert puzzle.genre.name == "numberlink"
    assert dict(puzzle.assumed) == {"cover": str(cover).lower(), "touch": "true"}
    cols = int(url.split("/")[-3])
    found = {
        place.text: mark.value.value
        for mark in puzzle.items
        if isinstance(mark, Mark)
        for place in mark.places
    }
    rows = len(labels.split())
    cells = [found.get(f"r{r + 1}c{c + 1}", ".") for r in range(rows) for c in range(cols)]
    assert "".join(cells) == labels.replace(" ", "")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("numlin/2/2/1-1", "'-' is no clue"),
        ("numlin/2/2/j1", "the board has 4 cells, and here is one more"),
        ("numlin/2/2/k", "the board has 4 cells, and here is one more"),
        ("numlin/e/2/2/11", "the flags 'e' are not known here"),
        ("arukone/f/2/2/11", "the flags 'f' are not known here"),
        ("https://x.y/?masyu/2/2/11", "the puzzle 'masyu' is not known here"),
    ],
)
def test_mistakes_in_numberlink_urls_are_told(url, message):
    with pytest.raises(UserError, match=message):
        read(url)
