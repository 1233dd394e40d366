"""Finds engines by name: those of nlc and those that other packages bring.

Another package adds an engine by an entry point of the group ``nlc.engines`` whose value is a class
(or a function) that takes no arguments and returns a `nlc.engines.base.Engine`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nlc.errors import fail, suggest
from nlc.plugins import Plugins

if TYPE_CHECKING:
    from nlc.arrays import Bools
    from nlc.engines.base import Engine, Puzzle

GROUP = "nlc.engines"
"""The entry-point group."""

BUILT_IN = {
    "backtrack": "nlc.engines.backtrack:BacktrackEngine",
    "cpsat-circuit": "nlc.engines.cpsat_circuit:CpSatCircuitEngine",
    "cpsat-circuits": "nlc.engines.cpsat_circuit:CpSatCircuitsEngine",
    "cpsat-edge": "nlc.engines.cpsat_edge:CpSatEdgeEngine",
    "cpsat-path": "nlc.engines.cpsat_path:CpSatPathEngine",
    "diagonal": "nlc.engines.diagonal:DiagonalEngine",
    "frontier": "nlc.engines.frontier:FrontierEngine",
    "mip": "nlc.engines.mip_highs:HighsEngine",
    "mip-cbc": "nlc.engines.mip_cbc:CbcEngine",
}
"""Engines of nlc; they are found without any metadata of an installation."""


class UnusableEngine:
    """Stands for an engine that cannot be loaded; it tells so and solves nothing."""

    summary = ""
    statistics: tuple[str, ...] = ()
    exact = True

    def __init__(self, name: str, cause: str) -> None:
        self.name = name
        self._cause = cause

    def version(self) -> str | None:
        """Return None."""
        return None

    def missing(self) -> str | None:
        """Return why the engine cannot be loaded."""
        return self._cause

    def prepare(self) -> None:
        """Do nothing."""

    def refuse(self, puzzle: Puzzle) -> None:
        """Refuse all puzzles."""
        raise fail(self._cause)

    def assumes(self, puzzle: Puzzle) -> str | None:
        """Return None."""
        return None

    def search(self, puzzle: Puzzle, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield nothing: every puzzle was refused."""
        yield from ()


def _plugins() -> Plugins[Engine]:
    return Plugins(GROUP, BUILT_IN, "engine", "engine name", UnusableEngine)


def find(name: str) -> Engine | None:
    """Return the engine of a name, or None if there is none.

    Raises:
        UserError: two packages bring one of this name.
    """
    return _plugins().get(name)


def get(name: str) -> Engine:
    """Return the engine of a name.

    Raises:
        UserError: there is none of this name, or two packages bring one.
    """
    if (engine := find(name)) is None:
        hint = suggest(name, names()) or "nlc solvers lists them all"
        raise fail(f"there is no engine '{name}'", hint=hint)
    return engine


def names() -> list[str]:
    """Return the names of all engines."""
    return _plugins().names()


def available() -> list[Engine]:
    """Return every engine, also those that are missing something or cannot be loaded."""
    return _plugins().available()
