"""Puzzle formats of other programs."""
