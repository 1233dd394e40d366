"""Tilings: each says the polygons of its cells, and everything else is derived from them."""
