"""Pair by pair, by PySAT (folklore)."""

from __future__ import annotations

from nlc.encode.cardinality.pysat_card import declared

ENCODING = declared(
    "pairwise",
    "folklore",
    "no variables, n(n-1)/2 clauses; for at most 1",
    small=True,
    quadratic=True,
)
