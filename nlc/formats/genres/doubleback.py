"""Double Back."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(room="room", fence="fence", line="line")

JANKO = Janko()

PZPR = Pzpr(
    "doubleback",
    body=("border", "bits"),
    file=("rooms", "blank", "line", "colours"),
    later={2: ("border", "blank", "line", "colours")},
    written=2,
)
