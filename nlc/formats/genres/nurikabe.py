"""Nurikabe."""

from nlc.formats.parts import Parts

PARTS = Parts(number="size", unknown="isle", shaded="dark")
