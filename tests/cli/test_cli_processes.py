"""Where processes matter: signals, pipes, closed and full streams, and what is left behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest
from support.commands import DOMINOES, GROWING, PUZZLES, dominoes, interrupted
from support.solvers import children

HARD = dominoes("hard", 20, holes=True)
"""No solver proves in a lifetime that it has no solution."""

BATCH = DOMINOES + dominoes("first", 4) + dominoes("second", 4) + HARD + dominoes("last", 4)

SOLVERS = {
    "worker": ("--solver", "pysat:cadical195"),
    "cadical": ("--solver", "cadical"),
    "minisat": ("--solver", "minisat"),
    "kissat": ("--solver", "kissat"),
}


def wait_for_the_hard_puzzle(child: subprocess.Popen[str]) -> str:
    """Return what was printed up to the verdicts of the puzzles before it, once its solver runs."""
    said = ""
    deadline = time.monotonic() + 60
    while said.count("solved, and checked") < 2:
        assert time.monotonic() < deadline
        readable, _, _ = select.select([child.stdout], [], [], 1)
        if readable:
            said += os.read(child.stdout.fileno(), 1 << 16).decode()
    while not children(child.pid):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(0.3)  # a worker is there before the puzzle, too
    return said


def gone(pids: set[int]) -> bool:
    """Say whether none of these processes runs any more, or soon."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if not any(Path(f"/proc/{pid}").exists() for pid in pids):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["cadical", "minisat", "kissat"])
def test_ctrl_c_ends_a_batch_and_leaves_nothing_running(process, write, tmp_path, solver):
    child = process("run", *SOLVERS[solver], write("batch.nl", BATCH))
    wait_for_the_hard_puzzle(child)
    started = children(child.pid)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert err == "nlc: 2 of 4 puzzles were done\nnlc: interrupted\n"
    assert "last" not in out
    assert gone(started)
    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["worker", "kissat"])
def test_a_timeout_ends_with_3_and_the_others_go_on(process, write, tmp_path, solver):
    words = SOLVERS[solver]
    path = write("hard.nl", DOMINOES + HARD + dominoes("last", 4))
    for seconds in GROWING:
        child = process("run", *words, "--timeout", f"{seconds}/puzzle", path)
        out, err = child.communicate(timeout=60)
        assert child.returncode == 3
        found = [line in out for line in ("undecided: wall-time", "solved, and checked")]
        if all(found):  # on a busy machine the limit may end the compiling of either, too
            break
    assert all(found)
    assert err == ""
    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "status", "told"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
@pytest.mark.parametrize("solver", ["pysat:cadical195"])
def test_an_interrupted_search_shows_what_it_has(process, write, solver, number, status, told):
    path = write("many.nl", DOMINOES + dominoes("many", 20) + dominoes("last", 4))
    words = ("run", "--all", "--solver", solver, "--format", "json", path)
    for said in interrupted(lambda: process(*words), number):
        assert said.status == status
        assert said.err == f"nlc: 0 of 2 puzzles were done\nnlc: {told}\n"
        entry, last = said.objects
        if entry["count"]:
            break
    assert (last["puzzle"], last["status"], last["reason"]) == ("last", "UNKNOWN", "interrupted")
    assert (entry["status"], entry["reason"]) == ("SATISFIABLE", "interrupted")
    assert entry["count"] == len(entry["solutions"]) > 0
    assert entry["count_complete"] is None


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "words",
    [("compile", PUZZLES, "--puzzle", "1"), ("list", "solvers"), ("--help",)],
    ids=lambda words: words[0],
)
def test_a_reader_that_goes_away_is_no_mistake(process, words):
    source, sink = os.pipe()
    child = process(*words, stdout=sink)
    os.close(sink)
    os.close(source)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (0, "")


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "words",
    [
        ("run", PUZZLES, "--puzzle", "1", "--competition"),
        ("compile", PUZZLES, "--puzzle", "1"),
        ("compile", PUZZLES, "--puzzle", "1", "--emit", "ir"),
        ("check", PUZZLES),
        ("--help",),
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_a_full_device_is_told_and_ends_with_2(process, words):
    with Path("/dev/full").open("w") as full:
        child = process(*words, stdout=full)
        _, err = child.communicate(timeout=60)
    assert child.returncode == 2
    assert "No space left on device" in err
    assert len(err.splitlines()) == 1


def test_messages_that_nobody_can_read_do_not_change_the_exit_status(process):
    with Path("/dev/full").open("w") as full:
        assert process("run", "none.nl", stderr=full).wait(60) == 2


@pytest.mark.sample(1)
@pytest.mark.parametrize(("closed", "status"), [("<&-", 2), (">&-", 0), ("2>&-", 0)])
def test_closed_streams_are_as_empty_ones(tmp_path, closed, status):
    path = "-" if closed == "<&-" else PUZZLES
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", "nlc", "run", "--solver", "cadical", path],
        capture_output=True,
        check=False,
    )
    assert ended.returncode == status
    assert b"Traceback" not in ended.stderr
