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
    """A connection; uvicorn itself has bounds for what stands between two requests alone."""

    _late: asyncio.TimerHandle | None = None
    if TYPE_CHECKING:
        transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Await the first request."""
        super().connection_made(transport)
        self._await_request()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
        elif self._late is None:
            self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._late = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
