"""Ladders, by PySAT (Gent, Nightingale 2004)."""

from __future__ import annotations

from nlc.encode.cardinality.pysat_card import declared

ENCODING = declared(
    "ladder", "Gent, Nightingale 2004", "n variables, 4n clauses; for at most 1", small=True
)
