"""nlc as a process that is a fork of this one: what is imported here need not be imported there.

Signals, streams, limits, children and the exit status are those of any process; what is missing is
the half second in which Python starts and imports. What the start itself is about, or a program
that starts nlc, or how much memory nlc takes, needs ``python -m nlc``.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import io
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from nlc import cli
from nlc.__main__ import main
from nlc.process.pool import end_idle_worker
from support.commands import FIXTURES


def start(
    *words: object,
    env: Mapping[str, str] = os.environ,
    preexec_fn: Callable[[], object] | None = None,
    **options: Any,
) -> subprocess.Popen[Any]:
    """Start ``nlc`` with these arguments; the options are those of `subprocess.Popen`.

    Returns:
        a process like that of ``python -m nlc``, once it handles signals as a new one does.
    """
    _import_all()
    end_idle_worker()  # the idle worker of this process is not the fork's
    files = os.sysconf("SC_OPEN_MAX")

    def run() -> None:
        try:
            _be_new(["nlc", *map(str, words)], dict(env))
            if preexec_fn is not None:
                preexec_fn()
            os.closerange(3, files)  # Popen takes it for the start of a program
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(_status())

    # Popen calls this in the child, which has its streams, folder and session by then.
    return subprocess.Popen(["nlc"], preexec_fn=run, **options)


@cache
def _import_all() -> None:
    """Solve a puzzle here, so that a fork finds all modules and the grammar."""
    with contextlib.redirect_stdout(io.StringIO()):
        assert cli.main(["run", str(FIXTURES / "first.nl")]) == 0


def _be_new(arguments: list[str], environment: dict[str, str]) -> None:
    """Take back what tests and pytest have changed in this process."""
    gc.freeze()  # no file of the parent's is closed here: its number may be another's by then
    faulthandler.disable()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_IGN)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None
    sys.argv = arguments
    _KEPT.extend([sys.stdin, sys.stdout, sys.stderr])
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
        for number, mode, errors in ((0, "r", None), (1, "w", None), (2, "w", "backslashreplace"))
    )


_UNWRITTEN = 120
"""The exit status of Python where the standard streams cannot be flushed at the end."""

_KEPT: list[object] = []
"""The streams of the parent, which must not be closed."""


def _status() -> int:
    """Run nlc; return its exit status."""
    try:
        status: object = main()
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
        status = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            traceback.print_exc()
            return _UNWRITTEN
    return status if isinstance(status, int) else int(status is not None)
