"""The puzzle language: parsing, name resolution, types and diagnostics."""

MAX_INSTANCES = 20_000_000
"""Instances of a statement, members of a set, values of a variable: the bound unless a user sets
another; here the command line finds it without a heavy import."""
