"""Creek."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(point="clue", shaded="dark")

JANKO = Janko()
