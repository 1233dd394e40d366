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
    watched = sys.gettrace() is not None or sys.getprofile() is not None
    threading = sys.modules.get("threading")
    if watched or sys.flags.interactive or (threading and threading.active_count() > 1):
        sys.exit(status)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


if __name__ == "__main__":
    run()
