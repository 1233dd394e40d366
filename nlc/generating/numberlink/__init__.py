"""Generates Numberlink puzzles, and Multilink ones: paths first, by several methods."""
