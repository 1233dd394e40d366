"""Private temporary folders, and the removal of those that a killed nlc has left."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from nlc.process.platform import PORTABLE, lock

_PREFIX = "nlc-"


@contextlib.contextmanager
def run_folder() -> Iterator[Path]:
    """Make a private temporary folder for the run of a program, and remove it at the end.

    If nlc is killed meanwhile, the supervisor of the program removes it (`nlc.process.supervisor`)
    or, before its start and after its end, the next nlc.

    Raises:
        OSError: it cannot be made.
    """
    if not PORTABLE:
        _remove_abandoned(Path(tempfile.gettempdir()))
    path = Path(tempfile.mkdtemp(prefix=_PREFIX)).absolute()
    try:
        with contextlib.nullcontext() if PORTABLE else _locked(path):
            yield path
    finally:
        remove_tree(path)


@functools.cache
def _remove_abandoned(place: Path) -> None:
    """Remove folders whose nlc has died, once for each place."""
    with contextlib.suppress(OSError):
        for path in place.glob(f"{_PREFIX}*"):
            with contextlib.suppress(OSError):  # it is another user's, in use, or removed
                state = path.lstat()
                # A young folder may not be locked yet.
                new = time.time() - state.st_mtime < 60.0
                if stat.S_ISDIR(state.st_mode) and state.st_uid == os.geteuid() and not new:
                    with _locked(path):
                        remove_tree(path)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a lock on a folder; it ends with this process at the latest."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        lock(descriptor)
        yield
    finally:
        os.close(descriptor)


def remove_tree(folder: Path) -> None:
    """Remove a folder as far as possible, with read-only and deeply nested folders in it.

    No link is followed, not even one in place of the folder.
    """
    with contextlib.suppress(OSError):
        if folder.is_symlink() or not folder.is_dir():
            folder.unlink()
            return
    with contextlib.suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():  # read-only, or too deep for Python
        for command in (("chmod", "-R", "u+rwX"), ("rm", "-rf")):
            with contextlib.suppress(OSError):  # there is no such command
                subprocess.run([*command, folder], stderr=subprocess.DEVNULL, check=False)
