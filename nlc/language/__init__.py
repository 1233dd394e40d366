"""The puzzle language: parsing, name resolution, types and diagnostics."""

MAX_INSTANCES = 20_000_000
"""The default bound on the instances of a statement, members of a set, and values of a variable. It
is here so that the command line needs no heavy import for it."""
