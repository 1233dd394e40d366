"""``nlc run --portfolio``."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest
from support.commands import DOMINOES, PUZZLES, dominoes

HARD = DOMINOES + dominoes("hard", 20, holes=True)
ONE = ("run", PUZZLES, "--puzzle", "1")


def processes(word: str) -> set[int]:
    """Return the processes whose environment names a folder."""
    found = set()
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if word.encode() in (path / "environ").read_bytes():
                found.add(int(path.name))
        except OSError:
            continue
    return found


def no_process(word: str) -> bool:
    deadline = time.monotonic() + 60
    while processes(word) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not processes(word)


@pytest.mark.slow
def test_the_winner_is_named_and_the_others_end(process, tmp_path):
    solvers = "cmd:sleep 600,minisat,cmd:sh -c 'sleep 601' {cnf}"
    words = ("--solver", solvers, "--portfolio", "--format", "json")
    child = process(*ONE, *words, fresh=True)  # a fork has the environment of this process
    out, err = child.communicate(timeout=60)
    entry = json.loads(out)
    assert (child.returncode, err) == (0, "")
    assert (entry["status"], entry["solver"], entry["verified"]) == ("SATISFIABLE", "minisat", True)
    assert entry["portfolio"] == {
        "cmd:sleep 600": "ended",
        "minisat": "answered",
        "cmd:sh -c 'sleep 601' {cnf}": "ended",
    }
    assert list((tmp_path / "scratch").iterdir()) == []
    assert no_process(str(tmp_path / "scratch"))


def test_text_names_the_winner(nlc):
    said = nlc(*ONE, "--solver", "cmd:sleep 600,pysat:cadical195", "--portfolio", "--verbose")
    assert "; pysat:cadical195; " in said.out
    told = [line.partition("in the race, ")[2] for line in said.err.splitlines()]
    assert list(filter(None, told)) == ["cmd:sleep 600: ended", "pysat:cadical195: answered"]


def test_failures_of_all_are_named_and_end_with_1(nlc):
    said = nlc(*ONE, "--solver", "cmd:false,cmd:echo s UNSATISFIABLE", "--portfolio")
    assert said.status == 1
    assert "every solver failed: cmd:false: " in said.err
    assert "; cmd:echo s UNSATISFIABLE: " in said.err


@pytest.mark.slow
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_race_leaves_nothing(process, write, tmp_path, number, status):
    path = write("hard.nl", HARD)
    words = ("--solver", "cadical,pysat:cadical195,minisat", "--portfolio")
    child = process("run", path, *words, fresh=True)
    deadline = time.monotonic() + 60
    while not any((tmp_path / "scratch").iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(0.5)
    child.send_signal(number)
    child.communicate(timeout=60)
    assert child.returncode == status
    assert no_process(str(tmp_path / "scratch"))
    assert list((tmp_path / "scratch").iterdir()) == []
