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
