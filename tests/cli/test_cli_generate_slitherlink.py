"""``nlc generate slitherlink``: what it prints, writes and refuses."""

from __future__ import annotations

import json
import re

import pytest

from nlc.grading.grade import LEVELS


@pytest.fixture
def nlc(nlc):
    """Run nlc; what is generated has the seed 1 unless a test names another."""

    def call(*words: object, **options: object):
        seeded = words[0] != "generate" or "--seed" in words
        return nlc(*words, *(() if seeded else ("--seed", 1)), **options)

    return call


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tiling", "more"),
    [("square", ()), ("hex", ("--open",)), ("triangle", ("--difficulty", "medium"))],
)
def test_puzzles_are_read_back_and_have_one_solution_each(nlc, tmp_path, tiling, more):
    out = tmp_path / "out.nl"
    words = ("generate", "slitherlink", "5x4", "--tiling", tiling, *more)
    said = nlc(*words, "-n", 2, "--seed", 4, "-o", out)
    assert (said.status, said.out) == (0, "") and said.err.endswith(f"2 puzzles in {out}\n")
    solved = nlc("run", "--count", "--solver", "frontier", "--format", "json", out)
    assert [item["count"] for item in solved.objects] == [1, 1]
    assert {(item["rows"], item["cols"]) for item in solved.objects} == {(4, 5)}


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


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--open",), "open lines end on the rim of the rectangle round a board"),
        (("--method", "article"), "the method article makes puzzles on whole boards only"),
    ],
)
def test_options_that_a_board_with_holes_cannot_keep_are_refused(nlc, write, option, message):
    rows = ". # # #\n # . # #\n# . . .\n # . . #\n# # # ."
    board = write("board.nl", drawn("hex", rows))
    said = nlc("generate", "slitherlink", "--board", board, *option)
    assert (said.status, said.out) == (2, "")
    assert message in said.err
    assert "hint: leave out --" in said.err


@pytest.mark.slow
def test_the_same_command_prints_the_same_with_any_number_of_jobs(nlc):
    words = ("generate", "slitherlink", "4x4", "-n", 3)
    first, second = nlc(*words), nlc(*words, "--jobs", 2)
    assert first.status == 0
    assert first.out == second.out
    assert first.out.count("puzzle ") == 3
    assert nlc(*words, "--seed", -2).out not in (first.out, nlc(*words, "--seed", 2).out)


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--open",)])
def test_a_solution_stands_before_its_puzzle_in_the_form_that_verify_reads(nlc, write, more):
    said = nlc("generate", "slitherlink", "5x5", "--tiling", "hex", "-n", 2, "--solution", *more)
    solutions = re.findall(r"^// (\{.*\})$", said.out, re.MULTILINE)
    assert len(solutions) == 2
    puzzle = write("made.nl", said.out)
    judged = nlc("verify", puzzle, write("solutions.json", "\n".join(solutions)))
    assert (judged.status, judged.out.count("right, by every rule")) == (0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["loopy", "pzpr"])
def test_other_formats_are_read_back_as_the_same_puzzles(nlc, write, form):
    words = ("generate", "slitherlink", "4x4", "-n", 2)
    made = write("made.nl", nlc(*words).out)
    other = write("made.txt", nlc(*words, "--format", form).out)
    solved = [nlc("run", "--format", "json", path).objects for path in (made, other)]
    lines = [[sorted(item["solutions"][0]["line"]) for item in items] for items in solved]
    assert lines[0] == lines[1]
    assert len(lines[0]) == 2


@pytest.mark.slow
def test_a_report_tells_the_clues_and_what_was_spent(nlc, tmp_path):
    words = ("generate", "slitherlink", "6x6", "--difficulty", "any", "--report", "-n", 2)
    said = nlc(*words, "-o", tmp_path / "out.nl")
    head, _, *rows = said.out.splitlines()
    heads = re.split(r"\s{2,}", head.strip())
    assert heads[:4] == ["puzzle", "clues", "%", "line"]
    table = [dict(zip(heads, row.split(), strict=True)) for row in rows]
    assert [row["puzzle"] for row in table] == ["1", "2", "median"]
    for row in table[:2]:
        assert int(row["clues"]) == sum(int(row[name]) for name in heads if name[:-1].isdigit())
        assert row["minimal"] == "1"
        assert int(row["failures"]) == int(row["clues"])


@pytest.mark.slow
def test_stopping_after_failures_leaves_more_clues(nlc):
    def clues(*more):
        return sum(map(str.isdigit, nlc(*words, *more).out.split("board")[1].split("end")[0]))

    words = ("generate", "slitherlink", "7x7")
    assert clues("--method", "scale:failures=3") > clues("--difficulty", "any")


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


def test_a_solution_is_json(nlc):
    said = nlc("generate", "slitherlink", "4x4", "--solution")
    grade, solution, *_ = said.out.splitlines()
    assert grade.startswith(tuple(f"// {level}: " for level in LEVELS))
    told = json.loads(solution.removeprefix("// "))
    assert told["puzzle"] == "4x4 square slitherlink, seed 1 #1"
    assert len(told["solutions"][0]["line"]) >= 4
