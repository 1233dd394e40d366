"""The figures come of commands that did their work."""

from __future__ import annotations

import subprocess

import pytest

from nlc.bench import commands


def test_a_command_that_fails_gives_no_figure():
    with pytest.raises(subprocess.CalledProcessError):
        commands.times(["-c", "raise SystemExit(3)"])


def test_times_are_medians_of_both_clocks(monkeypatch):
    runs = iter([(5.0, 1.0), (2.0, 9.0), (3.0, 4.0)])
    monkeypatch.setattr(commands, "timed", lambda arguments: next(runs))
    assert commands.times(["-c", "pass"]) == (3.0, 4.0)
