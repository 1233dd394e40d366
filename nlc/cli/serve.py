"""``nlc serve``: a page to solve, play, make and compare puzzles, and its API."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from pathlib import Path

from nlc.cli import EXIT_DECIDED, EXIT_FAILED
from nlc.cli.common import positive, whole
from nlc.cli.console import print_message
from nlc.cli.parser import add
from nlc.process.usage import cores

_EPILOG = """\
examples:
  nlc serve                                    open the page in a browser
  nlc serve --no-browser --port 8080           print its address only
  nlc serve --host 0.0.0.0 --jobs 8            for others in the network, such as a class

Without --host the page can be opened on this machine alone, by those who know the token in its
address. Nothing is fetched from anywhere. GET /api describes the API.

exit status: 0 ended by Ctrl-C, 1 the packages of the server are missing, 2 the address cannot be
listened on
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    where = parser.add_argument_group("address")
    add(
        where,
        "--host ADDRESS",
        "listen on this address, 0.0.0.0 for all (default: %(default)s, for this machine)",
        default="127.0.0.1",
    )
    add(where, "--port N", "port (default: one that is free)", type=_port, default=0)
    add(
        where,
        "--name NAME",
        "a further name by which clients may call this machine (may be repeated)",
        action="append",
        default=[],
    )
    add(where, "--token TEXT", "what clients must know (default: random)")
    add(where, "--no-token", "let everybody in who can reach the address")
    add(where, "--no-browser", "open no browser")
    kept = parser.add_argument_group("buffer of puzzles")
    add(
        kept,
        "--data DIR",
        "where generated puzzles are kept (default: nlc in the folder for data of the user)",
    )
    add(kept, "--buffer N", "of each kind at most (default: 20; 0: none)", type=_number, default=20)
    limits = parser.add_argument_group("limits")
    add(limits, "--timeout S", "seconds of a job (default: 60)", type=positive, default=60.0)
    add(limits, "--memory MB", "of a job (default: 2048)", type=whole, default=2048)
    add(
        limits, "--jobs N", "long jobs at a time (default: one a core)", type=whole, default=cores()
    )
    add(limits, "--queue N", "requests that wait (default: 200)", type=whole, default=200)
    add(limits, "--cells N", "of a board (default: 10000)", type=whole, default=10_000)
    add(
        limits,
        "--clauses N",
        "of a CNF that is shown or sent (default: 5000000)",
        type=whole,
        default=5_000_000,
    )
    add(limits, "--bytes N", "of a request (default: 2000000)", type=whole, default=2_000_000)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"'{text}' is not a port from 0 to 65535")
    return int(text)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    return min(int(text), 10_000)


def data_folder() -> Path | None:
    """Return the folder for what nlc keeps for the user, which may not exist; None: no home."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        return (Path(base) if base else Path.home() / ".local" / "share") / "nlc"
    except RuntimeError:
        return None


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        print_message(f"nlc: the page needs {error.name}: pip install 'nlc[serve]'")
        return EXIT_FAILED
    import secrets

    from nlc.serve.server import is_local, serve
    from nlc.serve.settings import Bounds, Settings

    token = "" if args.no_token else args.token or secrets.token_urlsafe(16)
    settings = Settings(
        host=args.host,
        port=args.port,
        names=tuple(args.name),
        token=token,
        jobs=args.jobs,
        queue=args.queue,
        bytes=args.bytes,
        bounds=Bounds(args.timeout, args.memory, args.cells, args.clauses),
        folder=data_folder() if args.data is None else Path(args.data),
        buffer=args.buffer,
    )

    if not is_local(args.host):
        print_message(
            f"nlc: warning: others can reach {args.host}; --timeout, --memory and --jobs bound what"
            " they can take of this machine"
            + ("" if token else ", and --no-token lets all of them in")
        )

    def opened(address: str) -> None:
        print(address, flush=True)
        if sys.stderr.isatty():
            print_message("Ctrl-C ends it")
        if not args.no_browser:
            import webbrowser

            webbrowser.open(address)

    with contextlib.suppress(KeyboardInterrupt):  # which is how it is ended
        serve(settings, opened)
    return EXIT_DECIDED
