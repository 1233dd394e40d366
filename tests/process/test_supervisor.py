"""When nlc dies, by whatever signal, no process of a solver and no temporary folder is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support import solvers
from support.solvers import alive, children, dead_soon, fake, make_cnf, wait_until

from nlc.drivers.external import CommandDriver
from nlc.process import cleanup
from nlc.process.cleanup import run_folder

PROGRAM = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # where it was ignored, as behind &
signal.alarm(100)  # to fail, and not to hang
sys.path[:0] = {path!r}
from support.solvers import make_cnf
from nlc.drivers.external import CommandDriver
try:
    CommandDriver({script!r}).solve(make_cnf(1, []))
except KeyboardInterrupt:
    print("interrupted")
"""

CHILDREN = {
    "a child": "sleep 100 & echo $!",
    "a process group of its own": "set -m; sleep 100 & echo $!",
    "a session of its own": "setsid sleep 100 & echo $!",
    "another environment": "env -i sleep 100 & echo $!",
    "a daemon without anything": "(setsid env -i sh -c 'echo $$; exec sleep 100 >&-' &)",
}


def start(folder: Path, body: str) -> tuple[subprocess.Popen[str], int, list[int]]:
    """Start a program that runs a solver.

    Returns:
        The program, and the process numbers of its supervisor, and of a child of the solver and the
        solver.
    """
    note = f"echo $$ >>'{folder}/new'; mv '{folder}/new' '{folder}/pids'"
    told = f"{body} >'{folder}/new'; {filled(folder / 'new')}"
    body = f'mkdir -p "$TMPDIR/a/b"; chmod 0 "$TMPDIR/a"; {told}; {note}; '
    scratch = folder / "scratch é"
    scratch.mkdir()
    script = fake(folder, body + "exec sleep 100")
    path = [str(Path(solvers.__file__).parents[1])]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(path=path, script=f"'{script}'")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(scratch)},
    )
    assert wait_until((folder / "pids").exists)
    pids = [*map(int, (folder / "pids").read_text().split())]
    assert all(map(alive, pids))
    assert list(scratch.iterdir())
    (supervisor,) = children(process.pid)
    return process, supervisor, [supervisor, *pids]


def filled(path: Path) -> str:
    """Return a shell command that waits until a file has something in it."""
    return f"until [ -s '{path}' ]; do sleep 0.01; done"


def nothing_left(folder: Path, pids: list[int]) -> bool:
    scratch = folder / "scratch é"
    return all(map(dead_soon, pids)) and wait_until(lambda: not list(scratch.iterdir()))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("number", "kind"),
    [
        *((signal.SIGKILL, kind) for kind in CHILDREN),
        (signal.SIGINT, "a child"),
        (signal.SIGTERM, "a session of its own"),
    ],
)
def test_nothing_is_left_when_nlc_is_ended_by_a_signal(
    tmp_path: Path, number: signal.Signals, kind: str
) -> None:
    process, _, pids = start(tmp_path, CHILDREN[kind])
    process.send_signal(number)
    output, _ = process.communicate(timeout=60)
    assert nothing_left(tmp_path, pids)
    assert output == ("interrupted\n" if number == signal.SIGINT else "")


def test_a_stopped_supervisor_does_not_outlive_nlc(tmp_path: Path) -> None:
    process, supervisor, pids = start(tmp_path, CHILDREN["a child"])
    os.kill(supervisor, signal.SIGSTOP)
    process.kill()
    process.communicate(timeout=60)
    assert nothing_left(tmp_path, pids)


def test_a_stopped_supervisor_does_not_hold_up_an_interrupt(tmp_path: Path) -> None:
    process, supervisor, pids = start(tmp_path, CHILDREN["a child"])
    os.kill(supervisor, signal.SIGSTOP)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "interrupted\n"
    assert nothing_left(tmp_path, pids)


def test_the_solver_ends_with_its_supervisor(tmp_path: Path) -> None:
    process, supervisor, (_, child, solver) = start(tmp_path, CHILDREN["a child"])
    os.kill(supervisor, signal.SIGKILL)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert nothing_left(tmp_path, [supervisor, child, solver])


def test_signals_that_end_nlc_do_not_end_the_supervisor_first(tmp_path: Path) -> None:
    process, supervisor, pids = start(tmp_path, CHILDREN["a child"])
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGCONT):
        os.kill(supervisor, number)
    assert alive(supervisor)
    process.kill()
    process.communicate(timeout=60)
    assert nothing_left(tmp_path, pids)


def test_a_supervisor_holds_nothing_of_nlc_but_a_pipe(tmp_path: Path) -> None:
    process, supervisor, pids = start(tmp_path, CHILDREN["a child"])
    folder = Path(f"/proc/{supervisor}/fd")

    def held() -> list[str]:
        return [str(path.readlink())[:5] for path in folder.iterdir()]

    # The solver may be first to get anywhere.
    assert wait_until(lambda: sorted(set(held())) == ["/dev/", "pipe:"])
    targets = [str(path.readlink()) for path in folder.iterdir()]
    assert targets.count(os.devnull) >= 3
    assert [name[:5] for name in targets if name != os.devnull] == ["pipe:"]
    assert os.getsid(supervisor) == supervisor
    process.kill()
    process.communicate(timeout=60)
    assert nothing_left(tmp_path, pids)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", list(CHILDREN))
def test_what_outlives_its_solver_is_ended_at_once(tmp_path: Path, kind: str) -> None:
    told = f"({CHILDREN[kind]}) >'{tmp_path}/pid'; {filled(tmp_path / 'pid')}"
    body = f"{told}; sleep 0.1; echo s UNSATISFIABLE; exit 20"
    outcome = CommandDriver(f"'{fake(tmp_path, body)}' {{cnf}}").solve(make_cnf(1, []))
    assert outcome.status == "UNSATISFIABLE", outcome.message
    assert not alive(int((tmp_path / "pid").read_text()))


def test_a_folder_that_was_abandoned_is_removed_by_the_next_nlc(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with run_folder() as used:
        abandoned, new = tmp_path / "nlc-abandoned", tmp_path / "nlc-new"
        for folder in (abandoned, new):
            (folder / "in").mkdir(parents=True)
        for folder in (abandoned, used):
            os.utime(folder, (0, 0))
        cleanup._remove_abandoned.cache_clear()
        with run_folder() as other:
            assert sorted(tmp_path.iterdir()) == sorted([used, new, other])
    assert list(tmp_path.iterdir()) == [new]
