"""When nlc dies, by whatever signal, no process of a solver and no temporary folder is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from driver_cases import alive, dead_soon, fake, make_cnf, wait_until

from nlc.drivers.command import CommandDriver
from nlc.process import cleanup as guard
from nlc.process import cleanup_daemon as guardian

PROGRAM = """
import os, sys
sys.path[:0] = {path!r}
from driver_cases import make_cnf
from nlc.drivers.command import CommandDriver
from nlc.process.cleanup import guardian_pid, run_folder
cnf = make_cnf(1, [])
CommandDriver("false").solve(cnf)
print(guardian_pid(), flush=True)
{before}
try:
    CommandDriver({script!r}).solve(cnf)
except KeyboardInterrupt:
    print("interrupted")
"""

CHILDREN = {
    "a child": "sleep 100 & echo $!",
    "a process group of its own": "set -m; sleep 100 & echo $!",
    "a session of its own": "setsid sleep 100 & echo $!",
    "another environment": "env -i sleep 100 & echo $!",
}


def start(folder: Path, body: str, before: str = "") -> tuple[subprocess.Popen[str], list[int]]:
    """Start a program that runs a solver.

    Returns:
        The program, and the process numbers of its guardian, of a child of the solver and of the
        solver.
    """
    note = f"echo $$ >>'{folder}/new'; mv '{folder}/new' '{folder}/pids'"
    body = f'mkdir -p "$TMPDIR/a/b"; chmod 0 "$TMPDIR/a"; {body} >\'{folder}/new\'; {note}; '
    scratch = folder / "scratch é"
    scratch.mkdir()
    script = fake(folder, body + "exec sleep 100")
    path = [str(Path(__file__).parent)]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(path=path, before=before, script=f"'{script}'")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(scratch)},
    )
    assert wait_until((folder / "pids").exists)
    assert process.stdout is not None
    pids = [int(process.stdout.readline()), *map(int, (folder / "pids").read_text().split())]
    assert all(map(alive, pids[1:]))
    assert list(scratch.iterdir())
    return process, pids


def nothing_left(folder: Path, pids: list[int]) -> bool:
    scratch = folder / "scratch é"
    return all(map(dead_soon, pids)) and wait_until(lambda: not list(scratch.iterdir()))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_when_nlc_is_ended_by_a_signal(
    tmp_path: Path, number: signal.Signals
) -> None:
    process, pids = start(tmp_path, CHILDREN["a child"])
    process.send_signal(number)
    output, _ = process.communicate(timeout=60)
    assert nothing_left(tmp_path, pids)
    assert output == ("interrupted\n" if number == signal.SIGINT else "")


@pytest.mark.parametrize("kind", list(CHILDREN)[1:])
def test_what_leaves_its_group_or_session_ends_with_nlc_too(tmp_path: Path, kind: str) -> None:
    process, pids = start(tmp_path, CHILDREN[kind])
    process.kill()
    process.communicate(timeout=60)
    assert nothing_left(tmp_path, pids)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_guardian_that_was_killed_is_replaced(tmp_path: Path, number: signal.Signals) -> None:
    hurt = f"os.kill(guardian_pid(), {int(number)})"
    if number == signal.SIGKILL:
        hurt += "; os.waitid(os.P_PID, guardian_pid(), os.WEXITED | os.WNOWAIT)"
    else:  # it is only missed when the pipe is full
        hurt += "\nfor _ in range(1000):\n    with run_folder(): pass"
    process, pids = start(tmp_path, CHILDREN["a child"], hurt)
    process.kill()
    process.communicate(timeout=60)
    assert nothing_left(tmp_path, pids)


def test_signals_that_end_nlc_do_not_end_the_guardian_first(tmp_path: Path) -> None:
    process, pids = start(tmp_path, CHILDREN["a child"])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(pids[0], number)
    assert alive(pids[0])
    process.kill()
    process.communicate(timeout=60)
    assert nothing_left(tmp_path, pids)


def test_a_fork_that_lives_on_does_not_keep_the_guardian_from_its_work(tmp_path: Path) -> None:
    fork = (
        "sys.stdout.flush()\n"
        "if os.fork() == 0:\n    import time; os.close(1); time.sleep(8); os._exit(0)\n"
    )
    process, pids = start(tmp_path, CHILDREN["a child"], fork)
    process.kill()
    process.communicate(timeout=60)
    assert nothing_left(tmp_path, pids)


def test_a_fork_has_a_guardian_of_its_own(tmp_path: Path) -> None:
    CommandDriver("false").solve(make_cnf(1, []))
    own = guard.guardian_pid()
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        CommandDriver("false").solve(make_cnf(1, []))
        os.write(sink, str(guard.guardian_pid()).encode())
        os._exit(0)
    os.waitpid(child, 0)
    other = int(os.read(source, 100))
    os.close(source)
    os.close(sink)
    assert other != own
    assert dead_soon(other)
    assert own is not None
    assert alive(own)


def test_the_guardian_holds_nothing_of_nlc_but_the_pipe() -> None:
    CommandDriver("false").solve(make_cnf(1, []))
    folder = Path(f"/proc/{guard.guardian_pid()}/fd")
    targets = {int(path.name): str(path.readlink()) for path in folder.iterdir()}
    assert targets.pop(0).startswith("pipe:")
    assert targets == {1: os.devnull, 2: os.devnull}
    assert os.getsid(int(guard.guardian_pid() or 0)) == guard.guardian_pid()


def test_a_process_that_outlives_its_run_in_a_session_of_its_own_is_ended(tmp_path: Path) -> None:
    body = f"setsid sleep 100 & echo $! >'{tmp_path}/pid'; sleep 0.1; echo s UNSATISFIABLE; exit 20"
    outcome = CommandDriver(f"'{fake(tmp_path, body)}' {{cnf}}").solve(make_cnf(1, []))
    assert outcome.status == "UNSATISFIABLE", outcome.message
    assert dead_soon(int((tmp_path / "pid").read_text()))


def test_a_session_whose_number_was_given_to_another_is_left_alone() -> None:
    stranger = subprocess.Popen(["sleep", "100"], start_new_session=True)
    try:
        assert wait_until(lambda: os.getsid(stranger.pid) == stranger.pid)
        assert not guardian.kill_runs([b"/no/such/folder"], [stranger.pid], until=1.0)
        assert stranger.poll() is None
        assert guardian.kill_runs([], [stranger.pid], until=1e12)
        assert stranger.wait(timeout=10) == -signal.SIGKILL
    finally:
        stranger.kill()
        stranger.wait()


def test_without_a_guardian_a_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = os.fork()
    if child == 0:
        sys.executable = str(tmp_path / "no-such-python")
        outcome = CommandDriver("sh -c 'echo s UNSATISFIABLE; exit 20'").solve(make_cnf(1, []))
        os._exit(0 if outcome.status == "UNSATISFIABLE" and guard.guardian_pid() is None else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
