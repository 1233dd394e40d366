"""Solver drivers: one module a solver, behind the protocol of `nlc.drivers.base`."""
