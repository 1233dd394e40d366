"""Star Battle."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(room="room", shaded="star")

JANKO = Janko(("sternenschlacht",), shaded=("x", "*"), header="stars")

PZPR = Pzpr(
    "starbattle",
    body=("count", "border"),
    file=("count", "rooms", "shade"),
)
