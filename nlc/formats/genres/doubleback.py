"""Double Back."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Row

PARTS = Parts(room="room", fence="fence", line="line")

JANKO = Janko()

PZPR = Row(
    "doubleback",
    body=("border", "bits"),
    file=("rooms", "blank", "line", "colours"),
    later={2: ("border", "blank", "line", "colours")},
    written=2,
)
