"""``nlc bench`` refuses options that it would not look at; scripts tell mistakes in a line."""

import pytest

from nlc.cli import main


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["list", "--full"], "--full is for suites"),
        (["list", "--plots", "x"], "--plots is for suites"),
        (["report", "r.jsonl", "--budget", "3"], "--budget is for suites"),
        (["report", "r.jsonl", "--executor", "local"], "--executor is for suites"),
        (["engines", "r.jsonl"], "files of results are for 'nlc bench report'"),
        (["engines", "--plots", "x"], "--plots is for 'nlc bench report'"),
        (["engines", "--scheduler", "tcp://127.0.0.1:1"], "--scheduler is for a Dask cluster"),
    ],
)
def test_an_option_that_is_of_no_use_is_refused(words, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["bench", *words]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_puzzle_of_a_folder_is_told_with_its_file(tmp_path, capsys):
    (tmp_path / "wrong.nl").write_text('puzzle "p" is numberlink {\n  topology cube;\n}\n')
    out = str(tmp_path / "r.jsonl")
    assert main(["bench", "engines", "--puzzles", str(tmp_path), "--out", out]) == 2
    assert f"{tmp_path / 'wrong.nl'}:1:1: error" in capsys.readouterr().err
