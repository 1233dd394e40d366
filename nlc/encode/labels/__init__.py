"""Encodings of finite-domain variables."""
