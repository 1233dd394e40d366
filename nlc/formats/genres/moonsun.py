"""Moon or Sun: a moon is a white circle, a sun a black one."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(circle=("sky", "m", "s"), room="room", line="line")

JANKO = Janko(("moonorsun",), white=("m",), black=("s",))
