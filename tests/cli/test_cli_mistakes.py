"""What nlc says of wrong input, and with which exit status it ends: never by a traceback."""

from __future__ import annotations

import json
import os
from types import SimpleNamespace

import pytest
from support.commands import PUZZLES

GOOD = "3 3\n1.1\n2.2\n3.3\n"


@pytest.mark.parametrize("command", ["run", "compile", "check"])
def test_a_file_of_other_bytes_is_told(nlc, write, command):
    said = nlc(command, write("bytes.nl", b"\xff\xfe\x00"))
    assert said.status == 2 and "is not a UTF-8 text" in said.err


def test_all_before_a_file_is_not_given_the_file(nlc):
    said = nlc("run", "--puzzle", "5", "--all", PUZZLES, "--format", "json")
    assert said.objects[0]["count"] == 6


@pytest.mark.parametrize("name", ["minisat", "cadical"])
def test_a_missing_solver_is_told_with_its_package(nlc, monkeypatch, name):
    monkeypatch.setenv("PATH", "")
    said = nlc("run", PUZZLES, "--solver", name)
    assert said.status == 1
    assert f"nlc: {name} is not installed: install the Debian package {name}" in said.err
    assert nlc("run", PUZZLES, "--puzzle", "1").status == 0
    assert "is not installed" in nlc("list", "solvers").out


def test_a_missing_command_is_told(nlc):
    said = nlc("run", PUZZLES, "--solver-cmd", "no-such-solver {cnf}")
    assert said.status == 1
    assert "'no-such-solver' of the solver command is not an executable" in said.err


def test_a_solver_that_writes_its_answer_to_a_file_is_told(nlc):
    said = nlc("run", PUZZLES, "--puzzle", "1", "--solver-cmd", "sh -c 'exit 10' {cnf}")
    assert said.status == 1
    assert "MiniSat, for one, writes it to a file, which --solver minisat reads" in said.err


# ---------- several puzzles, some of them broken ----------


@pytest.mark.slow
def test_text_that_the_terminal_cannot_show_is_escaped(process, write):
    path = write("b\u00e4um.txt", GOOD)
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    child = process("run", path, fresh=True, env=ascii_only)
    out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    assert "b\\xe4um  (" in out
    assert "1---1" in out


def test_the_name_of_a_file_stands_in_one_line(nlc, tmp_path):
    path = tmp_path / "two\nlines.nl"
    path.write_text("puzzle {")
    run = nlc("run", path)
    assert run.status == 2
    assert run.err.splitlines()[0].startswith(f"{tmp_path}/two\\nlines.nl:1:8: error: ")
    path = path.with_suffix(".txt")
    path.write_text(GOOD)
    for command in ("run", "why", "hint"):
        run = nlc(command, path)
        assert run.out.startswith(f"two\\nlines  ({tmp_path}/two\\nlines.txt, numberlink")


@pytest.mark.slow
def test_a_file_name_that_is_no_text_is_no_trouble(process, tmp_path):
    name = os.fsencode(tmp_path) + b"/\xff.txt"
    with open(name, "w", encoding="ascii") as stream:  # noqa: PTH123 - of bytes
        stream.write(GOOD)
    child = process("run", "--format", "json", os.fsdecode(name), fresh=True)
    out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    assert os.fsencode(json.loads(out)["file"]) == name


DIGITS = "9" * 5000
DRAWN = 'puzzle "p" is slitherlink {{\n  topology square;\n  board\n{}\n  end\n{}\n}}\n'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("token.nl", DRAWN.format(f"{DIGITS} .", "")),
        ("mark.nl", DRAWN.format("1 .", f"mark clue = {DIGITS} at r1c1;")),
        ("place.nl", DRAWN.format("1 .", f"mark clue = 1 at r{DIGITS}c1;")),
        ("wall.nl", DRAWN.format("1 .", f"wall r1c{DIGITS}|r1c1;")),
        ("legend.nl", DRAWN.format("A .", f'legend {{ "A" = clue: {DIGITS}; }}')),
        ("rule.nl", DRAWN.format("1 .", f"rule x {{ at most {DIGITS} of edge[borders]; }}")),
        ("size.txt", f"{DIGITS} 3\n1 1\n"),
        ("loopy.txt", f"{DIGITS}x5:abc"),
        ("type.txt", f"5x5t{DIGITS}:abc"),
        ("pzpr.txt", f"https://puzz.link/p?slither/{DIGITS}/5/abc"),
        ("clue.txt", f"https://puzz.link/p?slither/5/5/-{DIGITS}"),
        ("thesis.txt", f"({DIGITS},1),(2,3)\n"),
    ],
)
def test_a_number_of_thousands_of_digits_is_told(nlc, write, name, text):
    said = nlc("check", write(name, text))
    assert said.status == 2 and "error: " in said.err
    assert "Traceback" not in said.err and max(map(len, said.err.split("\n"))) < 1000


def test_a_long_argument_is_cut(nlc, write):
    said = nlc("check", write("good.txt", GOOD), "--max-instances", DIGITS)
    assert said.status == 2 and len(said.err) < 1000


def test_folders_of_used_files_are_allowed_by_an_option(nlc, write, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "g.nl").write_text("genre g extends slitherlink { }", encoding="utf-8")
    (tmp_path / "mine").mkdir()
    path = tmp_path / "mine" / "p.nl"
    text = DRAWN.format("1 .", "").replace("slitherlink", "g")
    path.write_text(f'use "../other/g.nl";\n{text}', encoding="utf-8")
    said = nlc("check", str(path))
    assert said.status == 2 and "--allow-use DIR" in said.err
    assert nlc("check", str(path), "--allow-use", str(tmp_path / "other")).status == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["compile", PUZZLES, "--puzzle", "1", "-o", ""], "there is no file without a name"),
        (["compile", PUZZLES, "--puzzle", "1", "-o", "x/"], "cannot write x/: Is a directory"),
        (["compile", PUZZLES, "--puzzle", "1", "-o", "ring"], "cannot write ring: "),
        (["check", "folder.gz"], "error: cannot read folder.gz: Is a directory\n"),
        (["bench", "folder.toml"], "error: cannot read folder.toml: Is a directory\n"),
        (["check", PUZZLES, "--allow-use", "nowhere"], "'nowhere' is not a folder"),
        (["check", PUZZLES, "--allow-use", ""], "'' is not a folder"),
        (["draw", PUZZLES, "--style", "tube"], "there is no style 'tube'; the styles are puzzle, "),
        (["verify", PUZZLES, "-"], "<stdin> holds no solution"),
    ],
)
def test_a_name_that_cannot_be_meant_is_told(nlc, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ring").symlink_to("ring")
    for name in ("folder.gz", "folder.toml"):
        (tmp_path / name).mkdir()
    said = nlc(*words)
    assert said.status == 2 and message in said.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.gz", "folder.toml", "ring"]


def test_what_stands_on_standard_input_is_read_in_a_folder_that_is_gone(nlc, tmp_path, monkeypatch):
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    assert nlc("check", "-", stdin=GOOD).status == 0


def test_the_most_serious_status_of_several_hints_counts(nlc, monkeypatch):
    ends = [
        SimpleNamespace(status=status, stopped=stopped, to_json=dict)
        for status, stopped in (("no solution", ""), ("undecided", "a limit"), ("steps", ""))
    ]
    monkeypatch.setattr("nlc.cli.hint.find_steps", lambda args, whole: iter(ends))
    assert nlc("hint", PUZZLES, "--format", "json").status == 1
