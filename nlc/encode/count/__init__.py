"""Encodings of counts: how many literals of a set hold."""
