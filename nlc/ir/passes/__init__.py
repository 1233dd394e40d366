"""Passes: from a program to one with the same solutions on the declared variables."""
