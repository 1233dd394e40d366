"""Modulo totalizers, by PySAT (Ogawa et al. 2013)."""

from __future__ import annotations

from nlc.encode.cardinality.pysat_card import declared

ENCODING = declared("mtotalizer", "Ogawa et al. 2013", "O(n^1.5) clauses", quadratic=True)
