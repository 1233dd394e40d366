"""Cardinality networks, by PySAT (Asín et al. 2009)."""

from __future__ import annotations

from nlc.encode.cardinality.pysat_card import declared

ENCODING = declared("cardnetwrk", "Asín et al. 2009", "O(n log^2 k) variables and clauses")
