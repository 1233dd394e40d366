"""Creek."""

from nlc.formats.parts import Parts

PARTS = Parts(point="clue", shaded="dark")
