"""Signals to nlc, in the middle of a batch: what was solved stays, the rest is undecided."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import subprocess
import termios
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from faults.kit import (
    PATIENCE_SECONDS,
    TRUE_ANSWER,
    Fault,
    Said,
    Scene,
    descendants,
    ended,
    lamps,
)
from support.commands import DOMINOES, dominoes
from support.solvers import wait_until

HANG = f"""setsid sleep 100 & sleep 100 & touch "$TMPDIR/left"
echo >>calls; [ $(wc -l <calls) != 3 ] || {{ mv calls ready; sleep 100; }}
{TRUE_ANSWER}"""
"""A solver that leaves two processes and a file each time, and does not end at the third puzzle."""

CUT = ("answered", "answered", "interrupted", "interrupted", "interrupted")

Action = Callable[[subprocess.Popen[bytes]], object]


def send(*numbers: signal.Signals, pause: float = 0.0) -> Action:
    """Return what sends signals to nlc, with a pause in seconds between them."""

    def act(process: subprocess.Popen[bytes]) -> None:
        for number in numbers:
            process.send_signal(number)
            time.sleep(pause)

    return act


def _in_a_batch(scene: Scene, act: Action) -> Said:
    """Do something to nlc while the third of five puzzles is being solved."""
    process = scene.start("--solver-cmd", scene.solver(HANG), scene.write("lamps.nl", lamps(5)))
    assert wait_until((scene.folder / "ready").exists, PATIENCE_SECONDS)
    act(process)
    return ended(process)


def _in_a_worker(scene: Scene, act: Action, *words: object) -> Said:
    """Do something to nlc while a process of its own looks at the third of five puzzles."""
    sizes = [(4, False), (4, False), (20, True), (4, False), (4, False)]
    puzzles = [dominoes(f"{i}", n, holes=holes) for i, (n, holes) in enumerate(sizes)]
    process = scene.start(*words, scene.write("batch.nl", DOMINOES + "".join(puzzles)))
    assert process.stdout is not None
    head = b""
    while head.count(b"\n") < 2:
        assert select.select([process.stdout], [], [], PATIENCE_SECONDS)[0]
        head += os.read(process.stdout.fileno(), 1 << 16)
    workers = descendants().keys() - {process.pid}
    before = _used(workers)
    # The process that solves, one of them or another one, is at the third puzzle.
    assert wait_until(lambda: _used(descendants().keys() - {process.pid}) > before + 20)
    act(process)
    said = ended(process)
    return Said(said.status, head.decode() + said.out, said.err)


def _used(processes: Iterable[int]) -> int:
    """Return how many hundredths of a second of processor time processes have used."""
    used = 0
    for process in processes:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            used += int(fields[11]) + int(fields[12])
    return used


def _twice(scene: Scene, pause: float) -> Said:
    """Ctrl-C comes again while nlc ends; how far it has got by then is a matter of luck."""
    said = _in_a_batch(scene, send(signal.SIGINT, signal.SIGINT, pause=pause))
    assert said.status in (130, -signal.SIGINT)
    assert tuple(said.reasons) == CUT[: len(said.reasons)]
    assert len(said.reasons) >= 2
    return Said(130, "", said.err)


def _kill_a_worker(process: subprocess.Popen[bytes]) -> None:
    """Kill the worker of PySAT, the only child of nlc's."""
    (worker,) = descendants().keys() - {process.pid}
    os.kill(worker, signal.SIGKILL)


def _closed_terminal(scene: Scene, shown: bool = False) -> Said:
    """The terminal of nlc is closed: it gets SIGHUP, and can print nothing more.

    Args:
        scene: where it runs.
        shown: only when progress is shown, which nlc cannot take away any more.
    """
    master, terminal = pty.openpty()
    process = scene.start(
        "--solver-cmd",
        scene.solver(HANG),
        scene.write("lamps.nl", lamps(5)),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(terminal)
    assert wait_until((scene.folder / "ready").exists, PATIENCE_SECONDS)
    if shown:
        seen = b""
        while b"\r\x1b[K" not in seen:
            assert select.select([master], [], [], PATIENCE_SECONDS)[0]
            seen += os.read(master, 1 << 16)
    os.close(master)
    return ended(process)


FAULTS = [
    Fault(
        "Ctrl-C",
        "Ctrl-C in the middle of a batch",
        "interrupted",
        partial(_in_a_batch, act=send(signal.SIGINT)),
        "nlc: 2 of 5 puzzles were done\nnlc: interrupted\n",
        reasons=CUT,
    ),
    Fault(
        "Ctrl-C with workers",
        "Ctrl-C in the middle of a batch that is solved by a process of nlc's",
        "interrupted",
        partial(_in_a_worker, act=send(signal.SIGINT)),
        "nlc: 2 of 5 puzzles were done\nnlc: interrupted\n",
        reasons=CUT,
    ),
    Fault(
        "Ctrl-C twice",
        "Ctrl-C comes twice at once",
        "interrupted",
        partial(_twice, pause=0.0),
        reasons=(),
    ),
    Fault(
        "SIGTERM to nlc",
        "nlc is asked to end",
        "interrupted",
        partial(_in_a_batch, act=send(signal.SIGTERM)),
        "nlc: 2 of 5 puzzles were done\nnlc: terminated\n",
        status=128 + signal.SIGTERM,
        reasons=CUT,
    ),
    Fault(
        "closed terminal",
        "the terminal of nlc is closed",
        None,
        _closed_terminal,
        status=128 + signal.SIGHUP,
        reasons=(),
    ),
    Fault(
        "SIGKILL to nlc",
        "nlc is killed while a solver runs",
        None,
        partial(_in_a_batch, act=send(signal.SIGKILL)),
        status=-signal.SIGKILL,
        reasons=("answered", "answered"),
    ),
    Fault(
        "SIGKILL with workers",
        "nlc is killed while a process of its own works",
        None,
        partial(_in_a_worker, act=send(signal.SIGKILL)),
        status=-signal.SIGKILL,
        reasons=("answered", "answered"),
    ),
    Fault(
        "SIGKILL in PySAT",
        "nlc is killed while a solver of PySAT runs",
        None,
        lambda scene: _in_a_worker(scene, send(signal.SIGKILL), "--timeout", 100),
        status=-signal.SIGKILL,
        reasons=("answered", "answered"),
    ),
    Fault(
        "killed worker",
        "the process of a solver of PySAT is killed: the next puzzle has a new one",
        "killed",
        lambda scene: _in_a_worker(scene, _kill_a_worker, "--memory", 9000),
        "nlc: 2: pysat:cadical195 died (killed by SIGKILL)",
        reasons=("answered", "answered", "killed", "answered", "answered"),
    ),
]
