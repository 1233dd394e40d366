"""Models in Python: constraints over arrays of variables, without a board."""
