"""The puzzle language: parsing, name resolution, types and diagnostics."""
