"""Runs an engine in a process of its own, within limits; the caller checks the boards."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from typing import Any

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

    def job() -> Iterator[EngineResult]:
        """Yield outcomes with items, and last one without."""
        engine.load(puzzle)
        watch, figures = Stopwatch(), dict[str, int]()

        def outcome(status: Status) -> Outcome:
            return Outcome(
                status,
                seconds=watch.seconds,
                cpu_seconds=watch.cpu_seconds,
                megabytes=watch.megabytes,
                statistics=dict(figures),
            )

        for found in engine.search(puzzle, figures):
            yield outcome("SATISFIABLE"), found
            watch.lap()
        yield outcome("UNSATISFIABLE"), None

    engine.prepare()
    seen: set[bytes] = set()
    started, spent = time.monotonic(), 0.0
    try:
        for outcome, found in stream(job, limits):
            if found is None:
                if (assumption := engine.assumes(puzzle)) is not None:
                    message = f"{name} {assumption}, and finds no more boards by that"
                    outcome = replace(
                        outcome, status="UNKNOWN", reason="no-answer", message=message
                    )
                yield outcome, None
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
