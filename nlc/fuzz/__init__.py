"""Random puzzles and formulas through all encodings and solvers, against brute force."""
