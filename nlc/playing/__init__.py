"""Puzzles that are played without a server: their rules as data, their boards, one page."""
