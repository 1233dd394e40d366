"""Explanations: why a board has no solution, and what follows on one that has."""
