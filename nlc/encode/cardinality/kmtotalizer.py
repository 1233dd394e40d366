"""k-cardinality modulo totalizers, by PySAT (Morgado et al. 2014)."""

from __future__ import annotations

from nlc.encode.cardinality.pysat_card import declared

ENCODING = declared("kmtotalizer", "Morgado et al. 2014", "O(n k^0.5) clauses")
