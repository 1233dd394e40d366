"""The fuzzer: compares encodings and solvers with brute force on random puzzles and formulas."""
