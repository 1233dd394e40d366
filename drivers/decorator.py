"""What drivers share that stand before another one and change how it is run."""

from __future__ import annotations

from nlc.drivers.base import Driver


class WrappedDriver:
    """Has the name, the version and the capabilities of another driver; subclasses run it.

    Attributes:
        driver: the other one.
    """

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.name = driver.name
        self.capabilities = driver.capabilities

    def version(self) -> str | None:
        """Return the version of the solver, or None where it is missing."""
        return self.driver.version()

    def missing(self) -> str | None:
        """Return None where the solver can run, else a sentence naming what it lacks."""
        return self.driver.missing()
