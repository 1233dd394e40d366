"""Runs an engine in a process of its own, within limits; what it finds is not judged here."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.drivers.base import NO_LIMITS, Limits, Outcome, Status
from nlc.drivers.verdict import failed, stopped
from nlc.engines.base import Engine, Puzzle
from nlc.process.stream import stream
from nlc.process.usage import Stopwatch
from nlc.process.worker import WorkerStoppedError

Answer = tuple[Outcome, Bools | None]
"""An outcome, and the drawing that goes with it: shape (edges,)."""


def answers(
    engine: Engine, puzzle: Puzzle, limits: Limits = NO_LIMITS
) -> Generator[Answer, None, None]:
    """Yield a SATISFIABLE outcome with a drawing for each thing that an engine finds.

    The last outcome has no drawing: UNSATISFIABLE (there are no more), or UNKNOWN (a limit, or a
    failure; or its search was not exhaustive). No outcome has a model. Times are those since the
    outcome before, the limits are for all of them together. Closing the iterator stops the engine.

    Args:
        engine: the engine.
        puzzle: one that it has not refused.
        limits: of its process.
    """
    name = f"the engine '{engine.name}'"
    if (absent := engine.missing()) is not None:
        yield Outcome("UNKNOWN", "missing", f"{name} cannot run: {absent}"), None
        return
    engine.prepare()
    seen: set[bytes] = set()
    started, spent = time.monotonic(), 0.0
    try:
        for outcome, packed in stream(_Job(engine, puzzle), limits):
            if packed is None:
                yield _last(engine, puzzle, outcome), None
                return
            if packed in seen and not engine.exact:
                continue
            if packed in seen:
                yield failed("contradictory", f"{name} gave a board twice"), None
                return
            seen.add(packed)
            bits = np.unpackbits(np.frombuffer(packed, np.uint8), count=len(puzzle.problem.ends))
            yield outcome, bits.astype(np.bool_)
            started = time.monotonic()
            spent += outcome.cpu_seconds or 0.0
    except WorkerStoppedError as stop:
        yield stopped(name, stop, time.monotonic() - started, spent), None
    except RuntimeError as error:
        yield failed("crashed", f"{name} failed: {error}"), None
    except OSError as error:
        yield failed("no-answer", f"no process can be started for {name}: {error}"), None


class _Job(Struct, frozen=True, eq=False):
    """The search of an engine, to be called in a worker process."""

    engine: Engine
    puzzle: Puzzle

    def __call__(self) -> Iterator[tuple[Outcome, bytes | None]]:
        """Yield outcomes with drawings as bits, in bytes; last one without."""
        watch = Stopwatch()
        figures: dict[str, int] = {}
        for drawn in self.engine.search(self.puzzle, figures):
            yield _measured("SATISFIABLE", watch, figures), np.packbits(drawn).tobytes()
            watch.lap()
        yield _measured("UNSATISFIABLE", watch, figures), None


def _measured(status: Status, watch: Stopwatch, figures: Mapping[str, int]) -> Outcome:
    return Outcome(
        status,
        seconds=watch.seconds,
        cpu_seconds=watch.cpu_seconds,
        megabytes=watch.megabytes,
        statistics=dict(figures),
    )


def _last(engine: Engine, puzzle: Puzzle, outcome: Outcome) -> Outcome:
    """Return what the end of a search means."""
    if (assumption := engine.assumes(puzzle)) is None:
        return outcome
    message = f"the engine '{engine.name}' {assumption}, and finds no more boards by that"
    return replace(outcome, status="UNKNOWN", reason="no-answer", message=message)
