"""Random puzzles, formulas and files against brute force; `python -m fuzzing` runs it."""
