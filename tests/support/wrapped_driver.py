"""A driver that runs another one in its own way."""

from __future__ import annotations

from nlc.drivers.base import Driver


class WrappedDriver:
    """A driver with the name, version and capabilities of another one, which subclasses run."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.name = driver.name
        self.capabilities = driver.capabilities

    def version(self) -> str | None:
        """Return the version of the solver, or None where it is missing."""
        return self.driver.version()

    def missing(self) -> str | None:
        """Return None where the solver can run, else a sentence naming what is missing."""
        return self.driver.missing()
