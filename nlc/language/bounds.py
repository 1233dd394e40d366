"""Bounds that a user can set, where the command line finds them without a heavy import."""

MAX_INSTANCES = 20_000_000
"""What a statement, set or variable may be made of: see `nlc.ir.elaborate.bounds`."""
