"""Faults that are played: what goes wrong where a solver is run."""
