"""Sorting networks, by PySAT (Batcher 1968)."""

from __future__ import annotations

from nlc.encode.cardinality.pysat_card import declared

ENCODING = declared("sortnetwrk", "Batcher 1968", "O(n log^2 n) variables and clauses")
