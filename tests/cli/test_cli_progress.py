"""On a terminal, nlc run shows what it is at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
from support import forked
from support.commands import PUZZLES

from nlc.cli.progress import Progress


@pytest.mark.slow
def test_one_puzzle_that_takes_long_is_shown_on_a_terminal():
    outer, inner = os.openpty()
    command = [sys.executable, "-m", "nlc", "run", PUZZLES, "--puzzle", "1"]
    words = [*command, "--solver-cmd", "sleep 60"]
    with subprocess.Popen(words, stdout=inner, stderr=inner) as process:
        os.close(inner)
        shown = b""
        while shown.count(b"\r") < 4:
            shown += os.read(outer, 1000)
        process.send_signal(signal.SIGINT)
        while True:
            try:
                more = os.read(outer, 1000)
            except OSError:  # all that had the terminal have ended
                break
            shown += more
        os.close(outer)
    assert b"\n" not in shown.partition(b", 0:0")[0]
    assert shown.count(b", 0:0") >= 2


@pytest.mark.slow
def test_what_was_given_up_is_not_counted_as_done(capsys):
    with pytest.raises(KeyboardInterrupt), Progress(4) as progress:
        for given_up in (False, True):
            progress.step("a puzzle")
            if given_up:
                progress.failed += 1
        progress.step("the third")
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "nlc: 1 of 4 puzzles were done, 1 given up\n"


@pytest.mark.slow
def test_nothing_is_shown_on_a_terminal_where_quiet_is_wanted():
    outer, inner = os.openpty()
    command = [sys.executable, "-m", "nlc", "run", PUZZLES, "--puzzle", "1", "--quiet"]
    words = [*command, "--solver-cmd", "sleep 60", "--timeout", "1.5"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=inner) as process:
        os.close(inner)
        printed, _ = process.communicate()
    try:
        shown = os.read(outer, 1000)
    except OSError:  # nothing was written, and all that had the terminal have ended
        shown = b""
    os.close(outer)
    assert b"undecided: wall-time" in printed
    assert b"\r\x1b[K" not in shown


def test_drawing_is_shown_on_a_terminal_unless_the_drawing_itself_goes_there(tmp_path):
    shown = {}
    for out in (str(tmp_path / "board.svg"), "-"):
        outer, inner = os.openpty()
        words = ["draw", PUZZLES, "--puzzle", "1", "--format", "svg", "-o", out]
        with forked.start(*words, stdout=inner, stderr=inner) as process:
            os.close(inner)
            shown[out] = b""
            with suppress(OSError):  # all that had the terminal have ended
                while more := os.read(outer, 65536):
                    shown[out] += more
        os.close(outer)
        assert process.returncode == 0
    assert [b"drawing, 0:00" in text for text in shown.values()] == [True, False]
