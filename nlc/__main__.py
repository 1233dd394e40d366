"""Runs the command line: ``nlc``, or ``python -m nlc``."""

import atexit
import os
import signal
import sys
from typing import NoReturn


def main() -> int:
    """Run it; until there is something to clear away, Ctrl-C just ends the process."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from nlc import cli

    return cli.main()


def run() -> NoReturn:
    """Run it and end the process.

    What Python would do at the end, to take all modules and objects apart one by one, is a tenth of
    the time of a small puzzle. It is left out unless somebody waits for it.
    """
    status = main()
    threading = sys.modules.get("threading")
    if _is_watched() or sys.flags.inspect or (threading and threading.active_count() > 1):
        sys.exit(status)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


def _is_watched() -> bool:
    """Return whether a debugger or a profiler looks on, which tells what it saw at the end."""
    if sys.gettrace() is not None or sys.getprofile() is not None:
        return True
    monitoring = getattr(sys, "monitoring", None)  # from Python 3.12 on; it has six places
    return monitoring is not None and any(map(monitoring.get_tool, range(6)))


if __name__ == "__main__":
    run()
