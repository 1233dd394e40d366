"""Encodings of acyclicity."""
