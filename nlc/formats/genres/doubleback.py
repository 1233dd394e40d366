"""Double Back."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(room="room", line="line")

JANKO = Janko()
