"""Tasks: what a worker process does for a request.

`nlc.serve.routes` has the table of their functions. They know nothing of sockets, and open no file
that a request names.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct, json

from nlc.errors import UserError
from nlc.process import emit
from nlc.process.limits import Limits
from nlc.process.own import less
from nlc.process.priority import give_way
from nlc.serve.answers import Diagnostic, Failed, Progress, Refusal
from nlc.serve.settings import Bounds

Function = Callable[[Any], Iterable[Any]]
"""From a request (`nlc.serve.requests`) to its answers (`nlc.serve.answers`), the last one last."""


class Line(Struct, frozen=True):
    """An answer on its way to the client, as JSON; `tag` is the name of its type."""

    tag: str
    data: bytes


class Blob(Struct, frozen=True):
    """An answer that is a file: its bytes, its media type, and the name to save it under."""

    data: bytes
    kind: str
    name: str


class Task(Struct, frozen=True):
    """The job of a worker: a function of the table of routes, and what it is given.

    Attributes:
        stream: whether the answers are the lines of a stream.
        nice: whether others come first; its process stays so.
    """

    function: Function
    request: Struct | None
    bounds: Bounds
    stream: bool
    nice: bool = False

    def __call__(self) -> Iterator[Progress | Line | Blob]:
        """Yield how far it is, and the answers."""
        global bounds, started
        bounds, started = self.bounds, time.perf_counter()
        if self.nice:
            give_way(os.getpid())
        try:
            for answer in self.function(self.request):
                yield answer if isinstance(answer, Progress | Blob) else line(answer)
        except UserError as error:
            found = diagnostics(error.diagnostics)
            if self.stream:
                yield line(Failed(diagnostics=found, seconds=0.0))
            else:
                first = found[0]
                yield line(Refusal(error=first.message, hint=first.hint, diagnostics=found))


bounds = Bounds()
"""Those of the task that runs in this process."""

started = 0.0
"""When it began, by `time.perf_counter`."""


def used() -> float:
    """Return the seconds since it began."""
    return time.perf_counter() - started


def limits(seconds: float | None) -> Limits:
    """Return the limits of a task: those of the server, or less time."""
    return Limits(min(seconds or bounds.seconds, bounds.seconds), bounds.megabytes)


def limits_left(seconds: float | None) -> Limits:
    """Return what is left of the limits of a task."""
    return less(limits(seconds), used())


def line(answer: Any) -> Line:
    """Return an answer as it is sent."""
    return Line(type(answer).__name__, json.encode(answer))


def diagnostics(items: Iterable[Any]) -> list[Diagnostic]:
    """Return messages as they are sent; what a file of this machine is called is not told."""
    out = [Diagnostic(**item.to_json()) for item in items][:200]
    for each in out:
        each.message = without_options(each.message) or each.message
        each.hint = without_options(each.hint or "") or None
    return out


def without_options(text: str) -> str:
    """Return a message for somebody who has no command line: its options are called by their names.

    >>> without_options("name it: --genre hashi; a format is named with --from: nl")
    'name it: hashi'
    >>> without_options("--set touch=false or --pairs 5")
    'touch=false or pairs 5'
    """
    parts = [part for part in text.removeprefix("<puzzle>: ").split("; ") if "--from" not in part]
    text = re.sub(r" (?:of|with) --genre\b|--(?:genre|set) (?=\w)", "", "; ".join(parts))
    text = text.replace("--genre", "its kind").replace("nlc list genres ", "")
    return re.sub(r"--([a-z][a-z-]*)", r"\1", text)


def tell(stage: str, text: str = "", *, done: float | None = None, **counts: int) -> None:
    """Tell how far a task is, at once; the server knows the seconds."""
    emit(
        Progress(
            seconds=0.0,
            stage=stage,
            text=text,
            conflicts=counts.get("conflicts"),
            solutions=counts.get("solutions", 0),
            done=done,
        )
    )
