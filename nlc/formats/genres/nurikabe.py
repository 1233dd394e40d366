"""Nurikabe."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(number="size", unknown="isle", shaded="dark")

JANKO = Janko()
