"""Proofs of unsatisfiability: DRAT and LRAT files, and their checkers."""
