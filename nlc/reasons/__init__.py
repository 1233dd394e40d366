"""Reasons: why a board has no solution, and what follows on one that has.

`why` and `steps` answer these; here is what both stand on: facts, rules in groups, small sets.
"""
