"""Clients that send a byte now and then, on real sockets."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
import uvicorn
from support.server import eventually

from nlc.serve import guard
from nlc.serve.guard import BoundedProtocol

SECONDS = 0.6
HEAD = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n"


async def reads_and_waits(scope: Any, receive: Any, send: Any) -> None:
    """An app that reads a request, and answers when a request may no longer come."""
    early = scope["path"] == "/early"
    while not early and (await receive()).get("more_body"):
        pass
    await asyncio.sleep(0 if early else 1.5 * SECONDS)
    status = 403 if early else 204
    length = [(b"content-length", b"0")] * early
    await send({"type": "http.response.start", "status": status, "headers": length})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(guard, "REQUEST_SECONDS", SECONDS)
    how: dict[str, Any] = {"http": BoundedProtocol, "lifespan": "off", "log_config": None}
    server = uvicorn.Server(uvicorn.Config(reads_and_waits, port=0, **how))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        eventually(lambda: server.started)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)


def sent_slowly(port: int, data: bytes) -> bytes:
    """Return what comes of bytes that are sent one by one, and then nothing."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as connection:
        try:
            for byte in data:
                connection.send(bytes([byte]))
                time.sleep(SECONDS / 20)
            return connection.recv(1000)
        except (BrokenPipeError, ConnectionResetError):
            return b""


@pytest.mark.sample(1)
@pytest.mark.parametrize("data", [b"", HEAD, b"G"], ids=["nothing", "a byte now and then", "one"])
def test_a_connection_without_a_whole_request_is_closed(port: int, data: bytes) -> None:
    assert sent_slowly(port, data) == b""


@pytest.mark.slow
def test_a_body_that_does_not_come_is_not_awaited(port: int) -> None:
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as connection:
        connection.send(HEAD + b"123")
        assert connection.recv(1000) == b""


@pytest.mark.slow
def test_the_half_of_a_second_request_is_not_awaited_either(port: int) -> None:
    whole = HEAD + b"1234"
    for parts in ([whole + HEAD + b"1"], [whole, HEAD + b"1"], [whole + HEAD[:9]], [whole, b"P"]):
        with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as connection:
            for part in parts:
                connection.send(part)
                time.sleep(SECONDS / 10)
            assert connection.recv(1000).startswith(b"HTTP/1.1 204")
            assert connection.recv(1000) == b""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as connection:
        connection.send(whole)
        assert connection.recv(1000).startswith(b"HTTP/1.1 204")
        connection.send(HEAD + b"1")
        assert connection.recv(1000) == b""


@pytest.mark.slow
def test_what_is_left_of_a_request_that_was_answered_does_not_count_for_the_next(port: int) -> None:
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as connection:
        connection.send(HEAD.replace(b"POST /", b"POST /early"))
        assert connection.recv(1000).startswith(b"HTTP/1.1 403")
        time.sleep(SECONDS / 2)
        connection.send(b"1234")
        time.sleep(SECONDS / 4)
        connection.send(HEAD)
        time.sleep(SECONDS / 2)
        connection.send(b"1234")
        assert connection.recv(1000).startswith(b"HTTP/1.1 204")


@pytest.mark.slow
def test_an_answer_may_take_longer_and_the_connection_be_idle(port: int) -> None:
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as connection:
        for _ in range(2):
            connection.send(HEAD + b"12")
            connection.send(b"34")
            assert connection.recv(1000).startswith(b"HTTP/1.1 204")
            time.sleep(1.5 * SECONDS)
