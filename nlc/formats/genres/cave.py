"""Cave."""

from nlc.formats.parts import Parts

PARTS = Parts(number="clue", shaded="dark")
