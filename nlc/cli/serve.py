"""``nlc serve``: a page to solve, play, make and compare puzzles, and its API."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
from pathlib import Path

from nlc.cli.common import refuse
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, print_message
from nlc.cli.parser import positive, whole_number
from nlc.cli.playing import share_base
from nlc.errors import fail
from nlc.process.limits import Limits
from nlc.process.platform import PORTABLE
from nlc.process.usage import cores

EPILOG = """\
examples:
  nlc serve                                    open the page in a browser
  nlc serve --no-browser --port 8080           print its address only
  nlc serve --host 0.0.0.0 --jobs 8            for others in the network, such as a class
  nlc serve --phone                            on a phone in the same network, by a QR code

Without --host the page can be opened on this machine alone, by those who know the token in its
address. Nothing is fetched from anywhere. GET /api describes the API.

exit status: 0 ended by Ctrl-C, 1 the packages of the server are missing, 2 the address cannot be
listened on
"""


ARGUMENTS = f"""
address:
--host ADDRESS [127.0.0.1]  listen on this address, 0.0.0.0 for all (default: %(default)s, for this
    machine)
--port N [0]  port (default: one that is free)
--name NAME* []  a further name by which clients may call this machine (may be repeated)
--token TEXT  what clients must know (default: random)
--no-token  let everybody in who can reach the address
--no-browser  open no browser
--share-base URL  the page of the documents that opens links that play (default: $NLC_SHARE_BASE)
--phone  for a phone: listen on this machine's address in its network, and print a QR code of it
buffer of puzzles:
--data DIR  where generated puzzles are kept (default: nlc in the folder for data of the user)
--buffer N [{0 if PORTABLE else 20}]  of each kind at most (default: %(default)s; 0: none)
limits:
--timeout S [60]  seconds of a job (default: 60)
~--memory MB{"" if PORTABLE else " [2048]"}  of a job (default: 2048)
--jobs N [{cores()}]  long jobs at a time (default: one a core)
--queue N [200]  requests that wait (default: 200)
--cells N [10000]  of a board (default: 10000)
--clauses N [5000000]  of a CNF that is shown or sent (default: 5000000)
--bytes N [2000000]  of a request (default: 2000000)
"""


KINDS = {
    "port": whole_number("a port from 0 to 65535", most=65535),
    "buffer": whole_number("a whole number"),
    "timeout": positive,
}


def data_folder() -> Path | None:
    """Return the folder for what nlc keeps for the user, which may not exist; None: no home."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return (Path(base) if base else Path.home() / ".local" / "share") / "nlc"
    except RuntimeError:
        return None


def network_address() -> str:
    """Return the address of this machine in its network.

    Raises:
        UserError: it is in none.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # of nobody, and nothing is sent: it chooses the interface
        return str(probe.getsockname()[0])
    raise fail("this machine is in no network", hint="name its address with --host")


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    try:
        import segno
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        print_message(f"nlc: the page needs {error.name}: pip install 'nlc[serve]'")
        return EXIT_FAILED
    import secrets

    from nlc.serve.guard import is_local
    from nlc.serve.server import serve
    from nlc.serve.settings import Bounds, Settings

    if args.phone:
        refuse(args, "host", "{} and --phone exclude each other: --phone finds the address")
        args.host, args.no_browser = network_address(), True
    Limits(megabytes=args.memory)  # which may be refused
    token = "" if args.no_token else args.token or secrets.token_urlsafe(6 if args.phone else 16)
    settings = Settings(
        **{name: getattr(args, name) for name in ("host", "port", "jobs", "queue", "bytes")},
        names=tuple(args.name),
        token=token,
        bounds=Bounds(args.timeout, args.memory, args.cells, args.clauses),
        folder=data_folder() if args.data is None else Path(args.data),
        buffer=min(args.buffer, 10_000),
        share=share_base(args),
    )
    if not is_local(args.host):
        print_message(
            f"nlc: warning: others can reach {args.host}; --timeout, --memory and --jobs bound what"
            f" they can take of this machine{', but not its memory' if PORTABLE else ''}"
            + ("" if token else ", and --no-token lets all of them in")
        )

    def opened(address: str) -> None:
        if args.phone:
            segno.make(address).terminal(compact=True)
        print(address, flush=True)
        if sys.stderr.isatty():
            print_message("Ctrl-C ends it")
        if not args.no_browser:
            import webbrowser

            webbrowser.open(address)

    with contextlib.suppress(KeyboardInterrupt):  # which is how it is ended
        serve(settings, opened)
    return EXIT_DECIDED
