"""The solvers and engines of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nlc import drivers
from nlc.drivers.base import Driver
from nlc.engines import registry as engines
from nlc.engines.base import Engine
from nlc.serve import answers as a


def solvers(request: object) -> Iterator[list[a.SolverDescription]]:
    """Yield the solvers and engines, also those that are missing."""
    found = [_row("solver", driver, "") for driver in drivers.available()]
    yield found + [_row("engine", engine, engine.summary) for engine in engines.available()]


def _row(kind: str, tool: Driver | Engine[Any], summary: str) -> a.SolverDescription:
    missing = tool.missing()
    return a.SolverDescription(
        kind=kind,  # type: ignore[arg-type]
        name=tool.name,
        default=tool.name == drivers.DEFAULT,
        version=tool.version() if missing is None else None,
        summary=summary,
        missing=missing,
    )


TASK = solvers
