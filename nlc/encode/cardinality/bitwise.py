"""The number of the true literal, bit by bit, by PySAT (Prestwich 2007)."""

from __future__ import annotations

from nlc.encode.cardinality.pysat_card import declared

ENCODING = declared(
    "bitwise",
    "Prestwich 2007",
    "ceil(log2 n) variables, n log n clauses; for at most 1",
    small=True,
)
