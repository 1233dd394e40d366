"""Generates Slitherlink puzzles: a random line whose clues go while it stays alone."""
