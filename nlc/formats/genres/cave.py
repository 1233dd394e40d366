"""Cave."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(number="clue", shaded="dark")

JANKO = Janko(("corral", "bag"))
