"""Binairo: digits, which some formats draw as white and black circles."""

from nlc.formats.parts import Parts

PARTS = Parts(number="digit", circle=("digit", 0, 1), shaded="one")
