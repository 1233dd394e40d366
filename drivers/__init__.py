"""Solver drivers: one module a solver, behind the protocol of `nlc.drivers.base`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.drivers.base import Driver

DRIVERS: Registry[Driver] = Registry("solver", "nlc.drivers", "DRIVER", "nlc.drivers")
