"""Private temporary folders, and the guardian that clears them away if nlc is killed."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from nlc.process import cleanup_daemon as guardian
from nlc.process.limits import held_back


class RunFolder:
    """The private temporary folder of one run of a solver.

    Attributes:
        path: of the folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables that the processes of the run get."""
        return {"TMPDIR": str(self.path), guardian.MARK: str(self.path)}

    def guard(self, session: int) -> None:
        """Tell the guardian which session the run has."""
        _guard.hold(self.path, session)


@contextlib.contextmanager
def run_folder() -> Iterator[RunFolder]:
    """Make a private temporary folder; it is removed at the end, or when nlc has been killed.

    Raises:
        OSError: it cannot be made.
    """
    path = Path(tempfile.gettempdir(), f"nlc-{secrets.token_hex(8)}").absolute()
    _guard.hold(path, 0)
    try:
        path.mkdir(mode=0o700)
        yield RunFolder(path)
    finally:
        guardian.remove_tree(path)
        _guard.release(path)


def guardian_pid() -> int | None:
    """Return the process number of this process's guardian, or None before the first run."""
    return _guard.pid


class _Guard:
    """This process's end of the pipe to its guardian, which is started when first needed."""

    def __init__(self) -> None:
        self._sink: int | None = None
        self._reset()

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._runs: dict[Path, int] = {}
        self._sink = None
        self.pid: int | None = None

    def hold(self, folder: Path, session: int) -> None:
        """Have a folder guarded, and a session if it is not 0."""
        with self._lock:
            self._runs[folder] = session
            if not self._tell(_message(session, folder)):
                self._end()
                self._start()

    def release(self, folder: Path) -> None:
        """Say that a folder has been removed."""
        with self._lock:
            del self._runs[folder]
            self._tell(_message("-", folder))

    def renew(self) -> None:
        """Be the guard of a new process, a fork: the guardian goes on for the old one alone."""
        if self._sink is not None:
            os.close(self._sink)
        self._reset()

    def _tell(self, message: bytes) -> bool:
        """Write without waiting; return whether the guardian lives and listens."""
        if self._sink is None:
            return False
        try:
            return os.write(self._sink, message) == len(message)
        except (BrokenPipeError, BlockingIOError):
            return False

    def _start(self) -> None:
        """Start a guardian; where no process can be started, the run goes on without one."""
        source, sink = os.pipe()
        environment = {name: v for name, v in os.environ.items() if name != guardian.MARK}
        try:
            with held_back():  # the guardian inherits it, and has to be there when nlc ends
                process = subprocess.Popen(
                    [sys.executable, "-I", "-S", guardian.__file__],
                    stdin=source,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd="/",
                    env=environment,
                    start_new_session=True,
                )
                self.pid, self._sink = process.pid, sink  # before a signal that was held back
                process.returncode = 0  # nothing waits for it: it ends with the pipe
                os.set_blocking(sink, False)
        except OSError:
            os.close(sink)
            return
        finally:
            os.close(source)
        self._tell(b"".join(_message(session, path) for path, session in self._runs.items()))

    def _end(self) -> None:
        """End a guardian that has been killed, or stopped so that the pipe is full."""
        if self.pid is None or self._sink is None:
            return
        os.close(self._sink)
        os.kill(self.pid, signal.SIGKILL)  # at least a zombie, so that the number is its own
        os.waitpid(self.pid, 0)
        self.pid = self._sink = None


def _message(word: object, folder: Path) -> bytes:
    return b"%s %s\0" % (str(word).encode(), os.fsencode(folder))


_guard = _Guard()
os.register_at_fork(after_in_child=_guard.renew)
