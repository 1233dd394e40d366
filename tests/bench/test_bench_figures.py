"""The figures come of commands that did their work."""

from __future__ import annotations

import subprocess

import pytest

from nlc.comparing import figures
from nlc.loading import load_puzzles


def test_a_command_that_fails_gives_no_figure():
    with pytest.raises(subprocess.CalledProcessError):
        figures.times(["-c", "raise SystemExit(3)"])


def test_times_are_medians_of_both_clocks(monkeypatch):
    runs = iter([(5.0, 1.0), (2.0, 9.0), (3.0, 4.0)])
    monkeypatch.setattr(figures, "timed", lambda arguments: next(runs))
    assert figures.times(["-c", "pass"]) == (3.0, 4.0)


@pytest.mark.slow
def test_boards_of_all_sizes_are_made_once_and_kept(tmp_path):
    path = figures.boards(tmp_path, "some", [(5, 4), (4, 5)], 2)
    cases, _ = load_puzzles(str(path))
    shapes = [(len(case.literal.lines[0].split()[0]), len(case.literal.lines)) for case in cases]
    assert shapes == [(5, 4), (5, 4), (4, 5), (4, 5)]
    path.write_text("kept")
    assert figures.boards(tmp_path, "some", [(5, 4)], 2).read_text() == "kept"
