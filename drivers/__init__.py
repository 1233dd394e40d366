"""Solver drivers by name, behind the protocol of `nlc.drivers.base`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlc.drivers.base import Capabilities, Driver
from nlc.drivers.pysat import BACKENDS, aliases_of, canonical
from nlc.errors import fail, suggest
from nlc.registry import Registry, Unusable

DRIVERS: Registry[Driver] = Registry(
    "solver",
    "DRIVER",
    "nlc.drivers",
    {
        "cadical": "nlc.drivers.external:CADICAL",
        "kissat": "nlc.drivers.external:KISSAT",
        "minisat": "nlc.drivers.external:MINISAT",
    },
    gone={"tabu": "leave it out: the default solver keeps the colours of a map in their order"},
)
"""All drivers but those whose names take an argument: ``pysat:NAME`` and ``cmd:COMMAND``."""

DEFAULT = "pysat:cadical195"
"""The driver that solves where the user names none."""


class UnusableDriver(Unusable, frozen=True):
    """Stands for a driver that cannot be loaded."""

    capabilities = Capabilities()


def get(name: str, engines: Callable[[], Sequence[str]] = tuple) -> Driver:
    """Return a driver: ``minisat``, ``pysat:NAME``, ``cmd:COMMAND``, or one of another package.

    Args:
        engines: returns the names of engines, which take no formula, for the message.

    Raises:
        UserError: there is none of this name, or two packages claim it.
    """
    kind, colon, rest = name.partition(":")
    if colon and kind == "pysat":
        from nlc.drivers.pysat.driver import PysatDriver

        return PysatDriver(rest)
    if colon and kind == "cmd":
        from nlc.drivers.external import CommandDriver

        return CommandDriver(rest)
    driver = DRIVERS.find(name)
    if driver is None:
        if name in (others := engines()):
            raise fail(f"'{name}' is an engine and takes no formula: it cannot be used here")
        if name in DRIVERS.gone:
            DRIVERS.get(name)
        others = [*DRIVERS.names(), *others]
        raise fail(f"there is no solver '{name}'", hint=_hint(name, others))
    return driver


def available() -> list[Driver]:
    """Return every driver but ``cmd:``, including those that are missing or cannot be loaded."""
    from nlc.drivers.pysat.driver import PysatDriver

    solvers = sorted(BACKENDS.keys() | aliases_of().keys())
    return DRIVERS.available(UnusableDriver) + [PysatDriver(solver) for solver in solvers]


def _hint(name: str, others: list[str]) -> str | None:
    """Suggest a name; PySAT's solvers are often named without the prefix."""
    lower = name.lower()
    if lower in others:
        return f"did you mean '{lower}'?"
    if (solver := canonical(name)) is not None:
        return f"did you mean 'pysat:{solver}'?"
    inner = suggest(lower, BACKENDS)
    if inner is not None:
        inner = inner.replace("'", "'pysat:", 1)
    return suggest(lower, others) or inner or "nlc list solvers lists them all"
