"""Proofs of unsatisfiability: DRAT and LRAT files, their checkers, and what they prove."""
