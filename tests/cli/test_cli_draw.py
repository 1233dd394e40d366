"""``nlc draw``, and pictures of ``nlc run``."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support import documents

BOARDS = documents.ROOT / "docs" / "pictures" / "boards.nl"


@pytest.mark.slow
def test_files_and_refusals(nlc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    first, many = documents.ROOT / "fixtures/first.nl", BOARDS
    done = nlc("run", first, "--format", "svg", "-o", "one.svg")
    assert (done.status, done.out) == (0, "")
    assert done.err == "nlc: a first puzzle: solved, and checked against every rule\n"
    ElementTree.fromstring(Path("one.svg").read_text())
    done = nlc("draw", many, "--format", "html", "-o", "page-{n}.html")
    assert done.status == 0
    assert {path.name for path in tmp_path.glob("page-*")} == {
        f"page-{n}.html" for n in range(1, BOARDS.read_text().count('puzzle "') + 1)
    }
    done = nlc("draw", first)
    assert done.status == 0 and done.out.startswith("a first puzzle\nD E")
    for words, said in (
        (("draw", first, "--format", "svg", "--style", "loud"), "there is no style 'loud'"),
        (("run", first, "-o", "x.txt"), "--out takes pictures"),
        (("draw", first, "--format", "svg", "-o", str(first)), "would write over"),
        (("run", first, "--format", "svg", "--competition"), "--competition has a format"),
    ):
        done = nlc(*words)
        assert done.status == 2 and said in done.err
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = nlc("draw", first, "--format", "png", "-o", "one.png")
    assert done.status == 2 and "nlc[png]" in done.err
    assert not Path("one.png").exists()


@pytest.mark.parametrize(
    ("command", "name", "starts"),
    [
        ("draw", "a.svg", b"<svg"),
        ("draw", "a.SVG", b"<svg"),
        ("run", "a.html", b"<!"),
        ("why", "a.svg", b"<svg"),
        ("compile", "a.cnf", b"c nlc"),
        ("compile", "a.ir", b'puzzle "slither"'),
        ("convert", "a.pzpr", b"https://puzz.link/p?slither/"),
        ("convert", "a.sdk", b""),
    ],
)
def test_the_name_of_a_file_chooses_the_format(nlc, tmp_path: Path, command, name, starts):
    path = tmp_path / name
    board = "slither/2/2/3h" if name != "a.sdk" else "1...............\n"
    done = nlc(command, board, "-o", path)
    assert done.status == 0
    assert path.read_bytes().startswith(starts)
