"""The stage on which faults are played: one run of nlc, its solver, and what must not be left."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, field
from support import commands, forked
from support.solvers import kept, wait_until

from nlc.cli import console as cli
from nlc.drivers.base import FAILURES, Reason

_PR_SET_CHILD_SUBREAPER = 36

PATIENCE_SECONDS = 60

TRUE_ANSWER = "echo s SATISFIABLE; echo v 1 -2 3 0; exit 10"
"""What ends a solver of a puzzle of `lamps` that answers rightly."""

LAMPS = """genre lamps {
  var on: cell -> bool;
  show on;
  rule first { on[r1c1] or on[r1c2]; }
  rule second { not on[r1c1] or on[r1c3]; }
}
"""
"""Its puzzles have the formula (1 or 2) and (not 1 or 3)."""


def lamps(number: int = 1) -> str:
    """Return the text of so many puzzles whose formula is that of `LAMPS`."""
    board = "topology square;\n  board\n    . . .\n  end\n"
    return LAMPS + "".join(
        f'puzzle "lamps {n}" is lamps {{\n  {board}}}\n' for n in range(1, number + 1)
    )


class Said(commands.Said):
    """How nlc ended and what it printed."""

    @property
    def reasons(self) -> list[Reason]:
        """The reason of each object."""
        return [found["reason"] or "answered" for found in self.objects]


class Scene(Struct, dict=True):
    """Where a fault is played.

    Attributes:
        folder: the working folder.
        scratch: the folder for temporary files.
        environment: variables added to those of nlc.
    """

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.scratch = self.folder / "scratch"
        self.scratch.mkdir(parents=True)

    def write(self, name: str, text: str, mode: int = 0o644) -> Path:
        """Write a file in the working folder."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(mode)
        return path

    def solver(self, body: str, name: str = "fake solver") -> str:
        """Write a solver as a shell script; return what to give to ``--solver-cmd``."""
        script = self.write(name, f"#!/bin/sh\n{body}\n", 0o755)
        return f"{shlex.quote(str(script))} {{cnf}}"

    def start(
        self, *words: object, before: Sequence[str] = (), fresh: bool = False, **options: Any
    ) -> subprocess.Popen[bytes]:
        """Start ``nlc run --format json``, in a session of its own.

        Args:
            words: arguments of it.
            before: a program, with arguments, that starts it.
            fresh: Python is started, too, as it is after `before`; else it is a fork.
            options: of `subprocess.Popen`.
        """
        words = ("run", "--format", "json", *words)
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        options = {"cwd": self.folder, "start_new_session": True, **pipes, **options}
        options["env"] = {**os.environ, "TMPDIR": str(self.scratch), **self.environment}
        if not before and not fresh:
            return forked.start(*words, **options)
        python = [sys.executable, "-m", "nlc"]
        return subprocess.Popen([*before, *python, *map(str, words)], **options)

    def run(self, *words: object, **options: Any) -> Said:
        """Run ``nlc run --format json`` to its end; see `start`."""
        return ended(self.start(*words, **options))

    def play(self, body: str, *words: object, puzzles: int = 1, **options: Any) -> Said:
        """Run nlc on puzzles of `LAMPS` with a shell script for a solver."""
        path = self.write("lamps.nl", lamps(puzzles))
        return self.run("--solver-cmd", self.solver(body), *words, path, **options)


def ended(process: subprocess.Popen[bytes]) -> Said:
    """Return how nlc ended, once it has."""
    try:
        out, err = process.communicate(timeout=PATIENCE_SECONDS)
    finally:
        process.kill()
    return Said(process.returncode, _text(out), _text(err))


def _text(printed: bytes | None) -> str:
    return (printed or b"").decode("utf-8")


def check(said: Said, reasons: str, told: str = "", status: int | None = None) -> None:
    """Assert what nlc says of a fault.

    Args:
        said: how it ended.
        reasons: of the puzzles that it tells of, ``answered`` where a fault does no harm.
        told: what standard error says.
        status: the exit status, or minus the number of the signal that ends nlc; None where it
            follows from the reasons.
    """
    wanted = tuple(reasons.split())
    if status is None:
        (worst,) = {*wanted} - {"answered"} or {"answered"}
        known = {"answered": cli.EXIT_DECIDED, "interrupted": cli.EXIT_INTERRUPTED}
        status = cli.EXIT_FAILED if worst in FAILURES else known.get(worst, cli.EXIT_UNDECIDED)
    assert "Traceback" not in said.out + said.err
    assert told in said.err
    assert tuple(said.reasons) == wanted
    assert said.status == status, said.err
    assert len({tuple(puzzle) for puzzle in said.objects}) <= 1, "their keys differ"
    for puzzle in said.objects:
        assert (puzzle["status"] != "UNKNOWN") is (puzzle["reason"] is None)
        assert bool(puzzle["solutions"]) is (puzzle["status"] == "SATISFIABLE")


def limited(kind: int, most: int) -> Callable[[], None]:
    """Return what a new process calls to have a limit of the system."""
    return lambda: resource.setrlimit(kind, (most, most))


OTHER_USER = 50_000 + os.getpid() % 10_000
"""A user without files, without processes and without the rights of root."""


def without_rights(scene: Scene) -> dict[str, Any]:
    """Return how to start nlc without the rights of root; the scene is then the other user's.

    That user may read everything, for Python itself can be in a folder of root's.
    """
    if os.geteuid() != 0:
        return {}
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv(1) of util-linux is not there")
    for path in (scene.folder, scene.scratch):
        os.chown(path, OTHER_USER, OTHER_USER)
    user = [f"--reuid={OTHER_USER}", f"--regid={OTHER_USER}", "--clear-groups"]
    rights = ["--inh-caps=-all,+dac_read_search", "--ambient-caps=+dac_read_search"]
    return {"before": ["setpriv", *user, *rights]}


def adopt_orphans(adopt: bool = True) -> None:
    """Make this process the parent of each descendant whose own parent has ended.

    So none of them can hide, whatever session, group and environment it is in.
    """
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, int(adopt), 0, 0, 0)


def descendants() -> dict[int, str]:
    """Return the processes that come from this one, with their command lines.

    Those that have ended, and are nobody's but this process's, are reaped and left out; so is what
    is kept for other tests.
    """
    families: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent, *_ = path.read_text(errors="replace").rpartition(")")[2].split()
            if int(parent) == os.getpid() and state == "Z":
                os.waitpid(int(path.parent.name), os.WNOHANG)
                continue
            families.setdefault(int(parent), []).append(int(path.parent.name))
    found: dict[int, str] = {}
    new = families.get(os.getpid(), [])
    while new:
        pid = new.pop()
        with contextlib.suppress(OSError):
            if kept(pid):
                continue
        found[pid] = ""
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
            found[pid] = words.replace(b"\0", b" ").decode("utf-8", "replace").strip()
        new += families.get(pid, [])
    return found


def check_nothing_is_left(scene: Scene) -> None:
    """Assert that no process and no temporary file is left, or soon will be."""
    clean = wait_until(lambda: not descendants(), PATIENCE_SECONDS / 2)
    left = descendants()
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert clean, f"processes are left: {left}"
    places = [scene.scratch, scene.folder]
    files = [path for place in places if place.exists() for path in place.iterdir()]
    left_files = [path for path in files if path.parent == scene.scratch or path.name[0] == "."]
    assert not left_files
