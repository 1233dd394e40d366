"""Compares encodings and solvers: run side by side, as sets of boards, and as DIMACS files."""
