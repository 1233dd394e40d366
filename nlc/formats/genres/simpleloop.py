"""Simple Loop."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(blocked="blocked", line="line")

JANKO = Janko(("rundweg",))
