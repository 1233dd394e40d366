"""Checks of solvers: ``nlc list solvers --probe``."""
