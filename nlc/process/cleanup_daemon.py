"""The guardian: a process that clears away what nlc leaves when it dies, even by SIGKILL.

`nlc.process.cleanup` starts this file by itself, so that it imports nothing of nlc. Its standard
input is a pipe whose other end only nlc holds; on it come messages that end with NUL:

    PID FOLDER   the session PID (0: none yet) works in this temporary folder
    - FOLDER     the run has ended, and nlc has removed the folder

A run is known by its folder, which stands in the environment of its processes (`MARK`) and is never
used twice, as process numbers are. When the pipe ends, nlc is dead: every process of the runs that
are left is killed, and their folders are removed. A process that has left the session of its run
is killed soon after the run, and what it has written in the folder since is removed.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import stat
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

MARK = "NLC_RUN"
"""The environment variable by which the processes of a run are known."""

_STRAY_SECONDS = 0.5
"""How long a process that has left its session may outlive its run; looking for it takes time."""

_PATIENCE_SECONDS = 5.0
"""How long to try to kill what is left: a process that waits for a device does not end at once."""

_MOST_LAYERS = 100_000
"""How deep folders may be nested and still be removed: what lives could nest them for ever."""

_CAN_LOOK = hasattr(os, "pidfd_open") and Path("/proc/self").is_dir()


def processes() -> Iterator[tuple[int, list[bytes]]]:
    """Yield each process of the machine: its number and its fields, as of `fields`."""
    with os.scandir("/proc") as entries:
        numbers = [int(entry.name) for entry in entries if entry.name.isdigit()]
    for pid in numbers:
        with contextlib.suppress(OSError):  # it may end in the meantime
            yield pid, fields(pid)


def fields(pid: int) -> list[bytes]:
    """Return ``/proc/PID/stat`` from the state on: field n of proc(5) has the index n - 3."""
    file = os.open(f"/proc/{pid}/stat", os.O_RDONLY)
    try:
        return os.read(file, 4096).rpartition(b")")[2].split()
    finally:
        os.close(file)


def remove_tree(folder: Path) -> None:
    """Remove a folder as far as that can be done, also where folders in it are read-only.

    Folders are brought up to the top before they are looked into, so that they may be nested as
    deep as one likes. No link is followed, not even one in the place of the folder.
    """
    with contextlib.suppress(OSError):
        if folder.is_symlink() or not folder.is_dir():
            folder.unlink()
            return
    for _ in range(_MOST_LAYERS):
        if not _remove_layer(folder):
            break
    with contextlib.suppress(OSError):
        folder.rmdir()


def _remove_layer(folder: Path) -> bool:
    """Remove the folders in a folder; return whether there were others in these, now in it."""
    brought = False
    for inner in _open_folders(folder):
        for deep in _open_folders(inner):
            with contextlib.suppress(OSError):
                deep.rename(folder / os.urandom(16).hex())
                brought = True
        with contextlib.suppress(OSError):
            inner.rmdir()
    return brought


def _open_folders(folder: Path) -> list[Path]:
    """Return the folders in a folder, with all rights; whatever else is there is removed."""
    found = []
    with contextlib.suppress(OSError):
        folder.chmod(stat.S_IRWXU)
        with os.scandir(folder) as entries:
            listed = list(entries)
        for entry in listed:
            with contextlib.suppress(OSError):
                path = Path(entry.path)
                if entry.is_dir(follow_symlinks=False):
                    path.chmod(stat.S_IRWXU)
                    found.append(path)
                else:
                    path.unlink()
    return found


def kill_runs(folders: Collection[bytes], sessions: Collection[int], until: float) -> bool:
    """Kill the processes of runs and return whether there were any.

    Args:
        folders: of the runs.
        sessions: of the runs; their numbers may have been given to others since.
        until: when they were still of the runs, in seconds since the start of the machine.
    """
    found = False
    for pid, _ in processes():
        with contextlib.suppress(OSError):  # it may end, or be another user's
            handle = os.pidfd_open(pid)  # now what is looked at is what is killed
            try:
                if _belongs(pid, folders, sessions, until):
                    signal.pidfd_send_signal(handle, signal.SIGKILL)
                    found = True
            finally:
                os.close(handle)
    return found


def _belongs(pid: int, folders: Collection[bytes], sessions: Collection[int], until: float) -> bool:
    state, _, _, session, *rest = fields(pid)
    if state in (b"Z", b"X"):
        return False
    started = int(rest[15]) / os.sysconf("SC_CLK_TCK")
    if int(session) in sessions and started <= until:
        return True
    variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return any(MARK.encode() + b"=" + folder in variables for folder in folders)


class _Guarded:
    """What is guarded: the folders of runs with their sessions, and of runs that have ended."""

    def __init__(self) -> None:
        self._rest = b""
        self._runs: dict[bytes, int] = {}
        self._ended: set[bytes] = set()
        self._due: float | None = None

    @property
    def pause(self) -> float | None:
        """How many seconds there is nothing to do, or None."""
        return None if self._due is None else max(0.0, self._due - time.monotonic())

    def hear(self, chunk: bytes) -> None:
        """Take a piece of the messages."""
        *messages, self._rest = (self._rest + chunk).split(b"\0")
        for message in messages:
            word, _, folder = message.partition(b" ")
            if word != b"-":
                self._runs[folder] = int(word)
                continue
            self._runs.pop(folder, None)
            self._ended.add(folder)
            self._due = self._due or time.monotonic() + _STRAY_SECONDS

    def kill_strays(self) -> None:
        """Kill what has outlived its run, and remove what it has written since."""
        if _CAN_LOOK:
            kill_runs(self._ended, (), 0.0)
        _remove(self._ended)
        self._ended.clear()
        self._due = None

    def clear(self) -> None:
        """Kill everything and remove all folders."""
        sessions = set(self._runs.values()) - {0}
        if _CAN_LOOK:
            dead = time.clock_gettime(time.CLOCK_BOOTTIME)
            deadline = time.monotonic() + _PATIENCE_SECONDS
            folders = self._runs.keys() | self._ended
            while kill_runs(folders, sessions, dead) and time.monotonic() < deadline:
                time.sleep(0.01)
        else:
            for session in sessions:
                with contextlib.suppress(OSError):
                    os.killpg(session, signal.SIGKILL)
        _remove(self._runs.keys() | self._ended)


def _remove(folders: Iterable[bytes]) -> None:
    for path in map(Path, map(os.fsdecode, folders)):
        if os.path.lexists(path):
            remove_tree(path)


def main() -> None:
    """Guard until the standard input ends. Signals that ask nlc to end are blocked here."""
    guarded = _Guarded()
    while True:
        if select.select([0], [], [], guarded.pause)[0]:
            chunk = os.read(0, 1 << 16)
            if not chunk:
                break
            guarded.hear(chunk)
        if guarded.pause == 0:
            guarded.kill_strays()
    guarded.clear()


if __name__ == "__main__":
    main()
