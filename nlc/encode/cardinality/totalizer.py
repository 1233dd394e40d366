"""Totalizers, by PySAT (Bailleux, Boufkhad 2003)."""

from __future__ import annotations

from nlc.encode.cardinality.pysat_card import declared

ENCODING = declared(
    "totalizer", "Bailleux, Boufkhad 2003", "O(n log n) variables, O(n^2) clauses", quadratic=True
)
