"""Puzzles of any genre, made from its rules: givens stay open, and clues are assumptions."""
