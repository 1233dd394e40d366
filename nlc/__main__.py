"""Runs the command line: ``nlc``, or ``python -m nlc``."""

import signal
import sys


def main() -> int:
    """Run it; until there is something to clear away, Ctrl-C just ends the process."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from nlc import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
