"""Moon or Sun: a moon is a white circle, a sun a black one."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown=IGNORED, circle=("sky", "m", "s"), room="room", fence="fence", line="line")

JANKO = Janko(("moonorsun",), circles=(("o", "x"), ("m", "s")))

PZPR = Pzpr(
    "moonsun",
    body=("border", "circles"),
    file=("rooms", "numbers", "line", "colours"),
    later={2: ("border", "numbers", "line", "colours")},
    swapped=True,
)
