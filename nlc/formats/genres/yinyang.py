"""Yin-Yang."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(circle=("stone", "w", "b"), shaded="dark")

JANKO = Janko(shaded=("b",), clear="w")
