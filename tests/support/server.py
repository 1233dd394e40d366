"""A real server over sockets."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import httpx

TOKEN = "a-token-of-tests"


class Server:
    """A running ``nlc serve``.

    Attributes:
        process: the server.
        url: its address, without the token.
        client: knows the token.
    """

    def __init__(self, process: subprocess.Popen[str], address: str, errors: IO[str]) -> None:
        self.process = process
        self._errors = errors
        self.url = address.partition("?")[0].rstrip("/")
        headers = {"X-NLC-Token": TOKEN}
        self.client = httpx.Client(base_url=self.url, headers=headers, timeout=60)

    def errors(self) -> str:
        """Return what it has told on standard error."""
        self._errors.seek(0)
        return self._errors.read()

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def get(self, name: str) -> Any:
        """Return the answer of a GET."""
        response = self.client.get(f"/api/{name}")
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, name: str, status: int = 200, **body: Any) -> Any:
        """Return the answer of a POST."""
        response = self.client.post(f"/api/{name}", json=body)
        assert response.status_code == status, response.text[:500]
        return response.json()

    def lines(self, name: str, **body: Any) -> list[dict[str, Any]]:
        """Return the lines of a stream."""
        with self.client.stream("POST", f"/api/{name}", json=body) as response:
            assert response.status_code == 200, response.read()
            return [json.loads(line) for line in response.iter_lines()]

    def descendants(self) -> set[int]:
        """Return the processes that the server, or its children, have begun and that run."""
        return descendants(self.process.pid)


def descendants(root: int) -> set[int]:
    """Return the processes that a process, or its children, have begun and that run."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(path.parent.name)] = int(fields[1])
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {root}


def eventually(holds: Callable[[], Any], seconds: float = 60) -> Any:
    """Wait until something holds, and return it."""
    until = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < until
        time.sleep(0.02)
    return found


@contextmanager
def serving(*arguments: str, file_bytes: int | None = None) -> Iterator[Server]:
    """Run a server; it is ended by SIGINT, as by Ctrl-C.

    Args:
        arguments: of the command.
        file_bytes: the most that a file of it can hold, as on a full disk.
    """
    import resource

    def limit() -> None:
        if file_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))

    command = [sys.executable, "-m", "nlc", "serve", "--no-browser", "--token", TOKEN, *arguments]
    errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed at the end
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=errors, text=True, preexec_fn=limit
    )
    assert process.stdout is not None
    server = None
    try:
        address = process.stdout.readline().strip()
        assert address.startswith("http://"), address
        server = Server(process, address, errors)
        yield server
    finally:
        if server is not None:
            server.client.close()
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            errors.seek(0)
            print(errors.read(), file=sys.stderr)
            errors.close()
