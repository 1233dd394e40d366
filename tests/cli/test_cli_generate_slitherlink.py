"""``nlc generate slitherlink``: what it prints, writes and refuses."""

from __future__ import annotations

import pytest


@pytest.fixture
def nlc(nlc):
    """Run nlc; what is generated has the seed 1 unless a test names another."""

    def call(*words: object, **options: object):
        seeded = words[0] != "generate" or "--seed" in words
        return nlc(*words, *(() if seeded else ("--seed", 1)), **options)

    return call


def drawn(topology: str, rows: str, more: str = "") -> str:
    return f'puzzle "it" is slitherlink {{ topology {topology}; {more} board\n{rows}\nend }}\n'


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("tiling", "rows"),
    [("square", "1 . . 2\n. 3 . ."), ("square", "1..2\n.3.."), ("hex", "1 . .\n 2 . .\n. . 3")],
)
def test_the_board_of_a_puzzle_is_taken_without_its_clues(nlc, write, tiling, rows):
    lines = rows.splitlines()
    size = f"{len(lines[0].replace(' ', ''))}x{len(lines)}"
    board = ("--board", write("board.nl", drawn(tiling, rows)))
    said = nlc("generate", "slitherlink", *board)
    assert (said.status, said.out) == (
        0,
        nlc("generate", "slitherlink", size, "--tiling", tiling).out,
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            drawn("square", ". . .\n. + .\n. . .", 'legend { "+" = bridge; }'),
            "boards without bridges",
        ),
        (drawn("hex(layout=odd_q)", ". . .\n. . ."), "hexagons that have a corner at the top"),
        (drawn("hex", ". ." + " " * 39_999 + ".\n ."), "boards of at most 10000 cells"),
        (drawn("square", "# #\n# #"), "has no cells"),
        (drawn("square", "# # #\n# . ."), "two rows and two columns or more"),
        (drawn("square", ". . .\n. . .", "set full = true;"), "made with full=false"),
        (drawn("square(wrap=both)", ". . .\n. . .\n. . ."), "made on square(wrap=both)"),
        (drawn("square", ". .\n. .").replace("slitherlink", "masyu"), "must be slitherlink"),
    ],
)
def test_a_board_on_which_no_puzzles_are_made_is_refused(nlc, write, text, message):
    said = nlc("generate", "slitherlink", "--board", write("board.nl", text))
    assert (said.status, message in said.err) == (2, True), said.err


@pytest.mark.slow
def test_a_board_with_holes_keeps_them_and_has_one_solution(nlc, tmp_path, write):
    rows = "# . . . #\n. . # . .\n. . # . .\n# . . . #"
    more = "wall r2c1|r2c2; warp r2c1|r3c5;"
    text = drawn("square", rows).replace("end }", f"end\n{more} }}")
    words = ("generate", "slitherlink", "--board", write("board.nl", text), "-n", 2)
    for option in (
        (),
        ("--open",),
        ("--difficulty", "medium"),
        ("--method", "scale:diagonal:bisect"),
    ):
        out = tmp_path / "out.nl"
        assert nlc(*words, *option, "-o", out).status == 0
        kept = out.read_text()
        assert [kept.count(word) for word in ("#", "wall", "warp")] == [12 + 2, 2, 2]
        solved = nlc("run", "--count", "--solver", "frontier", "--format", "json", out)
        assert [item["count"] for item in solved.objects] == [1, 1]


def test_the_article_makes_puzzles_on_whole_boards_only(nlc, write):
    board = write("board.nl", drawn("hex", ". # # #\n # . # #\n# . . .\n # . . #\n# # # ."))
    said = nlc("generate", "slitherlink", "--board", board, "--method", "article")
    assert (said.status, said.out) == (2, "")
    assert "the method article makes puzzles on whole boards only" in said.err
    assert "hint: leave out --" in said.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("slitherlink", "6x6", "--pairs", 3), "--pairs is for numberlink"),
        (("slitherlink", "6x6", "--method", "loops"), "there is no slitherlink method 'loops'"),
        (("slitherlink", "6x6", "--group", 3), "--group is for numberlink"),
        (("slitherlink", "6x6", "--method", "scale:parity"), "scale has no option 'parity'"),
        (("slitherlink", "6x6", "--method", "scale:failures"), "'failures' is a whole number"),
        (("slitherlink", "6x6", "--board", "x.nl"), "a size and --board exclude each other"),
        (("slitherlink", "6x6", "--set", "full=true"), "no option of slitherlink"),
        (("slitherlink", "1x6"), "two rows and two columns"),
        (("slitherlink", "200x200"), "at most 10000 cells"),
        (("slitherlink",), "the size is missing"),
        (("slitherlink", "6x6", "--tiling", "hexx"), "did you mean 'hex'"),
        (
            ("slitherlink", "6x6", "--tiling", "hex", "--method", "scale:diagonal"),
            "has no effect on hexagons",
        ),
        (("slitherlink", "6x6", "--difficulty", "corners"), "'corners' is unknown"),
        (("slitherlink", "6x6", "--format", "text"), "for numberlink, not for slitherlink"),
        (("slitherlink", "6x6", "--open", "--format", "loopy"), "no inlet and outlet"),
        (("numberlink", "6x6", "--open"), "--open is for slitherlink"),
        (("slitherlnk", "6x6"), "did you mean 'slitherlink'"),
    ],
)
def test_what_cannot_be_made_is_refused_with_the_reason(nlc, words, message):
    said = nlc("generate", *words)
    assert said.status == 2
    assert message in said.err
    assert said.out == ""
