"""Puzzles for print: booklets, and the review before one."""
