"""The settings of `nlc serve`: its address, who may connect, and the limits."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field

from nlc.process.platform import PORTABLE


class Bounds(Struct, frozen=True):
    """The limits of a job: seconds, megabytes, cells of a board, clauses of a CNF."""

    seconds: float = 60.0
    megabytes: int | None = None if PORTABLE else 2048
    cells: int = 10_000
    clauses: int = 5_000_000


class Settings(Struct, frozen=True):
    """The settings of the server.

    Attributes:
        host: the address to listen on.
        port: the port; 0 for any that is free.
        names: further host names by which clients may address the server.
        token: the secret that clients have to send; empty if none is needed.
        jobs: the number of long jobs at a time.
        queue: the number of requests that may wait.
        bytes: the size limit for the body of a request.
        bounds: the limits of each job.
        quick_seconds: the time limit of short requests, such as that of a picture.
        folder: where the buffers are kept; None to keep them in memory.
        buffer: the most puzzles that are buffered of one kind; 0 for no buffer.
        kinds: the most kinds of puzzles that are buffered.
        share: the address of the page that opens links; empty if none is known.
    """

    host: str = "127.0.0.1"
    port: int = 0
    names: tuple[str, ...] = ()
    token: str = ""
    jobs: int = 2
    queue: int = 200
    bytes: int = 2_000_000
    bounds: Bounds = field(default_factory=Bounds)
    quick_seconds: float = 20.0
    folder: Path | None = None
    buffer: int = 0 if PORTABLE else 20
    kinds: int = 100
    share: str = ""
