"""What `nlc serve` was told: where to listen, who may come, and the limits."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field


class Bounds(Struct, frozen=True):
    """The limits of a job: seconds, megabytes, cells of a board, clauses of a CNF."""

    seconds: float = 60.0
    megabytes: int = 2048
    cells: int = 10_000
    clauses: int = 5_000_000


class Settings(Struct, frozen=True):
    """What the server was told.

    Attributes:
        host: the address to listen on.
        port: the port; 0 for any that is free.
        names: further names of the machine that clients may use.
        token: what clients have to know; empty where nothing is asked.
        jobs: long jobs at a time.
        queue: requests that may wait.
        bytes: of the body of a request.
        bounds: of each job.
        quick_seconds: of what is answered at once, such as a picture.
        folder: where the buffers are kept; None to keep them in memory.
        buffer: puzzles of one kind at most; 0 for no buffer.
        kinds: kinds of puzzles that are buffered at most.
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
    buffer: int = 20
    kinds: int = 100
