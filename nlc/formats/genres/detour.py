"""Detour."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown=IGNORED, room="room", room_number="turns", line="line")

JANKO = Janko()

PZPR = Pzpr(
    "detour",
    body=("border", "roomnum"),
    file=("rooms", "numbers", "line", "colours"),
    later={2: ("border", "numbers", "line", "colours")},
)
