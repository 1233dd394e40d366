"""Country Road."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown=IGNORED, room="room", fence="fence", room_number="size", line="line")

JANKO = Janko(("countryroad",))

PZPR = Pzpr(
    "country",
    body=("border", "roomnum"),
    file=("rooms", "numbers", "line", "colours"),
    later={
        1: ("flags", "rooms", "numbers", "line", "colours"),
        2: ("flags", "border", "numbers", "line", "colours"),
    },
    flag_names={"e": "country_empty"},
    written=2,
    options={"skip": "false"},
    flags={"e": ("skip", "true")},
)
