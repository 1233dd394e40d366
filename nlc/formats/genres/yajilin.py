"""Yajilin."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(number="clue", arrow="arrow", blocked="grey", line="line", shaded="dark")

JANKO = Janko()
