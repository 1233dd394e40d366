"""Puzzles of any genre, made from its rules: givens are variables, and clues are assumptions."""
