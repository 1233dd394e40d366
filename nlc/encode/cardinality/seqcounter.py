"""Sequential counters, by PySAT (Sinz 2005)."""

from __future__ import annotations

from nlc.encode.cardinality.pysat_card import declared

ENCODING = declared("seqcounter", "Sinz 2005", "O(nk) variables and clauses")
