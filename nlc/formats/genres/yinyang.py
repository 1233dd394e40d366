"""Yin-Yang."""

from nlc.formats.parts import Parts

PARTS = Parts(circle=("stone", "w", "b"), shaded="dark")
