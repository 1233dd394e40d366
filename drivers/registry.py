"""Finds drivers by name: those of nlc and those that other packages bring.

Another package adds a driver by an entry point of the group ``nlc.drivers`` whose value is a class
(or a function) that takes no arguments and returns a `nlc.drivers.base.Driver`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from nlc.dimacs.cnf import Cnf, Separator
from nlc.drivers.base import NO_LIMITS, Capabilities, Driver, Limits, Outcome
from nlc.drivers.pysat_backends import BACKENDS, aliases_of, canonical
from nlc.lang.diagnostics import fail, suggest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "nlc.drivers"
"""The entry-point group."""

DEFAULT = "pysat:cadical195"
"""The driver that is used when none is named."""

BUILT_IN = {
    "minisat": "nlc.drivers.minisat:MinisatDriver",
    "cadical": "nlc.drivers.cadical:CadicalDriver",
    "kissat": "nlc.drivers.kissat:KissatDriver",
}
"""Drivers without arguments; they are found without any metadata of an installation."""


@dataclass
class UnusableDriver:
    """Stands for a driver that cannot be loaded; it tells so and solves nothing."""

    name: str
    cause: str
    capabilities: Capabilities = field(default_factory=Capabilities)

    def version(self) -> str | None:
        """Return None."""
        return None

    def missing(self) -> str | None:
        """Return why the driver cannot be loaded."""
        return self.cause

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Return UNKNOWN, for the reason ``missing``."""
        return Outcome("UNKNOWN", "missing", self.cause)

    def enumerate(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Iterator[Outcome]:
        """Yield UNKNOWN, for the reason ``missing``."""
        yield self.solve(cnf)


def get(name: str) -> Driver:
    """Return a driver: ``minisat``, ``pysat:NAME``, ``cmd:COMMAND``, or one of another package.

    Raises:
        UserError: there is none of this name, or two packages bring one.
    """
    kind, colon, rest = name.partition(":")
    if colon and kind == "pysat":
        from nlc.drivers.pysat import PysatDriver

        return PysatDriver(rest)
    if colon and kind == "cmd":
        from nlc.drivers.command import CommandDriver

        return CommandDriver(rest)
    plugins = _plugins()
    if name in BUILT_IN or name in plugins:
        if (clash := _clash(name, plugins)) is not None:
            raise fail(clash)
        return _load(name, plugins)
    raise fail(f"there is no solver '{name}'", hint=_hint(name, [*BUILT_IN, *plugins]))


def available() -> list[Driver]:
    """Return every driver but ``cmd:``, also those that are missing or cannot be loaded."""
    from nlc.drivers.pysat import PysatDriver

    plugins = _plugins()
    drivers: list[Driver] = []
    for name in [*BUILT_IN, *sorted(plugins.keys() - BUILT_IN.keys())]:
        clash = _clash(name, plugins)
        drivers.append(_load(name, plugins) if clash is None else UnusableDriver(name, clash))
    return drivers + [PysatDriver(name) for name in sorted(BACKENDS.keys() | aliases_of().keys())]


def _plugins() -> dict[str, list[EntryPoint]]:
    """Return the entry points that are not nlc's own, by name."""
    from importlib.metadata import entry_points

    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        if point.value != BUILT_IN.get(point.name):
            found.setdefault(point.name, []).append(point)
    return found


def _clash(name: str, plugins: dict[str, list[EntryPoint]]) -> str | None:
    """Return a sentence if more than one driver has this name."""
    origins = sorted({_origin(point) for point in plugins.get(name, [])})
    if name in BUILT_IN:
        origins.insert(0, f"{BUILT_IN[name]} of nlc")
    if len(origins) < 2:
        return None
    return f"the solver name '{name}' is taken twice: by {' and by '.join(origins)}; remove one."


def _load(name: str, plugins: dict[str, list[EntryPoint]]) -> Driver:
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        make: Callable[[], Driver] = getattr(import_module(module), attribute)
        return make()
    point = plugins[name][0]
    try:
        driver: Driver = point.load()()
    except Exception as error:  # whatever a stranger's module does wrong, the others go on
        return UnusableDriver(name, f"the driver '{name}', {_origin(point)}, is broken: {error!r}")
    return driver


def _origin(point: EntryPoint) -> str:
    return f"{point.value} of {point.dist.name if point.dist else 'an unknown package'}"


def _hint(name: str, others: list[str]) -> str | None:
    """Suggest a name; PySAT's solvers are often named without the prefix."""
    if (solver := canonical(name)) is not None:
        return f"did you mean 'pysat:{solver}'?"
    known = [*others, *BACKENDS, *(f"pysat:{solver}" for solver in BACKENDS)]
    return suggest(name, known) or "nlc solvers lists them all"
