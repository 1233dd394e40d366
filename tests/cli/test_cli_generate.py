"""``nlc generate``: what it prints, writes and refuses, and how it is interrupted."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from nlc.cli.parser import module
from nlc.generating import batch
from nlc.generating.numberlink import genre


@pytest.fixture
def nlc(nlc):
    """Run nlc; what is generated has the seed 1 unless a test names another."""

    def call(*words: object, **options: object):
        seeded = words[0] != "generate" or "--seed" in words
        return nlc(*words, *(() if seeded else ("--seed", 1)), **options)

    return call


@pytest.mark.slow
@pytest.mark.parametrize("method", ["solution", "scatter"])
def test_the_same_command_prints_the_same_with_any_number_of_jobs(nlc, method):
    words = ("generate", "numberlink", "4x4", "--method", method, "--pairs", 3, "-n", 3)
    first, second = nlc(*words), nlc(*words, "--jobs", 2)
    assert first.status == 0
    assert first.out == second.out
    assert first.out.count("puzzle ") == 3
    assert nlc(*words, "--seed", 2).out != first.out


def test_a_solution_stands_before_its_puzzle_in_the_form_that_verify_reads(nlc, write):
    said = nlc("generate", "numberlink", "5x5", "--tiling", "hex", "-n", 2, "--solution")
    solutions = re.findall(r"^// (\{.*\})$", said.out, re.MULTILINE)
    assert len(solutions) == 2
    puzzle = write("made.nl", said.out)
    judged = nlc("verify", puzzle, write("solutions.json", "\n".join(solutions)))
    assert (judged.status, judged.out.count("right, by every rule")) == (0, 2)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["out.nl.gz", "out.thesis.xz"])
def test_a_compressed_file_is_written_and_read_back(nlc, tmp_path, name):
    out = tmp_path / name
    assert nlc("generate", "numberlink", "5x5", "-n", 2, "-o", out).status == 0
    assert out.read_bytes()[:2] in (b"\x1f\x8b", b"\xfd7")
    solved = nlc("run", "--format", "json", out)
    assert [item["status"] for item in solved.objects] == ["SATISFIABLE"] * 2
    out.write_bytes(out.read_bytes()[:40])
    said = nlc("run", out)
    assert (said.status, said.out) == (2, "")
    assert "damaged archive" in said.err


def test_ctrl_c_before_the_first_puzzle_leaves_an_older_file_alone(nlc, tmp_path, monkeypatch):
    def interrupted(made, executor, watch):
        raise KeyboardInterrupt

    monkeypatch.setattr(batch.Batch, "items", interrupted)
    out = tmp_path / "out.nl"
    out.write_text("older")
    said = nlc("generate", "numberlink", "4x4", "-n", 3, "--jobs", 1, "-o", out)
    assert said.status == 130
    assert "0 of 3 puzzles were done" in said.err
    assert out.read_text() == "older"
    assert list(tmp_path.iterdir()) == [out]


def test_a_report_tells_what_was_spent(nlc, tmp_path):
    words = ("generate", "numberlink", "5x5", "--pairs", 4, "--method", "scatter", "--report")
    said = nlc(*words, "-n", 2, "-o", tmp_path / "out.nl")
    heads = said.out.splitlines()[0].split()
    assert heads[:6] == ["puzzle", "pairs", "shortest", "median", "longest", "turns"]
    assert "placements" in heads
    rows = [line.split() for line in said.out.splitlines()[2:]]
    assert [row[0] for row in rows] == ["1", "2", "median"]
    assert [row[1] for row in rows] == ["4"] * 3


def test_a_puzzle_is_put_on_the_board_of_another_by_its_rules(nlc, write):
    text = """puzzle "holed" is numberlink {
  topology hex;
  set touch = false;
  board
    1 . . .
     . # . .
    . . . 1
  end
}
"""
    words = ("--pairs", 3, "--seed", 2)
    said = nlc("generate", "numberlink", "--board", write("holed.nl", text), *words)
    assert said.status == 0
    assert "topology hex;" in said.out
    assert "set touch = false;" in said.out
    drawing = said.out.split("board\n")[1].split("  end")[0]
    assert drawing.count("#") == 1
    assert sorted(re.findall(r"\d", drawing)) == list("112233")


@pytest.mark.sample(2)
@pytest.mark.parametrize("genre", ["numberlink", "slitherlink"])
@pytest.mark.parametrize("rows", ["...\n...\n...", "3 . .\n. . .\n. . 3", "1 . 1\n. . .\n2 . 2"])
def test_a_bare_board_is_of_the_genre_of_the_command(nlc, write, genre, rows):
    said = nlc("generate", genre, "--board", write("bare.txt", rows), "--seed", 1)
    assert said.status == 0
    assert said.out == nlc("generate", genre, "3x3", "--seed", 1).out
    assert f'" is {genre} {{' in said.out


EVEN = """
genre even "a clue says how many cells of its run are dark" {
  given clue : line -> 0..9?;
  var dark : cell -> bool;
  rule runs { for l in lines { if has clue(l) { exactly clue(l) of dark[cells(l)]; } } }
  show dark;
}
"""


@pytest.mark.slow
def test_a_genre_of_ones_own_is_made_on_the_board_of_its_puzzle(nlc, write):
    genre = write("even.nl", EVEN)
    head = 'puzzle "holed" is even { topology square; board\n'
    board = write("holed.nl", f'use "even.nl";\n{head}. . #\n. . .\n# . .\nend }}')
    said = nlc("generate", genre, "--board", board)
    assert said.status == 0 and said.out.split("  end")[0].split("board\n")[1].count("#") == 2
    other = write("other.nl", EVEN.replace("exactly", "at most") + head + ". .\nend }")
    assert "not this one" in nlc("generate", genre, "--board", other).err
    bare = write("bare.txt", "..#\n...\n")
    assert "bare.txt is not a puzzle of even" in nlc("generate", genre, "--board", bare).err


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done(process, tmp_path):
    out = tmp_path / "out.nl"
    child = process("generate", "numberlink", "9x9", "-n", 100_000, "-o", out, "--jobs", 2)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _written(tmp_path):
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert re.search(r"nlc: \d+ of 100000 puzzles were done", err)
    text = out.read_text()
    assert text.startswith("puzzle ")
    assert text.endswith("}\n\n")


def _written(folder: Path) -> bool:
    return any(path.stat().st_size for path in folder.glob(".out.nl.*.tmp"))


def test_a_fault_of_a_method_is_told_and_what_is_done_is_kept(nlc, tmp_path, monkeypatch):
    check, calls = genre.require_solution, []

    def failing(program, board):
        calls.append(1)
        if len(calls) == 2:
            raise RuntimeError("a planted solution breaks a rule: apart")
        check(program, board)

    monkeypatch.setattr(genre, "require_solution", failing)
    out = tmp_path / "out.nl"
    said = nlc("generate", "numberlink", "4x4", "-n", 3, "--jobs", 1, "-o", out)
    assert said.status == 1
    assert "puzzle 2: " in said.err
    assert "breaks a rule: apart" in said.err
    assert out.read_text().count("puzzle ") == 1


def test_a_broken_method_of_another_package_is_told_and_hides_no_other(nlc, install, monkeypatch):
    monkeypatch.delitem(sys.modules, module("generate").__name__)
    install("nlc.methods", "badly", "raise ImportError('no licence')", bad="badly")
    listed = nlc("generate", "--help-all").out
    assert "the method 'bad', badly of badly, is broken" in listed
    assert nlc("generate", "numberlink", "4x4").status == 0
    refused = nlc("generate", "numberlink", "4x4", "--method", "bad")
    assert (refused.status, "no licence" in refused.err) == (2, True)


def test_without_a_seed_each_run_makes_others_and_tells_the_seed(process, tmp_path):
    told = []
    for name in ("one.nl", "two.nl"):
        child = process("generate", "numberlink", "5x5", "-o", tmp_path / name)
        _, err = child.communicate(timeout=60)
        found = re.fullmatch(rf"1 puzzle in \S+{name}, by seed (\d+)\n", err)
        assert f"seed {found[1]} #1" in (tmp_path / name).read_text()
        told.append(found[1])
    assert told[0] != told[1]


@pytest.mark.slow
def test_puzzles_are_of_medium_difficulty_or_it_is_told(nlc, tmp_path):
    out = tmp_path / "out.nl"
    said = nlc("generate", "akari", "5x5", "-n", 3, "-o", out)
    levels = re.findall(r"^// (\w+): ", out.read_text(), re.MULTILINE)
    assert len(levels) == 3
    others = [level for level in levels if level != "medium"]
    assert ("not every puzzle is medium" in said.err) == bool(others)
    plain = nlc("generate", "akari", "5x5", "--minimal", "-o", out)
    assert not re.search(r"^// \w+: ", out.read_text(), re.MULTILINE)
    assert "not every" not in plain.err


def test_solutions_name_links_that_are_on_the_board(nlc):
    said = nlc("generate", "numberlink", "4x4", "--solution", "--format", "thesis")
    comment, puzzle = said.out.splitlines()
    told = json.loads(comment.removeprefix("# "))
    assert len(told["solutions"][0]["line"]) == 16 - (len(puzzle.split()) - 2) // 4
