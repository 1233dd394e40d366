"""The fuzzer, random puzzles and formulas against brute force, and the probe of solvers."""
