"""Elaboration: every rule on every element of a board, batch by batch, as IR."""
