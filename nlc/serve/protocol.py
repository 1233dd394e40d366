"""HTTP as uvicorn speaks it, but a request does not come for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 30.0
"""A connection is closed whose request has not come whole after so long: clients that send a byte
now and then would hold as many connections as there may be."""


class BoundedProtocol(H11Protocol):
    """A connection, bounded while a request comes; uvicorn bounds the time between two requests."""

    _timer: asyncio.TimerHandle | None = None
    if TYPE_CHECKING:
        transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Await the first request."""
        super().connection_made(transport)
        self._start()

    def handle_events(self) -> None:
        """Take what has come: after each part of a request, and at the end of each answer."""
        super().handle_events()
        state = self.conn.their_state
        begun = state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0])
        if not begun:
            self._stop()
        elif self._timer is None:
            self._start()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the connection."""
        self._stop()
        super().connection_lost(exc)

    def _start(self) -> None:
        self._timer = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
