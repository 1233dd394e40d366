"""Puzzles for print: booklets, and what an editor asks before one."""
