"""``nlc convert`` and ``nlc list formats``."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import documents

GENRES = documents.ROOT / "fixtures" / "genres.nl"
URL = "https://puzz.link/p?slither/3/3/2bd1b"


def test_a_pasted_url_is_written_in_other_formats(nlc, tmp_path: Path):
    done = nlc("convert", URL, "--to", "loopy")
    assert (done.status, done.out) == (0, "3x3t0:21b3b11\n")
    done = nlc("convert", URL, "slither/3/3/2bd1b", "3x3:21b3b11", "--to", "pzpr")
    assert (done.status, done.out) == (0, "https://puzz.link/p?slither/3/3/2bd1b\n" * 3)
    done = nlc("convert", URL, URL, "-o", tmp_path / "loop-{n}.nl")
    assert (done.status, done.out) == (0, "")
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["loop-1.nl", "loop-2.nl"]
    done = nlc("convert", tmp_path / "loop-2.nl", "--to", "pzpr")
    assert done.out == URL + "\n"


def test_what_a_format_cannot_say_is_told_of_each_puzzle_and_the_others_are_written(nlc, tmp_path):
    path = tmp_path / "two.nl"
    board = "topology square; board\n. 3\n. .\nend\n"
    path.write_text(
        f'puzzle "no" is creek {{ {board.replace("3", ".")} }}'
        f'puzzle "yes" is slitherlink {{ {board} }}'
    )
    done = nlc("convert", path, "--to", "loopy")
    assert (done.status, done.out) == (2, "2x2t0:a3b\n")
    assert done.err == 'error: "no": the format loopy is for slitherlink, not for creek\n'
    done = nlc("convert", path, "--to", "loopy", "-o", tmp_path / "{n}.txt")
    assert done.status == 2 and (tmp_path / "2.txt").read_text() == "2x2t0:a3b\n"
    assert not (tmp_path / "1.txt").exists()  # they are numbered as in the input
    told = nlc("convert", path, "--to", "sudoku").err.splitlines()
    assert told[0] == 'error: "no": the format sudoku is for sudoku, not for creek'


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("pearl 6x6:aWWeBbWcBaBWaWiBdB", "pearl"),
        ("https://example.org/js/pearl.html#6x6:aWWeBbWcBaBWaWiBdB", "pearl"),
        ("6x6:aWWeBbWcBaBWaWiBdB", "puzzle"),
        ("https://puzz.link/p?type=player&slither/3/3/2bd11", "slither"),
        ("5,0,1,5;18,17,12;21,16,11,6;3,4,9;0,1,2,7,8,13,14,19,24,23,22;20,15,10,5", "puzzle"),
        ("m=edit&p=https://puzz.link/p?slither/3/3/2bd11", "slither"),
        ("[puzzle] masyu\n[problem]\n- -\n- -\n", "puzzle"),
    ],
)
def test_what_is_pasted_has_the_title_that_it_tells(nlc, text: str, title: str):
    done = nlc("convert", text, "--to", "nl")
    assert done.status == 0 and done.out.startswith(f'puzzle "{title}" is ')


def test_generated_puzzles_come_in_formats_that_tell_solutions(nlc, tmp_path: Path):
    for form in ("flowfree", "janko"):
        words = ("generate", "numberlink", "5x5", "--format", form, "--solution", "--seed", "1")
        (tmp_path / "made.txt").write_text(nlc(*words).out)
        assert "right, by every rule" in nlc("verify", tmp_path / "made.txt").out
    done = nlc("generate", "numberlink", "5x5", "--format", "flowfree")
    assert done.status == 2 and "add --solution" in done.err
    done = nlc("generate", "numberlink", "5x5", "--format", "board")
    assert done.status == 2 and "can be read, but not written" in done.err


@pytest.mark.slow
def test_a_solution_in_a_comment_is_judged_with_its_puzzle(nlc, tmp_path: Path):
    first = 'puzzle "a" is masyu { topology square; board\n. . .\n. . .\n. . b\nend\n}\n'
    both = first + first.replace('"a"', '"b"').replace(". . b", "b . .")
    (tmp_path / "two.nl").write_text(both)
    for form, count in (("nl", 2), ("tatham", 2)):
        solved = nlc("convert", tmp_path / "two.nl", "--to", form, "--solution").out
        (tmp_path / f"solved.{form}").write_text(solved)
        done = nlc("verify", tmp_path / f"solved.{form}")
        assert done.out.count("right, by every rule") == count, done.err
    one = nlc("verify", tmp_path / "solved.nl", "--puzzle", "b")
    assert one.out.count("right, by every rule") == 1
    text = (tmp_path / "solved.nl").read_text()
    (tmp_path / "wrong.nl").write_text(text.replace('"r1c1-r1c2", ', "", 1))
    done = nlc("verify", tmp_path / "wrong.nl")
    assert done.status == 1 and "a: right" in done.out and "b: wrong" in done.out


def test_a_solution_is_written_as_nlc_verify_reads_it(nlc, tmp_path: Path):
    first = documents.ROOT / "fixtures" / "first.nl"
    done = nlc("convert", first, "--to", "thesis", "--solution")
    comment, line = done.out.splitlines()
    (tmp_path / "puzzle").write_text(line)
    (tmp_path / "solution").write_text(comment.removeprefix("# "))
    done = nlc("verify", tmp_path / "puzzle", tmp_path / "solution")
    assert done.status == 0 and "right, by every rule" in done.out
    path = tmp_path / "none.nl"
    path.write_text('puzzle "none" is masyu { topology square; board\nb .\n. .\nend\n}')
    done = nlc("convert", path, "--to", "nl", "--solution")
    assert done.status == 2 and 'no solution of "none" can be written: it has none' in done.err


def test_a_genre_is_named_only_for_texts_that_do_not_tell_it(nlc, tmp_path: Path):
    (tmp_path / "b.txt").write_text("w .\n. .\n")
    done = nlc("convert", tmp_path / "b.txt", "--genre", "masyu", "--to", "nl")
    assert done.status == 0 and "is masyu" in done.out
    for words in ((GENRES,), (URL, "--from", "pzpr")):
        done = nlc("convert", *words, "--genre", "masyu", "--to", "nl")
        assert done.status == 2 and "leave out --genre" in done.err


def test_a_genre_of_ones_own_stands_once_above_its_puzzles(nlc, tmp_path: Path):
    genre = (
        'genre mosaic "my own" { given n : cell -> 0..8?; var dark : cell -> bool; show dark;\n'
        "rule around { for c in cells where has n(c) { exactly n(c) of dark[touching(c)]; } } }\n"
    )
    puzzle = 'puzzle "{}" is mosaic {{ topology square; board\n. {}\n. .\nend }}\n'
    path = tmp_path / "own.nl"
    path.write_text(genre + puzzle.format("p", 1) + puzzle.format("q", 2))
    text = nlc("convert", path, "--to", "nl", "--solution").out
    assert text.count("genre mosaic") == 1
    (tmp_path / "other.nl").write_text(text)
    counts = [nlc("run", each, "--count").out for each in (path, tmp_path / "other.nl")]
    assert [count.count("6 solutions") for count in counts] == [2, 2]
    assert nlc("verify", tmp_path / "other.nl").status == 0
    done = nlc("convert", path, "--to", "pzpr")
    assert done.status == 2 and "another genre 'mosaic'" in done.err
    stock = tmp_path / "stock.nl"
    stock.write_text(puzzle.format("s", 3))
    changed = tmp_path / "changed.nl"
    changed.write_text(path.read_text().replace("exactly", "at most"))
    for second in (stock, changed):
        out = tmp_path / "both.nl"
        done = nlc("convert", path, second, "--to", "nl", "-o", out)
        assert done.status == 2 and "two genres 'mosaic' do not go into one file" in done.err
        assert not out.exists()
