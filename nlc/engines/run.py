"""Runs an engine in a process of its own, within limits; the caller checks the boards."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits, Outcome, Status
from nlc.drivers.optimum import Bound
from nlc.drivers.verdict import failure, stop_outcome
from nlc.engines.base import Engine, P
from nlc.process.pool import stream
from nlc.process.usage import Stopwatch
from nlc.process.worker import WorkerStoppedError

EngineResult = tuple[Outcome, Any]
"""An outcome, with the item that the engine yielded, or None."""


def run_engine(
    engine: Engine[P], puzzle: P, limits: Limits = NO_LIMITS
) -> Generator[EngineResult, None, None]:
    """Yield a SATISFIABLE outcome with each item that an engine yields.

    The last outcome has no item: UNSATISFIABLE (there are no more), or UNKNOWN (a limit, a failure,
    or a search that was not exhaustive). No outcome has a model. Times are those since the outcome
    before; the limits are for all of them together. Closing the iterator stops the engine.
    """
    name = f"the engine '{engine.name}'"
    if (absent := engine.missing()) is not None:
        yield Outcome("UNKNOWN", "missing", f"{name} cannot run: {absent}"), None
        return
    engine.prepare()
    seen: set[bytes] = set()
    started, spent = time.monotonic(), 0.0
    try:
        for outcome, found in stream(_Job(engine, puzzle), limits):
            if found is None:
                yield _last(engine, puzzle, outcome), None
                return
            if isinstance(found, Bound):
                yield outcome, found
                continue
            key = found.tobytes()
            if key in seen and not engine.exact:
                continue
            if key in seen:
                yield failure("contradictory", f"{name} gave a board twice"), None
                return
            seen.add(key)
            yield outcome, found
            started = time.monotonic()
            spent += outcome.cpu_seconds or 0.0
    except WorkerStoppedError as stop:
        yield stop_outcome(name, stop, time.monotonic() - started, spent), None
    except RuntimeError as error:
        yield failure("crashed", f"{name} failed: {error}"), None
    except OSError as error:
        yield failure("no-answer", f"no process can be started for {name}: {error}"), None


class _Job(Struct, Generic[P], frozen=True, eq=False):
    """The search of an engine, as a job of a worker."""

    engine: Engine[P]
    puzzle: P

    def __call__(self) -> Iterator[EngineResult]:
        """Yield outcomes with items, and last one without."""
        self.engine.load(self.puzzle)
        watch = Stopwatch()
        figures: dict[str, int] = {}
        for found in self.engine.search(self.puzzle, figures):
            yield _outcome("SATISFIABLE", watch, figures), found
            watch.lap()
        yield _outcome("UNSATISFIABLE", watch, figures), None


def _outcome(status: Status, watch: Stopwatch, figures: Mapping[str, int]) -> Outcome:
    return Outcome(
        status,
        seconds=watch.seconds,
        cpu_seconds=watch.cpu_seconds,
        megabytes=watch.megabytes,
        statistics=dict(figures),
    )


def _last(engine: Engine[P], puzzle: P, outcome: Outcome) -> Outcome:
    """Return the outcome of the end of a search."""
    if (assumption := engine.assumes(puzzle)) is None:
        return outcome
    message = f"the engine '{engine.name}' {assumption}, and finds no more boards by that"
    return replace(outcome, status="UNKNOWN", reason="no-answer", message=message)
