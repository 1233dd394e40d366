"""Star Battle."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(room="room", shaded="star")

JANKO = Janko(("sternenschlacht",), shaded=("x", "*"), header="stars")
