"""Starts the server and listens."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import uvicorn

from nlc.errors import fail
from nlc.process.platform import PORTABLE, resource
from nlc.serve.app import Pages, Service
from nlc.serve.guard import BoundedProtocol, Guard, is_local
from nlc.serve.puzzles import parse_text
from nlc.serve.requests import ParseRequest
from nlc.serve.settings import Settings


def serve(settings: Settings, opened: Callable[[str], None]) -> None:
    """Serve until a signal ends it.

    Args:
        settings: address, access and limits.
        opened: called with the address of the page once the server takes requests.

    Raises:
        UserError: the address cannot be listened on.
    """
    if not is_local(settings.host) and not PORTABLE:
        limit_processes(settings.jobs)
    listener = listen(settings.host, settings.port)
    port = listener.getsockname()[1]
    asyncio.run(_serve(settings, listener, lambda: opened(address(settings, port))))


def limit_processes(jobs: int) -> None:
    """Limit the processes and threads of this user, so that no job can exhaust the machine.

    The kernel enforces no such limit for root.
    """
    mine = 0
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if path.stat().st_uid == os.getuid():
                mine += len(list((path / "task").iterdir()))
    soft, hard = resource.getrlimit(resource.RLIMIT_NPROC)
    # Processes and threads of each job and of the server: solvers have a few threads.
    most = mine + 64 * (jobs + 1)
    if soft == resource.RLIM_INFINITY or most < soft:
        resource.setrlimit(resource.RLIMIT_NPROC, (most, hard))


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that takes connections.

    Raises:
        UserError: the address is not one of this machine, or is in use.
    """
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # The protocol must be given: else asyncio leaves Nagle's algorithm on, which delays the
        # second part of an answer by some 40 ms.
        listener = socket.socket(family, kind, protocol)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(512)
    except OSError as error:
        hint = "--port 0 takes one that is free" if port else None
        raise fail(
            f"cannot listen on {host}:{port}: {error.strerror or error}", None, hint
        ) from None
    return listener


def address(settings: Settings, port: int) -> str:
    """Return the address of the page."""
    host = settings.host
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    host = f"[{host}]" if ":" in host else host
    token = f"?token={settings.token}" if settings.token else ""
    return f"http://{host}:{port}/{token}"


async def _serve(settings: Settings, listener: socket.socket, opened: Callable[[], None]) -> None:
    warm_up()
    pages, service = Pages(), Service(settings)
    app = Guard(service.app(pages), settings, listener.getsockname()[1], pages.policy)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        http=BoundedProtocol,
        ws="none",
    )
    server = _Server(config, opened)
    gc.freeze()
    service.generating.begin()
    try:
        await server.serve([listener])
    finally:
        await service.close()


_SHORT_SECONDS = 1.0
"""The time that jobs have to end once the server is to end."""


class _Server(uvicorn.Server):
    """A server that calls `opened` once it takes requests."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and call `opened`."""
        await super().startup(sockets)
        if self.started:
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let short jobs come to their end, tell the others that theirs is here, and shut down."""
        if tasks := list(self.server_state.tasks):
            _, late = await asyncio.wait(tasks, timeout=_SHORT_SECONDS)
            for each in late:
                each.cancel()
        await super().shutdown(sockets)


def warm_up() -> None:
    """Import the modules that tasks need, once for all workers, which are forks of this process."""
    text = 'puzzle "warm" is numberlink { topology square; board\nA.A\nB.B\nend }'
    parse_text(ParseRequest(text=text))
    import nlc.drivers.pysat.driver
    import nlc.encode.lower
    import nlc.solving.run  # noqa: F401
