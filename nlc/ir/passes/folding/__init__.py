"""Constant propagation over nodes: what is known, and one look at all nodes."""
